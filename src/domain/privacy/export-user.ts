import type { TransactionSql } from 'postgres';
import { bots } from '../../db/tables.ts';
import { LISTING_FIELDS } from '../../terms/listing-fields.ts';
import { ConflictError, NotFoundError } from '../kernel/errors.ts';
import { requireSnowflake } from '../kernel/ids.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { listVotedFor, ofUser } from './plan-erasure.ts';

/** What is stored about a user and they may see, as plain JSON. Times are ISO 8601. */
export type UserExport = Readonly<Record<keyof typeof READS, readonly Row[]>> & {
  readonly userId: string;
  readonly exportedAt: string;
  /** Null for somebody who never signed in, such as a voter whose account was erased before. */
  readonly account: Row | null;
};

type Row = Readonly<Record<string, unknown>>;

/** Some statements read whole tables, which are small: only some tables have an index by user. */
type Read = (sql: TransactionSql, userId: string) => PromiseLike<readonly Row[]>;

/** What an owner may see of a removed listing, a co-owner may not. An invited user has no rights to any listing. */
const MANAGES = `accepted_at is not null and (state <> 'removed' or not is_co_owner)`;

const FIELDS = LISTING_FIELDS.map(({ name }) => `${bots[name].name} as "${name}"`).join(', ');

const READS = {
  sessions: (sql, id) => sql`
    select created_at as "startedAt", expires_at as "expiresAt" from sessions where user_id = ${id} order by 1`,
  /** Those that the user manages, and removed ones that they owned. */
  listings: (sql, id) => sql`
    select bots.id as "botId", state, ${sql.unsafe(FIELDS)}, commands, screenshots, webhooks.url as "webhookUrl",
      case when is_co_owner then 'co-owner' else 'owner' end as "standing", invited_at as "invitedAt",
      accepted_at as "acceptedAt", reads_since as "readsSince", role, site_url as "siteUrl", site_method as "siteMethod", site_confirmed_at as "siteConfirmedAt"
    from bot_owners join bots on bots.id = bot_id left join webhooks using (bot_id)
    where user_id = ${id} and ${sql.unsafe(MANAGES)} order by bots.id`,
  news: (sql, id) => sql`
    select note.bot_id as "botId", title, text, published_at as "publishedAt"
    from bot_owners join bots on bots.id = bot_id join listing_news note on note.bot_id = bots.id
    where user_id = ${id} and ${sql.unsafe(MANAGES)} order by note.id`,
  translations: (sql, id) => sql`
    select one.bot_id as "botId", one.language, one.name, one.short_description as "shortDescription",
      one.long_description as "longDescription", one.updated_at as "updatedAt"
    from bot_owners join bots on bots.id = bot_owners.bot_id join listing_texts one on one.bot_id = bots.id
    where user_id = ${id} and ${sql.unsafe(MANAGES)} order by one.bot_id, one.language`,
  /** What the edit says, and what the moderator wrote to the owners, only while the user manages the listing. */
  edits: (sql, id) => sql`
    select edit.bot_id as "botId", edit.part, edited_at as "editedAt", edit.state, decided_at as "decidedAt",
      case when manages then after end as "fields", case when manages then reason end as "reason"
    from listing_edits edit cross join lateral (
      select exists (
        select from bot_owners own join bots on bots.id = own.bot_id
        where own.bot_id = edit.bot_id and own.user_id = ${id} and ${sql.unsafe(MANAGES)}) as manages) standing
    where edit.user_id = ${id} order by edit.id`,
  editsDecided: (sql, id) => sql`
    select bot_id as "botId", state, decided_at as "decidedAt" from listing_edits where decided_by = ${id}
    order by listing_edits.id`,
  /** Those that the user is invited to, reads, or managed as a co-owner until they were removed: without their content. */
  otherListings: (sql, id) => sql`
    select bots.id as "botId", case when state <> 'removed' then name end as "name",
      case when accepted_at is null and reads_since is null then 'invited' else 'co-owner' end as "standing", role,
      invited_at as "invitedAt", accepted_at as "acceptedAt", reads_since as "readsSince"
    from bot_owners join bots on bots.id = bot_id
    where user_id = ${id} and not (${sql.unsafe(MANAGES)}) order by bots.id`,
  votes: async (sql, id) => {
    const votes: { botId: string; votedAt: Date; isVoided: boolean }[] = [];
    for (const botId of await listVotedFor(sql, id)) {
      votes.push(
        ...(await sql<typeof votes>`
          select bot_id as "botId", voted_at as "votedAt", voiding_id is not null as "isVoided"
          from votes where bot_id = ${botId} and user_id = ${id}`),
      );
    }
    return votes.sort((one, other) => one.votedAt.getTime() - other.votedAt.getTime());
  },
  /** The newest vote per bot, which decides when the user may vote again. */
  voteWindows: (sql, id) => sql`
    select bot_id as "botId", voted_at as "votedAt" from vote_windows where user_id = ${id} order by voted_at`,
  favourites: (sql, id) => sql`
    select bot_id as "botId", created_at as "markedAt" from favourites where user_id = ${id} order by created_at, bot_id`,
  // Attempts tell about the receiver, which is the owner's.
  deliveries: (sql, id) => sql`
    select id, bot_id as "botId", kind, voted_at as "votedAt", state, created_at as "createdAt",
      finished_at as "finishedAt"
    from deliveries where ${ofUser(sql, id)} order by created_at`,
  reports: (sql, id) => sql`
    select id, bot_id as "botId", category, text, created_at as "createdAt", closed_at as "closedAt", outcome
    from reports where user_id = ${id} order by created_at`,
  blocks: (sql, id) => sql`
    select kind, reason, created_at as "createdAt", ends_at as "endsAt", lifted_at as "liftedAt", appeal,
      appealed_at as "appealedAt", answer, answered_at as "answeredAt"
    from user_blocks where user_id = ${id} order by user_blocks.id`,
  blocksDecided: (sql, id) => sql`
    select kind, created_at as "createdAt", created_by = ${id} as "isMadeByUser",
      lifted_by is not distinct from ${id} as "isLiftedByUser",
      answered_by is not distinct from ${id} as "isAnsweredByUser"
    from user_blocks where ${id} in (created_by, lifted_by, answered_by) order by user_blocks.id`,
  notices: (sql, id) => sql`
    select kind, bot_id as "botId", data, created_at as "createdAt", read_at as "readAt"
    from notices where user_id = ${id} order by notices.id`,
  noticeSettings: (sql, id) => sql`
    select kind, delivery from notice_settings where user_id = ${id} order by kind`,
  noticeChannels: (sql, id) => sql`
    select kind, address, label, created_at as "createdAt", confirmed_at as "confirmedAt"
    from notice_channels where user_id = ${id} order by created_at`,
  reminderWishes: (sql, id) => sql`
    select bot_id as "botId", created_at as "createdAt" from reminder_wishes where user_id = ${id} order by 2, 1`,
  reminders: (sql, id) => sql`
    select bot_id as "botId", due_at as "dueAt" from reminders where user_id = ${id} order by 2, 1`,
  reportsClosed: (sql, id) => sql`
    select id, bot_id as "botId", closed_at as "closedAt", outcome from reports where closed_by = ${id} order by 3`,
  listingMoves: (sql, id) => sql`
    select bot_id as "botId", from_state as "fromState", to_state as "toState", reason, moved_at as "movedAt",
      taken_down as "takenDown"
    from listing_moves where user_id = ${id} order by listing_moves.id`,
  listingEvents: (sql, id) => sql`
    select bot_id as "botId", kind, role, fields, happened_at as "happenedAt",
      user_id is not distinct from ${id} as "isDoneByUser"
    from listing_events where user_id = ${id} or other_id = ${id} order by listing_events.id`,
  transfers: (sql, id) => sql`
    select bot_id as "botId", offered_at as "offeredAt", owner_stays as "ownerStays", from_id = ${id} as "isOfferedByUser"
    from listing_transfers where from_id = ${id} or to_id = ${id} order by 1`,
  votesVoided: (sql, id) => sql`
    select bot_id as "botId", reason, created_at as "createdAt", votes, first_vote_at as "firstVoteAt",
      last_vote_at as "lastVoteAt", restored_at as "restoredAt", user_id = ${id} as "isVoidedByUser",
      restored_by is not distinct from ${id} as "isRestoredByUser"
    from vote_voidings where user_id = ${id} or restored_by = ${id} order by vote_voidings.id`,
  rolesGranted: (sql, id) => sql`
    select id as "userId", role from users where role_granted_by = ${id} order by id`,
  moderationNotes: (sql, id) => sql`
    select bot_id as "botId", text, created_at as "createdAt" from moderation_notes where user_id = ${id}
    order by moderation_notes.id`,
  moderationTemplates: (sql, id) => sql`
    select name, text, created_at as "createdAt" from moderation_templates where user_id = ${id}
    order by moderation_templates.id`,
  moderationClaims: (sql, id) => sql`
    select bot_id as "botId", claimed_until as "claimedUntil" from moderation_claims where user_id = ${id} order by 2`,
  features: (sql, id) => sql`
    select bot_id as "botId", created_at as "createdAt", featured_until as "featuredUntil", place, reasons,
      ended_at as "endedAt", user_id = ${id} as "isStartedByUser", ended_by is not distinct from ${id} as "isEndedByUser"
    from features where user_id = ${id} or ended_by = ${id} order by features.id`,
} satisfies Record<string, Read>;

