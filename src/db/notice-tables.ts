import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { NoticeKind } from '../terms/notices.ts';
import { bytea, lengths, time } from './columns.ts';
import { bots, listingNews, ofBot, ofUser } from './tables.ts';

/** Where a user wants notices of a kind: nowhere, on the site, or also outside of it. */
export type NoticeDelivery = 'none' | 'site' | 'everywhere';
/** How notices leave the site. */
export type ChannelKind = 'push' | 'email' | 'discord' | 'slack';
/** Where a channel leads to, and the language that is spoken there. */
export type ChannelAddress = { readonly language: string } & (
  | { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  | { readonly email: string }
  | { readonly url: string }
);
/**
 * Why a notice did not arrive: the receiver is gone, it refuses what is sent, or it could not be reached for hours.
 */
export type ChannelFailure = 'gone' | 'refused' | 'unavailable';
export type SendState = 'waiting' | 'sent' | 'failed';

/** What a user is told. The row is committed with the event that causes it, by `add_notices` of the migration. */
export const notices = pgTable(
  'notices',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    /** The event. A user gets one notice of it. */
    subject: text('subject').notNull(),
    botId: text('bot_id').references(() => bots.id, { onDelete: 'cascade' }),
    /** The user who caused it, where others may know that. */
    actorId: text('actor_id'),
    /** What its sentence needs, by its kind. */
    data: jsonb('data').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
    createdAt: time('created_at').notNull(),
    readAt: time('read_at'),
  },
  (table) => [
    lengths('notices', { subject: 400, 'data::text': 20_000 }),
    uniqueIndex('notices_once').on(table.kind, table.subject, table.userId),
    index('notices_of_user').on(table.userId, table.id),
    index('notices_unread').on(table.userId).where(sql`read_at is null`),
    index('notices_of_bot').on(table.botId).where(sql`bot_id is not null`),
    index('notices_by_age').on(table.createdAt),
  ],
);

/** News whose followers are being told, some at a time. A row is deleted when all of them have a notice. */
export const newsFanOuts = pgTable('news_fan_outs', {
  newsId: uuid('news_id')
    .primaryKey()
    .references(() => listingNews.id, { onDelete: 'cascade' }),
  /** Followers up to this id have been told; empty at first. */
  upTo: text('up_to').notNull().default(''),
});

/** Kinds that a user wants otherwise than everywhere. */
export const noticeSettings = pgTable(
  'notice_settings',
  {
    userId: ofUser(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    delivery: text('delivery').$type<NoticeDelivery>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind] }),
    check('notice_settings_delivery', sql`${table.delivery} in ('none', 'site', 'everywhere')`),
  ],
);

/** Where the notices of a user go outside of the site. */
export const noticeChannels = pgTable(
  'notice_channels',
  {
    id: uuid('id').primaryKey(),
    userId: ofUser(),
    kind: text('kind').$type<ChannelKind>().notNull(),
    address: jsonb('address').$type<ChannelAddress>().notNull(),
    /** SHA-256 of what is the same for the same receiver, in hexadecimal. */
    addressKey: text('address_key').notNull(),
    /** What its owner knows it by: a browser, the masked address, the host. */
    label: text('label').notNull(),
    createdAt: time('created_at').notNull(),
    /** Absent until the user has shown that an e-mail address is theirs. */
    confirmedAt: time('confirmed_at'),
    /** SHA-256 of the code in the confirming e-mail. */
    codeHash: bytea('code_hash'),
    codeUntil: time('code_until'),
    /** How often somebody has typed a code for this one. */
    codeTries: smallint('code_tries').notNull().default(0),
    /** Why the last notice did not arrive; absent after a success. */
    failure: text('failure').$type<ChannelFailure>(),
  },
  (table) => [
    lengths('notice_channels', { 'address::text': 20_000, address_key: 200, label: 800, code_hash: 200 }),
    check('notice_channels_kind', sql`${table.kind} in ('push', 'email', 'discord', 'slack')`),
    uniqueIndex('notice_channels_once').on(table.userId, table.addressKey),
    // A browser belongs to the user who signed in there last.
    uniqueIndex('notice_channels_push').on(table.addressKey).where(sql`kind = 'push'`),
  ],
);

/** The outbox of channels: a notice that has to go out by a channel, committed with the notice. */
export const noticeSends = pgTable(
  'notice_sends',
  {
    noticeId: bigint('notice_id', { mode: 'number' })
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => noticeChannels.id, { onDelete: 'cascade' }),
    /** Whether the channel is an email: these are sent at a pace of their own. Set by `add_notices`. */
    isEmail: boolean('is_email').notNull().default(false),
    state: text('state').$type<SendState>().notNull().default('waiting'),
    /** When the next try is due. While a process is at it: when that one must have died. */
    dueAt: time('due_at').notNull(),
    tries: smallint('tries').notNull().default(0),
    failure: text('failure').$type<ChannelFailure>(),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.channelId] }),
    check('notice_sends_state', sql`${table.state} in ('waiting', 'sent', 'failed')`),
    index('notice_sends_due').on(table.isEmail, table.dueAt).where(sql`state = 'waiting'`),
    index('notice_sends_of_channel').on(table.channelId),
  ],
);

/** The owner of the sealed key for pushes. The other sealed values belong to bots. */
export const PUSH_KEY_OWNER = 'push';

/** The key by which push services know this service (RFC 8292). There is one row. */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: smallint('id').primaryKey().default(1),
    publicKey: text('public_key').notNull(),
    sealedPrivateKey: bytea('sealed_private_key').notNull(),
  },
  (table) => [check('push_keys_one', sql`${table.id} = 1`)],
);

/** Bots of which a user wants to know when voting is open again. */
export const reminderWishes = pgTable(
  'reminder_wishes',
  { userId: ofUser(), botId: ofBot(), createdAt: time('created_at').notNull() },
  (table) => [
    primaryKey({ columns: [table.userId, table.botId] }),
    index('reminder_wishes_of_bot').on(table.botId),
  ],
);

/** Reminders that wait: one per user and bot. A vote moves it, and its end deletes it. */
export const reminders = pgTable(
  'reminders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ofUser(),
    botId: ofBot(),
    /** When voting is open again. */
    dueAt: time('due_at').notNull(),
    /** Only processes of earlier versions read it: when they start a workflow. */
    startAt: time('start_at').notNull().defaultNow(),
    /** Only processes of earlier versions set it: nobody wants it any more. */
    isEnded: boolean('is_ended').notNull().default(false),
  },
  (table) => [
    uniqueIndex('reminders_once').on(table.userId, table.botId),
    index('reminders_of_bot').on(table.botId),
    index('reminders_due').on(table.dueAt),
  ],
);
