import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type postgres from 'postgres';
import { freePort } from '../../src/embedded/ports.ts';
import type { Seeded } from '../../src/seed/seed.ts';
import { makeFolder } from '../../test/kit/folder.ts';
import { startRedis } from '../../test/kit/redis.ts';
import { findServer, makeDatabase } from '../compare/database.ts';
import { startReceiver } from '../support.ts';
import { parentOf } from './usage.ts';

const BOTS = 20_000;
/** More than the votes of one round. */
const USERS = 40_000;

/** The servers of a service, with sample bots that have webhooks. */
export interface Setting {
  readonly sql: postgres.Sql;
  readonly redis: Redis;
  /** The process id of PostgreSQL. */
  readonly postgres: number;
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

export async function openSetting(parts: AsyncDisposableStack): Promise<Setting> {
  const folder = await makeFolder('bench', parts);
  const server = await startRedis();
  if (!server) throw new Error('This measurement needs Redis: install redis-server.');
  parts.defer(() => server.stop());
  const redis = new Redis(server.url);
  parts.defer(() => redis.disconnect());
  const database = await makeDatabase(await findServer(parts), parts);
  const { sql } = database.db;
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const receiver = await startReceiver(parts);
  const seeded = await database.seed({
    bots: BOTS,
    users: USERS,
    votes: 0,
    webhookUrl: `${receiver.url}/200`,
  });
  return {
    sql,
    redis,
    postgres: parentOf(backend?.pid ?? 0),
    environment: {
      ...database.environment,
      REDIS_URL: server.url,
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
