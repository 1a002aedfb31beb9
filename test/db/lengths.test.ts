import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startOwnDatabase } from '../kit/database.ts';
import { forFile } from '../kit/service.ts';

const database = await forFile(startOwnDatabase('with tables'));
const { sql } = database.open();

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Whether a check of the table names it, or it refers to a column of another table. */
  readonly isBounded: boolean;
}

/** The columns of all tables whose values have no length of their own. */
const columns = await sql<Column[]>`
  select pg_class.relname as table, attname as name, format_type(atttypid, null) as type,
    exists (
      select from pg_constraint
      where conrelid = pg_class.oid and attnum = any(conkey)
        and (contype = 'f' or contype = 'c' and pg_get_constraintdef(pg_constraint.oid) ~ '(octet_length| ~ | ANY | = )')
    ) as "isBounded"
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and atttypid::regtype::text in ('text', 'text[]', 'character varying', 'json', 'jsonb', 'bytea')
  order by 1, 2`;

/** Ids of the platform: each comes from a sign-in, from a listing, or through `requireSnowflake`. */
const PLATFORM_ID = 19;

/**
 * Columns that only the service writes, with the most bytes of a value, and what bounds it. Most are on the way of each
 * vote or report, where a check would be made again and again.
 */
const OF_THE_SERVICE: Readonly<Record<string, readonly [bytes: number, by: string]>> = {
  'api_tokens.token_hash': [32, 'SHA-256'],
  'delivery_attempts.bot_id': [PLATFORM_ID, 'of its delivery'],
  'delivery_attempts.excerpt': [4096, 'MAX_EXCERPT of src/net'],
  'delivery_attempts.failure': [40, 'a word of src/net/outcome.ts'],
  'delivery_attempts.response_headers': [16_384, 'MAX_LENGTH of src/domain/delivery/request.ts'],
  'deliveries.request_id': [64, 'GIVEN of src/telemetry/request-id.ts'],
  'deliveries.traceparent': [55, 'W3C Trace Context'],
  'deliveries.user_id': [PLATFORM_ID, 'of its vote'],
  'encryption_keys.fingerprint': [32, 'SHA-256'],
  'encryption_keys.id': [64, 'src/domain/identity/secret-box.ts'],
  'erased_users.user_id': [PLATFORM_ID, 'of a user'],
  'features.ended_by': [PLATFORM_ID, 'of a moderator'],
  'features.user_id': [PLATFORM_ID, 'of a moderator'],
  'instance.places': [2000, 'addresses in the settings'],
  'jobs.name': [100, 'names in code'],
  'jobs.place': [PLATFORM_ID, 'of a listing'],
  'listing_edits.decided_by': [PLATFORM_ID, 'of a moderator'],
  'listing_edits.user_id': [PLATFORM_ID, 'of a user'],
  'listing_events.fields': [1000, 'names of fields'],
  'listing_events.kind': [40, 'ListingEventKind'],
  'listing_events.other_id': [PLATFORM_ID, 'of a user'],
  'listing_events.role': [20, 'TeamRole'],
  'listing_events.user_id': [PLATFORM_ID, 'of a user'],
  'listing_moves.from_state': [20, 'ListingState'],
  'listing_moves.to_state': [20, 'ListingState'],
  'listing_moves.user_id': [PLATFORM_ID, 'of a user'],
  'moderation_claims.user_id': [PLATFORM_ID, 'of a moderator'],
  'moderation_notes.user_id': [PLATFORM_ID, 'of a moderator'],
  'news_fan_outs.up_to': [PLATFORM_ID, 'of a follower'],
  'notice_channels.failure': [20, 'ChannelFailure'],
  'notice_sends.failure': [20, 'ChannelFailure'],
  'notice_settings.kind': [40, 'NoticeKind'],
  'notices.actor_id': [PLATFORM_ID, 'of a user'],
  'notices.kind': [40, 'NoticeKind'],
  'processes.key_ids': [200, 'eight digits of each key in the settings'],
  'push_keys.public_key': [87, 'a point of P-256'],
  'push_keys.sealed_private_key': [200, 'a sealed key of 32 bytes'],
  'replays.states': [100, 'DeliveryState'],
  'replays.voter_id': [PLATFORM_ID, 'of a user'],
  'reports.closed_by': [PLATFORM_ID, 'of a moderator'],
  'reports.user_id': [PLATFORM_ID, 'of a user'],
  'retention_marks.subject': [100, 'names in code'],
  'sessions.id_hash': [32, 'SHA-256'],
  'unfinished_erasures.user_id': [PLATFORM_ID, 'of a user'],
  'user_blocks.answered_by': [PLATFORM_ID, 'of a moderator'],
  'user_blocks.created_by': [PLATFORM_ID, 'of a moderator'],
  'user_blocks.lifted_by': [PLATFORM_ID, 'of a moderator'],
  'user_blocks.user_id': [PLATFORM_ID, 'of a user'],
  'users.role_granted_by': [PLATFORM_ID, 'of an admin'],
  'vote_addresses.address_hash': [22, 'a keyed hash'],
  'vote_addresses.bot_id': [PLATFORM_ID, 'of a vote'],
  'vote_addresses.user_id': [PLATFORM_ID, 'of a voter'],
  'vote_voidings.restored_by': [PLATFORM_ID, 'of a moderator'],
  'vote_voidings.user_id': [PLATFORM_ID, 'of a moderator'],
  'vote_windows.user_id': [PLATFORM_ID, 'of a voter'],
  'votes.user_id': [PLATFORM_ID, 'of a voter'],
};

