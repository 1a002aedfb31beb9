import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGenerator } from '@unocss/core';
import { presetWind3, type Theme } from '@unocss/preset-wind3';
import { buildSync } from 'esbuild';
import { colorTokens } from '../src/web/frame/brand.ts';
import { SHORTCUTS } from './shortcuts.ts';

/*
 * `npm run styles`: writes the utilities that the markup names, a rule a line. With `--check`, says whether they are up to
 * date. Making them takes half a second, which a start must not wait for. `src/web/README.md` says how to write styles.
 */

const ROOT = join(import.meta.dirname, '..');
const WEB = join(ROOT, 'src/web');
const find = (pattern: string) => globSync(pattern, { cwd: WEB });

/** What the first page and the directory show, which most visitors see first: they load no other utilities. */
const FIRST = ['home/home-page.tsx', 'directory/directory-page.tsx', 'frame/layout.tsx'];
const BOT = ['listing/bot-page.tsx', 'listing/bot-visitor.tsx'];
const OTHERS = '{{directory,frame,member,report,sign-in,vote}/**/*,listing/{compare,member}*}.{ts,tsx}';
const PROGRAM = '{client,dashboard,manage,moderation}/**/*.{ts,tsx}';

/** A sheet of utilities: the modules that name them, and the sheets that a page loads before it, whose rules it leaves out. */
type Sheet = readonly [file: string, modules: () => Iterable<string>, ...before: string[]];
const [IN_FIRST, IN_OTHERS] = ['frame/style/utilities.css', 'frame/style/pages/utilities.css'] as const;
const SHEETS: readonly Sheet[] = [
  [IN_FIRST, () => importedBy(FIRST)],
  ['frame/style/bot/utilities.css', () => importedBy(BOT), IN_FIRST],
  ['docs/utilities.css', () => find('docs/*.{ts,tsx}'), IN_FIRST],
  [IN_OTHERS, () => importedBy(find(OTHERS)), IN_FIRST],
  ['dashboard/utilities.css', () => [...find(PROGRAM), 'kit/chart.tsx'], IN_FIRST, IN_OTHERS],
];

/** @returns these modules, and all of ours that they import */
function importedBy(entryPoints: string[]): string[] {
  const { metafile } = buildSync({
    ...{ entryPoints, absWorkingDir: WEB, outdir: 'none', write: false, metafile: true, bundle: true },
    ...{ platform: 'node', format: 'esm', packages: 'external', jsx: 'automatic' },
  });
  return Object.keys(metafile.inputs);
}

/** The words that are utilities. Any other, such as `filter` or `h1`, is a class of a file or no class at all. */
const WORDS =
  /^(?:absolute|block|flex|framed|grid|items|relative|rounded|ruled|shadow|sticky|truncate|unframed)$/;

const token = (name: string) => `var(--${name})`;
const tokens = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, token(name)]));
const colors = [...colorTokens('violet').matchAll(/--([\w-]+):/g)].map(([, name = '']) => name);

const generator = await createGenerator<Theme>({
  presets: [presetWind3({ preflight: false })],
  // It is the name of an icon.
  blocklist: ['columns-2'],
  // The tokens of `base.css` and `brand.ts`, and nothing beside them.
  extendTheme: (theme) => ({
    ...theme,
    colors: { ...tokens(...colors), transparent: 'transparent', current: 'currentcolor', inherit: 'inherit' },
    fontSize: {},
    fontWeight: tokens('regular', 'medium', 'semibold', 'bold'),
    fontFamily: { mono: token('mono'), inherit: 'inherit' },
    borderRadius: {
      ...{ none: '0', DEFAULT: token('radius'), full: '50%' },
      ...{ control: token('radius-control'), small: token('radius-small') },
    },
    maxWidth: {
      ...{ none: 'none', full: '100%' },
      ...{ narrow: token('width-narrow'), text: token('width-text'), page: token('width-page') },
    },
    aria: { pressed: 'pressed="true"', current: 'current="page"', expanded: 'expanded="true"' },
    // A phone is narrower than `sm`.
    breakpoints: { sm: '40.01rem', md: '48rem', lg: '56rem', xl: '64rem' },
  }),
  shortcuts: SHORTCUTS,
  rules: [
    ['shadow', { 'box-shadow': token('shadow') }],
    ['shadow-none', { 'box-shadow': 'none' }],
    ['shadow-raised', { 'box-shadow': token('shadow-raised') }],
    // As short as they can be: the generator's own are made of variables, or set the height of lines too.
    [/^text-(tiny|small|body|large|title|display)$/, ([, size = '']) => ({ 'font-size': token(size) })],
    ['tabular-nums', { 'font-variant-numeric': 'tabular-nums' }],
    // Read by screen readers only.
    [
      'sr-only',
      {
        ...{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden' },
        ...{ 'clip-path': 'inset(50%)', 'white-space': 'nowrap' },
      },
    ],
    // Several declarations with one name. A utility for one property wins over them.
    ['items', { 'list-style': 'none', margin: '0', padding: '0' }, { layer: 'shortcuts' }],
    ['unframed', { 'min-width': '0', margin: '0', border: '0', padding: '0' }, { layer: 'shortcuts' }],
    [
      'framed',
      { border: '1px solid var(--line)', 'border-radius': token('radius-control') },
      { layer: 'shortcuts' },
    ],
    ['plain-link', { color: 'inherit', 'text-decoration': 'none' }, { layer: 'shortcuts' }],
    [
      /^line-([tbse])$/,
      ([, side = '']) => ({ [`border-${SIDES[side]}`]: '1px solid var(--line)' }),
      { layer: 'shortcuts' },
    ],
    // Columns of at least this width in rem, as many as there is room for: `fit-` as wide as the row, `fill-` like others.
    [
      /^(fit|fill)-([\d.]+)$/,
      ([, kind, width]) => ({
        display: 'grid',
        'grid-template-columns': `repeat(auto-${kind},minmax(min(100%,${width}rem),1fr))`,
      }),
      { layer: 'shortcuts' },
    ],
    [/^ruled$/, () => '.ruled>*+*{border-top:1px solid var(--line);}', { layer: 'shortcuts' }],
  ],
});

const SIDES: Readonly<Record<string, string>> = { t: 'top', b: 'bottom', s: 'inline-start', e: 'inline-end' };

/** What stands in quotes. Utilities are named nowhere else. */
const QUOTED = /'[^'\n]*'|"[^"\n]*"|`[^`]*`/g;

