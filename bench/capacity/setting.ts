import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type postgres from 'postgres';
import { freePort } from '../../src/embedded/ports.ts';
import type { Seeded } from '../../src/seed/seed.ts';
import { startRedisCluster } from '../../test/cluster/redis-servers.ts';
import { makeFolder } from '../../test/kit/folder.ts';
import { startRedis } from '../../test/kit/redis.ts';
import { findServer, makeDatabase, startStandby } from '../compare/database.ts';
import { startReceiver } from '../support.ts';
import { cpuMsOf, parentOf, treeOf } from './usage.ts';

/** More than the votes of one round. */
const USERS = 40_000;

/** How many of each there are. */
export interface Size {
  readonly bots: number;
  /** More than one are the primaries of a Cluster, with a replica each. */
  readonly redis: number;
  /** Standbys of PostgreSQL for reads. */
  readonly replicas: number;
}

/** The servers of a service, with sample bots that have webhooks. */
export interface Setting {
  readonly sql: postgres.Sql;
  /** @returns CPU time of the servers so far, in milliseconds */
  cpuMs(): Promise<Record<'PostgreSQL' | 'standbys' | 'Redis' | 'its replicas', number>>;
  /** @returns commands that the primaries of Redis have run so far, with those that a script runs */
  redisCommands(): Promise<number>;
  /** For processes of the service. */
  readonly environment: Readonly<Record<string, string>>;
  readonly bots: Seeded['bots'];
  readonly userIds: readonly string[];
  readonly folder: string;
  /** Bytes that PostgreSQL has written to its log so far. */
  walBytes(): Promise<number>;
  /** Bytes of each table with its indexes; partitions count for `votes`. */
  tableBytes(): Promise<Map<string, number>>;
}

export async function openSetting(parts: AsyncDisposableStack, size: Size): Promise<Setting> {
  const folder = await makeFolder('bench', parts);
  const redis = await openRedis(parts, size.redis);
  const server = await findServer(parts);
  const database = await makeDatabase(server, parts);
  const { sql } = database.db;
  const primary = await postmasterOf(sql);
  const receiver = await startReceiver(parts);
  const seeded = await database.seed({
    bots: size.bots,
    users: USERS,
    votes: 0,
    webhookUrl: `${receiver.url}/200`,
  });
  const standbys: Awaited<ReturnType<typeof startStandby>>[] = [];
  for (let index = 0; index < size.replicas; index += 1) {
    standbys.push(await startStandby(database.environment.DATABASE_URL, parts));
  }
  const ofSome = (pids: readonly number[]) => cpuMsOf(pids.flatMap(treeOf));
  return {
    sql,
    async cpuMs() {
      const [ofPrimaries, ofOthers] = [ofSome(redis.primaries), ofSome(redis.replicas)];
      const ofStandbys = ofSome(standbys.map(({ pid }) => pid));
      return {
        PostgreSQL: ofSome([primary]),
        standbys: ofStandbys,
        Redis: ofPrimaries,
        'its replicas': ofOthers,
      };
    },
    redisCommands: redis.commands,
    environment: {
      ...database.environment,
      REDIS_URL: redis.url,
      ...(standbys.length > 0 && {
        DATABASE_REPLICA_URL: standbys.map(({ url }) => url).join(' '),
      }),
      HOST: '127.0.0.1',
      WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
    },
    bots: seeded.bots,
    userIds: seeded.users.map(({ id }) => id),
    folder,
    async walBytes() {
      const [row] = await sql<{ bytes: string }[]>`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`;
      return Number(row?.bytes);
    },
    async tableBytes() {
      const rows = await sql<{ name: string; bytes: string }[]>`
        select case when relnamespace = 'vote_months'::regnamespace then 'votes' else relname end as name,
          sum(pg_total_relation_size(oid)) as bytes
        from pg_class
        where relkind = 'r' and relnamespace in ('public'::regnamespace, 'vote_months'::regnamespace)
        group by 1`;
      return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
    },
  };
}

async function postmasterOf(sql: postgres.Sql): Promise<number> {
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return parentOf(backend?.pid ?? 0);
}

/** @param primaries how many */
async function openRedis(parts: AsyncDisposableStack, primaries: number) {
  if (primaries !== 1 && primaries !== 3) throw new Error('--redis takes 1 or 3.');
  const one = primaries === 1 ? await startRedis() : undefined;
  if (one) parts.defer(() => one.stop());
  const servers = primaries === 1 ? undefined : await startRedisCluster(parts, { isGuarded: false });
  if (!one && !servers) throw new Error('This measurement needs Redis: install redis-server.');
  const clients = (
    servers ? [...servers.servers.keys()].map((host) => `redis://${host}`) : [one?.url ?? '']
  ).map((url) => new Redis(url));
  parts.defer(() => {
    for (const client of clients) client.disconnect();
  });
  const numberOf = async (client: Redis, name: string) =>
    Number(new RegExp(`^${name}:(.+)$`, 'm').exec(await client.info())?.[1]);
  const pids = await Promise.all(clients.map((client) => numberOf(client, 'process_id')));
  const main = clients.slice(0, primaries);
  return {
    url: servers?.url ?? one?.url ?? '',
    primaries: pids.slice(0, primaries),
    replicas: pids.slice(primaries),
    async commands() {
      const counts = await Promise.all(main.map((client) => numberOf(client, 'total_commands_processed')));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

/** @returns what each table grew by for each of so many events, in bytes; tables that did not grow are left out */
export function growth(before: Map<string, number>, after: Map<string, number>, events: number): string {
  const grown = [...after].flatMap(([name, bytes]) => {
    const each = (bytes - (before.get(name) ?? 0)) / events;
    return each >= 1 ? [`${name} ${each.toFixed(0)}`] : [];
  });
  return grown.join(', ');
}

export interface Role {
  readonly pid: number;
  readonly url: string;
}

/** Starts a process of the service as in production. A web process is waited for. */
export async function startRole(
  role: 'web' | 'worker',
  environment: Readonly<Record<string, string>>,
  parts: AsyncDisposableStack,
): Promise<Role> {
  const port = await freePort(0);
  const child = spawn(process.execPath, [new URL('../../src/main.ts', import.meta.url).pathname, role], {
    env: { ...process.env, ...environment, PORT: `${port}` },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  parts.defer(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  const url = `http://127.0.0.1:${port}`;
  while (
    role === 'web' &&
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('The service ended at its start.');
    await delay(100);
  }
  return { pid: child.pid ?? 0, url };
}
