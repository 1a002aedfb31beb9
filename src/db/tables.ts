import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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
import { bytea, lengths, time, tsvector } from './columns.ts';

/** What belongs to a listing or to an account, and is deleted with it. */
export const ofBot = () =>
  text('bot_id')
    .notNull()
    .references(() => bots.id, { onDelete: 'cascade' });
export const ofUser = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export type ListingState = 'pending' | 'approved' | 'rejected' | 'suspended' | 'removed';
/** Rights of a co-owner: everything but the owner's own acts, or only reading. */
export type TeamRole = 'manage' | 'reports';
/** What somebody did to a listing. Changes of its state are in `listing_moves`. */
export type ListingEventKind =
  | 'token_made'
  | 'token_revoked'
  | 'webhook_set'
  | 'secret_made'
  | 'rotation_finished'
  | 'rotation_cancelled'
  | 'webhook_removed'
  | 'webhook_paused'
  | 'webhook_resumed'
  | 'hold_changed'
  | 'replay_started'
  | 'replay_stopped'
  | 'edited'
  | 'invited'
  | 'joined'
  | 'declined'
  | 'left'
  | 'removed'
  | 'role_changed'
  | 'transfer_offered'
  | 'transfer_accepted'
  | 'transfer_declined'
  | 'transfer_withdrawn';
/** Rights of a user beyond their own listings. */
export type Role = 'moderator' | 'admin';
/** Values of a listing's fields, by the names of the fields. */
export type FieldValues = Readonly<Record<string, unknown>>;
export type CommandEntry = { readonly name: string; readonly description: string };
/** An image that a listing's text names by its URL: stored under its hash, or the reason why it is not. */
export type TextImage = { readonly url: string } & (
  | { readonly hash: string; readonly width: number; readonly height: number }
  | { readonly problem: string }
);
/** A screenshot of a listing: two images in `listing_images`, by their hashes, and the size of the large one. */
export type Screenshot = {
  readonly hash: string;
  readonly thumbnailHash: string;
  readonly width: number;
  readonly height: number;
  /** What it shows, in words of the owner. */
  readonly description: string | null;
};

