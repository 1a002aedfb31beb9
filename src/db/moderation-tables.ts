import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { lengths, time } from './columns.ts';
import { type FieldValues, type ListingState, ofBot, ofUser } from './tables.ts';

/** A picture of a listing that a moderator can take down. */
export type TakenDown = 'banner' | 'screenshot';

/**
 * What became of an edit of a public listing. `waiting`: nobody sees it before a moderator accepts it. `public`:
 * everybody sees it, and a moderator looks at it later.
 */
export type EditState = 'waiting' | 'public' | 'accepted' | 'refused' | 'reverted';
/** Why an edit has to wait for a moderator. */
export type EditReason = 'name' | 'links' | 'permissions' | 'picture';
/** What of a listing an edit changes: its fields, its name on the chat platform, a picture, or its texts in a language. */
export type EditPart =
  | 'text'
  | 'platform_name'
  | 'picture'
  | 'banner'
  | 'screenshots'
  | `translation:${string}`;
/** What a user can be blocked from. */
export type BlockKind = 'vote' | 'submit' | 'report' | 'sign_in';
export type ReportOutcome = 'acted' | 'dismissed';

/** What moderators judge of a listing: who moved it to another state or took a picture of it down, when and why. */
export const listingMoves = pgTable(
  'listing_moves',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    botId: ofBot(),
    /** Absent for a submission. */
    fromState: text('from_state').$type<ListingState>(),
    toState: text('to_state').$type<ListingState>().notNull(),
    userId: text('user_id').notNull(),
    reason: text('reason'),
    movedAt: time('moved_at').notNull(),
    /**
     * The number of votes before a take-over, which is a submission by a new owner; absent for other moves. Moves with
     * a smaller id belong to the earlier owners.
     */
    votesBefore: bigint('votes_before', { mode: 'number' }),
    /** A digest of what was rejected, so that it is not submitted again unchanged; absent for other moves. */
    content: text('content'),
    /** What a moderator took down. The state stays the same; absent for a change of the state. */
    takenDown: text('taken_down').$type<TakenDown>(),
  },
  (table) => [
    lengths('listing_moves', { reason: 4000, content: 200, taken_down: 100 }),
    index('listing_moves_of_bot').on(table.botId, table.id),
    index('listing_moves_decided')
      .on(table.movedAt)
      .where(sql`to_state in ('approved', 'rejected', 'suspended') or taken_down is not null`),
  ],
);

/** Edits of public listings. Each part has at most one that waits, and one that nobody has looked at. */
export const listingEdits = pgTable(
  'listing_edits',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    botId: ofBot(),
    part: text('part').$type<EditPart>().notNull().default('text'),
    /** Who made it, or the last one of several. The bot itself, when it comes from the chat platform. */
    userId: text('user_id').notNull(),
    editedAt: time('edited_at').notNull(),
    /** The fields that it changes, with their values before it. */
    before: jsonb('before').$type<FieldValues>().notNull(),
    /** The same fields with their values after it. */
    after: jsonb('after').$type<FieldValues>().notNull(),
    /** Why it had to wait; empty when it was public at once. */
    reviewReasons: text('review_reasons').array().$type<readonly EditReason[]>().notNull().default(sql`'{}'`),
    state: text('state').$type<EditState>().notNull(),
    decidedBy: text('decided_by'),
    decidedAt: time('decided_at'),
    /** What the moderator wrote to the owners. */
    reason: text('reason'),
  },
  (table) => [
    lengths('listing_edits', {
      part: 100,
      'before::text': 400_000,
      'after::text': 400_000,
      'review_reasons::text': 1000,
      reason: 4000,
    }),
    check(
      'listing_edits_state',
      sql`${table.state} in ('waiting', 'public', 'accepted', 'refused', 'reverted')`,
    ),
    uniqueIndex('listing_edits_open_part')
      .on(table.botId, table.part, table.state)
      .where(sql`state in ('waiting', 'public')`),
    index('listing_edits_queue')
      .on(table.state, table.editedAt, table.botId)
      .where(sql`state in ('waiting', 'public')`),
    index('listing_edits_triage')
      .on(sql`weight_of_edit(review_reasons)`, table.editedAt, table.botId)
      .where(sql`state = 'waiting'`),
    index('listing_edits_decided').on(table.decidedAt).where(sql`decided_at is not null`),
    index('listing_edits_of_bot').on(table.botId, table.id),
  ],
);

