import type { PgTable } from 'drizzle-orm/pg-core';
import { webhooks } from '../db/delivery-tables.ts';
import {
  apiTokens,
  botAvatars,
  botOwners,
  botStats,
  bots as botsTable,
  dailyServerCounts,
  listingImages,
  users as usersTable,
} from '../db/tables.ts';
import { hashToken } from '../domain/identity/tokens.ts';
import type { WithClock, WithDatabase, WithSecrets } from '../domain/kernel/needs.ts';
import { hashOf } from '../domain/listing/images.ts';
import { DAY_MS, dayOf } from '../lib/day.ts';
import { type PlannedBot, type PlannedVote, wobble } from './plan.ts';

/** Rows per statement: on a busy machine, one takes far less than the time that statements have. */
const CHUNK = 250;
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

function* chunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += CHUNK) yield rows.slice(start, start + CHUNK);
}

export async function insertUsers(
  { db, now }: WithDatabase & WithClock,
  users: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  const createdAt = now();
  for (const part of chunks(users)) {
    const rows = part.map(({ id, name }) => ({ id, name, createdAt }));
    await db.orm.insert(usersTable).values(rows).onConflictDoNothing();
  }
}

type Needs = WithDatabase & WithClock & WithSecrets;

/** Adds approved listings with picture, owners, token, webhook and a history of server counts. */
export async function insertBots(
  services: Needs,
  bots: readonly NewBot[],
  webhookUrl: string,
): Promise<void> {
  const at = services.now();
  for (const part of chunks(bots)) {
    const rows = part.map((bot) => rowsOf(services, bot, webhookUrl, at));
    await services.db.orm.transaction(async (transaction) => {
      async function insert<Table extends PgTable>(
        table: Table,
        rowsOfBot: (rows: BotRows) => Table['$inferInsert'][],
      ): Promise<void> {
        for (const some of chunks(rows.flatMap(rowsOfBot)))
          await transaction.insert(table).values(some).onConflictDoNothing();
      }
      await insert(botsTable, ({ listing }) => [listing]);
      await insert(botAvatars, ({ pictures }) => pictures);
      await insert(listingImages, ({ images }) => images);
      await insert(botStats, ({ stats }) => [stats]);
      await insert(dailyServerCounts, ({ dailyCounts }) => dailyCounts);
      await insert(botOwners, ({ owners }) => owners);
      await insert(apiTokens, ({ token }) => [token]);
      await insert(webhooks, ({ webhook }) => [webhook]);
    });
  }
}

type BotRows = ReturnType<typeof rowsOf>;

/** The rows of a bot in each table. */
function rowsOf({ secrets }: Needs, bot: NewBot, webhookUrl: string, at: Date) {
  const { id: botId, plan } = bot;
  const { fields, commands, ageMs, icon, banner, screenshots = [], reports } = plan;
  const before = (ms: number) => new Date(at.getTime() - ms);
  const createdAt = before(ageMs);
  const checkedInAt = reports ? before(reports.silentMs) : null;
  const listing: typeof botsTable.$inferInsert = {
    id: botId,
    ...fields,
    state: 'approved',
    commands,
    createdAt,
    updatedAt: before(ageMs * wobble(ageMs, 3)),
    stateChangedAt: createdAt,
    screenshots: screenshots.map(({ image, thumbnail, description }) => ({
      hash: hashOf(image),
      thumbnailHash: hashOf(thumbnail),
      ...{ width: 960, height: 600, description },
    })),
    ...(banner && {
      bannerHash: pictureOf(banner).hash,
      // A drawing fits every size.
      bannerThumbnailHash: pictureOf(banner).hash,
      textImagesRevision: 1,
    }),
  };
  return {
    listing,
    pictures: icon ? [{ botId, ...pictureOf(icon), updatedAt: at }] : [],
    images: [
      ...(banner ? [pictureOf(banner)] : []),
      ...screenshots.flatMap(({ image, thumbnail }) => [image, thumbnail].map(webpOf)),
    ].map((image) => ({ botId, ...image })),
    stats: {
      botId,
      serverCount: reports?.counts[0]?.servers ?? null,
      serverCountChangedAt: checkedInAt,
      checkedInAt,
      reportIntervalSeconds: reports
        ? REPORT_INTERVALS[Number(botId.at(-1)) % REPORT_INTERVALS.length]
        : null,
    },
    dailyCounts: (reports?.counts ?? []).map(({ age, servers }) => ({
      botId,
      day: dayOf(before((reports?.silentMs ?? 0) + age * DAY_MS)),
      serverCount: servers,
    })),
    owners: bot.ownerIds.map((userId, place) => ({ botId, userId, isCoOwner: place > 0 })),
    token: { botId, tokenHash: hashToken(bot.token), createdAt },
    webhook: {
      botId,
      url: webhookUrl,
      sealedSecret: secrets.seal(bot.webhookSecret, botId),
      updatedAt: at,
    },
  };
}

function pictureOf(svg: string) {
  const image = Buffer.from(svg);
  return { mediaType: SVG, image, hash: hashOf(image) };
}

const webpOf = (image: Buffer) => ({ mediaType: 'image/webp', image, hash: hashOf(image) });

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
    await db.sql`
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
      where counted.bot_id = bot_stats.bot_id`;
  }
}
