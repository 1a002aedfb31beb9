import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import postgres from 'postgres';
import { inject } from 'vitest';
import type { AppServices, Role } from '../../src/app.ts';
import { startService, type TestService } from '../support/service.ts';

export const HOUR_MS = 60 * 60 * 1000;
export const NOON = new Date('2026-03-04T12:00:00.000Z');

export function after(start: Date, ms: number): Date {
  return new Date(start.getTime() + ms);
}

/** The services with a clock that stands still. */
export function at(services: AppServices, time: Date): AppServices {
  return { ...services, now: () => time };
}

/** An id that no other test has. */
export function newUserId(): string {
  return `7${randomInt(10 ** 12)}`.padEnd(17, '0') + randomInt(10, 99);
}

export function first<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error('There is nothing.');
  return item;
}

export interface OwnService extends TestService {
  /** What another service needs to share the database. */
  readonly environment: Record<string, string>;
}

/**
 * A service with a database of its own, for what the dispatchers of other tests must not find: on the server of the
 * run, if it has one, and embedded otherwise.
 */
export async function startOwnService(
  environment: Record<string, string> = {},
  role: Role = 'web',
  log?: Logger,
): Promise<OwnService> {
  const parts = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'bot-listing-domain-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = inject('environment').DATABASE_URL;
  const emptyDatabase = inject('emptyDatabase');
  if (emptyDatabase) await cp(emptyDatabase, join(dataDir, 'postgres'), { recursive: true });
  const own = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DATABASE_URL: server ? await createDatabase(server, parts) : '',
    // Workers of other databases must not find its workflows.
    TEMPORAL_TASK_QUEUE: randomUUID(),
    ...environment,
  };
  const service = await startService(own, role, log);
  parts.defer(() => service.close());
  return { ...service, environment: own, close: () => parts.disposeAsync() };
}

/** Another database on the run's server. */
export async function createDatabase(server: string, parts: AsyncDisposableStack): Promise<string> {
  const name = `bot_listing_own_${randomBytes(6).toString('hex')}`;
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  parts.defer(() => sql.end());
  await sql.unsafe(`create database ${name}`);
  parts.defer(async () => void (await sql.unsafe(`drop database ${name} with (force)`)));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** What is stored about the votes of a bot. */
export async function votesOf(services: AppServices, botId: string) {
  const { sql } = services.db;
  const [log, windows, deliveries, counts] = await Promise.all([
    sql<Row[]>`select user_id as "userId", voted_at as "votedAt" from votes where bot_id = ${botId}`,
    sql<Row[]>`select user_id as "userId", voted_at as "votedAt" from vote_windows where bot_id = ${botId}`,
    sql<
      Row[]
    >`select user_id as "userId", voted_at as "votedAt" from deliveries where bot_id = ${botId} and kind = 'vote'`,
    sql<{ count: number }[]>`select vote_count::int as count from bot_stats where bot_id = ${botId}`,
  ]);
  return { log: keys(log), windows: keys(windows), deliveries: keys(deliveries), count: first(counts).count };
}

interface Row {
  readonly userId: string;
  readonly votedAt: Date;
}

function keys(rows: readonly Row[]): string[] {
  return rows.map(({ userId, votedAt }) => `${userId} ${votedAt.toISOString()}`).sort();
}
