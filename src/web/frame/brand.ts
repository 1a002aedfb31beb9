import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import * as scales from '@radix-ui/colors';
import { colord, extend } from 'colord';
import a11y from 'colord/plugins/a11y';
import mix from 'colord/plugins/mix';
import type { Accent, Brand } from '../../config/site.ts';

extend([a11y, mix]);

const MAX_LOGO_BYTES = 262_144;
const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

export interface Logo {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * Reads the operator's logo, or draws the built-in mark: a planet and its moon, in the accent colour.
 *
 * @throws when the file cannot be read, or is larger than 256 KiB; the message names `SITE_LOGO`
 */
export function openLogo({ siteAccent, siteLogo }: Brand): Logo {
  if (siteLogo === undefined)
    return { type: TYPES['.svg'] ?? '', body: Buffer.from(mark(fillOf(siteAccent))) };
  let body: Buffer;
  try {
    body = readFileSync(siteLogo);
  } catch {
    throw new Error(`SITE_LOGO: the file ${siteLogo} cannot be read.`);
  }
  if (body.length > MAX_LOGO_BYTES)
    throw new Error(`SITE_LOGO: the file ${siteLogo} is larger than 256 KiB.`);
  return { type: TYPES[extname(siteLogo).toLowerCase()] ?? 'image/png', body };
}

function mark(fill: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="9" fill="${fill}"/>` +
    '<circle cx="16" cy="16" r="4.8" fill="#fff"/>' +
    '<ellipse cx="16" cy="16" rx="12" ry="5.4" transform="rotate(-32 16 16)" fill="none" stroke="#fff" ' +
    'stroke-width="2.2"/><circle cx="25.2" cy="8.4" r="3" fill="#fff"/></svg>'
  );
}

/** A colour in the light and in the dark theme. */
type Pair = readonly [light: string, dark: string];

/** Text needs this contrast with its background (WCAG 2.2, level AA). */
const READABLE = 4.5;
const WHITE = '#ffffff';

/**
 * The colours of the site as custom properties, for the light and the dark scheme. `--accent` is for text and lines,
 * `--fill` for the background of buttons.
 *
 * Radix Colors: steps 1 to 5 are backgrounds, 6 to 8 lines, 9 is the pure colour, 11 and 12 are text.
 */
export function colorTokens(accent: Accent): string {
  const fill = fillOf(accent);
  const darker = `color-mix(in oklab, ${fill}, #000 10%)`;
  const tokens: Readonly<Record<string, Pair>> = {
    background: shade('slate', 1),
    surface: [WHITE, shade('slate', 2)[1]],
    sunken: shade('slate', 3),
    line: shade('slate', 5),
    // The edge of a control needs a contrast of 3.
    border: ['#868994', '#737780'],
    text: shade('slate', 12),
    muted: shade('slate', 11),
    accent: onTint(accent),
    wash: shade(accent, 2),
    tint: shade(accent, 3),
    'tint-line': shade(accent, 6),
    fill: [fill, fill],
    // Darker in both themes: white text on a lighter colour is hard to read.
    'fill-hover': [darker, darker],
    'on-fill': [WHITE, WHITE],
    good: onTint('green'),
    'good-tint': shade('green', 3),
    bad: onTint('red'),
    'bad-tint': shade('red', 3),
    wait: onTint('amber'),
    'wait-tint': shade('amber', 3),
  };
  const lines = Object.entries(tokens).map(
    ([name, [light, dark]]) => `--${name}:light-dark(${light},${dark});`,
  );
  return `:root{${lines.join('')}}`;
}

/** The background of a button with white text: the pure colour, or a darker one if white is not readable on it. */
export function fillOf(accent: Accent): string {
  return readable(shade(accent, 9)[0], WHITE);
}

function shade(scale: string, step: number): Pair {
  const all = scales as unknown as Readonly<Record<string, Readonly<Record<string, string>>>>;
  const name = `${scale}${step}`;
  return [all[scale]?.[name] ?? '', all[`${scale}Dark`]?.[name] ?? ''];
}

/** Text of a scale, which is readable on the scale's tint and so on every lighter background. */
function onTint(scale: string): Pair {
  const [light, dark] = shade(scale, 11);
  return [readable(light, shade(scale, 3)[0]), dark];
}

/** Darkens a colour until it is readable beside another one. */
function readable(color: string, beside: string): string {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = colord(color).mix('#000000', share).toHex();
    // Measured as it is written, since rounding changes the contrast.
    if (colord(candidate).contrast(beside) >= READABLE) return candidate;
  }
  return '#000000';
}
