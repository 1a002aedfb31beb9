import { join } from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { TransactionSql } from 'postgres';
import type { Database } from './client.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
/** Any number, if all processes of this service use the same one. */
const LOCK = 7_240_311_958;

/**
 * Migrates the tables. Each migration runs in a transaction of its own, so a slow one that moves data does not hold the
 * table locks of the previous one.
 *
 * Several processes may migrate at once. The transaction holds the lock, because the connections of the embedded
 * database share one session, and so session locks have no effect there. drizzle's own migrator reads outside of its
 * transaction which migrations are applied, so only its files and its table of applied migrations are used.
 */
export async function migrateDatabase({ sql }: Pick<Database, 'sql'>): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  for (const migration of migrations) await sql.begin((transaction) => apply(transaction, migration));
}

async function apply(transaction: TransactionSql, migration: MigrationMeta): Promise<void> {
  await transaction`set local statement_timeout = 0`;
  await transaction`select pg_advisory_xact_lock(${LOCK})`;
  await transaction`create schema if not exists drizzle`;
  await transaction`
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`;
  const applied = await transaction<{ newest: string | null }[]>`
    select max(created_at) as newest from drizzle.__drizzle_migrations`;
  if (migration.folderMillis <= Number(applied[0]?.newest ?? 0)) return;
  for (const statement of migration.sql) await transaction.unsafe(statement);
  await transaction`
    insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`;
}
