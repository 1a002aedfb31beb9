import type { TransactionSql } from 'postgres';
import { whileAway } from '../db/retry.ts';
import { bots as botsTable } from '../db/tables.ts';
import { newSecret } from '../domain/delivery/webhook.ts';
import { hashToken } from '../domain/identity/authenticate-token.ts';
import { newToken } from '../domain/identity/generate-token.ts';
import type { WithSecrets } from '../domain/identity/secret-box.ts';
import type { WithClock, WithDatabase, WithRandom } from '../domain/kernel/needs.ts';
import { SNOWFLAKE_EPOCH_MS } from '../domain/kernel/snowflake.ts';
import { COMMANDS, describeBot, nameUser } from './samples.ts';

export interface SeedSize {
  readonly bots: number;
  readonly users: number;
  readonly votes: number;
  /** The URL of the sample bots' webhooks. */
  readonly webhookUrl?: string;
}

export interface Seeded {
  readonly bots: readonly { readonly id: string; readonly token: string; readonly webhookSecret: string }[];
  readonly users: readonly { readonly id: string; readonly name: string }[];
  /** The user who manages every sample bot. */
  readonly ownerId: string;
}

type Dependencies = WithDatabase & WithClock & WithRandom & WithSecrets;

const CHUNK = 2000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** `npm run receiver` listens there. Deliveries reach it only if WEBHOOK_TRUSTED_NETWORKS contains loopback. */
export const SAMPLE_WEBHOOK = 'http://127.0.0.1:4000/webhook';

/** Whether the database has no listing yet. */
export async function isEmpty({ db }: WithDatabase): Promise<boolean> {
  const rows = await db.orm.select({ id: botsTable.id }).from(botsTable).limit(1);
  return rows.length === 0;
}

/** Adds samples, and lets the planner of the database know about them. See {@link addSamples}. */
export async function seed(services: Dependencies, size: SeedSize): Promise<Seeded> {
  const seeded = await addSamples(services, size);
  await whileAway(() => services.db.sql`analyze`);
  return seeded;
}

/**
 * Adds approved sample listings with tokens and webhooks, users, and a history of votes that respects the
 * 12-hour window. Called again, it adds more.
 */
export async function addSamples(services: Dependencies, size: SeedSize): Promise<Seeded> {
  const newId = idMaker(services);
  const users = Array.from({ length: size.users }, (_, index) => ({ id: newId(), name: nameUser(index) }));
  const owner = { id: newId(), name: 'Sample Owner' };
  const bots = Array.from({ length: size.bots }, () => ({
    id: newId(),
    token: newToken(services),
    webhookSecret: newSecret(services),
  }));
  await insertUsers(services, [...users, owner]);
  await insertBots(services, bots, owner.id, size.webhookUrl ?? SAMPLE_WEBHOOK);
  await insertVotes(services, bots, users, size.votes);
  return { bots, users, ownerId: owner.id };
}

/** Makes ids in the chat platform's form: a time and 22 more bits, here a random start and a counter. */
function idMaker({ now, randomBytes }: Dependencies): () => string {
  const time = BigInt(now().getTime() - SNOWFLAKE_EPOCH_MS - 400 * DAY_MS) << 22n;
  let next = BigInt(randomBytes(4).readUInt32LE()) << 12n;
  return () => {
    next += 1n;
    return String(time + next);
  };
}

async function insertUsers({ db, now }: Dependencies, users: readonly { id: string; name: string }[]) {
  for (const part of chunks(users)) {
    await whileAway(
      () => db.sql`
      insert into users (id, name, created_at)
      select id, name, ${now()}
      from unnest(${part.map(({ id }) => id)}::text[], ${part.map(({ name }) => name)}::text[]) as user_row(id, name)
      on conflict do nothing`,
    );
  }
}

