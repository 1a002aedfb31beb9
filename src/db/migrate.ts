import { join } from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { TransactionSql } from 'postgres';
import type { Database } from './client.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
/** Any number, the same in every process of this service. */
const LOCK = 7_240_311_958;

/**
 * Brings the tables up to date, each migration whole or not at all; one that only moves data locks no table of the one
 * before. Safe to run in several processes at once: the lock is held by the transaction that migrates, since the embedded
 * database shares one session among its connections and so knows no session locks. (drizzle's own migrator reads what is
 * applied outside of its transaction, and cannot be given one; its files and its table of applied migrations are used as
 * they are.)
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
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  const applied = await transaction<{ newest: string | null }[]>`
    select max(created_at) as newest from drizzle.__drizzle_migrations`;
  if (migration.folderMillis <= Number(applied[0]?.newest ?? 0)) return;
  for (const statement of migration.sql) await transaction.unsafe(statement);
  await transaction`
    insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`;
}
