import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Encoded, encode } from '../../http/message/compression.ts';
import type { Reply } from '../../http/message/reply.ts';
import { type Brand, openLogo } from './brand.ts';
import { colorTokens } from './colors.ts';
import { replyHashed } from './hashed-file.ts';

const STYLES = [
  'base',
  'frame',
  'controls',
  'lists',
  'filters',
  'home',
  'bot',
  'banner',
  'member',
  'chart',
  'forms',
  'wide',
];
const FONT = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';

export type StaticFileName = 'style.css' | 'public.js' | 'suggest.js' | 'theme.js' | 'icon' | 'font.woff2';

/** The files that every page loads. */
export interface StaticFiles {
  /** The path of a file, with the file's hash. */
  readonly url: (name: StaticFileName) => string;
  /**
   * Serves a file. A path with the hash of another version gets the present file.
   *
   * @returns undefined for any other path
   * @throws when the file cannot be compressed
   */
  readonly serve: (pathname: string) => Promise<Reply | undefined>;
}

interface StaticFile {
  readonly path: string;
  readonly type: string;
  /** Compresses the file once. A failure is not kept: the next request tries again. */
  readonly encoded: () => Promise<Encoded>;
}

const PATH = /^\/assets\/([a-z]+)(?:\.[\da-f]{12})?((?:\.[a-z\d]+)?)$/;

/**
 * Reads the files and begins to compress them, so that the first visitor does not wait for it. The style sheet is
 * written in parts and served as one file, after the colours of the brand.
 *
 * @throws when a file cannot be read
 */
export function openStaticFiles(brand: Brand): StaticFiles {
  const logo = openLogo(brand);
  const script = 'text/javascript; charset=utf-8';
  const font = openFile(
    'font.woff2',
    'font/woff2',
    readFileSync(createRequire(import.meta.url).resolve(FONT)),
  );
  const style = [
    colorTokens(brand.accent),
    fontFace(font.path),
    ...STYLES.map((part) => readPart(`style/${part}.css`)),
  ].join('\n');
  const files = new Map<string, StaticFile>([
    ['style.css', openFile('style.css', 'text/css; charset=utf-8', Buffer.from(style))],
    ['public.js', openFile('public.js', script, Buffer.from(readPart('public.js')))],
    ['suggest.js', openFile('suggest.js', script, Buffer.from(readPart('suggest.js')))],
    ['theme.js', openFile('theme.js', script, Buffer.from(readPart('theme.js')))],
    ['icon', openFile('icon', logo.type, logo.body)],
    ['font.woff2', font],
  ]);
  // A failure is reported by the request that needs the file.
  for (const { encoded } of files.values()) encoded().catch(() => {});
  return {
    url: (name) => files.get(name)?.path ?? `/assets/${name}`,
    serve: async (pathname) => {
      const path = pathname === '/favicon.ico' ? '/assets/icon' : pathname;
      const [, name = '', extension = ''] = PATH.exec(path) ?? [];
      const file = files.get(name + extension);
      return file && replyHashed(pathname, { ...file, encoded: await file.encoded() });
    },
  };
}

/** Only the letters of this file come from it; the system's fonts show all other scripts. */
function fontFace(path: string): string {
  return (
    `@font-face{font-family:Figtree;src:url(${path}) format("woff2");font-weight:300 900;font-display:swap;` +
    'unicode-range:U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,' +
    'U+2193,U+2212,U+2215}'
  );
}

const readPart = (part: string) => readFileSync(join(import.meta.dirname, part), 'utf8');

function openFile(name: string, type: string, body: Buffer): StaticFile {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const [base = '', extension] = name.split('.');
  let encoded: Promise<Encoded> | undefined;
  return {
    path: `/assets/${base}.${hash}${extension === undefined ? '' : `.${extension}`}`,
    type,
    encoded: () => {
      encoded ??= encode(body).catch((error) => {
        encoded = undefined;
        throw error;
      });
      return encoded;
    },
  };
}