/** The number of classes of listings by their votes. Each class has an index of its own for searches. */
export const POPULARITY_CLASSES = 5;

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    createdAt: time('created_at').notNull(),
    /** An admin gave this role. Users that the configuration names are admins without it. */
    role: text('role').$type<Role>(),
    roleGrantedBy: text('role_granted_by'),
    /** Whether the user wants to know when voting for a favourite is open again. */
    remindsFavourites: boolean('reminds_favourites').notNull().default(false),
  },
  (table) => [
    lengths('users', { id: 100, name: 400 }),
    check('users_role', sql`${table.role} in ('moderator', 'admin')`),
    index('users_by_name').on(sql`lower(name) text_pattern_ops`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's value. Nobody can sign in with a leaked table. */
    idHash: bytea('id_hash').primaryKey(),
    userId: ofUser(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('sessions_of_user').on(table.userId), index('sessions_by_end').on(table.expiresAt)],
);

export const bots = pgTable(
  'bots',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    shortDescription: text('short_description').notNull(),
    longDescription: text('long_description').notNull().default(''),
    state: text('state').$type<ListingState>().notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull().defaultNow(),
    /** When it got its state. Moderators see the oldest submissions first. */
    stateChangedAt: time('state_changed_at').notNull().defaultNow(),
    /** Increases with each edit and each move, so that nobody overwrites changes that they have not seen. */
    revision: integer('revision').notNull().default(1),
    tags: text('tags').array().$type<readonly string[]>().notNull().default(sql`'{}'`),
    /** ISO 639-1 codes of the languages that it speaks. */
    languages: text('languages').array().$type<readonly string[]>().notNull().default(sql`'{}'`),
    inviteScopes: text('invite_scopes')
      .array()
      .$type<readonly string[]>()
      .notNull()
      .default(sql`'{bot,applications.commands}'`),
    /** A decimal number of up to 64 bits, in the chat platform's form. */
    invitePermissions: text('invite_permissions').notNull().default('0'),
    prefix: text('prefix'),
    websiteUrl: text('website_url'),
    supportUrl: text('support_url'),
    sourceUrl: text('source_url'),
    privacyUrl: text('privacy_url'),
    /** Name and icon are copied from the application on the chat platform. */
    followsPlatform: boolean('follows_platform').notNull().default(false),
    platformCheckedAt: time('platform_checked_at'),
    commands: jsonb('commands').$type<readonly CommandEntry[]>().notNull().default([]),
    /** The banner's hash in `listing_images`; absent without one. */
    bannerHash: text('banner_hash'),
    /** The same for cards; null without one, for one with too much detail, and for one of before there were any. */
    bannerThumbnailHash: text('banner_thumbnail_hash'),
    /** In the order in which its page shows them. */
    screenshots: jsonb('screenshots').$type<readonly Screenshot[]>().notNull().default([]),
    /** The images that its text named at `text_images_revision`. */
    textImages: jsonb('text_images').$type<readonly TextImage[]>().notNull().default([]),
    /** The revision whose images were fetched. */
    textImagesRevision: integer('text_images_revision').notNull().default(0),
    /**
     * When the current owners got the listing. Votes before this time belong to earlier owners: they are kept, but do
     * not count.
     */
    ownedSince: time('owned_since').notNull().default(sql`'-infinity'`),
    /** Its class by votes; class 0 has the most votes. It is written once an hour. */
    popularity: smallint('popularity')
      .notNull()
      .default(POPULARITY_CLASSES - 1),
    /**
     * Its listed votes when it was last ranked; null before the first time. Searches order matches by them, because
     * looking up the current votes of each match takes several times as long.
     */
    rankedVotes: bigint('ranked_votes', { mode: 'number' }),
    /** How complete it was when it was last ranked, 0 to 100; null before the first time. */
    rankedScore: smallint('ranked_score'),
    /** The language of its own texts, ISO 639-1; null when the owner has not said it. */
    textLanguage: text('text_language'),
    /**
     * The text that searches use, with that of its translations. Names have more weight than descriptions. A trigger
     * writes it: a generated column cannot read the table of translations.
     */
    search: tsvector('search').notNull().default(sql`''`),
    /**
     * The stems of all its texts and commands, with those of its translations, by the same trigger. Texts are English or
     * German mostly; each stemmer leaves words of other languages as they are, or shortens them, which it does in
     * searches, too.
     */
    textWords: tsvector('text_words'),
  },
  (table) => [
    lengths('bots', {
      name: 400,
      short_description: 800,
      long_description: 80_000,
      'tags::text': 1000,
      'languages::text': 1000,
      'invite_scopes::text': 1000,
      prefix: 200,
      website_url: 2000,
      support_url: 2000,
      source_url: 2000,
      privacy_url: 2000,
      'commands::text': 200_000,
      banner_hash: 200,
      banner_thumbnail_hash: 200,
      'screenshots::text': 20_000,
      'text_images::text': 20_000,
      text_language: 100,
    }),
    check('bots_id', sql`${table.id} ~ '^[0-9]{17,19}$'`),
    check('bots_state', sql`${table.state} in ('pending', 'approved', 'rejected', 'suspended', 'removed')`),
    check('bots_invite_permissions', sql`${table.invitePermissions} ~ '^[0-9]{1,20}$'`),
    index('bots_newest').on(table.createdAt, table.id).where(sql`state = 'approved'`),
    index('bots_search').using('gin', table.search, table.tags).where(sql`state = 'approved'`),
    ...Array.from({ length: POPULARITY_CLASSES }, (_, popularity) =>
      index(`bots_search_${popularity}`)
        .using('gin', table.search, table.tags, sql`name gin_trgm_ops`)
        .where(sql.raw(`state = 'approved' and popularity = ${popularity}`)),
    ),
    ...Array.from({ length: POPULARITY_CLASSES }, (_, popularity) =>
      index(`bots_text_words_${popularity}`)
        .using('gin', table.textWords)
        .where(sql.raw(`state = 'approved' and popularity = ${popularity}`)),
    ),
    index('bots_name_start').on(sql`lower(name) text_pattern_ops`),
    // Names that look alike have the same skeleton; see the migration that makes the function.
    index('bots_look_alikes')
      .on(sql`name_skeleton(name)`, table.popularity, table.id)
      .where(sql`state <> 'removed'`),
    index('bots_tags').using('gin', table.tags).where(sql`state = 'approved'`),
    index('bots_languages').using('gin', table.languages).where(sql`state = 'approved'`),
    // The function says whether an invite asks for what can harm a server; see the migration that makes it.
    index('bots_triage')
      .on(sql`weight_of_invite(invite_scopes, invite_permissions)`, table.stateChangedAt, table.id)
      .where(sql`state = 'pending'`),
    index('bots_images_due')
      .on(table.updatedAt)
      .where(
        sql`text_images_revision <> revision
          and (long_description like '%![%' or text_images <> '[]' or banner_hash is not null)`,
      ),
  ],
);

