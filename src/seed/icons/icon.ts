import { CREATURES } from './creatures.ts';
import { PATTERNS } from './patterns.ts';
import { THINGS } from './things.ts';

const GLYPHS = { ...CREATURES, ...THINGS } as const;

/** A square icon: a picture in white and an accent colour, on a gradient with a faint pattern. */
export interface Icon {
  /** The gradient, from the upper left to the lower right. The second one also draws the details of the picture. */
  readonly colours: readonly [string, string];
  readonly accent: string;
  readonly pattern: keyof typeof PATTERNS;
  readonly glyph: keyof typeof GLYPHS;
}

/** Draws an icon in SVG. */
export function drawIcon({ colours: [light, dark], accent, pattern, glyph }: Icon): string {
  const drawing = GLYPHS[glyph].replaceAll('$a', accent).replaceAll('$d', dark);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">
<defs>
<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
<radialGradient id="h" cx=".3" cy=".12" r=".8"><stop stop-color="#fff" stop-opacity=".3"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<filter id="s" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="0" dy="3" stdDeviation="3.5" flood-color="#000" flood-opacity=".35"/></filter>
</defs>
<rect width="128" height="128" fill="url(#g)"/>
<g opacity=".13">${PATTERNS[pattern]}</g>
<rect width="128" height="128" fill="url(#h)"/>
<g filter="url(#s)">${drawing}</g>
</svg>
`;
}
