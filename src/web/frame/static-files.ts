import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import type { Brand } from '../../config/site.ts';
import { type Encoded, encode, replyEncoded } from '../../http/message/compression.ts';
import type { Reply } from '../../http/message/reply.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { ICONS, type IconName } from '../kit/icons.ts';
import { inLanguage } from '../words/current-language.ts';
import { LANGUAGES } from '../words/language.ts';
import { SYNONYMS } from '../words/messages.ts';
import { colorTokens, openLogo } from './brand.ts';

/**
 * The style sheets that are made of parts, below `style`. Every page loads the first one, and it is all that the first page
 * and the directory need beside the filters. Other pages load one more of these, which has nothing that the first one has.
 */
const STYLES = {
  'style.css': [
    ...['base', 'frame', 'controls', 'lists', 'suggestions', 'home', 'banner', 'phone', 'utilities'],
  ],
  'bot.css': ['pages/shared', 'bot/bot', 'bot/wide', 'bot/parts', 'bot/utilities'],
  'docs.css': ['pages/shared', 'pages/forms', '../../docs/docs', '../../docs/utilities'],
  'pages.css': ['pages/shared', 'pages/member', 'pages/forms', 'pages/utilities'],
} as const;
/** The style sheet of a page beside `style.css`. */
export type PageStyle = Exclude<keyof typeof STYLES, 'style.css'>;
/** The characters of the font file, which `npm run font` cuts out of Figtree. The system's fonts show all others. */
export const FONT_RANGES =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215';

/** Each is made of the file of this name in `../scripts`, and has all that it imports. */
const SCRIPTS = [
  'bell.js',
  'public.js',
  'push.js',
  'charts.js',
  'docs.js',
  'drafts.js',
  'extras.js',
  'filters.js',
  'palette.js',
  'reference.js',
  'screenshots.js',
  'suggest.js',
  'sw.js',
  'theme.js',
] as const;

/** Styles that few pages need. Each is a file of its own. */
const FEW_STYLES = ['compare.css', 'filters.css', 'rows.css'] as const;

/** The icons of what the palette leads to and does, which it shows as the menu does. */
const PALETTE_ICONS: Readonly<Record<string, IconName>> = {
  '/': 'compass',
  '/bots': 'bot',
  '/bots?order=newest': 'sparkles',
  '/bots?order=servers': 'server',
  '/bots?order=trending': 'trending-up',
  '/compare': 'columns-2',
  '/votes': 'arrow-up',
  '/favourites': 'heart',
  '/notices': 'bell',
  '/account': 'user',
  '/dashboard': 'list-checks',
  '/moderation': 'shield',
  '/docs': 'code',
  '/submit': 'plus',
  '/sign-in': 'key-round',
  '/sign-out': 'log-out',
  light: 'sun',
  dark: 'moon',
  language: 'languages',
  other: 'arrow-right',
};

type StaticFileName =
  | (typeof SCRIPTS)[number]
  | (typeof FEW_STYLES)[number]
  | keyof typeof STYLES
  | 'icon'
  | 'font.woff2'
  | 'speculation.json'
  | 'places.json';

/** Files that a page names itself, because few pages need them. */
export type ExtraFile =
  | (typeof FEW_STYLES)[number]
  | `${'docs' | 'drafts' | 'filters' | 'push' | 'reference' | 'screenshots'}.js`;

/** A page that neither header nor footer leads to. */
interface NamedPage {
  readonly path: string;
  /** In the current language. */
  readonly title: () => string;
}

/** What the palette knows of the places that it leads to. */
const placesOf = (pages: readonly NamedPage[]) => ({
  synonyms: SYNONYMS,
  icons: Object.fromEntries(Object.entries(PALETTE_ICONS).map(([place, icon]) => [place, ICONS[icon]])),
  docs: pages.map(({ path, title }) => [
    path,
    Object.fromEntries(LANGUAGES.map((language) => [language, inLanguage(language, title)])),
  ]),
});

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

/** A file whose path holds a hash of its content. */
export interface HashedFile {
  readonly path: string;
  readonly type: string;
  /** Compresses the file once. A failure is not kept: the next request tries again. */
  readonly encoded: () => Promise<Encoded>;
}

const PATH = /^\/assets\/([a-z]+)(?:\.[\da-f]{12})?((?:\.[a-z\d]+)?)$/;

/** How esbuild makes the files for browsers. */
export const FOR_BROWSERS = {
  write: false,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2023', 'chrome123', 'firefox120', 'safari17.5'],
  logLevel: 'silent',
} satisfies BuildOptions;

let built: ReadonlyMap<string, Buffer> | undefined;

/**
 * Builds the scripts and styles of the pages by their names, once for each process. It takes a twentieth of a second. No
 * two share a file: the service may be updated between two requests, and a part of another version would be missing.
 *
 * @throws when one cannot be built
 */
export function builtFiles(): ReadonlyMap<string, Buffer> {
  built ??= build();
  return built;
}

