import { LRUCache } from 'lru-cache';
import type { WithDatabase } from '../kernel/needs.ts';
import { CARD_COLUMNS, type ListingCard } from '../listing/card.ts';
import { findTag, type Tag } from '../listing/tags.ts';
import { slugsBeginning } from './concepts.ts';
import { mostVoted } from './most-voted.ts';
import { runSearch } from './statement.ts';
import { termsOf } from './terms.ts';
import { withoutFillers, wordsOf } from './words.ts';

/** What somebody may mean who is typing. */
export interface Suggestions {
  readonly tags: readonly Tag[];
  readonly listings: readonly ListingCard[];
}

const MAX_TAGS = 3;
const MAX_LISTINGS = 5;
/** Many people type the same beginnings. */
const FRESH_MS = 30_000;
const MAX_TEXTS = 2000;
const caches = new WeakMap<WithDatabase['db'], LRUCache<string, Suggestions, readonly string[]>>();

/**
 * Suggests tags and listings for the beginning of a search. The last word may be incomplete. The result may be half a
 * minute old.
 *
 * @throws {InvalidInputError} when the text is too long or contains NUL
 */
export async function suggest({ db }: WithDatabase, text: string): Promise<Suggestions> {
  const words = wordsOf(text);
  if (words.length === 0) return { tags: [], listings: [] };
  let cache = caches.get(db);
  if (!cache) {
    cache = new LRUCache({
      max: MAX_TEXTS,
      ttl: FRESH_MS,
      fetchMethod: async (_key, _before, { context }) => ({
        tags: tagsBegun(context),
        listings: await listingsBegun({ db }, context),
      }),
    });
    caches.set(db, cache);
  }
  return (await cache.fetch(words.join(' '), { context: words })) ?? { tags: [], listings: [] };
}

/** The tags that a search names: `songs`, `anti raid`. */
export function tagsNamed(search: string): Tag[] {
  return tagsOf(slugsOf(wordsOf(search)));
}

function tagsBegun(words: readonly string[]): Tag[] {
  return tagsOf([...slugsOf(words), ...slugsBeginning(words.at(-1) ?? '')]);
}

function slugsOf(words: readonly string[]): string[] {
  const terms = termsOf(withoutFillers(words));
  return [...terms.flatMap(({ is }) => is), ...terms.flatMap(({ often }) => often)];
}

function tagsOf(slugs: readonly string[]): Tag[] {
  return [...new Set(slugs)].flatMap((slug) => findTag(slug) ?? []).slice(0, MAX_TAGS);
}

/** The listings with the most votes whose names have the words. The label `A` marks the words of names. */
async function listingsBegun({ db }: WithDatabase, words: readonly string[]): Promise<ListingCard[]> {
  const query = words.map((word) => `${word}:*A`).join(' & ');
  const rows = await runSearch<ListingCard>(db, (place) => {
    const named = mostVoted(`bots.search @@ to_tsquery('simple', ${place(query)})`, undefined, MAX_LISTINGS);
    return `
      select ${CARD_COLUMNS} from (${named}) as best
      join bots on bots.id = best.id join bot_stats on bot_stats.bot_id = bots.id
      order by best.votes desc, best.id desc`;
  });
  return [...rows];
}
