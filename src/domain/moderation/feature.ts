import { DAY_MS } from '../../lib/day.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { readBoundedText } from '../kernel/text.ts';
import { CARD_COLUMNS, type ListingCard } from '../listing/card.ts';
import { requireLanguage } from '../listing/languages.ts';
import { requireForeignListing } from '../ownership/permissions.ts';

/** The maximum number of featured listings, and of their places. */
export const MAX_FEATURED = 12;
const MAX_DAYS = 60;
const REASON_LENGTH = { min: 3, max: 120 };
/** The key of an advisory lock: any number, but the same in every process. */
const LOCK = 7_201_994;
/** The history shows so many rows of a listing. */
const MAX_HISTORY = 20;

/** Why a listing is worth a look: a sentence by language (ISO 639-1), which its readers see on the first page. */
type Reasons = Readonly<Record<string, string>>;

/** A period in which the first page showed a listing. */
export interface Feature {
  readonly userId: string;
  /** Null when the moderator's account is erased. */
  readonly userName: string | null;
  readonly createdAt: Date;
  readonly featuredUntil: Date;
  /** 1 to 12. The first page shows smaller places first. */
  readonly place: number;
  readonly reasons: Reasons;
  /** When a moderator ended it before its time, or replaced it. */
  readonly endedAt: Date | null;
  /** Whether the first page shows the listing now. */
  readonly isCurrent: boolean;
}

type Needs = WithDatabase & WithClock;

/**
 * A listing is featured while its row is open, before its end, and only while it stays public: a suspension ends it
 * without a write, also for the time after a restoration.
 */
function current({ db, now }: Needs) {
  return db.sql`
    feature.ended_at is null and feature.featured_until > ${now()}
    and bots.state = 'approved' and bots.state_changed_at <= feature.created_at`;
}

/**
 * Lists the featured listings, by place.
 *
 * @param limit the maximum number, up to 12
 */
export async function listFeatured(services: Needs, limit: number): Promise<ListingCard[]> {
  const { sql } = services.db;
  return sql<ListingCard[]>`
    select ${sql.unsafe(CARD_COLUMNS)} from features feature
    join bots on bots.id = feature.bot_id left join bot_stats on bot_stats.bot_id = bots.id
    where ${current(services)} order by feature.place, feature.id limit ${Math.min(limit, MAX_FEATURED)}`;
}

/** Reads why listings are featured now. Null for those that are not, or without a reason in the language. */
export const findFeatureReason = gathered(
  async (services: Needs, keys: readonly { readonly botId: string; readonly language: string }[]) => {
    const rows = await services.db.sql<{ botId: string; reasons: Reasons }[]>`
      select feature.bot_id as "botId", feature.reasons from features feature
      join bots on bots.id = feature.bot_id
      where ${current(services)} and feature.bot_id = any (${keys.map(({ botId }) => botId)}::text[])`;
    const found = new Map(rows.map(({ botId, reasons }) => [botId, new Map(Object.entries(reasons))]));
    return keys.map(({ botId, language }) => found.get(botId)?.get(language) ?? null);
  },
);

/** Lists the periods in which a listing was featured, newest first, at most 20. */
export const listFeatures = gathered(async (services: Needs, botIds: readonly string[]) => {
  const rows = await services.db.sql<(Feature & { botId: string })[]>`
    select feature.bot_id as "botId", feature.user_id as "userId", users.name as "userName",
      feature.created_at as "createdAt", feature.featured_until as "featuredUntil", feature.place,
      feature.reasons, feature.ended_at as "endedAt", (${current(services)}) as "isCurrent"
    from unnest((select ${[...new Set(botIds)]}::text[])) as key(bot_id)
    join bots on bots.id = key.bot_id
    cross join lateral (
      select * from features where bot_id = key.bot_id order by id desc limit ${MAX_HISTORY}
    ) feature
    left join users on users.id = feature.user_id
    order by feature.id desc`;
  return ofEach(botIds, rows);
});

/**
 * Features a public listing on the first page until a time. It replaces an earlier period of the listing.
 *
 * @param until at most 60 days from now
 * @param place 1 to 12
 * @param reasons why it is worth a look, for readers of each language; 3 to 120 characters
 * @throws {InvalidInputError} when the time, the place or a reason is out of its range, or a language is unknown
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {NotFoundError} when there is no such listing
 * @throws {ConflictError} when the listing is not public, or twelve others are featured
 */
export async function featureListing(
  services: Needs & WithRandom,
  moderatorId: string,
  botId: string,
  { until, place, ...given }: { readonly until: Date; readonly place: number; readonly reasons?: Reasons },
): Promise<void> {
  const now = services.now();
  if (until <= now || until.getTime() > now.getTime() + MAX_DAYS * DAY_MS) {
    throw new InvalidInputError('feature.end', { max: MAX_DAYS });
  }
  if (!Number.isInteger(place) || place < 1 || place > MAX_FEATURED) {
    throw new InvalidInputError('feature.place', { min: 1, max: MAX_FEATURED });
  }
  const reasons = readReasons(given.reasons ?? {});
  await requireForeignListing(services, moderatorId, botId);
  await services.db.sql.begin(async (sql) => {
    // The limit is of all listings together, so every moderator who features one waits for the others.
    await sql`select pg_advisory_xact_lock(${LOCK})`;
    const [listing] = await sql<{ state: string }[]>`select state from bots where id = ${botId} for update`;
    if (!listing) throw new NotFoundError();
    if (listing.state !== 'approved') throw new ConflictError('feature.notPublic');
    const others = await sql`
      select from features feature join bots on bots.id = feature.bot_id
      where ${current(services)} and bot_id <> ${botId} limit ${MAX_FEATURED}`;
    if (others.length === MAX_FEATURED) {
      throw new ConflictError('feature.tooMany', { max: MAX_FEATURED });
    }
    await sql`
      update features set ended_at = ${now}, ended_by = ${moderatorId} where bot_id = ${botId} and ended_at is null`;
    await sql`
      insert into features (id, bot_id, user_id, created_at, featured_until, place, reasons)
      values (${newId(services, now)}, ${botId}, ${moderatorId}, ${now}, ${until}, ${place},
        ${JSON.stringify(reasons)}::text::jsonb)`;
  });
}

const readReasons = (given: Reasons): Reasons =>
  Object.fromEntries(
    Object.entries(given).map(([language, text]) => {
      requireLanguage(language);
      return [language, readBoundedText('reason', text, REASON_LENGTH)];
    }),
  );

/**
 * Ends the period in which a listing is featured.
 *
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {ConflictError} when it is not featured
 */
export async function unfeatureListing(services: Needs, moderatorId: string, botId: string): Promise<void> {
  await requireForeignListing(services, moderatorId, botId);
  const now = services.now();
  const ended = await services.db.sql`
    update features set ended_at = ${now}, ended_by = ${moderatorId}
    where bot_id = ${botId} and ended_at is null and featured_until > ${now} returning id`;
  if (ended.length === 0) throw new ConflictError('feature.none');
}
