import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/embedded/ports.ts';
import { makeCluster } from '../../src/embedded/postgres-cluster.ts';
import { findPostgres as findAll } from '../../src/embedded/postgres-programs.ts';
import { giveTo, isRoot, SERVER_USER } from '../../src/embedded/postgres-user.ts';
import { findProgram } from '../../src/embedded/programs.ts';
import { type Supervised, supervise } from './supervise.ts';

/** A PostgreSQL server of one test, which may stop, break and fill it. */
export interface OwnPostgres {
  readonly server: Supervised;
  readonly url: string;
  /** Holds the cluster and the server's Unix socket. */
  readonly folder: string;
}

/**
 * Finds the server's program as the service does, so that everybody's tests run on the same version.
 *
 * @param path the value of PATH
 * @returns its path, or undefined where this machine has none that runs
 */
export async function findPostgres(path: string): Promise<string | undefined> {
  return (await findAll(path, isRoot() ? SERVER_USER : undefined))[0]?.server;
}

/**
 * Makes a cluster and starts it.
 *
 * @param program see {@link findPostgres}
 * @param opened stops and removes it
 * @param options.settings of the server, over its defaults and its files
 * @param options.configuration further lines of its `postgresql.conf`
 * @param options.parent an existing folder to make the cluster in
 * @param options.standbyOf the URL of a server that runs: the new one follows it until it is promoted
 */
export async function startPostgres(
  program: string,
  opened: AsyncDisposableStack,
  {
    settings = {},
    configuration = '',
    parent = tmpdir(),
    standbyOf,
  }: {
    settings?: Readonly<Record<string, string>>;
    configuration?: string;
    parent?: string;
    standbyOf?: string;
  } = {},
): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(parent, 'bot-listing-postgres-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const user = isRoot() ? SERVER_USER : undefined;
  if (user) {
    await chown(folder, user.uid, user.gid);
    await chmod(folder, 0o710);
  }
  const cluster = join(folder, 'cluster');
  if (standbyOf === undefined) await makeCluster(cluster, { initdb: join(program, '..', 'initdb') });
  else await copyCluster(standbyOf, cluster);
  await appendFile(join(cluster, 'postgresql.conf'), configuration);
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

/** As an operator makes a standby. */
async function copyCluster(url: string, cluster: string): Promise<void> {
  const basebackup = findProgram(
    'pg_basebackup',
    process.env.PATH ?? '',
    globSync('/usr/lib/postgresql/*/bin'),
  );
  if (!basebackup) throw new Error('This machine lacks pg_basebackup (install postgresql-client).');
  const options = ['--checkpoint', 'fast', '--write-recovery-conf'];
  await promisify(execFile)(basebackup, ['--dbname', url, '--pgdata', cluster, ...options]);
  if (isRoot()) giveTo(cluster, SERVER_USER);
}
