import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, lengths, time } from './columns.ts';
import { bots, ofBot } from './tables.ts';

export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'cancelled' | 'held';
export type DeliveryKind = 'vote' | 'test';
/** What is timed: each attempt, and each delivery from the vote to its success. Failed deliveries are only counted. */
export type TimingMeasure = 'attempt' | 'delivered' | 'failed';
/** A header as it may be shown: its name and its value, or null for a value that is hidden. */
export type ShownHeader = readonly [name: string, value: string | null];
/** How a webhook's requests look: as the contract says, or as another service expects them. */
export type WebhookFormat = 'contract' | 'discord' | 'slack' | 'topgg' | 'topgg_v1';
export type WebhookHold = 'paused' | 'failing' | 'releasing';
export type ReplayState = 'running' | 'stopped' | 'finished';

export const webhooks = pgTable(
  'webhooks',
  {
    botId: ofBot().primaryKey(),
    url: text('url').notNull(),
    /** Encrypted by `domain/identity/secret-box.ts`. It is an HMAC key, so it must be recoverable. */
    sealedSecret: bytea('sealed_secret').notNull(),
    updatedAt: time('updated_at').notNull(),
    /** The first success after a change of URL or secret. One before `updatedAt` is out of date. */
    verifiedAt: time('verified_at'),
    format: text('format').$type<WebhookFormat>().notNull().default('contract'),
    /** The secret that follows in a rotation of two steps. Deliveries are not signed with it yet. */
    nextSealedSecret: bytea('next_sealed_secret'),
    nextSecretAt: time('next_secret_at'),
    /** The first attempt that failed since the last success. */
    failingSince: time('failing_since'),
    /** How many first attempts of votes failed since the last success. While held ones go out, all their attempts count. */
    failedInRow: integer('failed_in_row').notNull().default(0),
    /** Holds deliveries after this number of failures in a row; null when the owner does not want that. */
    holdAfter: smallint('hold_after'),
    /** Why deliveries are held. While `releasing`, they go out, oldest first, and new ones wait behind them. */
    hold: text('hold').$type<WebhookHold>(),
    heldSince: time('held_since'),
    /** Held because of failures: when the next probe is due, and the delivery that is the probe. */
    probeAt: time('probe_at'),
    probeId: uuid('probe_id'),
    /** Deliveries that failed in this time are being resent, in batches; null when none are. */
    resendSince: time('resend_since'),
    resendUntil: time('resend_until'),
  },
  (table) => [
    lengths('webhooks', { url: 8192, sealed_secret: 1000, next_sealed_secret: 1000 }),
    check('webhooks_format', sql`${table.format} in ('contract', 'discord', 'slack', 'topgg', 'topgg_v1')`),
    check('webhooks_hold', sql`${table.hold} in ('paused', 'failing', 'releasing')`),
    check('webhooks_hold_after', sql`${table.holdAfter} in (3, 10, 50)`),
    // Few rows: the loop that holds and releases deliveries reads them every second.
    index('webhooks_held').on(table.botId).where(sql`hold is not null`),
    index('webhooks_resending').on(table.botId).where(sql`resend_until is not null`),
  ],
);