/** The picture of a listing. It is stored here, so that pages load it from no other site. */
export const botAvatars = pgTable(
  'bot_avatars',
  {
    botId: ofBot().primaryKey(),
    mediaType: text('media_type').notNull(),
    image: bytea('image').notNull(),
    /** SHA-256 of the image in hexadecimal, which is its version in URLs. */
    hash: text('hash').notNull(),
    /** The chat platform's name for this icon; absent when an owner uploaded the picture. */
    platformIcon: text('platform_icon'),
    updatedAt: time('updated_at').notNull(),
  },
  () => [lengths('bot_avatars', { media_type: 100, image: 1_048_576, hash: 200, platform_icon: 400 })],
);

/** Banners, screenshots, and images that listings' texts name, as this service has encoded them. The listing says what each one is. */
export const listingImages = pgTable(
  'listing_images',
  {
    botId: ofBot(),
    /** SHA-256 of the image in hexadecimal, which is its name in URLs. */
    hash: text('hash').notNull(),
    mediaType: text('media_type').notNull(),
    image: bytea('image').notNull(),
  },
  (table) => [
    lengths('listing_images', { hash: 200, media_type: 100, image: 4_194_304 }),
    primaryKey({ columns: [table.botId, table.hash] }),
  ],
);

/**
 * Listings whose images of texts are fetched now, or tried again later because some failed. A row is deleted when all
 * are fetched, or when the last try failed.
 */
export const textImageFetches = pgTable(
  'text_image_fetches',
  {
    botId: ofBot().primaryKey(),
    /** The revision whose images are fetched. */
    revision: integer('revision').notNull(),
    /** How often images of this revision failed. */
    tries: smallint('tries').notNull().default(0),
    /** When the next try is due. While a worker fetches, when another one may take over. */
    dueAt: time('due_at').notNull(),
  },
  (table) => [index('text_image_fetches_due').on(table.dueAt)],
);

/** Short notes of owners about what changed, for everybody. */
export const listingNews = pgTable(
  'listing_news',
  {
    id: uuid('id').primaryKey(),
    botId: ofBot(),
    title: text('title').notNull(),
    /** Markdown. */
    text: text('text').notNull(),
    publishedAt: time('published_at').notNull(),
  },
  (table) => [
    lengths('listing_news', { title: 800, text: 16_000 }),
    index('listing_news_of_bot').on(table.botId, table.id),
  ],
);

/** The texts of a listing in other languages than its own. What a translation lacks is null. */
export const listingTexts = pgTable(
  'listing_texts',
  {
    botId: ofBot(),
    /** ISO 639-1. */
    language: text('language').notNull(),
    name: text('name'),
    shortDescription: text('short_description'),
    /** Markdown. */
    longDescription: text('long_description'),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    lengths('listing_texts', { language: 100, name: 400, short_description: 800, long_description: 80_000 }),
    primaryKey({ columns: [table.botId, table.language] }),
    index('listing_texts_look_alikes').on(sql`name_skeleton(name)`).where(sql`name is not null`),
  ],
);

