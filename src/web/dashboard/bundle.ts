import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { build, type Plugin, stop } from 'esbuild';
import type { Reply } from '../../http/message/reply.ts';
import { PLACEHOLDER, requestExamples } from '../docs/examples.ts';
import { FOR_BROWSERS, type HashedFile, hashedFile, replyHashed } from '../frame/static-files.ts';
import type { Catalogue } from '../words/current-language.browser.ts';
import { LANGUAGES, type Language } from '../words/language.ts';
import type { RawMessages } from '../words/make-messages.ts';
import { CATALOGUES, REASONS, REFUSAL_MESSAGES } from '../words/messages.ts';

/**
 * What owners load and what moderators load. They share no file: the service may be updated between two requests, and
 * a part of another version would be missing.
 */
const PROGRAMS = { owners: '../manage/main.tsx', desk: '../moderation/main.tsx' };
type Program = keyof typeof PROGRAMS;

/** The scripts and the style sheet of the programs in the browser. Each is compressed when it is needed first. */
export interface Bundle {
  readonly script: (program: Program, language: Language) => HashedFile;
  readonly style: HashedFile;
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
    entryPoints: { ...PROGRAMS, dashboard: './dashboard.css' },
    ...FOR_BROWSERS,
    absWorkingDir: FOLDER,
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
  const contentsOf = (name: string) =>
    Buffer.from(outputFiles.find(({ path }) => path === join(FOLDER, name))?.contents ?? []);
  const scriptsOf = (program: Program) => {
    const inputs = Object.keys(metafile.outputs[`${program}.js`]?.inputs ?? {});
    const groups = groupsIn(inputs.filter((file) => /\.tsx?$/.test(file)).map((file) => join(FOLDER, file)));
    // An earlier version, which may get the request during an upgrade, knows no second hyphen, and has one program.
    const infix = program === 'desk' ? '_desk_' : '_';
    return perLanguage((language) =>
      hashedFile(
        'text/javascript; charset=utf-8',
        withCatalogue(contentsOf(`${program}.js`), catalogueOf(language, groups)),
        (hash) => `/assets/client-${language}${infix}${hash}.js`,
      ),
    );
  };
  const scripts = { owners: scriptsOf('owners'), desk: scriptsOf('desk') };
  const style = hashedFile(
    'text/css; charset=utf-8',
    contentsOf('dashboard.css'),
    (hash) => `/assets/dashboard-${hash}.css`,
  );
  // Compression takes 0.2 s for a script. Moderators, and the languages that fewer readers have, wait for the first.
  await Promise.all([style.encoded(), scripts.owners[LANGUAGES[0]].encoded()]);
  return { script: (program, language) => scripts[program][language], style };
}

const perLanguage = <Made>(make: (language: Language) => Made) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<Language, Made>;

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

const PATH = /^\/assets\/(?:client-(?:(?<language>[a-z]+)_)?(?<desk>desk_)?\w+\.js|dashboard-\w+\.css)$/;

/**
 * Serves a script or the style sheet. A path with the hash of another version gets the present file, in the language of
 * the path as far as this version has it.
 *
 * @returns undefined for any other path
 */
export async function serveBundle(pathname: string): Promise<Reply | undefined> {
  const match = PATH.exec(pathname);
  if (!match) return undefined;
  const { script, style } = await bundleDashboard();
  const language = LANGUAGES.find((each) => each === match.groups?.language) ?? LANGUAGES[0];
  const program = match.groups?.desk ? 'desk' : 'owners';
  return replyHashed(pathname, pathname.endsWith('.js') ? script(program, language) : style);
}

/** @returns the groups of messages that the source files of a program name, as `messages.GROUP` */
export function groupsIn(files: readonly string[]): ReadonlySet<string> {
  const named = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bmessages\.(\w+)/g)]);
  return new Set(named.map(([, group = '']) => group));
}

/** What a program needs in a language: its groups of messages, parsed, sentences of refusals, reasons. */
function catalogueOf(language: Language, groups: ReadonlySet<string>): Catalogue {
  const own = Object.entries<RawMessages>(CATALOGUES[language]).filter(([group]) => groups.has(group));
  return {
    language,
    messages: parsed(Object.fromEntries(own)),
    refusals: REFUSAL_MESSAGES[language],
    reasons: REASONS,
  };
}

/** Parses the messages that have arguments. Browsers then need no parser, which is 7 kB after compression. */
export function parsed(messages: RawMessages): RawMessages {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => {
      if (typeof message === 'object') return [name, parsed(message as RawMessages)];
      // What looks like a tag is shown as it is, as `make-messages.ts` does.
      return [name, message.includes('{') ? parse(message, { ignoreTag: true }) : message];
    }),
  );
}
