import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { lengths, time } from './columns.ts';
import { bots, ofBot } from './tables.ts';

/**
 * The append-only log of votes. It is partitioned by month, which this tool cannot express: see the migration
 * `0020_votes_by_month` and `domain/vote/months.ts`.
 */
export const votes = pgTable(
  'votes',
  {
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    userId: text('user_id').notNull(),
    votedAt: time('voted_at').notNull(),
    /** Which of {@link voteVoidings} made it not count; null when it counts. */
    voidingId: uuid('voiding_id'),
  },
  (table) => [primaryKey({ columns: [table.botId, table.votedAt, table.userId] })],
);

/**
 * From where the votes of the last day were cast, as a keyed hash (docs/decisions/votes.md). The table is unlogged: no
 * backup of the log of PostgreSQL has it, and it is empty after a crash.
 */
export const voteAddresses = pgTable(
  'vote_addresses',
  {
    botId: text('bot_id').notNull(),
    userId: text('user_id').notNull(),
    votedAt: time('voted_at').notNull(),
    addressHash: text('address_hash').notNull(),
  },
  // The time comes first, so that old rows are found.
  (table) => [primaryKey({ columns: [table.votedAt, table.botId, table.userId] })],
);

/** When moderators made votes of a bot not count, and when they counted again. */
export const voteVoidings = pgTable(
  'vote_voidings',
  {
    id: uuid('id').primaryKey(),
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    userId: text('user_id').notNull(),
    /** Why, for the managers of the bot. */
    reason: text('reason').notNull(),
    createdAt: time('created_at').notNull(),
    votes: integer('votes').notNull(),
    /** The times of the first and the last of the votes. A restoration finds the votes by them. */
    firstVoteAt: time('first_vote_at').notNull(),
    lastVoteAt: time('last_vote_at').notNull(),
    restoredAt: time('restored_at'),
    restoredBy: text('restored_by'),
  },
  (table) => [
    lengths('vote_voidings', { reason: 4000 }),
    index('vote_voidings_of_bot').on(table.botId, table.id),
  ],
);

/** Votes of a bot per day (UTC). Charts read this table instead of the log. */
export const dailyVotes = pgTable(
  'daily_votes',
  {
    botId: ofBot(),
    day: date('day').notNull(),
    votes: integer('votes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.day] })],
);

/** The newest vote of each user for each bot. `/check` reads it, and casting a vote locks it. */
export const voteWindows = pgTable(
  'vote_windows',
  {
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    userId: text('user_id').notNull(),
    votedAt: time('voted_at').notNull(),
    /** The time of a vote that a moderator voided. While it is the newest one, `/check` says that there is none. */
    voidedAt: time('voided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.botId, table.userId] }),
    // The list of a user's own votes. Without the time, so that voting again changes no index.
    index('vote_windows_of_user').on(table.userId),
  ],
);
