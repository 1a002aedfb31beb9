import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The icons of the site, from the Lucide set. Add a name here, then run `npm run icons`. */
const NAMES = [
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'bell',
  'bot',
  'brain',
  'calendar',
  'calendar-plus',
  'check',
  'chevron-down',
  'circle-minus',
  'clock',
  'code',
  'coins',
  'columns-2',
  'compass',
  'drama',
  'flag',
  'gamepad-2',
  'gift',
  'globe',
  'graduation-cap',
  'hand',
  'heart',
  'image',
  'languages',
  'life-buoy',
  'list-checks',
  'lock',
  'log-out',
  'menu',
  'message-circle',
  'minus',
  'moon',
  'music',
  'newspaper',
  'palette',
  'party-popper',
  'plus',
  'radio',
  'scroll-text',
  'rss',
  'search',
  'server',
  'settings',
  'share-2',
  'shield',
  'shield-alert',
  'shield-check',
  'sliders-horizontal',
  'sparkles',
  'star',
  'sun',
  'tag',
  'ticket',
  'trending-up',
  'triangle-alert',
  'trophy',
  'user',
  'users',
  'vote',
  'workflow',
  'wrench',
  'x',
];

const COMMON =
  / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g;
const FILE = join(import.meta.dirname, '../src/web/kit/icons.ts');

/** Reads the shapes of these icons, without the attributes that `Icon` sets for all of them. */
export function readShapes(): Record<string, string> {
  const file = createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json');
  const { icons } = JSON.parse(readFileSync(file, 'utf8')) as { icons: Record<string, { body: string }> };
  const entries = NAMES.map((name) => {
    const body = icons[name]?.body;
    if (body === undefined) throw new Error(`Lucide has no icon ${name}.`);
    return [name, body.replace(/^<g [^>]*>|<\/g>$/g, '').replace(COMMON, '')];
  });
  return Object.fromEntries(entries);
}

if (import.meta.main) {
  const lines = Object.entries(readShapes()).map(([name, shapes]) => `  '${name}': '${shapes}',`);
  writeFileSync(
    FILE,
    [
      '// Made by `npm run icons` from the Lucide set (ISC license). Do not edit.',
      '',
      '/** The shapes of each icon, in a box of 24 by 24. */',
      'export const ICONS = {',
      ...lines,
      '} as const;',
      '',
      'export type IconName = keyof typeof ICONS;',
      '',
    ].join('\n'),
  );
}
