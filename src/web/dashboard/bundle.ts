import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { build, type Plugin, stop } from 'esbuild';
import type { Reply } from '../../http/message/reply.ts';
import { PLACEHOLDER, requestExamples } from '../docs/examples.ts';
import { FOR_BROWSERS, type HashedFile, hashedFile, replyHashed } from '../frame/static-files.ts';
import type { Catalogue } from '../words/current-language.browser.ts';
import { LANGUAGES, type Language } from '../words/language.ts';
import { CATALOGUES, REASONS, REFUSAL_WORDS } from '../words/messages.ts';
import type { Messages } from '../words/words.ts';

/** The scripts and the style sheet of the program in the browser. */
export interface Bundle {
  /** The path of the script in each language. All paths hold a hash of their content. */
  readonly scripts: Readonly<Record<Language, string>>;
  readonly style: string;
  /** The files by path. Each is compressed when it is needed first. */
  readonly files: ReadonlyMap<string, HashedFile>;
}

const FOLDER = import.meta.dirname;
let bundle: Promise<Bundle> | undefined;

/**
 * Bundles, minifies and compresses the program in the browser, once for each process. That takes a fraction of a second,
 * so there is no build step. Each language has a script of its own, with its messages only.
 *
 * @throws when the program cannot be bundled
 */
export function bundleDashboard(): Promise<Bundle> {
  bundle ??= makeBundle();
  return bundle;
}

async function makeBundle(): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: { client: join(FOLDER, 'main.tsx'), dashboard: join(FOLDER, 'dashboard.css') },
    ...FOR_BROWSERS,
    outdir: FOLDER,
    metafile: true,
    define: {
      // `manage/api-tab.tsx` shows these files. A browser cannot read them itself.
      REQUEST_EXAMPLES: JSON.stringify({
        placeholder: PLACEHOLDER,
        stats: requestExamples('stats', PLACEHOLDER),
        check: requestExamples('check', PLACEHOLDER),
      }),
    },
    plugins: [filesForBrowsers],
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
  });
  await stop();
  const contentsOf = (name: string) => outputFiles.find(({ path }) => path.endsWith(name))?.contents ?? [];
  const program = Buffer.from(contentsOf('client.js'));
  const groups = groupsIn(Object.keys(metafile.inputs).filter((file) => /\.tsx?$/.test(file)));
  const style = hashedFile(
    'text/css; charset=utf-8',
    Buffer.from(contentsOf('dashboard.css')),
    (hash) => `/assets/dashboard-${hash}.css`,
  );
  const scripts = LANGUAGES.map((language) =>
    hashedFile(
      'text/javascript; charset=utf-8',
      withCatalogue(program, catalogueOf(language, groups)),
      // An earlier version, which may get the request during an upgrade, knows no second hyphen.
      (hash) => `/assets/client-${language}_${hash}.js`,
    ),
  );
  // Compression takes 0.2 s for a script. The languages that fewer readers have wait for the first of them.
  await Promise.all([style.encoded(), scripts[0]?.encoded()]);
  return {
    scripts: Object.fromEntries(
      scripts.map(({ path }, index) => [LANGUAGES[index], path]),
    ) as Bundle['scripts'],
    style: style.path,
    files: new Map([style, ...scripts].map((file) => [file.path, file])),
  };
}

/** A file such as `words/messages.browser.ts` takes the place of `words/messages.ts`, which needs Node. */
const filesForBrowsers: Plugin = {
  name: 'files for browsers',
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.tsx?$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path.replace(/(?<!\.browser)(?=\.tsx?$)/, '.browser'));
      return existsSync(file) ? { path: file } : undefined;
    });
  },
};

/** The program in a language. The program itself is the same in all languages, so it is bundled once. */
function withCatalogue(program: Uint8Array, catalogue: Catalogue): Buffer {
  return Buffer.concat([Buffer.from(`const CATALOGUE=${JSON.stringify(catalogue)};`), program]);
}

const PATH = /^\/assets\/(?:client-(?:(?<language>[a-z]+)_)?\w+\.js|dashboard-\w+\.css)$/;

/**
 * Serves a script or the style sheet. A path with the hash of another version gets the present file, in the language of
 * the path as far as this version has it.
 *
 * @returns undefined for any other path
 */
export async function serveBundle(pathname: string): Promise<Reply | undefined> {
  const match = PATH.exec(pathname);
  if (!match) return undefined;
  const { scripts, style, files } = await bundleDashboard();
  const language = LANGUAGES.find((each) => each === match.groups?.language) ?? LANGUAGES[0];
  const file = files.get(pathname.endsWith('.js') ? scripts[language] : style);
  return file && replyHashed(pathname, file);
}

/** @returns the groups of messages that the source files of a program name, as `messages.GROUP` */
export function groupsIn(files: readonly string[]): ReadonlySet<string> {
  const named = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bmessages\.(\w+)/g)]);
  return new Set(named.map(([, group = '']) => group));
}

/** What a program needs in a language: its groups of messages, parsed, sentences of refusals, reasons. */
function catalogueOf(language: Language, groups: ReadonlySet<string>): Catalogue {
  const own = Object.entries<Messages>(CATALOGUES[language]).filter(([group]) => groups.has(group));
  return {
    language,
    messages: parsed(Object.fromEntries(own)),
    refusals: REFUSAL_WORDS[language],
    reasons: REASONS,
  };
}

/** Parses the messages that have arguments. Browsers then need no parser, which is 7 kB after compression. */
export function parsed(messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => {
      if (typeof message === 'object') return [name, parsed(message as Messages)];
      // What looks like a tag is shown as it is, as `words.ts` does.
      return [name, message.includes('{') ? parse(message, { ignoreTag: true }) : message];
    }),
  );
}