/** The columns that change with every report and vote, separate from the listing's long texts. */
export const botStats = pgTable(
  'bot_stats',
  {
    botId: ofBot().primaryKey(),
    serverCount: integer('server_count'),
    serverCountChangedAt: time('server_count_changed_at'),
    /** The time of the bot's last report, with or without a change. */
    checkedInAt: time('checked_in_at'),
    /**
     * The usual time between two reports: each report moves it by a fifth towards the time since the one before.
     * Absent before the second report.
     */
    reportIntervalSeconds: integer('report_interval_seconds'),
    /** The counts of its last reports, the newest last: see `domain/stats/unsteady.ts`. */
    recentCounts: integer('recent_counts').array().$type<readonly number[]>().notNull().default(sql`'{}'`),
    voteCount: bigint('vote_count', { mode: 'number' }).notNull().default(0),
    /** The time of the newest vote. Each vote gets a later time than those that were cast before it. */
    lastVotedAt: time('last_voted_at'),
    /**
     * The vote count by which the directory is ordered: exact below 100, then in steps of 10, and from 10 000 on in
     * steps of 100. With an index on the exact count, every vote would write all indexes of the row.
     */
    listedVoteCount: bigint('listed_vote_count', { mode: 'number' }).generatedAlwaysAs(
      sql`vote_count - vote_count % case when vote_count < 100 then 1 when vote_count < 10000 then 10 else 100 end`,
    ),
    /** The votes of the last seven days, and how they compare with the week before. The ranking updates both. */
    weeklyVotes: integer('weekly_votes').notNull().default(0),
    trend: bigint('trend', { mode: 'number' }).notNull().default(0),
    /** The hour of the last report. An index on the exact time would be written with every report. */
    activeHour: time('active_hour').generatedAlwaysAs(
      sql`date_trunc('hour', checked_in_at at time zone 'UTC') at time zone 'UTC'`,
    ),
  },
  (table) => [
    check('bot_stats_server_count', sql`${table.serverCount} >= 0`),
    index('bot_stats_votes').on(table.listedVoteCount, table.botId),
    index('bot_stats_trend').on(table.trend, table.botId),
    index('bot_stats_servers').on(sql`coalesce(server_count, -1)`, table.botId),
    index('bot_stats_active').on(sql`coalesce(active_hour, '-infinity')`, table.botId),
  ],
);

export const botOwners = pgTable(
  'bot_owners',
  {
    botId: ofBot(),
    userId: ofUser(),
    isCoOwner: boolean('is_co_owner').notNull().default(false),
    /**
     * Since when they manage the listing. Absent for invited users and for readers: a statement that asks for it gives
     * them no right, and notices and public pages leave them out.
     */
    acceptedAt: time('accepted_at').defaultNow(),
    /** What a co-owner may do, or what an invited one will. */
    role: text('role').$type<TeamRole>().notNull().default('manage'),
    /** Since when a reader reads the reports; absent for all others. */
    readsSince: time('reads_since'),
    /** Absent for those who were never invited, or before this was stored. */
    invitedAt: time('invited_at'),
    /** Who invited them last. */
    invitedBy: text('invited_by'),
    /** The bot's website that named this owner, how, and when: see `domain/ownership/confirm-site.ts`. */
    siteUrl: text('site_url'),
    siteMethod: text('site_method'),
    siteConfirmedAt: time('site_confirmed_at'),
  },
  (table) => [
    lengths('bot_owners', { invited_by: 100, site_url: 2000, site_method: 100 }),
    check('bot_owners_accepted', sql`${table.isCoOwner} or ${table.acceptedAt} is not null`),
    check('bot_owners_role', sql`${table.role} in ('manage', 'reports')`),
    // So no version of the service can make a reader a manager by accepting an invitation.
    check('bot_owners_reader', sql`${table.role} = 'manage' or ${table.acceptedAt} is null`),
    primaryKey({ columns: [table.botId, table.userId] }),
    index('bot_owners_user').on(table.userId, table.botId),
  ],
);

/** An offer of the owner to hand a listing over. It ends by itself: see `domain/ownership/transfers.ts`. */
export const listingTransfers = pgTable(
  'listing_transfers',
  {
    /** A listing has one offer at a time. */
    botId: ofBot().primaryKey(),
    fromId: text('from_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    toId: text('to_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    offeredAt: time('offered_at').notNull(),
    /** Whether the former owner becomes a co-owner. */
    ownerStays: boolean('owner_stays').notNull(),
  },
  (table) => [index('listing_transfers_from').on(table.fromId), index('listing_transfers_to').on(table.toId)],
);

/** Who did what to a listing, in the transaction of the act. */
export const listingEvents = pgTable(
  'listing_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    botId: ofBot(),
    kind: text('kind').$type<ListingEventKind>().notNull(),
    /** Absent for the operator of the service. */
    userId: text('user_id'),
    /** Whom it is about, such as an invited user; absent for other kinds. */
    otherId: text('other_id'),
    /** The role of an invitation or its change. */
    role: text('role').$type<TeamRole>(),
    /** The names of the fields that an edit changed. */
    fields: text('fields').array().$type<readonly string[]>().notNull().default(sql`'{}'`),
    happenedAt: time('happened_at').notNull(),
  },
  (table) => [index('listing_events_of_bot').on(table.botId, table.id)],
);

