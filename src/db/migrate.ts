import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import type { Database } from './client.ts';
import { isDeadlock } from './deadlocks.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
/** Any number, if all processes of this service use the same one. */
const LOCK = 7_240_311_958;
/**
 * How long a migration waits for a lock on a table. Statements of the running service queue behind it meanwhile. Less
 * than the second after which PostgreSQL looks for deadlocks, and than the time that requests wait for locks.
 */
const LOCK_TIMEOUT = '500ms';
/** The pause until the next try. It lets the queue go on. */
const RETRY_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';
/**
 * The first line of a migration that runs outside a transaction: PostgreSQL builds an index concurrently only there. The
 * linter of migrations reads the same line.
 */
const OUTSIDE = '-- squawk-disable-assume-in-transaction';

/**
 * Migrates the tables. Each migration runs in a transaction of its own, so a slow one that moves data does not hold the
 * table locks of the previous one. A migration that does not get a lock soon is undone and tried again, for as long as
 * it takes: the running service must not queue behind it.
 *
 * Several processes may migrate at once, so what is missing is asked again under a lock. drizzle's own migrator does not,
 * so only its files and its table of applied migrations are used.
 *
 * @param folder of the migrations, as drizzle-kit writes it
 */
export async function migrateDatabase({ sql }: Pick<Database, 'sql'>, folder = MIGRATIONS): Promise<void> {
  const newest = await newestApplied(sql);
  for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
    // Without a lock: nearly always all are applied, and asking in a transaction for each took a tenth of a second.
    if (migration.folderMillis <= newest) continue;
    const isOutside = migration.sql[0]?.startsWith(OUTSIDE) ?? false;
    while (!(await (isOutside ? tryOutside : tryInside)(sql, migration))) await delay(RETRY_MS);
  }
}

/** @returns false when somebody else holds a lock that it needs */
async function tryInside(sql: Sql, migration: MigrationMeta): Promise<boolean> {
  try {
    return await sql.begin(async (transaction) => {
      await transaction`set local statement_timeout = 0`;
      // Waiting here would hold a snapshot, for which a process that builds an index concurrently would wait.
      const [lock] = await transaction<{ isMine: boolean }[]>`
        select pg_try_advisory_xact_lock(${LOCK}) as "isMine"`;
      if (!lock?.isMine) return false;
      if (await isApplied(transaction, migration)) return true;
      await transaction.unsafe(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      for (const statement of migration.sql) await transaction.unsafe(statement);
      await record(transaction, migration);
      return true;
    });
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/**
 * Its statements block nobody, so they wait for as long as they need. Each one must bear to be repeated, because the
 * process may end between them.
 *
 * @returns false when another process migrates, or a job of it has locked the same rows in another order
 */
async function tryOutside(sql: Sql, migration: MigrationMeta): Promise<boolean> {
  const session = await sql.reserve();
  try {
    const [lock] = await session<{ isMine: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as "isMine"`;
    if (!lock?.isMine) return false;
    try {
      if (await isApplied(session, migration)) return true;
      await session`set statement_timeout = 0`;
      for (const statement of migration.sql) await session.unsafe(statement);
      await record(session, migration);
      return true;
    } catch (error) {
      if (isDeadlock(error)) return false;
      throw error;
    } finally {
      await session`reset statement_timeout`;
      await session`select pg_advisory_unlock(${LOCK})`;
    }
  } finally {
    session.release();
  }
}

async function isApplied(sql: Sql | TransactionSql, { folderMillis }: MigrationMeta): Promise<boolean> {
  await sql`create schema if not exists drizzle`;
  await sql`
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`;
  return folderMillis <= (await newestApplied(sql));
}

/** @returns the time of the newest migration that the database has; 0 without any */
async function newestApplied(sql: Sql | TransactionSql): Promise<number> {
  const [table] = await sql<{ name: string | null }[]>`
    select to_regclass('drizzle.__drizzle_migrations')::text as name`;
  if (!table?.name) return 0;
  const [applied] = await sql<{ newest: string | null }[]>`
    select max(created_at) as newest from drizzle.__drizzle_migrations`;
  return Number(applied?.newest ?? 0);
}

async function record(sql: Sql | TransactionSql, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await sql`
    insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
}

/**
 * Compares the migrations of this version with those of the database, and changes nothing.
 *
 * @returns how many are missing in the database, and whether it has newer ones than this version
 */
export async function compareMigrations({
  sql,
}: Pick<Database, 'sql'>): Promise<{ missing: number; isNewer: boolean }> {
  const times = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis);
  const newest = await newestApplied(sql);
  return { missing: times.filter((time) => time > newest).length, isNewer: newest > Math.max(...times) };
}
