import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { findProgram } from '../../src/embedded/programs.ts';
import type { Seeded, SeedSize } from '../../src/seed/seed.ts';
import { makeFolder } from '../kit/folder.ts';
import { temporalCli } from '../kit/parts.ts';
import { findPostgres, startPostgres } from '../kit/postgres.ts';
import { found, superviseIn, superviseRedis, until } from '../kit/service-parts.ts';
import { proxyArgs, writeProxyFiles } from '../kit/site-proxy.ts';
import type { Supervised } from '../kit/supervise.ts';
import { temporalPrograms } from './temporal-programs.ts';
import { startTemporalServer } from './temporal-server.ts';

const run = promisify(execFile);
export const ROOT = resolve(import.meta.dirname, '../..');
/** How long a process may take to end and to start, and deliveries to arrive. */
const PATIENCE_MS = 120_000;

/** Of `listen.conf`: strangers come from many addresses, which a header names. */
const BEHIND_A_BALANCER = 'set_real_ip_from 127.0.0.1;\nreal_ip_header X-Forwarded-For;\n';

/** A process of the service, with the port for its probes and metrics. */
export interface Member {
  readonly process: Supervised;
  /** `http://127.0.0.1:port`: the site of a web process; undefined for a worker. */
  readonly url: string | undefined;
  readonly operatorsUrl: string;
  /** The folder of the code. A change has an effect at the next start. */
  folder: string;
}