/** Reports of users about listings, for the moderators. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    botId: ofBot(),
    userId: text('user_id').notNull(),
    category: text('category').notNull(),
    text: text('text').notNull(),
    createdAt: time('created_at').notNull(),
    closedAt: time('closed_at'),
    closedBy: text('closed_by'),
    outcome: text('outcome').$type<ReportOutcome>(),
  },
  (table) => [
    lengths('reports', { category: 100, text: 8000 }),
    check('reports_outcome', sql`${table.outcome} in ('acted', 'dismissed')`),
    uniqueIndex('reports_open_of_user').on(table.botId, table.userId).where(sql`closed_at is null`),
    index('reports_triage')
      .on(sql`weight_of_report(category)`, table.createdAt, table.id)
      .where(sql`closed_at is null`),
    index('reports_closed').on(table.closedAt, table.botId, table.id).where(sql`closed_at is not null`),
  ],
);

/**
 * What moderators block users from, now and earlier. A user has at most one open block of a kind. The id of an erased
 * user is replaced by its keyed hash, so that a new account does not escape a block: see `domain/identity/blocks.ts`.
 */
export const userBlocks = pgTable(
  'user_blocks',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id').notNull(),
    /** Takes the place of the id when the account is erased. */
    userHash: text('user_hash').notNull(),
    kind: text('kind').$type<BlockKind>().notNull(),
    /** Why, for the user. */
    reason: text('reason').notNull(),
    createdAt: time('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** When it ends by itself; null for good. */
    endsAt: time('ends_at'),
    /** When a moderator lifted it, or when it ended before a later one of its kind. */
    liftedAt: time('lifted_at'),
    liftedBy: text('lifted_by'),
    /** What the user wrote against it, once. */
    appeal: text('appeal'),
    appealedAt: time('appealed_at'),
    /** What the moderator wrote back; null when the appeal was accepted without a word. */
    answer: text('answer'),
    answeredAt: time('answered_at'),
    answeredBy: text('answered_by'),
  },
  (table) => [
    lengths('user_blocks', { user_hash: 100, reason: 4000, appeal: 8000, answer: 4000 }),
    check('user_blocks_kind', sql`${table.kind} in ('vote', 'submit', 'report', 'sign_in')`),
    // Each vote looks here. Most users have no row.
    uniqueIndex('user_blocks_open').on(table.userId, table.kind).where(sql`lifted_at is null`),
    index('user_blocks_of_user').on(table.userId, table.id),
    index('user_blocks_appeals')
      .on(table.appealedAt, table.id)
      .where(sql`appealed_at is not null and answered_at is null and lifted_at is null`),
  ],
);

/** Which moderator works on a listing. A claim ends by itself. */
export const moderationClaims = pgTable('moderation_claims', {
  botId: ofBot().primaryKey(),
  userId: text('user_id').notNull(),
  claimedUntil: time('claimed_until').notNull(),
});

/** Reasons that a moderator has written to use them again. Nobody else sees them. */
export const moderationTemplates = pgTable(
  'moderation_templates',
  {
    id: uuid('id').primaryKey(),
    userId: ofUser(),
    name: text('name').notNull(),
    text: text('text').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    lengths('moderation_templates', { name: 400, text: 4000 }),
    index('moderation_templates_of_user').on(table.userId, table.id),
  ],
);

/** Notes about a listing that only moderators read. */
export const moderationNotes = pgTable(
  'moderation_notes',
  {
    id: uuid('id').primaryKey(),
    botId: ofBot(),
    userId: text('user_id').notNull(),
    text: text('text').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    lengths('moderation_notes', { text: 16_000 }),
    index('moderation_notes_of_bot').on(table.botId, table.id),
  ],
);

/**
 * Listings that moderators put on the first page, now and earlier. A row is never changed but to end it, so that the
 * rows of a listing are its history.
 */
export const features = pgTable(
  'features',
  {
    id: uuid('id').primaryKey(),
    botId: ofBot(),
    userId: text('user_id').notNull(),
    createdAt: time('created_at').notNull(),
    /** It ends by itself at this time. */
    featuredUntil: time('featured_until').notNull(),
    /** The first page shows smaller places first. */
    place: smallint('place').notNull(),
    /** Why it is worth a look, for everybody: a sentence by language (ISO 639-1). */
    reasons: jsonb('reasons').$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** When a moderator ended it before its time, or replaced it. */
    endedAt: time('ended_at'),
    endedBy: text('ended_by'),
  },
  (table) => [
    lengths('features', { 'reasons::text': 20_000 }),
    check('features_place', sql`${table.place} between 1 and 12`),
    uniqueIndex('features_open').on(table.botId).where(sql`ended_at is null`),
    index('features_until').on(table.featuredUntil).where(sql`ended_at is null`),
    index('features_of_bot').on(table.botId, table.id),
  ],
);