/** The outbox: one row per event to deliver, written in the same transaction as the event. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey(),
    botId: text('bot_id')
      .notNull()
      .references(() => bots.id),
    kind: text('kind').$type<DeliveryKind>().notNull(),
    userId: text('user_id').notNull(),
    votedAt: time('voted_at').notNull(),
    state: text('state').$type<DeliveryState>().notNull(),
    createdAt: time('created_at').notNull(),
    /** The id of the request that caused it: its sender's `X-Request-Id`, trace id, or a random one. */
    requestId: text('request_id'),
    /** The span of that request, as in the header `traceparent`. Null when its trace is not recorded. */
    traceparent: text('traceparent'),
    /** 1 at first, and one more each time somebody resends it. */
    round: smallint('round').notNull().default(1),
    /** Until this time, one dispatcher alone may start the workflow. */
    leasedUntil: time('leased_until'),
    /** When Temporal had started the workflow. */
    dispatchedAt: time('dispatched_at'),
    /**
     * In a cancelled or held delivery: when its workflow would wake up. It is cleared once the workflow was told to end.
     */
    nextAttemptAt: time('next_attempt_at'),
    finishedAt: time('finished_at'),
    /** The first success, of a delivery that was resent after it. */
    deliveredAt: time('delivered_at'),
    /** Which of {@link voteVoidings} cancelled it. */
    voidingId: uuid('voiding_id'),
  },
  (table) => [
    check('deliveries_kind', sql`${table.kind} in ('vote', 'test')`),
    check('deliveries_state', sql`${table.state} in ('pending', 'delivered', 'failed', 'cancelled', 'held')`),
    index('deliveries_outbox')
      .on(table.botId, sql`coalesce(${table.nextAttemptAt}, ${table.createdAt})`)
      .where(sql`state = 'pending' and dispatched_at is null`),
    index('deliveries_due')
      .on(sql`coalesce(${table.nextAttemptAt}, ${table.dispatchedAt})`, table.id)
      .where(sql`state = 'pending' and dispatched_at is not null`),
    // What waits for a pause to end, oldest first.
    index('deliveries_held').on(table.botId, table.createdAt).where(sql`state = 'held'`),
    index('deliveries_failed').on(table.botId, table.createdAt).where(sql`state = 'failed'`),
    index('deliveries_of_bot').on(table.botId, table.createdAt),
    // Owners filter the deliveries of a bot. Without these, a rare state or user reads all of them.
    index('deliveries_of_state').on(table.botId, table.state, table.createdAt),
    index('deliveries_of_user').on(table.botId, table.userId, table.createdAt),
    // The id is the whole content: the reconciler reads the few rows that are in it.
    index('deliveries_to_tell')
      .on(table.id)
      .where(sql`state in ('cancelled', 'held') and next_attempt_at is not null`),
  ],
);

export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    round: smallint('round').notNull().default(1),
    /** 1 for the first attempt of its round. */
    number: smallint('number').notNull(),
    botId: text('bot_id').notNull(),
    startedAt: time('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The status of the response; absent when there was no response. */
    statusCode: smallint('status_code'),
    /** A stable word for the reason why there was no response, or why the response is a failure. */
    failure: text('failure'),
    /** The start of the response's body. */
    excerpt: text('excerpt').notNull().default(''),
    /** The start of the response's headers, in their order. A null value is hidden. */
    responseHeaders: jsonb('response_headers').$type<readonly ShownHeader[]>(),
    /** The response's `Retry-After`. It is shown only, because the contract fixes the schedule. */
    retryAfterSeconds: integer('retry_after_seconds'),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.round, table.number] }),
    index('delivery_attempts_of_bot').on(table.botId, table.startedAt),
  ],
);

/**
 * How many attempts and deliveries of votes took how long, per day (UTC). Each attempt is counted by the statement that
 * records it, so statistics need not read the attempts.
 */
export const deliveryTimings = pgTable(
  'delivery_timings',
  {
    botId: ofBot(),
    day: date('day').notNull(),
    measure: text('measure').$type<TimingMeasure>().notNull(),
    /** Four times the binary logarithm of the milliseconds, rounded down; -1 without a duration. */
    bucket: smallint('bucket').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    check('delivery_timings_measure', sql`${table.measure} in ('attempt', 'delivered', 'failed')`),
    primaryKey({ columns: [table.botId, table.day, table.measure, table.bucket] }),
  ],
);

/** Finished deliveries that an owner sends again. Each step moves the place on, so a restart loses and repeats nothing. */
export const replays = pgTable(
  'replays',
  {
    id: uuid('id').primaryKey(),
    botId: ofBot(),
    /** Which deliveries: recorded from (inclusive) to (exclusive), in one of the states, of one voter or all. */
    fromAt: time('from_at').notNull(),
    toAt: time('to_at').notNull(),
    states: text('states').array().$type<readonly DeliveryState[]>().notNull(),
    voterId: text('voter_id'),
    perSecond: smallint('per_second').notNull(),
    /** How many deliveries there were at the start, and how many were sent so far. */
    total: integer('total').notNull(),
    sent: integer('sent').notNull().default(0),
    /** The last delivery that was sent. */
    placeAt: time('place_at'),
    placeId: uuid('place_id'),
    state: text('state').$type<ReplayState>().notNull(),
    createdAt: time('created_at').notNull(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    check('replays_state', sql`${table.state} in ('running', 'stopped', 'finished')`),
    index('replays_of_bot').on(table.botId, table.id),
    uniqueIndex('replays_running').on(table.botId).where(sql`state = 'running'`),
  ],
);
