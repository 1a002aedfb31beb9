import { bots } from '../../../src/db/tables.ts';
import { LISTING_FIELDS } from '../../../src/terms/listing-fields.ts';

/** What becomes of a value: it is gone, it stays, or it changes by itself, such as a state or a revision. */
type Fate = 'gone' | 'kept' | 'changes';

/** What people have to do with a column. */
export interface Classification {
  /** Who reads it on the site or by GraphQL. `the user`: only the one whom the row is about. */
  readonly seenBy: 'everybody' | 'managers' | 'the user' | 'moderators' | 'admins' | 'nobody';
  /** Whether it is in the export of the user whom the row is about, or who owns its listing. */
  readonly isExported: boolean;
  /** After that user is erased, and their listing is removed by that. */
  readonly erasure: Fate;
  /** After another user has submitted the removed listing anew. */
  readonly takeOver: Fate;
}

/** References share the fate of their row. */
export const REFERENCES = ['bot_id', 'delivery_id', 'news_id', 'notice_id', 'channel_id', 'voiding_id'];

const GROUPS: readonly (Classification & { readonly columns: Readonly<Record<string, string>> })[] = [
  {
    ...{ seenBy: 'everybody', isExported: true, erasure: 'kept', takeOver: 'kept' },
    columns: { bots: 'id' },
  },
  {
    ...{ seenBy: 'everybody', isExported: true, erasure: 'changes', takeOver: 'changes' },
    columns: { bots: 'state' },
  },
  {
    ...{ seenBy: 'everybody', isExported: true, erasure: 'gone', takeOver: 'gone' },
    columns: {
      bots: 'commands screenshots',
      bot_owners: 'user_id site_url site_method site_confirmed_at',
      listing_news: 'title text published_at',
      listing_texts: 'language name short_description long_description updated_at',
    },
  },
  {
    ...{ seenBy: 'everybody', isExported: true, erasure: 'gone', takeOver: 'kept' },
    columns: { users: 'id name' },
  },
  {
    ...{ seenBy: 'everybody', isExported: false, erasure: 'gone', takeOver: 'gone' },
    columns: {
      bots: 'banner_hash banner_thumbnail_hash text_images search text_words',
      listing_news: 'id',
      bot_avatars: 'media_type image hash updated_at platform_icon',
      listing_images: 'media_type image hash',
    },
  },
  {
    ...{ seenBy: 'everybody', isExported: false, erasure: 'changes', takeOver: 'changes' },
    columns: { bots: 'revision' },
  },
  // About the bot, not about its owner.
  {
    ...{ seenBy: 'everybody', isExported: false, erasure: 'kept', takeOver: 'gone' },
    columns: {
      bots: 'created_at updated_at',
      bot_stats: `server_count checked_in_at vote_count listed_vote_count weekly_votes trend report_interval_seconds
        active_hour`,
      daily_server_counts: 'day server_count',
      daily_votes: 'day votes',
    },
  },
  {
    ...{ seenBy: 'managers', isExported: true, erasure: 'gone', takeOver: 'gone' },
    columns: {
      bot_owners: 'is_co_owner accepted_at role',
      webhooks: 'url',
      deliveries: 'user_id',
      listing_events: 'user_id other_id',
      listing_transfers: 'from_id to_id',
    },
  },
  {
    ...{ seenBy: 'managers', isExported: false, erasure: 'gone', takeOver: 'gone' },
    columns: {
      webhooks: `updated_at verified_at format next_secret_at failing_since failed_in_row hold_after hold held_since
        probe_at probe_id resend_since resend_until`,
      replays: `id from_at to_at states voter_id per_second total sent place_at place_id state created_at
        finished_at`,
      delivery_attempts: 'excerpt response_headers',
    },
  },
  {
    ...{ seenBy: 'managers', isExported: true, erasure: 'kept', takeOver: 'gone' },
    columns: {
      deliveries: 'id kind voted_at created_at finished_at',
      listing_events: 'kind role fields happened_at',
    },
  },
  {
    ...{ seenBy: 'managers', isExported: true, erasure: 'changes', takeOver: 'gone' },
    columns: { deliveries: 'state' },
  },
  {
    ...{ seenBy: 'managers', isExported: false, erasure: 'changes', takeOver: 'gone' },
    columns: { deliveries: 'next_attempt_at' },
  },
  // About the receiver. The id of the voter is replaced.
  {
    ...{ seenBy: 'managers', isExported: false, erasure: 'kept', takeOver: 'gone' },
    columns: {
      api_tokens: 'created_at last_used_at',
      bot_stats: 'recent_counts',
      deliveries: 'round delivered_at',
      listing_events: 'id',
      delivery_attempts: 'round number started_at duration_ms status_code failure retry_after_seconds',
      delivery_timings: 'day measure bucket count',
    },
  },
  {
    ...{ seenBy: 'managers', isExported: true, erasure: 'gone', takeOver: 'kept' },
    columns: { votes: 'user_id' },
  },
  {
    ...{ seenBy: 'managers', isExported: true, erasure: 'kept', takeOver: 'kept' },
    columns: {
      votes: 'voted_at',
      listing_moves: 'from_state to_state reason moved_at taken_down',
      vote_voidings: 'reason created_at votes restored_at',
    },
  },
  {
    ...{ seenBy: 'the user', isExported: true, erasure: 'gone', takeOver: 'kept' },
    columns: {
      favourites: 'user_id created_at',
      notice_channels: 'user_id kind address label created_at confirmed_at',
      moderation_templates: 'user_id name text created_at',
      notice_settings: 'user_id kind delivery',
      reminder_wishes: 'user_id created_at',
      reminders: 'user_id due_at',
      users: 'reminds_favourites',
      sessions: 'user_id created_at expires_at',
      vote_windows: 'user_id voted_at',
    },
  },
  // What users are told of a bot has to do with its owner.
  {
    ...{ seenBy: 'the user', isExported: true, erasure: 'gone', takeOver: 'gone' },
    columns: { notices: 'user_id kind data created_at read_at' },
  },
  {
    ...{ seenBy: 'the user', isExported: false, erasure: 'gone', takeOver: 'gone' },
    columns: { notices: 'id actor_id' },
  },
  {
    ...{ seenBy: 'moderators', isExported: true, erasure: 'gone', takeOver: 'kept' },
    columns: {
      features: 'user_id ended_by',
      listing_moves: 'user_id',
      moderation_claims: 'user_id claimed_until',
      moderation_notes: 'user_id text created_at',
      user_blocks: 'created_by lifted_by answered_by',
      vote_voidings: 'user_id restored_by',
      reports: 'id user_id category text created_at closed_at closed_by outcome',
    },
  },
  {
    ...{ seenBy: 'managers', isExported: true, erasure: 'gone', takeOver: 'gone' },
    columns: { listing_edits: 'part user_id edited_at after state reason decided_at decided_by' },
  },
  {
    ...{ seenBy: 'managers', isExported: false, erasure: 'gone', takeOver: 'gone' },
    columns: { listing_edits: 'id before review_reasons' },
  },
  {
    ...{ seenBy: 'moderators', isExported: true, erasure: 'kept', takeOver: 'kept' },
    columns: {
      features: 'created_at featured_until place ended_at',
      vote_voidings: 'first_vote_at last_vote_at',
    },
  },
  {
    ...{ seenBy: 'moderators', isExported: false, erasure: 'kept', takeOver: 'kept' },
    columns: {
      features: 'id',
      listing_moves: 'id votes_before content',
      vote_voidings: 'id',
    },
  },
  {
    ...{ seenBy: 'moderators', isExported: false, erasure: 'gone', takeOver: 'kept' },
    columns: { moderation_notes: 'id' },
  },
  {
    ...{ seenBy: 'admins', isExported: true, erasure: 'gone', takeOver: 'kept' },
    columns: { users: 'role' },
  },
  {
    ...{ seenBy: 'nobody', isExported: true, erasure: 'gone', takeOver: 'kept' },
    columns: { users: 'created_at' },
  },
  // Words of the moderators about the bot.
  {
    ...{ seenBy: 'everybody', isExported: true, erasure: 'kept', takeOver: 'kept' },
    columns: { features: 'reasons' },
  },
  // Credentials, and who gave a role, which is another person.
  {
    ...{ seenBy: 'nobody', isExported: false, erasure: 'gone', takeOver: 'kept' },
    columns: {
      users: 'role_granted_by',
      erased_users: 'user_id windows_end_at',
      notice_channels: 'address_key code_hash code_until code_tries',
      reminders: 'id start_at is_ended',
      unfinished_erasures: 'user_id removes_listings',
      user_blocks: 'user_hash',
      vote_addresses: 'user_id voted_at address_hash',
      vote_windows: 'voided_at',
    },
  },
  // A block that holds stays under the hash of the id, and without words: see `domain/identity/blocks.ts`.
  {
    ...{ seenBy: 'the user', isExported: true, erasure: 'gone', takeOver: 'kept' },
    columns: {
      user_blocks: 'user_id kind reason created_at ends_at lifted_at appeal appealed_at answer answered_at',
    },
  },
  // By the hash, users end a session of theirs.
  {
    ...{ seenBy: 'the user', isExported: false, erasure: 'gone', takeOver: 'kept' },
    columns: {
      sessions: 'id_hash',
      notice_channels: 'id failure',
      user_blocks: 'id',
      moderation_templates: 'id',
    },
  },
  {
    ...{ seenBy: 'nobody', isExported: true, erasure: 'gone', takeOver: 'gone' },
    columns: { bot_owners: 'invited_at reads_since', listing_transfers: 'offered_at owner_stays' },
  },
  {
    ...{ seenBy: 'nobody', isExported: false, erasure: 'gone', takeOver: 'gone' },
    columns: {
      webhooks: 'sealed_secret next_sealed_secret',
      bot_owners: 'invited_by',
      deliveries: 'request_id traceparent',
      news_fan_outs: 'up_to',
      notices: 'subject',
      notice_sends: 'is_email state due_at tries failure',
    },
  },
  // How the service works.
  {
    ...{ seenBy: 'nobody', isExported: false, erasure: 'kept', takeOver: 'gone' },
    columns: {
      api_tokens: 'token_hash',
      bots: 'platform_checked_at owned_since ranked_votes ranked_score popularity',
      bot_stats: 'server_count_changed_at',
      deliveries: 'leased_until dispatched_at',
    },
  },
  {
    ...{ seenBy: 'nobody', isExported: false, erasure: 'changes', takeOver: 'gone' },
    columns: { bots: 'state_changed_at' },
  },
  {
    ...{ seenBy: 'nobody', isExported: false, erasure: 'kept', takeOver: 'kept' },
    columns: {
      bots: 'text_images_revision',
      bot_stats: 'last_voted_at',
      encryption_keys: 'id fingerprint is_current created_at',
      push_keys: 'id public_key sealed_private_key',
      jobs: 'name due_at leased_until place',
      processes: 'id delivers key_ids seen_at',
      retention_marks: 'subject position',
      text_image_fetches: 'revision tries due_at',
    },
  },
];

/** The fields of a listing, by `table.column`. */
export const FIELD_COLUMNS: ReadonlyMap<string, Classification> = new Map(
  LISTING_FIELDS.map(({ name, isPersonal }) => [
    `bots.${bots[name].name}`,
    { seenBy: 'everybody', isExported: true, erasure: isPersonal ? 'gone' : 'kept', takeOver: 'gone' },
  ]),
);

/** By `table.column`. */
export const CLASSIFICATION: ReadonlyMap<string, Classification> = new Map([
  ...FIELD_COLUMNS,
  ...GROUPS.flatMap(({ columns, ...classification }) =>
    Object.entries(columns).flatMap(([table, names]) =>
      names.split(/\s+/).map((name): [string, Classification] => [`${table}.${name}`, classification]),
    ),
  ),
]);
