import type { TransactionSql } from 'postgres';
import { whileAway } from '../db/retry.ts';
import { bots as table } from '../db/tables.ts';
import type { WithSecrets } from '../domain/identity/secret-box.ts';
import { hashToken } from '../domain/identity/tokens.ts';
import type { WithClock, WithDatabase } from '../domain/kernel/needs.ts';
import { hashOf } from '../domain/listing/images.ts';
import { LISTING_FIELDS } from '../domain/listing/listing-fields.ts';
import { chunks } from './chunks.ts';
import type { PlannedBot } from './planned-bot.ts';
import { wobble } from './shapes.ts';

/** A planned bot with its id and its secrets. */
export interface NewBot {
  readonly plan: PlannedBot;
  readonly id: string;
  readonly token: string;
  readonly webhookSecret: string;
  /** The ids of the owner and of the co-owners. */
  readonly ownerIds: readonly string[];
}

type Dependencies = WithDatabase & WithClock & WithSecrets;

/** Adds approved listings with picture, owners, token, webhook and a history of server counts. */
export async function insertBots(
  { db, now, secrets }: Dependencies,
  bots: readonly NewBot[],
  webhookUrl: string,
): Promise<void> {
  const at = now();
  for (const part of chunks(bots)) {
    await whileAway(() =>
      db.sql.begin(async (sql) => {
        await insertListings(sql, part, at);
        await insertPictures(sql, part, at);
        await insertBanners(sql, part);
        await insertReports(sql, part, at);
        await insertAccess(sql, part, at, webhookUrl, secrets);
      }),
    );
  }
}

async function insertListings(sql: TransactionSql, bots: readonly NewBot[], at: Date): Promise<void> {
  const rows = bots.map(({ id, plan }) => ({
    id,
    ...Object.fromEntries(LISTING_FIELDS.map(({ name }) => [table[name].name, plan.fields[name]])),
    state: 'approved',
    commands: plan.commands,
    created_at: new Date(at.getTime() - plan.ageMs),
    updated_at: new Date(at.getTime() - plan.ageMs * wobble(plan.ageMs, 3)),
    state_changed_at: new Date(at.getTime() - plan.ageMs),
  }));
  const columns = sql.unsafe(Object.keys(rows[0] ?? {}).join(', '));
  await sql`
    insert into bots (${columns})
    select ${columns} from jsonb_populate_recordset(null::bots, ${JSON.stringify(rows)}::text::jsonb)
    on conflict do nothing`;
}

/** Owners cannot upload SVG. These drawings are the project's own. */
async function insertPictures(sql: TransactionSql, bots: readonly NewBot[], at: Date): Promise<void> {
  const pictures = bots.flatMap(({ id, plan: { icon } }) =>
    icon === undefined ? [] : [{ id, icon, hash: hashOf(Buffer.from(icon)) }],
  );
  if (pictures.length === 0) return;
  await sql`
    insert into bot_avatars (bot_id, media_type, image, hash, updated_at)
    select id, 'image/svg+xml', convert_to(icon, 'UTF8'), hash, ${at}
    from unnest(${pictures.map(({ id }) => id)}::text[], ${pictures.map(({ icon }) => icon)}::text[],
      ${pictures.map(({ hash }) => hash)}::text[]) as picture(id, icon, hash)
    on conflict do nothing`;
}

async function insertBanners(sql: TransactionSql, bots: readonly NewBot[]): Promise<void> {
  const banners = bots.flatMap(({ id, plan: { banner } }) =>
    banner === undefined ? [] : [{ id, banner, hash: hashOf(Buffer.from(banner)) }],
  );
  if (banners.length === 0) return;
  await sql`
    with stored as (
      insert into listing_images (bot_id, hash, media_type, image)
      select id, hash, 'image/svg+xml', convert_to(banner, 'UTF8')
      from unnest(${banners.map(({ id }) => id)}::text[], ${banners.map(({ banner }) => banner)}::text[],
        ${banners.map(({ hash }) => hash)}::text[]) as banner(id, banner, hash)
      on conflict do nothing
      returning bot_id, hash
    )
    update bots set banner_hash = hash, text_images_revision = revision from stored where id = bot_id`;
}

async function insertReports(sql: TransactionSql, bots: readonly NewBot[], at: Date): Promise<void> {
  const rows = bots.map(({ id, plan: { reports } }) => ({
    id,
    servers: reports?.counts[0]?.servers ?? null,
    reportedAt: reports ? new Date(at.getTime() - reports.silentMs) : null,
    counts: reports?.counts ?? [],
  }));
  await sql`
    insert into bot_stats (bot_id, server_count, server_count_changed_at, checked_in_at, report_interval_seconds)
    select id, servers, at::timestamptz, at::timestamptz,
      case when at is not null then (array[300, 1800, 3600, 14400, 86400])[1 + right(id, 1)::int % 5] end
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ servers }) => servers)}::int[],
      ${rows.map(({ reportedAt }) => reportedAt?.toISOString() ?? null)}::text[]) as bot(id, servers, at)
    on conflict do nothing`;
  const counts = rows.flatMap(({ id, reportedAt, counts: days }) =>
    days.map(({ age, servers }) => ({ id, age, servers, reportedAt: reportedAt?.toISOString() ?? '' })),
  );
  await sql`
    insert into daily_server_counts (bot_id, day, server_count)
    select id, (at::timestamptz at time zone 'utc')::date - age, servers
    from unnest(${counts.map(({ id }) => id)}::text[], ${counts.map(({ age }) => age)}::int[],
      ${counts.map(({ servers }) => servers)}::int[], ${counts.map(({ reportedAt }) => reportedAt)}::text[])
      as bot(id, age, servers, at)
    on conflict do nothing`;
}

async function insertAccess(
  sql: TransactionSql,
  bots: readonly NewBot[],
  at: Date,
  webhookUrl: string,
  secrets: WithSecrets['secrets'],
): Promise<void> {
  const ids = bots.map(({ id }) => id);
  const owners = bots.flatMap(({ id, ownerIds }) =>
    ownerIds.map((ownerId, place) => ({ id, ownerId, place })),
  );
  await sql`
    insert into bot_owners (bot_id, user_id, is_co_owner)
    select id, owner_id, place > 0
    from unnest(${owners.map(({ id }) => id)}::text[], ${owners.map(({ ownerId }) => ownerId)}::text[],
      ${owners.map(({ place }) => place)}::int[]) as owner(id, owner_id, place)
    on conflict do nothing`;
  await sql`
    insert into api_tokens (bot_id, token_hash, created_at)
    select bots.id, decode(hash, 'hex'), bots.created_at
    from unnest(${ids}::text[], ${bots.map(({ token }) => hashToken(token).toString('hex'))}::text[])
      as token(bot_id, hash) join bots on bots.id = bot_id
    on conflict do nothing`;
  await sql`
    insert into webhooks (bot_id, url, sealed_secret, updated_at)
    select id, ${webhookUrl}, decode(sealed, 'hex'), ${at}
    from unnest(${ids}::text[],
      ${bots.map(({ id, webhookSecret }) => secrets.seal(webhookSecret, id).toString('hex'))}::text[]) as bot(id, sealed)
    on conflict do nothing`;
}