/**
 * Reads everything that is stored about a user, as far as they may see it: no credentials (of sessions only the times),
 * nothing of a listing that others manage, and no other person's id but of users to whom they gave a role. Temporal
 * keeps workflows with the user's id until the retention time of its namespace; they hold nothing that is not here.
 *
 * It reads all votes of each bot that the user has voted for.
 *
 * @throws {InvalidInputError} when `userId` is not an id of the chat platform
 * @throws {ConflictError} while another export of the user runs
 * @throws {NotFoundError} when nothing is stored about the user
 */
export async function exportUser(services: WithDatabase & WithClock, userId: string): Promise<UserExport> {
  requireSnowflake(userId, 'user');
  const begin = 'isolation level repeatable read read only';
  const stored = await services.db.sql.begin(begin, async (sql) => {
    // In all processes, one at a time for each user.
    const [turn] = await sql<{ isFree: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`export ${userId}`}, 0)) as "isFree"`;
    if (!turn?.isFree) throw new ConflictError('ownData.busy');
    const [account] = await sql<Row[]>`
      select name, created_at as "createdAt", role, reminds_favourites as "remindsFavourites" from users where id = ${userId}`;
    const found = {} as Record<keyof typeof READS, readonly Row[]>;
    for (const [name, read] of Object.entries(READS)) {
      found[name as keyof typeof READS] = [...(await read(sql, userId))];
    }
    return { account: account ?? null, found };
  });
  const { account, found } = stored;
  if (!account && Object.values(found).every(({ length }) => length === 0)) {
    throw new NotFoundError('user.unknown');
  }
  return { userId, exportedAt: services.now().toISOString(), account, ...found };
}
