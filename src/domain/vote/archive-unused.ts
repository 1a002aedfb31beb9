import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TransactionSql } from 'postgres';
import { ConflictError } from '../kernel/errors.ts';
import type { WithArchive, WithClock, WithDatabase } from '../kernel/needs.ts';
import { archiveFolder, partOf } from './archive-file.ts';

/*
 * The database names each file that is no archive yet, or no longer. So what a process leaves behind when it dies is
 * found and deleted, and nobody has to guess from a name in a folder whether a file is needed.
 */

type Services = WithDatabase & WithArchive;

/** Names a file before it is written. */
export async function announceFile({ db: { sql }, now }: Services & WithClock, file: string): Promise<void> {
  await sql`
    insert into unused_archive_files (file, since) values (${file}, ${now()})
    on conflict (file) do update set since = excluded.since`;
}

/**
 * Makes announced files archives when the transaction commits.
 *
 * @throws {ConflictError} when somebody has deleted one of them
 */
export async function keepFiles(sql: TransactionSql, files: readonly string[]): Promise<void> {
  const kept = await sql`delete from unused_archive_files where file = any(${[...files]}) returning file`;
  if (kept.length < files.length) throw new ConflictError('archive.deletedElsewhere');
}

/** How many files wait for their deletion, or are being written now. */
export async function countUnused({ db: { sql } }: WithDatabase): Promise<number> {
  const [row] = await sql<{ files: number }[]>`select count(*)::int as files from unused_archive_files`;
  return row?.files ?? 0;
}

/**
 * Deletes files that are no archives. If a process is just writing one of them, its work fails and changes nothing.
 *
 * @param files only these; undefined for all
 * @param before only those that were announced before this time
 * @throws when a file cannot be deleted; the next call tries again
 */
export async function deleteUnused(
  services: Services,
  { files, before }: { readonly files?: readonly string[]; readonly before?: Date } = {},
): Promise<void> {
  const { sql } = services.db;
  const unused = await sql<{ file: string }[]>`
    select file from unused_archive_files where true
      ${files ? sql`and file = any(${[...files]})` : sql``} ${before ? sql`and since < ${before}` : sql``}`;
  for (const { file } of unused) {
    const path = join(archiveFolder(services), file);
    // Whoever wants to keep it waits for this row, and then finds it gone.
    await sql.begin(async (transaction) => {
      const rows = await transaction`delete from unused_archive_files where file = ${file} returning file`;
      if (rows.length === 0) return;
      await rm(path, { force: true });
      await rm(partOf(path), { force: true });
    });
  }
}
