import type { WithDatabase } from '../kernel/needs.ts';
import { CARD_COLUMNS, type ListingCard } from '../listing/card.ts';
import type { Listing } from '../listing/read.ts';
import { countListings } from './counts.ts';
import { arrayOf, hasAny } from './filter.ts';
import { mostVoted } from './most-voted.ts';
import { runSearch } from './statement.ts';
import { withoutFillers } from './words.ts';

/** What a shared word of name or short description weighs. The most common tag weighs as much. */
const WORD_WEIGHT = 1;
/** A rarer tag weighs more, but not more than this: two bots with a rare tag can be alike in nothing else. */
const MAX_TAG_WEIGHT = 8;
/** What a shared language weighs, or that at least one of the two names none. */
const LANGUAGE_WEIGHT = 2;
/** Shorter words, such as "the" and "your", say little. */
const MIN_WORD = 5;
const MAX_WORDS = 16;

/**
 * Lists approved listings like a listing: the more rare tags, words and languages they share, the higher, then by
 * votes. Listings of the same owner are left out, because a page shows them elsewhere. Only the most-voted
 * listings with a shared tag are compared, so the cost does not grow with the directory.
 *
 * @param limit the maximum number of listings
 */
export async function listSimilar(
  { db }: WithDatabase,
  { id, tags, languages, shortDescription }: Pick<Listing, 'id' | 'tags' | 'languages' | 'shortDescription'>,
  limit: number,
): Promise<ListingCard[]> {
  if (tags.length === 0) return [];
  const weights = await weightsOf({ db }, tags);
  const words = tellingOf(shortDescription);
  const rows = await runSearch<ListingCard>(db, (place) => {
    const parts = [
      ...weights.map(
        ([tag, weight]) => `case when ${hasAny(place, [tag])} then ${place(weight)}::float8 else 0 end`,
      ),
      ...words.map(
        (word) => `case when bots.search @@ ${place(`'${word}':*`)}::tsquery then ${WORD_WEIGHT} else 0 end`,
      ),
      `case when bots.languages && ${arrayOf(place, languages)} or cardinality(bots.languages) = 0
        or ${languages.length === 0} then ${LANGUAGE_WEIGHT} else 0 end`,
    ];
    return `
      select ${CARD_COLUMNS} from (
        select id, row_number() over (order by ${parts.join(' + ')} desc, votes desc, id desc) as place
        from (${mostVoted(hasAny(place, tags))}) bots
        where id <> ${place(id)} and not exists (
          select from bot_owners mine join bot_owners theirs on theirs.user_id = mine.user_id
          where mine.bot_id = ${place(id)} and theirs.bot_id = bots.id
            and not mine.is_co_owner and theirs.accepted_at is not null
        )
        order by place limit ${place(limit)}
      ) as best join bots on bots.id = best.id join bot_stats on bot_stats.bot_id = bots.id
      order by best.place`;
  });
  return [...rows];
}

/** What each tag weighs: how much rarer it is than the most common one. */
async function weightsOf(services: WithDatabase, tags: readonly string[]): Promise<[string, number][]> {
  const { byTag: counts } = await countListings(services);
  const most = Math.max(1, ...counts.values());
  return tags.map((tag) => [tag, Math.min(MAX_TAG_WEIGHT, most / Math.max(1, counts.get(tag) ?? 1))]);
}

/** The words that tell what a bot does, without the ending of a plural. */
function tellingOf(text: string): string[] {
  const words = withoutFillers((text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(withoutPlural));
  return [...new Set(words.filter((word) => word.length >= MIN_WORD))].slice(0, MAX_WORDS);
}

const withoutPlural = (word: string) => word.replace(/s$/, '');