const nameOf = ({ table, name }: Column) => `${table}.${name}`;

test('Each column of texts, JSON and bytes has a check on its length, refers to one that has, or only the service writes it', () => {
  expect(columns.length).toBeGreaterThan(170);
  const unbounded = columns.filter(({ isBounded }) => !isBounded).map(nameOf);
  expect(unbounded.sort()).toEqual(Object.keys(OF_THE_SERVICE).sort());
});

const HUGE: Readonly<Record<string, string>> = {
  text: `repeat('x', 5000000)`,
  jsonb: `to_jsonb(repeat('x', 5000000))`,
  bytea: `convert_to(repeat('x', 5000000), 'UTF8')`,
  'text[]': `array[repeat('x', 5000000)]`,
};

const checks = await sql<{ table: string; rule: string }[]>`
  select conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule from pg_constraint
  where conname like '%lengths' and contype = 'c' and convalidated`;

describe('A value that is far too large is refused by the database', () => {
  const checked = columns.filter(({ table, name }) =>
    checks.some((check) => check.table === table && new RegExp(`\\b${name}\\b`).test(check.rule)),
  );
  expect(checked.length).toBeGreaterThan(60);

  test.each(checked.map((column) => ({ ...column, full: nameOf(column) })))(
    'in $full',
    async ({ table, name, type }) => {
      // The checks alone, without keys and without what else a row needs.
      const refused = sql.begin(async (transaction) => {
        await transaction.unsafe(
          `create temp table probe (like ${table} including constraints) on commit drop`,
        );
        const all = await transaction<{ name: string }[]>`
        select attname as name from pg_attribute where attrelid = 'probe'::regclass and attnum > 0`;
        for (const column of all)
          await transaction.unsafe(`alter table probe alter "${column.name}" drop not null`);
        await transaction.unsafe(`insert into probe ("${name}") values (${HUGE[type]})`);
      });
      await expect(refused).rejects.toMatchObject({ code: '23514', constraint_name: `${table}_lengths` });
    },
  );
});

test('The migration shortens names and forgets keys of browsers that older versions stored without a bound', async () => {
  const migrations = readMigrationFiles({
    migrationsFolder: join(import.meta.dirname, '../../src/db/migrations'),
  });
  const statements = migrations.flatMap((migration) => migration.sql);
  const own = await startOwnDatabase('with tables');
  onTestFinished(() => own.close());
  const db = own.open().sql;
  const [user, channel] = ['10000000000000001', randomUUID()];
  await db`alter table users drop constraint users_lengths`;
  await db`alter table notice_channels drop constraint notice_channels_lengths`;
  await db`insert into users (id, name, created_at) values (${user}, ${'é'.repeat(5000)}, now())`;
  await db`
    insert into notice_channels (id, user_id, kind, address, address_key, label, created_at)
    values (${channel}, ${user}, 'push', ${JSON.stringify({ p256dh: 'x'.repeat(1_000_000) })}::text::jsonb, 'key', 'Browser', now())`;
  for (const statement of statements) {
    if (/ADD CONSTRAINT "(users|notice_channels)_lengths"/.test(statement)) await db.unsafe(statement);
  }
  const mending = migrations.find(({ sql }) =>
    sql.some((one) => one.includes('VALIDATE CONSTRAINT "users_lengths"')),
  );
  for (const statement of mending?.sql ?? []) await db.unsafe(statement);
  expect(await db`select name from users`).toEqual([{ name: 'é'.repeat(100) }]);
  expect(await db`select from notice_channels`).toHaveLength(0);
});
