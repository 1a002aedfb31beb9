import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, type DatabaseAddress, openDatabase } from '../../src/db/client.ts';
import { startEmbeddedDatabase } from '../../src/embedded/database.ts';
import { createLog } from '../../src/log.ts';
import { createDatabase } from '../domain/support.ts';

/** A database without tables: on the server of the run, if it has one, and embedded otherwise. */
export interface EmptyDatabase {
  /** Opens another pool on it. */
  open(): Database;
  /** Removes every table. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function startEmptyDatabase(): Promise<EmptyDatabase> {
  const parts = new AsyncDisposableStack();
  const address = await startDatabase(parts);
  const open = () => {
    const db = openDatabase(address, 3);
    parts.defer(() => db.close());
    return db;
  };
  const { sql } = open();
  return {
    open,
    async clear() {
      await sql`drop schema if exists drizzle cascade`;
      await sql`drop schema public cascade`;
      await sql`create schema public`;
    },
    close: () => parts.disposeAsync(),
  };
}

/** A database that explains what it is asked, and keeps the plans. */
export function explaining(db: Database) {
  const plans: string[] = [];
  const sql = new Proxy(db.sql, {
    apply(target, self, [strings, ...parameters]: [readonly string[], ...unknown[]]) {
      const [start = '', ...rest] = strings;
      if (!/^\s*(select|with)\b/.test(start)) return Reflect.apply(target, self, [strings, ...parameters]);
      const texts = [`explain ${start}`, ...rest];
      const explained = Reflect.apply(target, self, [
        Object.assign(texts, { raw: texts }),
        ...parameters,
      ]) as Promise<{ 'QUERY PLAN': string }[]>;
      return explained.then((lines) => {
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
        return [];
      });
    },
  });
  return { db: { ...db, sql }, plans };
}

/** An empty database, for as long as the parts are open. */
export async function startDatabase(parts: AsyncDisposableStack): Promise<DatabaseAddress> {
  const server = inject('environment').DATABASE_URL;
  if (server) return { url: await createDatabase(server, parts) };
  const dataDir = await mkdtemp(join(tmpdir(), 'bot-listing-db-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const embedded = await startEmbeddedDatabase({ dataDir, log: createLog('error') });
  parts.defer(() => embedded.stop());
  return embedded.options;
}
