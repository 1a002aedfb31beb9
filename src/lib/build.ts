import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which code a process runs. */
export interface Build {
  /** The version in `package.json`. One that is not released yet has the commit, too: `1.1.0-dev+08957f41abcd`. */
  readonly version: string;
  /** The commit, or `unknown`. */
  readonly revision: string;
}

/** A process of the service among all others. */
export interface Identity extends Build {
  readonly role: string;
  /** Random. Another start of the same process has another one. */
  readonly instance: string;
}

const UNKNOWN = 'unknown';

/**
 * Reads which code this is: the only place that does.
 *
 * @param revision the commit, where the build tells it; otherwise that of the clone in the folder
 * @param folder the folder of the project
 */
export function readBuild(revision?: string, folder = join(import.meta.dirname, '../..')): Build {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const known = revision ?? revisionOf(join(folder, '.git')) ?? UNKNOWN;
  const isDetailed = version.includes('-') && known !== UNKNOWN;
  return { version: isDetailed ? `${version}+${known.slice(0, 12)}` : version, revision: known };
}

/** @returns undefined when the folder is no git directory. It is read without git, which servers may lack */
function revisionOf(folder: string): string | undefined {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8').trim();
  try {
    const head = read('HEAD');
    if (!head.startsWith('ref: ')) return head;
    const branch = head.slice('ref: '.length);
    try {
      return read(branch);
    } catch {
      const line = read('packed-refs')
        .split('\n')
        .find((each) => each.endsWith(` ${branch}`));
      return line?.split(' ')[0];
    }
  } catch {
    return undefined;
  }
}
