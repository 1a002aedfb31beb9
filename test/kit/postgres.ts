import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/embedded/ports.ts';
import { findProgram } from '../../src/embedded/programs.ts';
import { type Supervised, supervise } from './supervise.ts';

const run = promisify(execFile);

/** A PostgreSQL server of one test, which may stop, break and fill it. */
export interface OwnPostgres {
  readonly server: Supervised;
  readonly url: string;
  /** Holds the cluster and the server's Unix socket. */
  readonly folder: string;
}

/** @returns the path of the server's program, the newest where there are several */
export function findPostgres(path: string): string | undefined {
  // Debian keeps the server's programs out of PATH.
  const folders = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  return findProgram('postgres', path, folders);
}

/**
 * Makes a cluster and starts it. PostgreSQL refuses to run as root, so root runs it as the user `postgres`.
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
  const user = process.getuid?.() === 0 ? await idsOf('postgres') : undefined;
  const folder = await mkdtemp(join(parent, 'bot-listing-postgres-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  if (user) await chown(folder, user.uid, user.gid);
  const cluster = join(folder, 'cluster');
  const owner = { cwd: folder, ...user };
  await run(join(program, '..', 'initdb'), ['-D', cluster, '-A', 'trust', '-U', 'postgres', '-N'], owner);
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

async function idsOf(name: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((which) => run('id', [which, name])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}
