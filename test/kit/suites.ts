import { globSync, statSync } from 'node:fs';
import { matchesGlob, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** The longer suites and their files. Every other file of `test/` belongs to the main suite, which `npm test` runs. */
export const LONGER = {
  processes: [
    'test/clock-jump.test.ts',
    'test/docs/receivers.test.ts',
    'test/embedded/**/*.test.ts',
    'test/seed/cli.test.ts',
    'test/start.test.ts',
    'test/telemetry/{trace-export,traces}.test.ts',
    'test/workflows/{dispatcher,temporal,worker}/**/*.test.ts',
    'test/workflows/{refresh-listings,silent-database,traces}.test.ts',
    'test/wrong-key.test.ts',
  ],
  admin: ['test/admin/**/*.test.ts'],
  browser: ['test/browser/**/*.test.ts'],
  cluster: ['test/cluster/**/*.test.ts'],
  faults: ['test/faults/**/*.test.ts'],
  fuzz: ['test/fuzz/**/*.test.ts'],
  packages: ['test/packages/**/*.test.ts'],
  soak: ['test/soak/**/*.test.ts'],
} as const;

export type Longer = keyof typeof LONGER;
export type Suite = Longer | 'main';

/** @returns the suite that runs a test file; `file` is relative to the project */
export function suiteOf(file: string): Suite {
  const suites = Object.keys(LONGER) as Longer[];
  return suites.find((suite) => LONGER[suite].some((glob) => matchesGlob(file, glob))) ?? 'main';
}

/** @returns the command that runs these files of a suite */
function commandOf(suite: Suite, path: string): string {
  return suite === 'main' ? `npx vitest run ${path}` : `npm run test:${suite} -- ${path}`;
}

/**
 * Names the right command for a path that somebody gives to the wrong suite. Vitest finds no file then, or runs only
 * the other paths.
 *
 * @param paths the arguments of a run of `suite`: test files, maybe with a line, or folders. Others are ignored
 * @returns a sentence; null if the suite has files of every path
 */
export function refusalOf(suite: Suite, paths: readonly string[]): string | null {
  for (const path of paths) {
    const owners = filesAt(path.replace(/:\d+$/, '')).map(suiteOf);
    const [owner] = owners;
    if (owner === undefined || owners.includes(suite)) continue;
    return `${path} belongs to another suite. Run it with: ${commandOf(owner, path)}`;
  }
  return null;
}

function filesAt(path: string): string[] {
  const found = statSync(resolve(path), { throwIfNoEntry: false });
  const inProject = relative(ROOT, resolve(path));
  if (found?.isDirectory() && inProject.startsWith('test'))
    return globSync(`${inProject}/**/*.test.ts`, { cwd: ROOT });
  return found?.isFile() && path.endsWith('.test.ts') ? [inProject] : [];
}
