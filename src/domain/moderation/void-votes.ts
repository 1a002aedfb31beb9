import type { TransactionSql } from 'postgres';
import { DAY_MS } from '../../lib/day.ts';
import { REASON_LENGTH } from '../../terms/reason-length.ts';
import type { WithDispatcher } from '../delivery/claim.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { isId, newId, requireSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { readBoundedText } from '../kernel/text.ts';
import type { NoticeData } from '../notices/add.ts';
import { requireForeignListing } from '../ownership/permissions.ts';

/** The maximum number of votes that one voiding takes, and of users that it names. */
export const MAX_VOIDED = 1000;
/** A vote further back no longer moves any rank, and the log of a popular bot is long. */
const MAX_DAYS = 31;
/** The lists show so many. */
const MAX_SHOWN = 50;

/** Which votes a moderator voids, and why. */
export interface NewVoiding {
  readonly userIds: readonly string[];
  /** From this time, inclusive. */
  readonly from: Date;
  /** Until this time, exclusive. */
  readonly until: Date;
  /** 10 to 500 characters, for the managers of the bot. */
  readonly reason: string;
}

/** Votes that a moderator made not count. */
export interface Voiding {
  readonly id: string;
  readonly reason: string;
  readonly createdAt: Date;
  readonly votes: number;
  readonly userName: string | null;
  /** When they counted again; null while they do not. */
  readonly restoredAt: Date | null;
  readonly restoredByName: string | null;
}

/**
 * Voids votes: they stay in the log and in their windows, so that nobody votes anew at once. From then on they count
 * neither in totals, ranks and charts nor in `/check`. Deliveries of them that wait are cancelled. The managers are
 * told. Votes for the bot wait meanwhile.
 *
 * @throws {InvalidInputError} when users, period or reason are invalid
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when no vote is found, or more than {@link MAX_VOIDED}
 */
export async function voidVotes(
  services: WithDatabase & WithClock & WithRandom,
  moderatorId: string,
  botId: string,
  { userIds, from, until, reason: text }: NewVoiding,
): Promise<void> {
  if (userIds.length < 1 || userIds.length > MAX_VOIDED) {
    throw new InvalidInputError('voiding.users', { min: 1, max: MAX_VOIDED });
  }
  for (const userId of userIds) requireSnowflake(userId, 'user');
  if (until <= from || until.getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
    throw new InvalidInputError('voiding.period', { max: MAX_DAYS });
  }
  const reason = readBoundedText('reason', text, REASON_LENGTH);
  await requireForeignListing(services, moderatorId, botId);
  const at = services.now();
  const id = newId(services, at);
  const { sql } = services.db;
  // Before the lock, since it may read a month of a popular bot.
  const asked = await sql<Chosen[]>`
    select user_id as "userId", voted_at as "votedAt" from votes
    where bot_id = ${botId} and voted_at >= ${from} and voted_at < ${until}
      and user_id = any(${userIds}::text[]) and voiding_id is null
    limit ${MAX_VOIDED + 1}`;
  if (asked.length > MAX_VOIDED) throw new ConflictError('voiding.tooMany', { max: MAX_VOIDED });
  await sql.begin(async (sql) => {
    await lockAgainstVotes(sql, botId);
    // Votes of users who are being erased at the moment stay as they are.
    const chosen = await sql<Chosen[]>`
      with free as materialized (
        select user_id, voted_at from votes
        where bot_id = ${botId} and voted_at >= ${from} and voted_at < ${until}
          and (user_id, voted_at) in (${listOf(sql, asked)}) and voiding_id is null
          and voted_at >= (select owned_since from bots where id = ${botId})
        for update skip locked
      )
      update votes set voiding_id = ${id} from free
      where votes.bot_id = ${botId} and votes.voted_at = free.voted_at and votes.user_id = free.user_id
      returning votes.user_id as "userId", votes.voted_at as "votedAt"`;
    if (chosen.length === 0) throw new ConflictError('voiding.none');
    await markWindows(sql, botId, chosen, true);
    await count(sql, botId, chosen, -1);
    await sql`
      update deliveries set state = 'cancelled', finished_at = ${at}, voiding_id = ${id}
      where bot_id = ${botId} and state in ('pending', 'held') and kind = 'vote' and (user_id, voted_at) in (${listOf(sql, chosen)})`;
    const times = chosen.map(({ votedAt }) => votedAt.getTime());
    await sql`
      insert into vote_voidings (id, bot_id, user_id, reason, created_at, votes, first_vote_at, last_vote_at)
      values (${id}, ${botId}, ${moderatorId}, ${reason}, ${at}, ${chosen.length}, ${new Date(Math.min(...times))},
        ${new Date(Math.max(...times))})`;
    await tellManagers(sql, botId, id, at, { isRestored: false, reason, count: chosen.length });
  });
}

/**
 * Restores voided votes: they count again, exactly as before. Those from before a take-over stay uncounted, as all
 * votes from before it. Deliveries that the voiding cancelled are sent in a new round. The managers are told.
 *
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {NotFoundError} when there is no such listing, or it has no such voided votes
 * @throws {ConflictError} when they were restored before
 */
