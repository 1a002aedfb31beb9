import { execFile, execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/embedded/ports.ts';
import { isRoot } from '../../src/embedded/postgres-user.ts';
import { findProgram } from '../../src/embedded/programs.ts';
import { makeFolder } from '../kit/folder.ts';
import { present } from '../kit/present.ts';
import { found, superviseIn, until } from '../kit/service-parts.ts';
import type { Supervised } from '../kit/supervise.ts';
import { writeCertificate } from '../net/support/certificate.ts';

const run = promisify(execFile);
const NAMES = ['a', 'b', 'c'] as const;
/** The shortest that Patroni takes. */
const TIMES = { ttl: 20, loop_wait: 1, retry_timeout: 3 };

interface Node {
  readonly name: string;
  readonly patroni: Supervised;
  readonly port: number;
  readonly restUrl: string;
  readonly folder: string;
}

/** Three nodes of Patroni with one etcd, on loopback. */
export interface Patroni {
  /** All nodes, of which the primary is wanted. They take TLS only. */
  readonly url: string;
  /** @returns the URL by another address of the primary */
  urlAt(host: string): string;
  /** The file with the authority of its certificate, which is for 127.0.0.1. */
  readonly authority: string;
  /** Waits for a primary with a synchronous standby. Without one, Patroni makes no other node the primary. */
  ready(): Promise<unknown>;
  /** @returns the node that Patroni says is the primary; undefined while there is none */
  primary(): Promise<Node | undefined>;
  /** Ends Patroni and PostgreSQL of a node at once, as when its machine loses power. It does not come back. */
  kill(node: Node): Promise<void>;
  /** Stops the clock of a node, as when its machine is frozen. @returns what lets it go on */
  freeze(node: Node): Promise<() => void>;
  readonly nodes: readonly Node[];
}

const findPatroni = () => found(findProgram('patroni', process.env.PATH ?? ''), 'Patroni (install patroni)');

/**
 * Before 3.0.3, a frozen primary takes its lock back from the new one when it goes on, and votes are lost.
 *
 * @throws one line that says which version this machine lacks
 */
export function requireSafePatroni(): void {
  const program = findPatroni();
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1) ?? '';
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major * 1e6 + minor * 1e3 + patch < 3_000_003)
    throw new Error(
      `Patroni ${version} loses votes after a freeze. CONTRIBUTING.md says how to install 3.0.3 or later.`,
    );
}

/**
 * Starts it with `synchronous_mode`, and waits for a primary and its standbys.
 *
 * @param diskOf makes the folder of a node
 */
export async function startPatroni(
  opened: AsyncDisposableStack,
  diskOf?: (opened: AsyncDisposableStack) => Promise<string>,
): Promise<Patroni> {
  const path = process.env.PATH ?? '';
  const etcd = found(findProgram('etcd', path), 'etcd (install etcd-server)');
  const patroni = findPatroni();
  const [postgres] = globSync('/usr/lib/postgresql/*/bin/postgres').sort().reverse();
  const bin = dirname(found(postgres, 'PostgreSQL (install postgresql)'));
  const folder = await makeFolder('patroni', opened);
  // initdb wants a user with a name.
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = isRoot() ? { uid: id('-u'), gid: id('-g') } : undefined;
  const certificate = await writeCertificate(folder, ['127.0.0.1'], user && { user });
  const authority = certificate.ssl_cert_file;
  const supervise = superviseIn(opened);
  const [client, peer] = [await freePort(0), await freePort(0)];
  const at = (port: number) => `http://127.0.0.1:${port}`;
  supervise({
    command: etcd,
    args: [
      ...['--data-dir', join(folder, 'etcd'), '--name', 'one', '--initial-cluster', `one=${at(peer)}`],
      ...['--listen-client-urls', at(client), '--advertise-client-urls', at(client)],
      ...['--listen-peer-urls', at(peer), '--initial-advertise-peer-urls', at(peer)],
    ],
  });
  await until('etcd', () => fetch(`${at(client)}/health`));
  const start = async (name: string): Promise<Node> => {
    const [port, rest] = [await freePort(0), await freePort(0)];
    const own = (await diskOf?.(opened)) ?? join(folder, name);
    await mkdir(own, { recursive: true });
    const trust = [
      'local all all trust',
      'hostssl all all 127.0.0.1/32 trust',
      'hostssl replication all 127.0.0.1/32 trust',
    ];
    const settings = {
      scope: 'bots',
      name,
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
      etcd3: { hosts: `127.0.0.1:${client}` },
      bootstrap: {
        dcs: {
          ...TIMES,
          synchronous_mode: true,
          // Without it, a former primary that wrote more than its standby has cannot follow it.
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 100, max_wal_size: '64MB', min_wal_size: '32MB' },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: join(own, 'data'),
        bin_dir: bin,
        pgpass: join(own, 'pgpass'),
        authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
        parameters: {
          unix_socket_directories: own,
          ...{ ssl: 'on', ...certificate },
        },
        pg_hba: trust,
      },
    };
    // JSON is YAML.
    const file = join(own, 'patroni.yml');
    await writeFile(file, JSON.stringify(settings));
    if (user) await chown(own, user.uid, user.gid);
    const part = supervise({
      command: patroni,
      args: [file],
      cwd: own,
      env: { HOME: own },
      ...(user && { user }),
    });
    return { name, patroni: part, port, restUrl: at(rest), folder: own };
  };
  const nodes: Node[] = [];
  for (const name of NAMES) nodes.push(await start(name));
  /** @returns the first node that says it has this role, without waiting for one that says nothing */
  const first = (role: string): Promise<Node | undefined> =>
    Promise.any(
      nodes.map(async (node) => {
        const { status } = await fetch(`${node.restUrl}/${role}`, { signal: AbortSignal.timeout(1000) });
        return status === 200 ? node : Promise.reject(new Error('It is not.'));
      }),
    ).catch(() => undefined);
  const ready = () =>
    until('Patroni with a synchronous standby', async () => {
      if (!(await first('primary')) || !(await first('synchronous'))) throw new Error('There is none yet.');
    });
  await ready();
  const urlAt = (hosts: string) =>
    `postgres://postgres@${hosts}/postgres?target_session_attrs=primary&sslmode=verify-full&sslrootcert=${authority}`;
  return {
    url: urlAt(nodes.map(({ port }) => `127.0.0.1:${port}`).join()),
    urlAt,
    authority,
    nodes,
    ready,
    primary: () => first('primary'),
    async kill({ patroni: part, folder: own }) {
      part.hold();
      // PostgreSQL's first, so that it cannot end in order when Patroni is gone.
      for (const pid of [await postmasterOf(own), part.pid]) if (pid) process.kill(pid, 'SIGKILL');
    },
    async freeze({ patroni: part, folder: own }) {
      const postmaster = await postmasterOf(own);
      const { stdout } = await run('pgrep', ['--parent', `${postmaster}`]);
      const pids = [present(part.pid), postmaster, ...stdout.trim().split('\n').map(Number)];
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      let isFrozen = true;
      const goOn = () => {
        if (!isFrozen) return;
        isFrozen = false;
        for (const pid of pids) process.kill(pid, 'SIGCONT');
      };
      // A frozen node could not be stopped at the end.
      opened.defer(goOn);
      return goOn;
    },
  };
}

/** @returns the id of PostgreSQL's first process */
async function postmasterOf(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}