function build(): ReadonlyMap<string, Buffer> {
  const { outputFiles } = buildSync({
    ...FOR_BROWSERS,
    entryPoints: [
      ...SCRIPTS.map((name) => own(`../scripts/${name.replace('.js', '.ts')}`)),
      ...FEW_STYLES.map((name) => own(`style/${name}`)),
    ],
    entryNames: '[name]',
    outdir: import.meta.dirname,
  });
  return new Map([
    ...outputFiles.map(({ path, contents }) => {
      const body = Buffer.from(contents);
      return [basename(path), path.endsWith('.css') ? Buffer.from(`@layer parts{${body}}`) : body] as const;
    }),
    ...Object.entries(STYLES).map(([name, parts]) => [name, buildStyle(parts)] as const),
  ]);
}

/** A style sheet that is written in parts. A utility at an element wins over all of them. */
function buildStyle(parts: readonly string[]): Buffer {
  const { outputFiles } = buildSync({
    ...FOR_BROWSERS,
    stdin: {
      contents: [
        '@layer parts, utilities;',
        ...parts.map(
          (part) =>
            `@import "./style/${part}.css" layer(${part.endsWith('utilities') ? 'utilities' : 'parts'});`,
        ),
      ].join('\n'),
      resolveDir: import.meta.dirname,
      loader: 'css',
    },
  });
  return Buffer.concat(outputFiles.map(({ contents }) => contents));
}

/**
 * Builds the files and begins to compress them, so that the first visitor does not wait for it. The style sheet is
 * served after the colours of the brand.
 *
 * @throws when a file cannot be read or built
 */
export function openStaticFiles(brand: Brand, docs: readonly NamedPage[]): StaticFiles {
  const logo = openLogo(brand);
  const font = openFile('font.woff2', 'font/woff2', own('font/figtree.woff2'));
  const brandStyle = Buffer.from(`${colorTokens(brand.siteAccent)}\n${fontFace(font.path)}\n`);
  const files = new Map<string, HashedFile>([
    ...[...builtFiles()].map(([name, contents]) => {
      const body = name === 'style.css' ? Buffer.concat([brandStyle, contents]) : contents;
      const type = `text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`;
      return [name, hashedFile(type, body, pathOf(name))] as const;
    }),
    [
      'places.json',
      hashedFile('application/json', Buffer.from(JSON.stringify(placesOf(docs))), pathOf('places.json')),
    ],
    ['icon', hashedFile(logo.type, logo.body, pathOf('icon'))],
    ['font.woff2', font],
    [
      'speculation.json',
      openFile('speculation.json', 'application/speculationrules+json', own('speculation.json')),
    ],
  ]);
  // A failure is reported by the request that needs the file.
  for (const { encoded } of files.values()) encoded().catch(() => {});
  return {
    url: (name) => files.get(name)?.path ?? `/assets/${name}`,
    serve: async (pathname) => {
      const path = pathname === '/favicon.ico' ? '/assets/icon' : pathname;
      const [, name = '', extension = ''] = PATH.exec(path) ?? [];
      const file = files.get(name + extension);
      return file && replyHashed(pathname, file);
    },
  };
}

const fontFace = (path: string): string =>
  `@font-face{font-family:Figtree;src:url(${path}) format("woff2");font-weight:400 700;font-display:swap;` +
  `unicode-range:${FONT_RANGES}}`;

const own = (path: string) => join(import.meta.dirname, path);

function openFile(name: StaticFileName, type: string, path: string): HashedFile {
  return hashedFile(type, readFileSync(path), pathOf(name));
}

/** Writes the hash before the extension. */
const pathOf = (name: string) => (hash: string) => `/assets/${name.replace(/(?=\.|$)/, `.${hash}`)}`;

/** What has been compressed in this process, by its hash: a second service in it has the same files. */
const compressed = new Map<string, Promise<Encoded>>();

/** @param pathOf makes the path from the hash of the content */
export function hashedFile(type: string, body: Buffer, pathOf: (hash: string) => string): HashedFile {
  const fullHash = createHash('sha256').update(body).digest('hex');
  return {
    path: pathOf(fullHash.slice(0, 12)),
    type,
    encoded: () => {
      const known = compressed.get(fullHash);
      if (known) return known;
      const encoded = encode(body).catch((error) => {
        compressed.delete(fullHash);
        throw error;
      });
      compressed.set(fullHash, encoded);
      return encoded;
    },
  };
}

/**
 * Responds with a file. Browsers may cache it for a year under its own path. Under a path with the hash of another
 * version they may cache it for a few minutes only: two versions of the service run side by side during an update.
 *
 * @param pathname the path of the request
 * @throws when the file cannot be compressed
 */
export async function replyHashed(pathname: string, { path, type, encoded }: HashedFile): Promise<Reply> {
  return replyEncoded(await encoded(), {
    'content-type': type,
    'cache-control': `public, ${path === pathname ? 'max-age=31536000, immutable' : 'max-age=300'}`,
    ...SECURITY_HEADERS,
  });
}