/** The service as operators run it on several machines: each part is a process of its own, on loopback. */
export interface Cluster {
  /** Of nginx, in front of both web processes. */
  readonly url: string;
  readonly webs: readonly [Member, Member];
  readonly workers: readonly [Member, Member];
  readonly parts: Readonly<Record<'Temporal' | 'PostgreSQL' | 'Redis' | 'nginx', Supervised>>;
  readonly db: Database;
  readonly temporalAddress: string;
  /** Adds samples, as the version does that the cluster was started with. */
  seed(size: SeedSize): Promise<Seeded>;
  /** @returns the cookie of a signed-in user */
  signIn(userId: string): Promise<string>;
  /** Waits until `/readyz` of a process says so. */
  untilReady(member: Member): Promise<void>;
  /** Ends a process in order, and waits until it is there again. */
  restart(member: Member): Promise<void>;
  /** Waits until no delivery is pending. */
  untilNothingIsDue(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts all of it on free ports and with new data.
 *
 * @param code the folder of the code of the service, which also makes the tables
 * @param settings variables of all processes, besides their own
 * @throws one line that names what this machine lacks
 */
export async function startCluster(
  code = ROOT,
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const opened = new AsyncDisposableStack();
  try {
    return await start(opened, code, settings);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function start(
  opened: AsyncDisposableStack,
  code: string,
  extra: Readonly<Record<string, string>>,
): Promise<Cluster> {
  const path = process.env.PATH ?? '';
  const programs = {
    postgres: found(await findPostgres(path), 'PostgreSQL (install its server)'),
    redis: found(findProgram('redis-server', path), 'redis-server (install Redis)'),
    nginx: found(findProgram('nginx', path, ['/usr/sbin']), 'nginx'),
    temporalCli: found(await temporalCli(path), 'the Temporal CLI (put it on PATH, or install Go)'),
    temporal: await temporalPrograms(path),
  };
  const folder = await makeFolder('cluster', opened);
  const supervise = superviseIn(opened);

  // Temporal's connections and those of four processes.
  const settings = { max_connections: '200' };
  const postgres = await startPostgres(programs.postgres, opened, { settings });
  const db = openDatabase({ url: postgres.url }, 4);
  opened.defer(() => db.close());
  await until('PostgreSQL', () => db.sql`select 1`);
  const redis = await superviseRedis(programs.redis, folder, supervise);
  // A server of its own, as for most operators. So a restart of one is no restart of the other.
  const storage = await startPostgres(programs.postgres, opened, { settings });
  await until("Temporal's PostgreSQL", async () => {
    const probe = openDatabase({ url: storage.url }, 1);
    await probe.sql`select 1`.finally(() => probe.close());
  });
  const temporal = await startTemporalServer(programs.temporal, storage.url, folder, opened);
  const namespace = ['operator', 'namespace', 'create', '--namespace', 'default', '--retention', '72h'];
  await until('Temporal', () =>
    run(programs.temporalCli, [...namespace, '--address', temporal.address, '--command-timeout', '5s']),
  );

  const env = {
    DATABASE_URL: postgres.url,
    // Four processes share the connections of one server.
    DATABASE_POOL_SIZE: '8',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    REDIS_URL: redis.url,
    TEMPORAL_ADDRESS: temporal.address,
    TRUSTED_PROXIES: '127.0.0.1/32',
    WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8',
    DRAIN_SECONDS: '1',
    // All voters of the test have one address.
    VOTES_PER_ADDRESS_PER_DAY: '0',
    ...extra,
  };
  const startMember = async (role: 'web' | 'worker'): Promise<Member> => {
    const port = await freePort(0);
    const metricsPort = await freePort(0);
    const place = { folder: code };
    const program = {
      command: process.execPath,
      args: ['src/main.ts', role],
      env: { ...env, PORT: `${port}`, METRICS_PORT: `${metricsPort}` },
      get cwd() {
        return place.folder;
      },
    };
    return Object.assign(place, {
      process: supervise(program),
      url: role === 'web' ? `http://127.0.0.1:${port}` : undefined,
      operatorsUrl: `http://127.0.0.1:${metricsPort}`,
    });
  };
  const webs = [await startMember('web'), await startMember('web')] as const;
  const workers = [await startMember('worker'), await startMember('worker')] as const;
  for (const member of [...webs, ...workers]) await untilReady(member);

  const port = await freePort(0);
  await writeProxyFiles(
    folder,
    port,
    webs.map(({ url = '' }) => url),
    BEHIND_A_BALANCER,
  );
  // Node's pipes are sockets, which cannot be opened by the name /dev/stdout.
  const config = join(folder, 'nginx.conf');
  const text = await readFile(config, 'utf8');
  await writeFile(config, text.replace('access_log /dev/stdout json;', 'access_log off;'));
  const nginx = supervise({ command: programs.nginx, args: proxyArgs(folder) });
  const url = `http://127.0.0.1:${port}`;
  await until('nginx', () => fetch(`${url}/livez`));
  return {
    url,
    webs,
    workers,
    parts: { Temporal: temporal.server, PostgreSQL: postgres.server, Redis: redis.server, nginx },
    db,
    temporalAddress: temporal.address,
    seed: (size) => seed(code, { PATH: path, ...env }, size),
    signIn: (userId) => signIn(db, userId),
    untilReady,
    restart,
    untilNothingIsDue: () => untilNothingIsDue(db),
    close: () => opened.disposeAsync(),
  };
}

/** By the command, which is the same in all versions. */
async function seed(
  code: string,
  env: Record<string, string>,
  { bots, users, votes, webhookUrl }: SeedSize,
): Promise<Seeded> {
  const options = { bots, users, votes, webhook: webhookUrl };
  const args = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, `${value}`],
  );
  const command = ['src/seed/main.ts', '--json', ...args];
  const { stdout } = await run(process.execPath, command, { cwd: code, env, maxBuffer: 16 * 1024 * 1024 });
  return JSON.parse(stdout);
}

/** In the tables, because a former version has no command for it. */
async function signIn({ sql }: Database, userId: string): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await sql`
    insert into sessions (id_hash, user_id, created_at, expires_at)
    values (${createHash('sha256').update(id).digest()}, ${userId}, now(), now() + interval '1 day')`;
  return `session=${id}`;
}

function untilReady({ url, operatorsUrl }: Member): Promise<void> {
  return until('a process of the service', async () => {
    // Older versions have no probe on this port, and a worker of theirs is ready when it has metrics.
    let { status } = await fetch(`${operatorsUrl}/readyz`);
    if (status === 404) ({ status } = await fetch(url ? `${url}/api/health` : `${operatorsUrl}/metrics`));
    if (status !== 200) throw new Error(`It is not ready: ${status}`);
  });
}

/** SIGTERM, as by a service manager; then the process starts again. */
async function restart(member: Member): Promise<void> {
  const { pid } = member.process;
  member.process.kill('SIGTERM');
  await expect.poll(() => member.process.pid, { timeout: PATIENCE_MS }).not.toBe(pid);
  await untilReady(member);
}

async function untilNothingIsDue(db: Database): Promise<void> {
  const open = async () => {
    const [row] = await db.sql<{ open: number }[]>`
      select count(*)::int as open from deliveries where state = 'pending'`;
    return row?.open;
  };
  await expect.poll(open, { timeout: PATIENCE_MS, interval: 500 }).toBe(0);
}

/** Prints a line beside the results of the tests. */
export function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
