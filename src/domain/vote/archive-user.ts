import { join } from 'node:path';
import type { TransactionSql } from 'postgres';
import { ConflictError } from '../kernel/errors.ts';
import type { WithArchive, WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { type ArchivedVote, type Block, voteOf } from './archive-block.ts';
import { archiveFolder, scanArchive } from './archive-file.ts';
import { updateEntries } from './archive-index.ts';
import { type Rewritten, rewriteArchive } from './archive-rewrite.ts';
import { announceFile, keepFiles } from './archive-unused.ts';

interface Archive {
  readonly until: Date;
  readonly file: string;
  readonly votes: number;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** The votes of a user in archives. */
export interface FoundInArchives {
  /** All archives that were searched, oldest first, and how many votes of the user each has. */
  readonly archives: readonly (Archive & { readonly found: number })[];
  readonly votes: readonly Omit<ArchivedVote, 'userId'>[];
}

/** A new file that no page reads yet. */
export interface NewFile extends Rewritten {
  readonly file: string;
  /** The archive that it replaces. */
  readonly of: Archive;
}

/**
 * Searches all archives for a user. No index knows users, so it reads every file, in little memory: about ten seconds
 * for 10 million votes. It compares each file with its checksum.
 *
 * @throws {ArchiveError} when a file is missing or damaged
 */
export async function findInArchives(
  services: WithDatabase & WithArchive,
  userId: string,
): Promise<FoundInArchives> {
  const archives: (Archive & { found: number })[] = [];
  const votes: Omit<ArchivedVote, 'userId'>[] = [];
  for (const archive of await readArchives(services)) {
    const before = votes.length;
    await scanArchive(join(archiveFolder(services), archive.file), archive, (lines) => {
      for (const { botId, votedAt } of votesOf(lines, userId)) votes.push({ botId, votedAt });
    });
    archives.push({ ...archive, found: votes.length - before });
  }
  return { archives, votes };
}

function* votesOf(lines: Buffer, userId: string): Generator<ArchivedVote> {
  const field = `,${userId},`;
  for (let at = lines.indexOf(field); at >= 0; at = lines.indexOf(field, at + 1)) {
    const start = lines.lastIndexOf('\n', at) + 1;
    yield voteOf(lines.toString('latin1', start, lines.indexOf('\n', at)));
  }
}

function readArchives({ db: { sql } }: WithDatabase): Promise<Archive[]> {
  return sql<Archive[]>`
    select until, file, votes::float8, bytes::float8, sha256 from vote_archives order by until`;
}

/**
 * Writes a new file beside each archive that has the user, with other ids for the user. `/votes` does not read them
 * before {@link exchangeFiles}. Whoever calls this deletes unused files at its end.
 *
 * @param renamed the new id for a bot
 * @throws when the disk is full; nothing has changed then
 */
export async function writeNewFiles(
  services: WithDatabase & WithArchive & WithClock & WithRandom,
  { archives }: FoundInArchives,
  userId: string,
  renamed: (botId: string) => string,
): Promise<NewFile[]> {
  const files: NewFile[] = [];
  for (const archive of archives) {
    if (archive.found === 0) continue;
    const folder = archiveFolder(services);
    const suffix = `.${services.randomBytes(6).toString('hex')}.csv.gz`;
    const file = archive.file.replace(/(\.[0-9a-f]{12})?\.csv\.gz$/, suffix);
    await announceFile(services, file);
    const blocks = await blocksOf(services, archive);
    const [source, target] = [join(folder, archive.file), join(folder, file)];
    const written = await rewriteArchive(source, target, blocks, userId, renamed);
    const votes = await scanArchive(target, written, (lines) => {
      if (lines.includes(`,${userId},`)) throw new Error('it still has the user.');
    });
    if (votes !== archive.votes) throw new Error(`The new file ${file} has another number of votes.`);
    files.push({ ...written, file, of: archive });
  }
  return files;
}

function blocksOf({ db: { sql } }: WithDatabase, { until }: Archive): Promise<Block[]> {
  return sql.begin('read only', async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    return transaction<Block[]>`
      select distinct position::float8, length from archived_votes where until = ${until} order by 1`;
  });
}

/**
 * Until the end of the transaction nobody else moves votes into archives, or exchanges files.
 *
 * @throws {ConflictError} when the archives are not those that were searched
 */
export async function lockArchives(sql: TransactionSql, { archives }: FoundInArchives): Promise<void> {
  await sql`lock table vote_archives in share row exclusive mode`;
  const rows = await sql<{ file: string }[]>`select file from vote_archives order by until`;
  const isSame = rows.length === archives.length && rows.every(({ file }, i) => file === archives[i]?.file);
  if (!isSame) throw new ConflictError('archive.changed');
}

/**
 * From the end of this transaction on, `/votes` reads the new files, and the old ones are unused.
 *
 * @throws {ConflictError} when somebody has deleted a new file
 */
export async function exchangeFiles(
  sql: TransactionSql,
  { now }: WithClock,
  files: readonly NewFile[],
): Promise<void> {
  await keepFiles(
    sql,
    files.map(({ file }) => file),
  );
  for (const { file, bytes, sha256, of: archive, ...entries } of files) {
    await sql`
      update vote_archives set file = ${file}, bytes = ${bytes}, sha256 = ${sha256} where until = ${archive.until}`;
    await sql`insert into unused_archive_files (file, since) values (${archive.file}, ${now()})`;
    await updateEntries(sql, archive.until, entries);
  }
}
