import type { PgTable } from 'drizzle-orm/pg-core';
import { whileAway } from '../db/away.ts';
import {
  apiTokens,
  botAvatars,
  botOwners,
  botStats,
  bots as botsTable,
  dailyServerCounts,
  listingImages,
  users as usersTable,
  webhooks,
} from '../db/tables.ts';
import { hashToken } from '../domain/identity/authenticate-token.ts';
import type { WithSecrets } from '../domain/identity/secret-box.ts';
import type { WithClock, WithDatabase } from '../domain/kernel/needs.ts';
import { hashOf } from '../domain/listing/images.ts';
import { DAY_MS, type PlannedBot, type PlannedVote, wobble } from './plan.ts';

/** Rows per statement. PostgreSQL takes at most 65 535 parameters, and a listing has about 25. */
const CHUNK = 1000;
/** The usual times between two reports, of which a bot has one. */
const REPORT_INTERVALS = [300, 1800, 3600, 14_400, 86_400];
/** Owners cannot upload SVG. These drawings are the project's own. */
const SVG = 'image/svg+xml';

/** A planned bot with its id and its secrets. */
export interface NewBot {
  readonly plan: PlannedBot;
  readonly id: string;
  readonly token: string;
  readonly webhookSecret: string;
  /** The ids of the owner and of the co-owners. */
  readonly ownerIds: readonly string[];
}

function* chunks<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += CHUNK) yield rows.slice(start, start + CHUNK);
}

export async function insertUsers(
  { db, now }: WithDatabase & WithClock,
  users: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  const createdAt = now();
  for (const part of chunks(users)) {
    const rows = part.map(({ id, name }) => ({ id, name, createdAt }));
    await whileAway(() => db.orm.insert(usersTable).values(rows).onConflictDoNothing());
  }
}

/** Adds approved listings with picture, owners, token, webhook and a history of server counts. */
export async function insertBots(
  { db, now, secrets }: WithDatabase & WithClock & WithSecrets,
  bots: readonly NewBot[],
  webhookUrl: string,
): Promise<void> {
  const at = now();
  for (const part of chunks(bots)) {
    await whileAway(() =>
      db.orm.transaction(async (transaction) => {
        const insert = async <Table extends PgTable>(table: Table, rows: Table['$inferInsert'][]) => {
          for (const some of chunks(rows)) {
            await transaction
              .insert(table)
              .values([...some])
              .onConflictDoNothing();
          }
        };
        await insert(
          botsTable,
          part.map((bot) => listingOf(bot, at)),
        );
        await insert(
          botAvatars,
          part.flatMap(({ id, plan: { icon } }) =>
            icon ? { botId: id, ...pictureOf(icon), updatedAt: at } : [],
          ),
        );
        await insert(
          listingImages,
          part.flatMap(({ id, plan: { banner } }) => (banner ? { botId: id, ...pictureOf(banner) } : [])),
        );
        await insert(
          botStats,
          part.map((bot) => statsOf(bot, at)),
        );
        await insert(
          dailyServerCounts,
          part.flatMap((bot) => dailyCountsOf(bot, at)),
        );
        await insert(
          botOwners,
          part.flatMap(({ id, ownerIds }) =>
            ownerIds.map((userId, place) => ({ botId: id, userId, isCoOwner: place > 0 })),
          ),
        );
        await insert(
          apiTokens,
          part.map(({ id, token, plan }) => ({
            botId: id,
            tokenHash: hashToken(token),
            createdAt: before(at, plan.ageMs),
          })),
        );
        await insert(
          webhooks,
          part.map(({ id, webhookSecret }) => ({
            botId: id,
            url: webhookUrl,
            sealedSecret: secrets.seal(webhookSecret, id),
            updatedAt: at,
          })),
        );
      }),
    );
  }
}

function listingOf({ id, plan }: NewBot, at: Date): typeof botsTable.$inferInsert {
  const { fields, commands, ageMs, banner } = plan;
  return {
    id,
    ...fields,
    state: 'approved',
    commands,
    createdAt: before(at, ageMs),
    updatedAt: before(at, ageMs * wobble(ageMs, 3)),
    stateChangedAt: before(at, ageMs),
    ...(banner && { bannerHash: pictureOf(banner).hash, textImagesRevision: 1 }),
  };
}

function statsOf({ id, plan: { reports } }: NewBot, at: Date): typeof botStats.$inferInsert {
  if (!reports) return { botId: id };
  const checkedInAt = before(at, reports.silentMs);
  return {
    botId: id,
    serverCount: reports.counts[0]?.servers ?? null,
    serverCountChangedAt: checkedInAt,
    checkedInAt,
    reportIntervalSeconds: REPORT_INTERVALS[Number(id.at(-1)) % REPORT_INTERVALS.length] ?? null,
  };
}

function dailyCountsOf({ id, plan: { reports } }: NewBot, at: Date) {
  return (reports?.counts ?? []).map(({ age, servers }) => ({
    botId: id,
    day: before(at, (reports?.silentMs ?? 0) + age * DAY_MS)
      .toISOString()
      .slice(0, 10),
    serverCount: servers,
  }));
}

function pictureOf(svg: string) {
  const image = Buffer.from(svg);
  return { mediaType: SVG, image, hash: hashOf(image) };
}

function before(at: Date, ms: number): Date {
  return new Date(at.getTime() - ms);
}

/**
 * Adds votes to the log, to the windows and to the counts.
 *
 * @param bots the ids to which the positions in the votes refer
 * @param users as `bots`
 */
export async function insertVotes(
  { db }: WithDatabase,
  bots: readonly string[],
  users: readonly string[],
  votes: readonly PlannedVote[],
): Promise<void> {
  for (const part of chunks(votes)) {
    await whileAway(
      () => db.sql`
      with vote as (
        select bot_id, user_id, voted_at::timestamptz as voted_at
        from unnest(${part.map(({ bot }) => bots[bot] ?? '')}::text[],
          ${part.map(({ user }) => users[user] ?? '')}::text[],
          ${part.map(({ votedAt }) => votedAt.toISOString())}::text[]) as vote(bot_id, user_id, voted_at)
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
