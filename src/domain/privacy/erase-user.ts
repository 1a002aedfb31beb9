import { eq, inArray } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { botOwners, bots, sessions, unfinishedErasures, users } from '../../db/tables.ts';
import { LISTING_FIELDS } from '../../terms/listing-fields.ts';
import { ForbiddenError } from '../kernel/errors.ts';
import { requireSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { VOTE_WINDOW_MS } from '../kernel/vote-window.ts';
import { removeListing } from '../moderation/removal.ts';
import { listVotedFor, type Outcome, ofUser, REPLACED, readOwned } from './plan-erasure.ts';

type Needs = WithDatabase & WithClock & WithRandom;
interface Wish {
  /** Whether to remove listings that have no other owner. */
  readonly removesListings: boolean;
}

/**
 * Erases a user (docs/decisions/privacy.md): the account, sessions, roles, ownerships and favourites are deleted.
 * Votes, deliveries and the history of listings stay, under ids that belong to nobody, so that counts, charts and the
 * log of votes stay right. The user's last votes keep the id while their windows are active. A later call or the
 * retention deletes those; a call for an erased user changes nothing.
 *
 * A listing passes to the co-owner who accepted first. It changes all votes of each bot that the user has voted for.
 * When it fails or the process dies after the sessions have ended, {@link finishErasures} continues.
 *
 * @returns what it did
 * @throws {InvalidInputError} when `userId` is not an id of the chat platform
 * @throws {ForbiddenError} when the user is the only owner of a listing that is not removed
 */
export async function eraseUser(services: Needs, userId: string, wish: Wish): Promise<Outcome> {
  requireSnowflake(userId, 'user');
  const owned = await beginErasure(services, userId, wish);
  return { ...owned, windowsEndAt: await finishErasure(services, userId, wish) };
}

/**
 * Finishes the erasures that have begun, and that nobody is working on.
 *
 * @param onFault learns why one could not be finished; the others are finished anyway
 * @returns the number of finished ones
 */
export async function finishErasures(services: Needs, onFault: (error: unknown) => void): Promise<number> {
  const open = await services.db.sql<(Wish & { userId: string })[]>`
    select user_id as "userId", removes_listings as "removesListings" from unfinished_erasures
    for update skip locked`;
  let finished = 0;
  for (const { userId, ...wish } of open) {
    try {
      await finishErasure(services, userId, wish);
      finished += 1;
    } catch (error) {
      onFault(error);
    }
  }
  return finished;
}

/** Ends the sessions, and in the same transaction stores that the user wants to be erased. It takes milliseconds. */
async function beginErasure({ db, now }: Needs, userId: string, { removesListings }: Wish) {
  const at = now();
  return db.orm.transaction(async (orm) => {
    const own = orm.select({ id: botOwners.botId }).from(botOwners).where(eq(botOwners.userId, userId));
    // Nobody moves these listings, accepts an invitation to them or stops being a co-owner meanwhile.
    await orm.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    await orm
      .select({ id: bots.id })
      .from(bots)
      .where(inArray(bots.id, own))
      .orderBy(bots.id)
      .for('no key update');
    await orm
      .select({ botId: botOwners.botId })
      .from(botOwners)
      .where(inArray(botOwners.botId, own))
      .orderBy(botOwners.botId, botOwners.userId)
      .for('update');
    const owned = await readOwned(orm, userId);
    if (!removesListings) refuseOrphans(owned.orphaned);
    for (const botId of owned.orphaned) await removeListing({ now: () => at, db: { orm } }, botId, userId);
    await orm
      .insert(unfinishedErasures)
      .values({ userId, removesListings })
      .onConflictDoUpdate({ target: unfinishedErasures.userId, set: { removesListings } });
    // The user casts no vote under the old id from now on.
    await orm.delete(sessions).where(eq(sessions.userId, userId));
    return owned;
  });
}

/** @returns when the last active window of the user is over; null when none is */
async function finishErasure(services: Needs, userId: string, wish: Wish): Promise<Date | null> {
  const { sql } = services.db;
  try {
    await sql.begin(async (sql) => {
      // Another process may be finishing it. Then this one waits, and finds nothing to do.
      const open = await sql`
        select from unfinished_erasures where user_id = ${userId} for update`;
      if (open.length === 0) return;
      await eraseRows(sql, services, userId, pseudonymPerBot(services));
      await sql`delete from unfinished_erasures where user_id = ${userId}`;
    });
  } catch (error) {
    // A co-owner has left meanwhile.
    if (!(error instanceof ForbiddenError)) throw error;
    if (wish.removesListings) return (await eraseUser(services, userId, wish)).windowsEndAt;
    await sql`delete from unfinished_erasures where user_id = ${userId}`;
    throw error;
  }
  const [erased] = await sql<{ windowsEndAt: Date }[]>`
    select windows_end_at as "windowsEndAt" from erased_users where user_id = ${userId}`;
  return erased?.windowsEndAt ?? null;
}

/** What an owner wrote about themselves, as assignments. */
const EMPTIED = LISTING_FIELDS.filter(({ isPersonal }) => isPersonal)
  .map(({ name }) => bots[name])
  .map((column) => `${column.name} = ${column.notNull ? "''" : 'null'}`)
  .join(', ');

async function eraseRows(
  sql: TransactionSql,
  services: WithClock & WithRandom,
  userId: string,
  pseudonymOf: (botId: string) => string,
): Promise<void> {
  const opened = new Date(services.now().getTime() - VOTE_WINDOW_MS);
  // Before the votes are read: the window of a vote that is cast meanwhile stays, so that another call finds the vote.
  await sql`delete from erased_users where user_id = ${userId}`;
  await sql`
    insert into erased_users (user_id, windows_end_at)
    select user_id, max(voted_at) + ${VOTE_WINDOW_MS}::int * interval '1 ms' from vote_windows
    where user_id = ${userId} group by user_id having max(voted_at) > ${opened}`;
  await replaceId(services, sql, userId, pseudonymOf);
  await sql`delete from vote_windows where user_id = ${userId} and voted_at <= ${opened}`;
  // Only now, since the statements above may take long. The user gets no other listing meanwhile, and nobody else
  // moves these or invites to them. Votes for them do not wait for this lock.
  await sql`select from users where id = ${userId} for update`;
  // A moderator who blocks the user holds this lock, too.
  await keepBlocks(sql, services.now(), userId);
  await sql`
    select from bots where id in (select bot_id from bot_owners where user_id = ${userId})
    order by id for no key update`;
  await sql`
    select from bot_owners where bot_id in (select bot_id from bot_owners where user_id = ${userId})
    order by bot_id, user_id for update`;
  await passListingsOn(sql, userId);
  await scrubRemovedListings(sql, userId);
  // Deletes sessions, ownerships and favourites, too.
  await sql`delete from users where id = ${userId}`;
}

/**
 * A new account does not escape a block that holds: it stays under the keyed hash of the id, with kind and end and
 * without words. See `domain/identity/blocks.ts`.
 */
async function keepBlocks(sql: TransactionSql, now: Date, userId: string): Promise<void> {
  await sql`
    delete from user_blocks where user_id = ${userId} and (lifted_at is not null or ends_at <= ${now})`;
  await sql`
    update user_blocks set user_id = user_hash, reason = '', appeal = null, appealed_at = null,
      answer = null, answered_at = null, answered_by = null
    where user_id = ${userId}`;
}

function refuseOrphans([orphan]: readonly string[]): void {
  if (orphan === undefined) return;
  throw new ForbiddenError('user.onlyOwner', { botId: orphan });
}

/** @throws {ForbiddenError} when one has no other owner */
async function passListingsOn(sql: TransactionSql, userId: string): Promise<void> {
  await sql`
    with heir as (
      select distinct on (bot_id) bot_id, other.user_id
      from bot_owners own join bots on bots.id = own.bot_id join bot_owners other using (bot_id)
      where own.user_id = ${userId} and not own.is_co_owner and state <> 'removed'
        and other.is_co_owner and other.accepted_at is not null and other.user_id <> ${userId}
      order by bot_id, other.accepted_at, other.user_id
    ), owned as (
      delete from bot_owners using heir where bot_owners.bot_id = heir.bot_id and bot_owners.user_id = ${userId}
    )
    update bot_owners set is_co_owner = false from heir
    where bot_owners.bot_id = heir.bot_id and bot_owners.user_id = heir.user_id`;
  const orphaned = await sql<{ botId: string }[]>`
    select bot_id as "botId" from bot_owners join bots on bots.id = bot_id
    where user_id = ${userId} and not is_co_owner and state <> 'removed'`;
  refuseOrphans(orphaned.map(({ botId }) => botId));
}

/** Nobody sees the texts of a removed listing, and their author is gone. Notes about it are about the author. */
const SCRUBBED = [
  ...['bot_avatars', 'listing_images', 'listing_news', 'listing_texts', 'listing_edits'],
  ...['moderation_notes', 'notices'],
];

async function scrubRemovedListings(sql: TransactionSql, userId: string): Promise<void> {
  const removed = () => sql`
    select bot_id from bot_owners join bots on bots.id = bot_id
    where user_id = ${userId} and not is_co_owner and state = 'removed'`;
  for (const table of SCRUBBED) await sql`delete from ${sql(table)} where bot_id in (${removed()})`;
  await sql`
    update bots set ${sql.unsafe(EMPTIED)}, commands = '[]', banner_hash = null, banner_thumbnail_hash = null,
      screenshots = '[]', text_images = '[]', revision = revision + 1
    where id in (${removed()})`;
}

/**
 * Replaces the id wherever the row has to stay. Votes and deliveries of one bot share an id, so that the bot still has
 * as many voters as before, and those of another bot have another one, so that nobody can follow a person across bots.
 */
async function replaceId(
  services: WithClock & WithRandom,
  sql: TransactionSql,
  userId: string,
  pseudonymOf: (botId: string) => string,
): Promise<void> {
  const votedFor = await listVotedFor(sql, userId);
  const rows = await sql<{ botId: string }[]>`
    select distinct bot_id as "botId" from deliveries where ${ofUser(sql, userId)}`;
  const botIds = [...new Set([...votedFor, ...rows.map(({ botId }) => botId)])].sort();
  const pseudonyms = botIds.map(pseudonymOf);
  const names = () => sql`unnest(${botIds}::text[], ${pseudonyms}::text[]) as name(bot_id, pseudonym)`;
  for (const botId of votedFor) {
    await sql`
      update votes set user_id = ${pseudonymOf(botId)} where bot_id = ${botId} and user_id = ${userId}`;
  }
  // A resend would send the replaced id, so failed deliveries end as cancelled. Responses may repeat the id.
  await sql`
    update delivery_attempts set excerpt = '', response_headers = null
    where delivery_id = any(array(select id from deliveries where ${ofUser(sql, userId)}))
      and (excerpt <> '' or response_headers is not null)`;
  // The id of the user's request leads to log lines, and may be of the user's choice.
  await sql`
    update deliveries set user_id = name.pseudonym, request_id = null, traceparent = null, voiding_id = null,
      state = case when state in ('pending', 'held', 'failed') then 'cancelled' else state end,
      finished_at = coalesce(finished_at, ${services.now()}), next_attempt_at = null
    from ${names()} where deliveries.bot_id = name.bot_id and deliveries.user_id = ${userId}`;
  const pseudonym = newPseudonym(services);
  await sql`delete from reports where user_id = ${userId} and closed_at is not null`;
  await sql`update reports set user_id = ${pseudonym} where user_id = ${userId}`;
  await sql`delete from moderation_claims where user_id = ${userId}`;
  await sql`delete from vote_addresses where user_id = ${userId}`;
  await sql`delete from replays where voter_id = ${userId}`;
  // Their note for the moderators. A reason of theirs for another's listing stays.
  await sql`update listing_moves set reason = null where user_id = ${userId} and to_state = 'pending'`;
  for (const [table, column] of REPLACED) {
    await sql`update ${sql(table)} set ${sql(column)} = ${pseudonym} where ${sql(column)} = ${userId}`;
  }
}

/** As many digits as the longest ids of the chat platform, so that clients read it like one. */
const DIGITS = 19;
/** Ids of the chat platform are numbers above 10^16. A smaller one belongs to nobody, whoever reads it as a number. */
const RANDOM_DIGITS = 14;

/** Makes an id that takes the place of an erased user's id. Nobody has or gets it, and it does not lead back. */
function newPseudonym({ randomBytes }: WithRandom): string {
  const random = BigInt(`0x${randomBytes(16).toString('hex')}`) % 10n ** BigInt(RANDOM_DIGITS);
  return String(random).padStart(DIGITS, '0');
}

/** Returns the same new pseudonym for each call with the same bot. */
function pseudonymPerBot(services: WithRandom): (botId: string) => string {
  const pseudonyms = new Map<string, string>();
  return (botId) => {
    const pseudonym = pseudonyms.get(botId) ?? newPseudonym(services);
    pseudonyms.set(botId, pseudonym);
    return pseudonym;
  };
}
