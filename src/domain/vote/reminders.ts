import type { TransactionSql } from 'postgres';
import { NotFoundError, UnauthenticatedError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { VOTE_WINDOW_MS } from './check.ts';

/** A lease of the dispatcher. If it dies before Temporal has the workflow, another one takes over after this time. */
const LEASE_MS = 30_000;
/** A reminder that is this late has lost its workflow, and gets a new one. */
const LATE_MS = 10 * 60_000;

/**
 * Sets whether a user is told when they can vote for a bot again. A reminder of their last vote begins or ends at once.
 *
 * @throws {NotFoundError} when it is wanted, and there is no approved listing with this id
 * @throws {UnauthenticatedError} when the account was erased meanwhile
 */
export async function setReminder(
  services: WithDatabase & WithClock,
  userId: string,
  botId: string,
  isWanted: boolean,
): Promise<void> {
  if (!isSnowflake(botId)) {
    if (isWanted) throw new NotFoundError();
    return;
  }
  await changeReminders(services, userId, async (sql) => {
    if (!isWanted) return sql`delete from reminder_wishes where user_id = ${userId} and bot_id = ${botId}`;
    const [bot] = await sql`select from bots where id = ${botId} and state = 'approved'`;
    if (!bot) throw new NotFoundError();
    return sql`
      insert into reminder_wishes (user_id, bot_id, created_at) values (${userId}, ${botId}, ${services.now()})
      on conflict do nothing`;
  });
}

/**
 * Sets whether a user is told when they can vote again for any of the bots that they follow.
 *
 * @throws {UnauthenticatedError} when the account was erased meanwhile
 */
export async function setFavouriteReminders(
  services: WithDatabase & WithClock,
  userId: string,
  isWanted: boolean,
): Promise<void> {
  await changeReminders(
    services,
    userId,
    (sql) => sql`update users set reminds_favourites = ${isWanted} where id = ${userId}`,
  );
}

/** Whether a user is told when they can vote again for any of the bots that they follow. */
export async function remindsFavourites({ db }: WithDatabase, userId: string): Promise<boolean> {
  const rows = await db.sql`select from users where id = ${userId} and reminds_favourites`;
  return rows.length > 0;
}

/**
 * Changes what a user wants or follows, and begins and ends their reminders accordingly, in one transaction. Changes of
 * one user wait for each other.
 *
 * @param change what to change
 * @throws {UnauthenticatedError} when the account was erased meanwhile
 */
export async function changeReminders(
  { db, now }: WithDatabase & WithClock,
  userId: string,
  change: (sql: TransactionSql) => Promise<unknown>,
): Promise<void> {
  await db.sql.begin(async (sql) => {
    const [user] = await sql`select from users where id = ${userId} for no key update`;
    if (!user) throw new UnauthenticatedError('signIn.required');
    await change(sql);
    await alignReminders(sql, userId, now());
  });
}

/**
 * Begins the reminders that a user lacks, and ends those that they no longer want. One that was ended before gets a new
 * id, since its workflow may be ending now.
 */
async function alignReminders(sql: TransactionSql, userId: string, at: Date): Promise<void> {
  await sql`
    with wanted as materialized (
      select bot_id from reminder_wishes where user_id = ${userId}
      union
      select bot_id from favourites join users on users.id = user_id and reminds_favourites where user_id = ${userId}
    ), begun as (
      insert into reminders (id, user_id, bot_id, due_at, start_at)
      select gen_random_uuid(), user_id, bot_id, voted_at + ${VOTE_WINDOW_MS}::int * interval '1 ms', ${at}
      from vote_windows join wanted using (bot_id) join bots on bots.id = bot_id and voted_at >= owned_since
      where user_id = ${userId} and voted_at > ${new Date(at.getTime() - VOTE_WINDOW_MS)} and state = 'approved'
      order by bot_id
      on conflict (user_id, bot_id) do update
        set id = excluded.id, due_at = excluded.due_at, start_at = excluded.start_at, is_ended = false
        where reminders.is_ended
    )
    update reminders set is_ended = true, start_at = ${at}
    where user_id = ${userId} and not is_ended and bot_id not in (select bot_id from wanted)`;
}

/** A reminder whose workflow has to be started, or ended. */
export interface ClaimedReminder {
  readonly id: string;
  readonly dueAt: Date;
  readonly isEnded: boolean;
  /** The end of the lease. */
  readonly startAt: Date;
}

/** Leases reminders whose workflow has to be started or ended. Concurrent dispatchers never get the same one. */
export async function claimReminders(
  { db, now }: WithDatabase & WithClock,
  limit: number,
): Promise<ClaimedReminder[]> {
  const at = now();
  return db.sql<ClaimedReminder[]>`
    update reminders set start_at = ${new Date(at.getTime() + LEASE_MS)}
    where id in (
      select id from reminders where start_at <= ${at} order by start_at limit ${limit} for update skip locked
    )
    returning id, due_at as "dueAt", is_ended as "isEnded", start_at as "startAt"`;
}

/**
 * Records that Temporal has the workflows of reminders: they are looked for again when they are late. One that was ended
 * or moved meanwhile stays due.
 */
export async function markStarted(
  { db, now }: WithDatabase & WithClock,
  claimed: readonly ClaimedReminder[],
): Promise<void> {
  await db.sql`
    update reminders set start_at = greatest(due_at, ${now()}) + ${LATE_MS}::int * interval '1 ms'
    where id in (${leased(db, claimed)}) and not is_ended`;
}

/** Deletes ended reminders whose workflows were told to end. One that is wanted again by now has another id. */
export async function deleteEnded({ db }: WithDatabase, claimed: readonly ClaimedReminder[]): Promise<void> {
  await db.sql`delete from reminders where id in (${leased(db, claimed)}) and is_ended`;
}

/** Of these, the rows whose lease is still the same. A row that is locked is changing, so it is left for the next round. */
function leased({ sql }: WithDatabase['db'], claimed: readonly ClaimedReminder[]) {
  return sql`
    select reminders.id from reminders join unnest(
      (select ${claimed.map(({ id }) => id)}::uuid[]),
      (select ${claimed.map(({ startAt }) => startAt.toISOString())}::text[])
    ) as lease(id, start_at) on reminders.id = lease.id and reminders.start_at = lease.start_at::timestamptz
    for update of reminders skip locked`;
}

/**
 * Tells a user that they can vote again, and deletes the reminder, in one transaction. While the listing is not public,
 * nobody is told. The caller has waited until `dueAt`; this does not look at the clock, which may differ from Temporal's.
 *
 * @param dueAt the time that was waited for
 * @returns the new time, if the user has voted meanwhile; null when there is nothing more to do
 */
export async function remind(
  { db, now }: WithDatabase & WithClock,
  id: string,
  dueAt: Date,
): Promise<Date | null> {
  return db.sql.begin(async (sql) => {
    const [reminder] = await sql<{ userId: string; botId: string; dueAt: Date; isEnded: boolean }[]>`
      select user_id as "userId", bot_id as "botId", due_at as "dueAt", is_ended as "isEnded"
      from reminders where id = ${id} for update`;
    if (!reminder) return null;
    if (!reminder.isEnded && reminder.dueAt > dueAt) return reminder.dueAt;
    await sql`delete from reminders where id = ${id}`;
    if (reminder.isEnded) return null;
    const { userId, botId } = reminder;
    const at = now();
    // Only the newest one is of use.
    await sql`delete from notices where user_id = ${userId} and kind = 'vote_open' and bot_id = ${botId}`;
    await sql`
      select add_notices('vote_open', ${`${botId} ${reminder.dueAt.toISOString()}`}, array[${userId}]::text[], id, null,
        '{}', ${at}, ${at})
      from bots where id = ${botId} and state = 'approved'`;
    return null;
  });
}