async function insertBots(
  { db, now, secrets }: Dependencies,
  bots: Seeded['bots'],
  ownerId: string,
  webhookUrl: string,
): Promise<void> {
  const at = now();
  let index = 0;
  for (const part of chunks(bots)) {
    const rows = part.map((bot) => {
      const number = index++;
      return {
        ...bot,
        ...describeBot(number),
        hash: hashToken(bot.token).toString('hex'),
        sealed: secrets.seal(bot.webhookSecret, bot.id).toString('hex'),
        createdAt: new Date(at.getTime() - ((number * 7919) % 400) * DAY_MS - number * 1000).toISOString(),
        serverCount: Math.floor(10 ** (1 + ((number * 37) % 50) / 10)),
      };
    });
    const ids = rows.map((row) => row.id);
    const counts = rows.map((row) => row.serverCount);
    const hashes = rows.map((row) => row.hash);
    const insert = async (sql: TransactionSql) => {
      await sql`
        insert into bots (id, name, short_description, long_description, tags, invite_scopes, invite_permissions,
          prefix, website_url, support_url, source_url, privacy_url, state,
          created_at, updated_at, state_changed_at, commands)
        select id, name, "shortDescription", "longDescription", tags, "inviteScopes", "invitePermissions", prefix,
          "websiteUrl", "supportUrl", "sourceUrl", "privacyUrl", 'approved', "createdAt", "createdAt", "createdAt",
          ${JSON.stringify(COMMANDS)}::text::jsonb
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as bot(
          id text, name text, "shortDescription" text, "longDescription" text, tags text[], "inviteScopes" text[],
          "invitePermissions" text, prefix text, "websiteUrl" text, "supportUrl" text, "sourceUrl" text,
          "privacyUrl" text, "createdAt" timestamptz)
        on conflict do nothing`;
      await sql`
        insert into bot_stats (bot_id, server_count, server_count_changed_at, checked_in_at)
        select id, servers, ${at}, ${at} from unnest(${ids}::text[], ${counts}::int[]) as bot(id, servers)
        on conflict do nothing`;
      // A count for every fourth day of the last month.
      await sql`
        insert into daily_server_counts (bot_id, day, server_count)
        select id, (${at}::timestamptz at time zone 'utc')::date - age, servers * (100 - age) / 100
        from unnest(${ids}::text[], ${counts}::int[]) as bot(id, servers),
          generate_series(0, 28, 4) as age
        on conflict do nothing`;
      await sql`insert into bot_owners (bot_id, user_id) select id, ${ownerId} from unnest(${ids}::text[]) as bot(id)
        on conflict do nothing`;
      await sql`
        insert into api_tokens (bot_id, token_hash, created_at)
        select id, decode(hash, 'hex'), ${at} from unnest(${ids}::text[], ${hashes}::text[]) as bot(id, hash)
        on conflict do nothing`;
      await sql`
        insert into webhooks (bot_id, url, sealed_secret, updated_at)
        select id, ${webhookUrl}, decode(sealed, 'hex'), ${at}
        from unnest(${ids}::text[], ${rows.map((row) => row.sealed)}::text[]) as bot(id, sealed)
        on conflict do nothing`;
    };
    await whileAway(() => db.sql.begin(insert));
  }
}

async function insertVotes(
  { db, now }: Dependencies,
  bots: Seeded['bots'],
  users: Seeded['users'],
  count: number,
): Promise<void> {
  if (bots.length === 0 || users.length === 0) return;
  const at = now().getTime();
  const pairs = bots.length * users.length;
  const indexes = Array.from({ length: count }, (_, index) => index);
  for (const part of chunks(indexes)) {
    const votes = part.map((index) => {
      const pair = index % pairs;
      const round = Math.floor(index / pairs);
      // The votes of one pair are 13 hours apart; different pairs are spread over 30 days.
      const age = (((pair % 100_000) * 7_919_233) % (30 * DAY_MS - 1)) + round * 13 * HOUR_MS;
      return {
        botId: bots[pair % bots.length]?.id ?? '',
        userId: users[Math.floor(pair / bots.length)]?.id ?? '',
        votedAt: new Date(at - age).toISOString(),
      };
    });
    await whileAway(
      () => db.sql`
      with vote as (
        select bot_id, user_id, voted_at::timestamptz as voted_at
        from unnest(${votes.map((vote) => vote.botId)}::text[], ${votes.map((vote) => vote.userId)}::text[],
          ${votes.map((vote) => vote.votedAt)}::text[]) as vote(bot_id, user_id, voted_at)
      ), logged as (
        insert into votes (bot_id, user_id, voted_at) select bot_id, user_id, voted_at from vote
        on conflict do nothing returning bot_id, voted_at
      ), daily as (
        insert into daily_votes (bot_id, day, votes)
        select bot_id, (voted_at at time zone 'utc')::date, count(*) from logged group by 1, 2
        on conflict (bot_id, day) do update set votes = daily_votes.votes + excluded.votes
      ), newest as (
        insert into vote_windows (bot_id, user_id, voted_at)
        select bot_id, user_id, max(voted_at) from vote group by bot_id, user_id
        on conflict (bot_id, user_id) do update set voted_at = greatest(vote_windows.voted_at, excluded.voted_at)
      )
      update bot_stats set vote_count = vote_count + counted.votes
      from (select bot_id, count(*) as votes from logged group by bot_id) counted
      where counted.bot_id = bot_stats.bot_id`,
    );
  }
}

function* chunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += CHUNK) yield items.slice(start, start + CHUNK);
}
