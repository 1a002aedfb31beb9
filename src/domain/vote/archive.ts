import { join } from 'node:path';
import type { ISql, TransactionSql } from 'postgres';
import type { WithArchive, WithClock, WithDatabase } from '../kernel/needs.ts';
import type { ArchivedVote } from './archive-block.ts';
import { archiveFolder, scanArchive, type Written, writeArchive } from './archive-file.ts';
import { insertEntries } from './archive-index.ts';
import { announceFile, deleteUnused, keepFiles } from './archive-unused.ts';
import { lockVotes, monthStart } from './months.ts';

/** Votes per statement. */
const PAGE = 5000;
/** A file that was announced so long ago was left behind: nobody takes a day to write one. */
const LEFT_BEHIND_MS = 24 * 60 * 60 * 1000;

type Services = WithDatabase & WithClock & WithArchive;

/** What an archive holds. */
export interface Archived {
  readonly file: string;
  /** The end of its months. */
  readonly until: Date;
  readonly votes: number;
}

interface Partition {
  readonly name: string;
  readonly until: Date;
}

/**
 * Moves the votes of the oldest months from the database into files, one partition after the other. `/votes` reads on
 * in the files. A partition is dropped only when its file is on the disk, was read back, and is known to the database.
 *
 * @param months how many whole months stay in the database, at least 1
 * @param signal ends the work; a file that is not complete is removed
 * @throws when a disk, a folder or a lock is missing; nothing is lost then, and the next call continues
 */
export async function archiveVotes(
  services: Services,
  months: number,
  signal?: AbortSignal,
): Promise<Archived[]> {
  const folder = archiveFolder(services);
  if (months < 1) throw new RangeError('At least one whole month stays in the database.');
  const end = monthStart(services.now(), -months);
  const archived: Archived[] = [];
  await dropArchived(services);
  await deleteUnused(services, { before: new Date(services.now().getTime() - LEFT_BEHIND_MS) });
  for (;;) {
    signal?.throwIfAborted();
    const partition = await oldestPartition(services, end);
    if (!partition) return archived;
    // The time makes the name new. A run that died may have left a file with an older one.
    const file = `${partition.name}-${services.now().getTime()}.csv.gz`;
    const path = join(folder, file);
    const before = await services.db.sql.begin('read only', (sql) => fingerprint(sql, partition));
    await announceFile(services, file);
    let written: Written;
    try {
      written = await writeArchive(path, votesOf(services, partition, signal));
      const votes = await scanArchive(path, written);
      if (votes !== written.votes) throw new Error('The archive of votes differs from the votes.');
      await services.db.sql.begin((sql) => publish(sql, services, partition, file, written, before));
    } catch (error) {
      // When the connection was lost, the transaction may have been committed. Then the file is not unused.
      await deleteUnused(services, { files: [file] }).catch(() => {});
      throw error;
    }
    await dropArchived(services);
    archived.push({ file, until: partition.until, votes: written.votes });
  }
}

const untilOf = `substring(pg_get_expr(relpartbound, oid) from 'TO [(]''([^'']+)''')::timestamptz`;

/** The oldest partition, if all of it is before a time. */
async function oldestPartition({ db: { sql } }: WithDatabase, end: Date): Promise<Partition | undefined> {
  const [oldest] = await sql<Partition[]>`
    select relname as name, ${sql.unsafe(untilOf)} as until from pg_class
    where oid in (select inhrelid from pg_inherits where inhparent = 'votes'::regclass)
    order by until nulls last limit 1`;
  return oldest?.until && oldest.until <= end ? oldest : undefined;
}

/** A condition for votes that are not in an archive. While a month is moved, they are in both for a moment. */
export function isNotArchived(sql: ISql) {
  return sql`voted_at >= (select coalesce(max(until), '-infinity') from vote_archives)`;
}

/** The votes of a partition, page by page. So no statement is long, and no snapshot is kept. */
async function* votesOf(
  { db: { sql } }: WithDatabase,
  { name }: Partition,
  signal?: AbortSignal,
): AsyncGenerator<ArchivedVote[]> {
  let last: ArchivedVote | undefined;
  do {
    signal?.throwIfAborted();
    const page = await sql<ArchivedVote[]>`
      select bot_id as "botId", user_id as "userId", voted_at as "votedAt" from vote_months.${sql(name)}
      ${last ? sql`where (bot_id, voted_at, user_id) < (${last.botId}, ${last.votedAt}, ${last.userId})` : sql``}
      order by bot_id desc, voted_at desc, user_id desc limit ${PAGE}`;
    last = page.at(-1);
    yield page;
  } while (last);
}

/** Differs when somebody adds, removes or changes a vote. */
async function fingerprint(
  sql: TransactionSql,
  { name }: Partition,
): Promise<{ votes: number; voters: string }> {
  await sql`set local statement_timeout = 0`;
  const [row] = await sql<{ votes: number; voters: string }[]>`
    select count(*)::float8 as votes, coalesce(sum(hashtextextended(user_id, 0)), 0)::text as voters
    from vote_months.${sql(name)}`;
  if (!row) throw new Error('An aggregate returned no row.');
  return row;
}

/**
 * From the end of this transaction on, `/votes` reads these months in the file.
 *
 * @param before the fingerprint of the partition before it was read
 * @throws when the votes have changed since then: a user was erased, for example
 */
async function publish(
  sql: TransactionSql,
  { now }: WithClock,
  partition: Partition,
  file: string,
  { entries, votes, bytes, sha256 }: Written,
  before: Awaited<ReturnType<typeof fingerprint>>,
): Promise<void> {
  const { name, until } = partition;
  await sql`set local lock_timeout = '300ms'`;
  // Only votes for these old months wait, and there are none.
  await sql`lock table vote_months.${sql(name)} in share mode`;
  const { votes: stored, voters } = await fingerprint(sql, partition);
  if (stored !== votes || stored !== before.votes || voters !== before.voters)
    throw new Error('The votes have changed while they were archived.');
  await keepFiles(sql, [file]);
  await sql`
    insert into vote_archives (until, file, votes, bytes, sha256, archived_at)
    values (${until}, ${file}, ${votes}, ${bytes}, ${sha256}, ${now()})`;
  await insertEntries(sql, until, entries);
  // A vote that somebody still added there would be dropped with the partition. It fails instead.
  await sql`alter table vote_months.${sql(name)} add constraint votes_archived check (false) not valid`;
}

/**
 * Drops the partitions whose votes are in files. A process that died may have left one behind.
 *
 * @throws when a lock was not free in time
 */
export async function dropArchived({ db: { sql } }: WithDatabase): Promise<void> {
  const partitions = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where oid in (select inhrelid from pg_inherits where inhparent = 'votes'::regclass)
      and ${sql.unsafe(untilOf)} <= (select max(until) from vote_archives)
      -- Operators who put files back make a partition for the same months.
      and oid in (select conrelid from pg_constraint where conname = 'votes_archived')`;
  for (const { name } of partitions) {
    await sql.begin(async (transaction) => {
      await lockVotes(transaction);
      await transaction`alter table votes detach partition vote_months.${transaction(name)}`;
      await transaction`drop table vote_months.${transaction(name)}`;
    });
  }
}
