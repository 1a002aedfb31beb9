import { globSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Counts the lines that people read and change, and refuses more than `scripts/size.json` allows. `--write` stores what
 * it counts: the commit that raises a number says why, and one that takes lines away lowers it.
 */
const LIMITS = new URL('size.json', import.meta.url);

/** Rules that `npm run styles` writes. People read their names at the markup. */
const MADE_STYLES = /\/utilities\.css$/;

const KINDS: Readonly<Record<string, (path: string) => boolean>> = {
  code: (path) => /^src\/.*\.(ts|tsx|js|mjs)$/.test(path),
  styles: (path) => /^src\/.*\.css$/.test(path) && !MADE_STYLES.test(path),
  'made styles': (path) => MADE_STYLES.test(path),
  messages: (path) => /^src\/.*\.messages$/.test(path),
  prose: (path) => /^src\/.*\.md$/.test(path),
  tests: (path) => /^test\/.*\.(ts|tsx)$/.test(path),
  bench: (path) => /^bench\/.*\.(ts|tsx)$/.test(path),
};

const paths = globSync('{src,test,bench}/**/*.*', { cwd: new URL('..', import.meta.url) })
  // Written by a program.
  .filter((path) => !/introspection|words\/english\.d\.ts|^src\/db\/migrations\//.test(path));
const linesOf = (path: string) =>
  readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').split('\n').length - 1;

const counted: Record<string, number> = {};
for (const [kind, isOfKind] of Object.entries(KINDS)) {
  counted[kind] = paths.filter(isOfKind).reduce((sum, path) => sum + linesOf(path), 0);
}
counted['files of src'] = paths.filter((path) => path.startsWith('src/')).length;

if (process.argv.includes('--write')) writeFileSync(LIMITS, `${JSON.stringify(counted, null, 2)}\n`);
const limits = JSON.parse(readFileSync(LIMITS, 'utf8')) as Readonly<Record<string, number>>;
const figures = Object.entries(counted).map(([kind, count]) => `${kind} ${count} of ${limits[kind] ?? 0}`);
process.stdout.write(`${figures.join(', ')}\n`);
const grown = Object.keys(counted).filter((kind) => (counted[kind] ?? 0) > (limits[kind] ?? 0));
if (grown.length > 0) {
  const [names, command] = [grown.join(', '), 'node scripts/size.ts --write'];
  process.stdout.write(
    `More ${names} than before. Take some away, or run "${command}" and say why in the commit.\n`,
  );
  process.exitCode = 1;
}