/** @returns the utilities that the files name */
function namesIn(paths: Iterable<string>): Set<string> {
  const names = new Set<string>();
  for (const path of paths) {
    const quoted = readFileSync(join(WEB, path), 'utf8').match(QUOTED) ?? [];
    for (const name of quoted.join(' ').split(/[\s'"`{}]+/))
      if (!/^[\w.]+$/.test(name) || WORDS.test(name)) names.add(name);
  }
  return names;
}

/*
 * The layers of the utilities. In one sheet, a later rule wins: `mb-2` over `m-0`, `max-sm:hidden` over `flex`. Between
 * sheets the layers see to that, whichever of the two stands in the sheet that is loaded last.
 */
const [WHOLE, BOTH_SIDES, SINGLE, SOMETIMES] = ['whole', 'sides', 'single', 'sometimes'] as const;
/** It sets a property that stands for several, which a more exact utility may set again. */
const SHORT =
  /\{(?:(?:margin|padding|gap|inset|overflow|flex|font|grid-column|background)|border(?:-(?:left|inline-start))?):[^;]*;\}/;
/** It sets two properties, of which another utility may set one. */
const TWO = /\{(?:margin|padding)-(?:left|top):[^;]*;[^;]*;\}|\{(?:top|left):0;[^;]*;\}/;

function layerOf(rule: string, isShortcut: boolean): string {
  if (rule.startsWith('@')) return SOMETIMES;
  if (isShortcut || SHORT.test(rule)) return WHOLE;
  return TWO.test(rule) ? BOTH_SIDES : SINGLE;
}

/** @returns the style sheet with these utilities */
async function sheetOf(names: Set<string>): Promise<string> {
  const { css } = await generator.generate(names, { preflights: false });
  const layers = new Map<string, string[]>([WHOLE, BOTH_SIDES, SINGLE, SOMETIMES].map((name) => [name, []]));
  const [, shortcuts = '', others = ''] = css.split(/^\/\* layer: \w+ \*\/\n/m);
  for (const part of [shortcuts, others])
    for (const rule of part.match(/^@[^{]*\{\n(?:.*\n)*?\}|^[^@}\n](?:[^{]*)\{.*\}/gm) ?? [])
      layers.get(layerOf(rule, part === shortcuts))?.push(rule);
  const blocks = [...layers].map(([name, rules]) => `@layer ${name} {\n${rules.join('\n')}\n}\n`);
  return `/* Made by \`npm run styles\` of the utilities that the markup names. */\n${blocks.join('')}`;
}

const namedIn = new Map<string, Set<string>>();
for (const [path, modules, ...before] of SHEETS) {
  const file = join(WEB, path);
  const names = new Set(
    [...namesIn(modules())].filter((name) => !before.some((sheet) => namedIn.get(sheet)?.has(name))),
  );
  namedIn.set(path, names);
  const sheet = await sheetOf(names);
  if (!process.argv.includes('--check')) writeFileSync(file, sheet);
  else if (readFileSync(file, 'utf8') !== sheet) {
    process.stderr.write(`${path} does not fit the markup. Run: npm run styles\n`);
    process.exitCode = 1;
  }
}
