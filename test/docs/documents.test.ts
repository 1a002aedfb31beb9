import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../..');
const LONGEST_LINE = 120;

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
/** Descriptions of sample bots are data, and so are the texts of pages. */
const DOCUMENTS = globSync(['*.md', '{deploy,docs,src,test}/**/*.md', 'packages/*/README.md'], {
  cwd: PROJECT,
  exclude: ['src/seed/samples/**', 'src/web/{docs,frame}/pages/**'],
}).sort();
/** Top-level folders and files that a document may name. What the service makes (`.data`) is no part of them. */
const ENTRIES = readdirSync(PROJECT).filter(
  (name) => !['node_modules', '.data', '.cache', '.git'].includes(name),
);
const FILE = /\.(?:ts|tsx|mjs|js|json|md|sql|css|graphql|patch|py|go|sh)$/;

/** Texts in backticks, outside of blocks of code. */
function codeIn(document: string): string[] {
  const prose = read(document).replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** A file or folder of the repository, by its path from the root. Addresses of the site begin with a slash. */
function isPath(code: string): boolean {
  if (!/^[\w.@+*-]+(?:\/[\w.@+*-]*)*$/.test(code)) return false;
  return FILE.test(code) || (code.includes('/') && ENTRIES.includes(code.split('/')[0] ?? ''));
}

const exists = (path: string) =>
  path.includes('*')
    ? globSync(path, { cwd: PROJECT }).length > 0
    : existsSync(join(PROJECT, path)) && (!path.endsWith('/') || readdirSync(join(PROJECT, path)).length > 0);

/** Cells of the rows whose first cell is code, without the backticks of that cell. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (`.+) \|$/gm)].map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()));

/** Applies a rule to each document; a finding names its document. */
const findingsIn = (documents: readonly string[], find: (document: string) => readonly string[]) =>
  documents.flatMap((document) => find(document).map((finding) => `${document}: ${finding}`));

test('no line of a document has more than 120 characters', () => {
  const long = findingsIn([...DOCUMENTS, '.env.example'], (document) =>
    read(document)
      .split('\n')
      .flatMap((line, index) => (line.length > LONGEST_LINE ? [`line ${index + 1} has ${line.length}`] : [])),
  );
  expect(long).toEqual([]);
});

test('the files and folders that documents name exist', () => {
  const gone = findingsIn(DOCUMENTS, (document) =>
    codeIn(document).filter((code) => isPath(code) && !exists(code)),
  );
  expect(gone).toEqual([]);
});

test('the links between documents lead to files of the repository', () => {
  const broken = findingsIn(DOCUMENTS, (document) => {
    const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const ours = links.filter((link) => !/^(?:https?:|#)/.test(link)).map((link) => link.replace(/#.*/, ''));
    return ours.filter((link) => !existsSync(join(PROJECT, dirname(document), link)));
  });
  expect(broken).toEqual([]);
});

/** The id that a heading gets where the document is shown. */
const idOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

test('the links to a part of a document lead to a heading in it', () => {
  const broken = findingsIn(DOCUMENTS, (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:)([^)\s#]*)#([^)\s]+)\)/g)];
    const isGone = ([, file = '', part = '']: readonly string[]) => {
      const text = read(file === '' ? document : join(dirname(document), file));
      return ![...text.matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => idOf(heading) === part);
    };
    return links.filter(isGone).map(([link]) => link);
  });
  expect(broken).toEqual([]);
});

test('the scripts that documents name are in package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const unknown = findingsIn(DOCUMENTS, (document) => {
    const named = [...read(document).matchAll(/npm run (?:--\w+ )*([\w:-]+)/g)].map(([, name = '']) => name);
    return named.filter((name) => !Object.hasOwn(scripts, name));
  });
  expect(unknown).toEqual([]);
});

test('a path is told from an address, a pattern of headers and a request', () => {
  expect(
    ['src/gone.ts', 'test/gone/', 'gone.md', 'src/**/gone*.ts'].filter(
      (code) => isPath(code) && exists(code),
    ),
  ).toEqual([]);
  expect(['src/app.ts', 'test/docs/', 'src/http*.ts', '.ci/run'].every((code) => isPath(code))).toBe(true);
  expect(['/docs/api', 'X-Forwarded-*', 'DATA_DIR', 'POST /api/v1/bots/{id}/stats', 'a/b'].some(isPath)).toBe(
    false,
  );
});

describe('ARCHITECTURE.md', () => {
  const rows = rowsOf(['ARCHITECTURE.md', 'src/web/README.md', 'test/kit/README.md'].map(read).join('\n'));
  const foldersIn = (folder: string) =>
    readdirSync(join(PROJECT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `\`${folder}/${name}/\``);

  const TABLES = [
    ...['src', 'src/http', 'src/schema', 'src/web', 'src/web/client', 'src/web/manage', 'src/web/moderation'],
    ...['src/domain', 'src/workflows', 'packages'],
  ];

  test.each(TABLES)('the tables have each folder of %s', (folder) => {
    const described = rows.map(([name]) => name);
    expect(foldersIn(folder).filter((name) => !described.includes(name))).toEqual([]);
  });

  test('it has each folder of tests that no folder of the service has', () => {
    const described = rows.map(([name]) => name);
    const others = foldersIn('test').filter(
      (name) => !foldersIn('src').includes(name.replace('test', 'src')),
    );
    expect(others.filter((name) => !described.includes(name))).toEqual([]);
  });

  test('it names the arrows between the rooms of the domain that the check enforces', () => {
    interface Rule {
      readonly from: { readonly path?: string };
      readonly to: { readonly pathNot?: string };
    }
    const { forbidden } = JSON.parse(read('.dependency-cruiser.json')) as { forbidden: readonly Rule[] };
    const enforced = forbidden.flatMap(({ from, to }) => {
      const room = /^\^src\/domain\/(\w+)\/$/.exec(from.path ?? '')?.[1];
      const allowed = /^\^src\/domain\/\(([\w|]+)\)\/$/.exec(to.pathNot ?? '')?.[1]?.split('|') ?? [];
      return room === undefined ? [] : [[room, allowed.filter((name) => name !== room).sort()]];
    });
    const written = rows.flatMap(([name = '', , imports = '']) => {
      const room = /^`src\/domain\/(\w+)\/`$/.exec(name)?.[1];
      return room === undefined ? [] : [[room, imports === '–' ? [] : imports.split(', ').sort()]];
    });
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(enforced));
  });
});
