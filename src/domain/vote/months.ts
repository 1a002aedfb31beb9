import type { ISql, TransactionSql } from 'postgres';
import { withPatience } from '../../db/client.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';

/** Partitions exist for this month and so many months after it. */
const AHEAD = 3;
/** The partition without an end. A vote for which there is no month goes there, so no vote ever fails. */
const REST = 'vote_months.votes_rest';

/** The first instant of a month in UTC, some months after that of a time. */
export function monthStart(time: Date, monthsLater = 0): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + monthsLater));
}

const nameOf = (month: Date) => month.toISOString().slice(0, 7).replace('-', '_');
const bound = (time: Date) => `'${time.toISOString()}'`;

/**
 * Makes the partitions of the coming months, by cutting them off the partition without an end. That one is empty then,
 * so the exclusive lock lasts milliseconds. If it has votes, because no worker ran for months, it becomes the partition
 * of all those months, and a new one takes its place. No vote is moved.
 *
 * @returns how many partitions it made
 * @throws when a lock was not free in time; nothing has changed then, or the next call continues
 */
export async function makeVoteMonths(services: WithDatabase & WithClock): Promise<number> {
  const { sql } = services.db;
  const at = services.now();
  const end = monthStart(at, AHEAD + 1);
  if ((await startOfRest(sql)) >= end) return 0;
  const made = await sql.begin((transaction) => cutMonths(transaction, end));
  if (made !== undefined) return made;
  // This month and the next one still get votes while the table is read.
  await closeRest(sql, monthStart(at, 2));
  return (await sql.begin((transaction) => cutMonths(transaction, end))) ?? 0;
}

async function startOfRest(sql: ISql): Promise<Date> {
  const [rest] = await sql<{ start: Date }[]>`
    select substring(pg_get_expr(relpartbound, oid) from 'FROM [(]''([^'']+)''')::timestamptz as start
    from pg_class where oid = ${REST}::regclass`;
  if (!rest) throw new Error('The table of votes has no partition without an end.');
  return rest.start;
}

/**
 * Locks what the partitions of votes depend on: the foreign key has triggers on the listings. It waits for a short time
 * only, since all requests that come meanwhile wait, too. After a second, PostgreSQL would end one of two statements
 * that wait for each other.
 */
export async function lockVotes(sql: TransactionSql): Promise<void> {
  await sql`set local lock_timeout = '300ms'`;
  // Whoever casts a vote locks them in this order.
  await sql`lock table bots in access exclusive mode`;
  await sql`lock table votes in access exclusive mode`;
}

/** @returns the number of new partitions; undefined when the last one has votes, and nothing was changed */
async function cutMonths(sql: TransactionSql, end: Date): Promise<number | undefined> {
  await lockVotes(sql);
  const start = await startOfRest(sql);
  const votes = await sql`select from vote_months.votes_rest limit 1`;
  if (votes.length > 0) return undefined;
  await sql.unsafe(`drop table ${REST}`);
  let made = 0;
  let month = start;
  for (; month < end; month = monthStart(month, 1)) {
    await sql.unsafe(`
      create table vote_months.votes_${nameOf(month)} partition of votes
      for values from (${bound(month)}) to (${bound(monthStart(month, 1))})`);
    made += 1;
  }
  await sql.unsafe(`create table ${REST} partition of votes for values from (${bound(month)}) to (maxvalue)`);
  return made;
}

/** Gives the partition without an end an end, in the three steps of the migration that made the partitions. */
async function closeRest(sql: WithDatabase['db']['sql'], end: Date): Promise<void> {
  const dropCheck = `alter table ${REST} drop constraint if exists votes_month`;
  await sql.begin(async (transaction) => {
    await transaction`set local lock_timeout = '300ms'`;
    // A process that died here may have left one behind, with another end.
    await transaction.unsafe(dropCheck);
    await transaction.unsafe(
      `alter table ${REST} add constraint votes_month check (voted_at < ${bound(end)}) not valid`,
    );
  });
  try {
    // Votes are cast and listed meanwhile.
    await withPatience({ sql }, (own) => own.unsafe(`alter table ${REST} validate constraint votes_month`));
    await sql.begin((transaction) => exchangeRest(transaction, end));
  } catch (error) {
    // It would refuse votes two months from now.
    await sql.unsafe(dropCheck);
    throw error;
  }
}

async function exchangeRest(sql: TransactionSql, end: Date): Promise<void> {
  await lockVotes(sql);
  const start = await startOfRest(sql);
  const name = `votes_${nameOf(start)}_until_${nameOf(end)}`;
  await sql.unsafe(`alter table votes detach partition ${REST}`);
  await sql.unsafe(`alter table ${REST} rename to ${name}`);
  await sql.unsafe(`
    alter table votes attach partition vote_months.${name} for values from (${bound(start)}) to (${bound(end)})`);
  await sql.unsafe(`alter table vote_months.${name} drop constraint votes_month`);
  await sql.unsafe(`create table ${REST} partition of votes for values from (${bound(end)}) to (maxvalue)`);
}
