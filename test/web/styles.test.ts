import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const find = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort();

/** The classes that the selectors of a style sheet name. */
function classesOf(css: string): string[] {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{};]+(?=\{)/g) ?? [];
  const names = selectors.filter((selector) => !/^\s*@/.test(selector)).join(' ');
  return [...names.matchAll(/\.((?:\\.|[a-z])(?:\\.|[\w-])*)/gi)].map(([, name = '']) =>
    name.replaceAll('\\', ''),
  );
}

const SHEETS = find('src/web/**/*.css').map((path) => ({ path, classes: classesOf(read(path)) }));
const isMade = ({ path }: { path: string }) => path.endsWith('/utilities.css');
/** Each is what its rule begins with. */
const utilities = new Set(
  SHEETS.filter(isMade).flatMap(({ path }) =>
    (read(path).match(/^\.(?:\\.|[\w-])+/gm) ?? []).map((name) => name.slice(1).replaceAll('\\', '')),
  ),
);
/** GraphiQL's and the highlighter's elements are not ours. */
const FOREIGN = /^(?:hljs|graphiql|language-)/;
const own = SHEETS.filter((sheet) => !isMade(sheet)).map(({ path, classes }) => ({
  path,
  classes: classes.filter((name) => !FOREIGN.test(name)),
}));
/** The captcha's and GraphiQL's own scripts look for these. */
const OF_OTHERS = ['cf-turnstile', 'no-focus-outline'];
const styled = new Set(own.flatMap(({ classes }) => classes));

const SOURCES = find('src/web/**/*.{ts,tsx,md}').map((path) => ({ path, text: read(path) }));
const QUOTED = /'[^'\n]*'|"[^"\n]*"|`[^`]*`/g;
const quoted = SOURCES.flatMap(({ text }) => text.match(QUOTED) ?? []).join('\n');
const words = new Set(quoted.split(/[\s'"`{}.#:>,()[\]]+/));
const FINDS =
  /\b(?:locator|querySelector(?:All)?|closest|matches|the|all|focusFirst)(?:<[^>(]*>)?\(\s*('[^'\n]*'|"[^"\n]*"|`[^`]*`)/g;
/** The classes in the selectors that a program gives to the browser. */
function foundIn(text: string): string[] {
  const selectors = [...text.matchAll(FINDS)].map(([, selector = '']) =>
    selector.replace(/\$\{[^}]*\}|\[[^\]]*\]/g, ' '),
  );
  return selectors.flatMap((selector) =>
    [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name),
  );
}
const TESTS = find('{test/browser,src/web/scripts}/**/*.ts').map((path) => ({
  path,
  found: foundIn(read(path)),
}));
/** What the program and the tests of the browser look for. */
const found = new Set([
  ...TESTS.flatMap((file) => file.found),
  ...SOURCES.flatMap(({ text }) => foundIn(text)),
]);
/** Names that are put together, such as `face-${number}`. */
const prefixes = [...quoted.matchAll(/([a-z-]+-)\$\{/g)].map(([, prefix = '']) => prefix);
/** The states of a listing and the like, in small letters. */
const states = new Set(
  find('src/{domain,documents,web}/**/*.{ts,tsx}').flatMap((path) =>
    (read(path).match(/\b[A-Z]{4,}\b/g) ?? []).map((name) => name.toLowerCase()),
  ),
);

const canHave = (name: string) =>
  words.has(name) || states.has(name) || prefixes.some((prefix) => name.startsWith(prefix));

/** The text from an opening brace to the one that closes it. */
function braced(text: string): string {
  let depth = 0;
  for (const [index, character] of [...text].entries()) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return text.slice(0, index);
  }
  return text;
}

/** The classes that a source file gives to elements, also by a constant of its own. */
function namedIn(text: string): string[] {
  const values = [...text.matchAll(/\b\w*[cC]lass(?:Name)?(?:=|(?:: | = )(?='))("[^"]*"|'[^']*'|\{)/g)].map(
    ({ 1: value = '', index, 0: { length } }) =>
      value === '{' ? braced(text.slice(index + length - 1)) : value,
  );
  const constants = values
    .flatMap((value) => value.match(/\b[A-Z][A-Z_]+\b/g) ?? [])
    .flatMap((name) => text.match(new RegExp(`const ${name} =\\s+(?:'[^']*'|\`[^\`]*\`)`)) ?? []);
  const strings = [...values, ...constants]
    .map((value) => value.replace(/[!=]== '[^']*'/g, ''))
    .flatMap((value) => value.match(QUOTED) ?? []);
  return strings.flatMap((value) =>
    value
      .replace(/\S*\$\{[^}]*\}\S*/g, ' ')
      .split(/[\s'"`]+/)
      .filter(Boolean),
  );
}

/** The classes that the source gives to elements. */
const given = new Set(SOURCES.flatMap(({ text }) => namedIn(text)));

test('each class at an element is a utility, or a style sheet, a script or a test names it', () => {
  const isKnown = (name: string) =>
    utilities.has(name) || styled.has(name) || found.has(name) || OF_OTHERS.includes(name);
  const unknown = SOURCES.flatMap(({ path, text }) =>
    namedIn(text)
      .filter((name) => !isKnown(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('each class that a script or a test of the browser looks for is one that an element can have', () => {
  const gone = TESTS.flatMap((file) =>
    file.found
      .filter((name) => !given.has(name) && !name.endsWith('-') && !FOREIGN.test(name))
      .map((name) => `${file.path}: ${name}`),
  );
  expect(gone).toEqual([]);
});

test('each class in a style sheet is one that an element can have', () => {
  const unused = own.flatMap(({ path, classes }) =>
    [...new Set(classes)].filter((name) => !canHave(name)).map((name) => `${path}: ${name}`),
  );
  expect(unused).toEqual([]);
});

test('no class has the name of a utility', () => {
  expect([...styled].filter((name) => utilities.has(name))).toEqual([]);
});