export async function restoreVotes(
  services: WithDatabase & WithClock & WithDispatcher,
  moderatorId: string,
  botId: string,
  id: string,
): Promise<void> {
  await requireForeignListing(services, moderatorId, botId);
  if (!isId(id)) throw new NotFoundError('voiding.notFound');
  const at = services.now();
  const asked = await services.db.sql<Chosen[]>`
    select votes.user_id as "userId", votes.voted_at as "votedAt"
    from (select * from vote_voidings where id = ${id} and bot_id = ${botId}) voiding
    join votes on votes.bot_id = voiding.bot_id and voiding_id = ${id}
      and voted_at >= first_vote_at and voted_at <= last_vote_at`;
  await services.db.sql.begin(async (sql) => {
    await lockAgainstVotes(sql, botId);
    const [voiding] = await sql<{ first: Date; last: Date; reason: string; restoredAt: Date | null }[]>`
      select first_vote_at as first, last_vote_at as last, reason, restored_at as "restoredAt"
      from vote_voidings where id = ${id} and bot_id = ${botId}`;
    if (!voiding) throw new NotFoundError('voiding.notFound');
    if (voiding.restoredAt) throw new ConflictError('voiding.restored');
    const restored = await sql<(Chosen & { isOwned: boolean })[]>`
      update votes set voiding_id = null
      where bot_id = ${botId} and voted_at >= ${voiding.first} and voted_at <= ${voiding.last}
        and (user_id, voted_at) in (${listOf(sql, asked)}) and voiding_id = ${id}
      returning user_id as "userId", voted_at as "votedAt",
        voted_at >= (select owned_since from bots where id = ${botId}) as "isOwned"`;
    const counting = restored.filter(({ isOwned }) => isOwned);
    await markWindows(sql, botId, restored, false);
    await count(sql, botId, counting, 1);
    await sql`
      update deliveries set state = 'pending', round = round + 1, leased_until = null, dispatched_at = null,
        next_attempt_at = ${at}, finished_at = null, voiding_id = null
      where bot_id = ${botId} and state = 'cancelled' and voiding_id = ${id}
        and exists (select from webhooks where bot_id = ${botId})`;
    await sql`update vote_voidings set restored_at = ${at}, restored_by = ${moderatorId} where id = ${id}`;
    const { reason } = voiding;
    // Nothing changes for those who took the bot over since.
    if (counting.length === 0) return;
    const data = { isRestored: true, reason, count: counting.length };
    await tellManagers(sql, botId, `${id} restored`, at, data);
  });
  services.wakeDispatcher();
}

interface Chosen {
  readonly userId: string;
  readonly votedAt: Date;
}

const listOf = (sql: TransactionSql, votes: readonly Chosen[]) => sql`
  select user_id, voted_at::timestamptz as voted_at from unnest(
    ${votes.map(({ userId }) => userId)}::text[], ${votes.map(({ votedAt }) => votedAt.toISOString())}::text[]
  ) as vote(user_id, voted_at)`;

/** Nobody votes for this bot until the commit. Votes for others go on: they skip listings that are locked like this. */
async function lockAgainstVotes(sql: TransactionSql, botId: string): Promise<void> {
  const found = await sql`select from bots where id = ${botId} for update`;
  if (found.length === 0) throw new NotFoundError();
}

/** Tells `/check` of the newest votes of users: those that nobody has cast anew meanwhile. */
async function markWindows(
  sql: TransactionSql,
  botId: string,
  votes: readonly Chosen[],
  isVoided: boolean,
): Promise<void> {
  await sql`
    with locked as materialized (
      select user_id from vote_windows
      where bot_id = ${botId} and (user_id, voted_at) in (${listOf(sql, votes)})
      order by user_id for update
    )
    update vote_windows set voided_at = ${isVoided ? sql`voted_at` : null} from locked
    where vote_windows.bot_id = ${botId} and vote_windows.user_id = locked.user_id`;
}

/** Adds votes to the numbers of a bot, or takes them away. */
async function count(
  sql: TransactionSql,
  botId: string,
  votes: readonly Chosen[],
  sign: 1 | -1,
): Promise<void> {
  await sql`update bot_stats set vote_count = vote_count + ${sign * votes.length} where bot_id = ${botId}`;
  // A day that the retention has deleted stays deleted.
  await sql`
    update daily_votes set votes = daily_votes.votes + ${sign} * of_day.votes
    from (
      select (voted_at at time zone 'utc')::date as day, count(*)::int as votes from (${listOf(sql, votes)}) vote
      group by 1
    ) of_day
    where daily_votes.bot_id = ${botId} and daily_votes.day = of_day.day`;
}

async function tellManagers(
  sql: TransactionSql,
  botId: string,
  subject: string,
  at: Date,
  data: NoticeData['votes_voided'],
): Promise<void> {
  await sql`
    select add_notices('votes_voided', ${subject},
      array(select user_id from bot_owners where bot_id = ${botId} and accepted_at is not null), ${botId}, null,
      ${JSON.stringify(data)}::text::jsonb, ${at}, ${at})`;
}

/** Lists the voidings of listings since their last take-over, newest first, at most fifty of each. */
export const listVoidings = gathered(async ({ db: { sql } }: WithDatabase, botIds: readonly string[]) => {
  const rows = await sql<(Voiding & { botId: string })[]>`
    select voiding.bot_id as "botId", voiding.id, voiding.reason, voiding.created_at as "createdAt", voiding.votes,
      maker.name as "userName", voiding.restored_at as "restoredAt", restorer.name as "restoredByName"
    from unnest((select ${[...new Set(botIds)]}::text[])) as key(bot_id)
    join bots on bots.id = key.bot_id
    cross join lateral (
      select * from vote_voidings one where one.bot_id = key.bot_id and one.last_vote_at >= bots.owned_since
      order by id desc limit ${MAX_SHOWN}
    ) voiding
    left join users maker on maker.id = voiding.user_id
    left join users restorer on restorer.id = voiding.restored_by
    order by voiding.id desc`;
  return ofEach(botIds, rows);
});
