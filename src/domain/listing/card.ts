import type { ListingState } from '../../db/tables.ts';
import { DANGEROUS_BITS } from '../../terms/invite-permissions.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** What lists show of a listing. A page of cards reads none of the long texts. */
export interface ListingCard {
  readonly id: string;
  readonly name: string;
  readonly shortDescription: string;
  readonly state: ListingState;
  /** Codes of the languages that it speaks. */
  readonly languages: readonly string[];
  /** The language of its own texts; null when the owner has not said it. */
  readonly textLanguage: string | null;
  /** Name and short description in other languages, by language; null without a translation. `texts.ts` reads them. */
  readonly texts: Readonly<
    Record<string, readonly [name: string | null, shortDescription: string | null]>
  > | null;
  /** The hash of its picture; null without one. */
  readonly avatarHash: string | null;
  /** The hash of its banner in a small size; null without one, and where it has too much detail. */
  readonly bannerThumbnailHash: string | null;
  readonly serverCount: number | null;
  readonly checkedInAt: Date | null;
  readonly voteCount: number;
  /** The votes of the last seven days, as of the last hourly ranking. */
  readonly weeklyVotes: number;
  /** How many more they are than those of the seven days before, as of then; 0 when they are not more. */
  readonly trend: number;
  /** How many permissions its invite asks for. */
  readonly permissions: number;
  /** How many of them can harm a server. */
  readonly dangerousPermissions: number;
}

/**
 * The permissions that the invite asks for, as a number. With commands alone the bot is no member of the server, so it
 * has none. A number that is too large, which only somebody with a database client can write, counts as all.
 */
const ASKED = `case when not 'bot' = any(bots.invite_scopes) then 0
  when bots.invite_permissions::numeric < 9223372036854775808 then bots.invite_permissions::bigint else -1 end`;

/** How many permissions the invite asks for, as SQL. */
export const PERMISSION_COUNT = `bit_count((${ASKED})::bit(64))`;

/** How many of them can harm a server, as SQL. */
export const DANGEROUS_COUNT = `bit_count(((${ASKED}) & ${DANGEROUS_BITS})::bit(64))`;

/** Whether it asks for `ADMINISTRATOR`, as SQL. */
export const ASKS_ADMINISTRATOR = `((${ASKED}) & 8 <> 0)`;

/** The columns of a {@link ListingCard}, of `bots` and `bot_stats`, for statements in SQL. */
export const CARD_COLUMNS = `
  bots.id, bots.name, bots.short_description as "shortDescription", bots.state, bots.languages,
  bots.text_language as "textLanguage",
  (select json_object_agg(language, json_build_array(name, short_description)) from listing_texts
    where bot_id = bots.id) as texts,
  (select hash from bot_avatars where bot_id = bots.id) as "avatarHash",
  bots.banner_thumbnail_hash as "bannerThumbnailHash",
  bot_stats.server_count as "serverCount", bot_stats.checked_in_at as "checkedInAt",
  coalesce(bot_stats.vote_count, 0)::float8 as "voteCount", coalesce(bot_stats.weekly_votes, 0) as "weeklyVotes",
  coalesce(bot_stats.trend, 0)::int as trend,
  ${PERMISSION_COUNT}::int as permissions, ${DANGEROUS_COUNT}::int as "dangerousPermissions"`;

/**
 * Reads cards of listings in any state.
 *
 * @returns the cards in the order of their ids, without unknown ones
 */
export async function listCards(
  { db: { sql } }: WithDatabase,
  ids: readonly string[],
): Promise<ListingCard[]> {
  if (ids.length === 0) return [];
  const rows = await sql<ListingCard[]>`
    select ${sql.unsafe(CARD_COLUMNS)} from bots left join bot_stats on bot_stats.bot_id = bots.id
    where bots.id = any((select ${[...ids]}::text[])::text[])`;
  const cards = new Map(rows.map((card) => [card.id, card]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/** Replaces the id of a bot with the card of its listing, in each row. Rows of unknown listings are left out. */
export async function withCards<Row extends { readonly botId: string }>(
  services: WithDatabase,
  rows: readonly Row[],
): Promise<(Omit<Row, 'botId'> & { readonly listing: ListingCard })[]> {
  const ids = rows.map(({ botId }) => botId);
  const cards = new Map((await listCards(services, ids)).map((card) => [card.id, card]));
  return rows.flatMap(({ botId, ...row }) => {
    const listing = cards.get(botId);
    return listing ? [{ ...row, listing }] : [];
  });
}
