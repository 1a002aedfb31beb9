import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { SiteConfig } from '../../config/site.ts';
import { fillOf } from './colors.ts';

/** How the site presents itself; an operator sets it. */
export type Brand = SiteConfig['brand'];

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
export function openLogo({ accent, logoPath }: Brand): Logo {
  if (logoPath === undefined) return { type: TYPES['.svg'] ?? '', body: Buffer.from(mark(fillOf(accent))) };
  let body: Buffer;
  try {
    body = readFileSync(logoPath);
  } catch {
    throw new Error(`SITE_LOGO: the file ${logoPath} cannot be read.`);
  }
  if (body.length > MAX_LOGO_BYTES)
    throw new Error(`SITE_LOGO: the file ${logoPath} is larger than 256 KiB.`);
  return { type: TYPES[extname(logoPath).toLowerCase()] ?? 'image/png', body };
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