/** One token per listing. Only its SHA-256 is stored. */
export const apiTokens = pgTable('api_tokens', {
  botId: ofBot().primaryKey(),
  tokenHash: bytea('token_hash').notNull().unique(),
  createdAt: time('created_at').notNull(),
  /** Written every few minutes for all tokens together. One before `createdAt` was of another token. */
  lastUsedAt: time('last_used_at'),
});

/** The last server count that a bot reported on a day (UTC). A day without a change has no row. */
export const dailyServerCounts = pgTable(
  'daily_server_counts',
  {
    botId: ofBot(),
    day: date('day').notNull(),
    serverCount: integer('server_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.day] })],
);

/** The bots that a user has marked. Only this user sees them. */
export const favourites = pgTable(
  'favourites',
  {
    botId: ofBot(),
    userId: ofUser(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.botId, table.userId] }),
    index('favourites_of_user').on(table.userId, table.createdAt, table.botId),
  ],
);

/** Identifies the keys that encrypt secrets, without revealing them. */
export const encryptionKeys = pgTable(
  'encryption_keys',
  {
    /** Eight hexadecimal digits, with which encrypted values name their key. */
    id: text('id').primaryKey(),
    fingerprint: bytea('fingerprint').notNull(),
    /** New secrets are encrypted with this key. */
    isCurrent: boolean('is_current').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [uniqueIndex('encryption_keys_current').on(table.isCurrent).where(sql`is_current`)],
);

/** Work that one process at a time does, such as the deletion of old rows. */
export const jobs = pgTable('jobs', {
  name: text('name').primaryKey(),
  /** The next run starts at this time or later. */
  dueAt: time('due_at').notNull(),
  /** Until this time, one process alone may do the work. Absent while no process does it. */
  leasedUntil: time('leased_until'),
  /** Where the next run goes on; empty for the beginning. */
  place: text('place').notNull().default(''),
});

/**
 * The processes of the service that run, and those of the last day. The table is unlogged: it says nothing about a
 * restored copy, and each process writes its row every few seconds.
 */
export const processes = pgTable('processes', {
  id: uuid('id').primaryKey(),
  /** It is connected to Temporal and makes deliveries. */
  delivers: boolean('delivers').notNull(),
  /** The ids of the keys that it opens secrets with. */
  keyIds: text('key_ids').array().notNull(),
  seenAt: time('seen_at').notNull(),
});

/**
 * Where this database is used, in one row. A copy has the row of its original, and another place: so it is found, and
 * holds all deliveries. Several processes may know the database under different addresses.
 */
export const instance = pgTable(
  'instance',
  {
    id: integer('id').primaryKey().default(1),
    places: text('places').array().notNull(),
    /** Whether all deliveries, notices and emails wait. */
    held: boolean('held').notNull(),
    /** When its server was started, as it says itself. Two servers do not start in the same millisecond. */
    startedAt: time('started_at').notNull(),
  },
  ({ id }) => [check('instance_single', sql`${id} = 1`)],
);

/** Users without an account whose last votes still have their id, for the 12-hour rule. Then the retention ends both. */
export const erasedUsers = pgTable('erased_users', {
  userId: text('user_id').primaryKey(),
  /** When the last window of the user is over. */
  windowsEndAt: time('windows_end_at').notNull(),
});

/** Users whose erasure has begun and is not finished. Workers finish it. */
export const unfinishedErasures = pgTable('unfinished_erasures', {
  userId: text('user_id').primaryKey(),
  /** Whether it removes listings that nobody else owns. */
  removesListings: boolean('removes_listings').notNull(),
});

/** How far the deletion of parts of rows has come. Rows that are deleted as a whole need no mark. */
export const retentionMarks = pgTable('retention_marks', {
  subject: text('subject').primaryKey(),
  /** The last id that was handled. Ids are ordered by time. */
  position: uuid('position').notNull(),
});
