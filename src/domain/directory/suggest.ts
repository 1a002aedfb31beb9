import { cachePer } from '../../lib/cache.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import type { ListingCard } from '../listing/card.ts';
import { requireLanguage } from '../listing/languages.ts';
import { findTag, type Tag } from '../listing/tags.ts';
import { conceptsOf, slugsBeginning } from './concepts.ts';
import { type Offer, offerFilters } from './counts.ts';
import { findMakers } from './makers.ts';
import type { Search } from './parse.ts';
import type { Profile } from './profile.ts';
import { readAs, searchDirectory } from './search.ts';
import { wordsOf } from './words.ts';

/** What somebody may mean who is typing. */
export interface Suggestions {
  readonly tags: readonly Tag[];
  readonly listings: readonly ListingCard[];
  /** Searches with filters in the place of words. */
  readonly offers: readonly Offer[];
  /** Users whose bots may be meant. */
  readonly makers: readonly Profile[];
}

const NOTHING: Suggestions = { tags: [], listings: [], offers: [], makers: [] };
const MAX_TAGS = 2;
const MAX_LISTINGS = 5;
/** Shorter beginnings become too many words. */
const MIN_BEGUN = 3;
/** Listings of a category, for a text that finds fewer. */
const MAX_OF_TAG = 3;
/** Many people type the same beginnings. */
const FRESH_MS = 30_000;
/** About two thousand texts. */
const MAX_BYTES = 8 * 1024 * 1024;
const cacheOf = cachePer<WithDatabase['db'], Suggestions, Asked>((db) => ({
  maxBytes: MAX_BYTES,
  ttl: FRESH_MS,
  fetchMethod: (_key, _before, { context }) => suggestionsFor({ db }, context),
}));

interface Asked {
  readonly search: string;
  readonly language: string | undefined;
}

/**
 * Suggests tags, the listings that a search for the text has first, and filters in the place of words. The last word may
 * be incomplete. The result may be half a minute old.
 *
 * @throws {InvalidInputError} when the text is too long or contains NUL, or the language is unknown
 */
export async function suggest({ db }: WithDatabase, text: string, language?: string): Promise<Suggestions> {
  requireLanguage(language);
  if (wordsOf(text).length === 0) return NOTHING;
  const search = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const key = JSON.stringify([search, language]);
  return (await cacheOf(db).fetch(key, { context: { search, language } })) ?? NOTHING;
}

async function suggestionsFor(services: WithDatabase, { search, language }: Asked): Promise<Suggestions> {
  const found = await searchDirectory(
    services,
    { search, language, order: 'relevance', isRelaxed: true },
    { limit: MAX_LISTINGS, inverted: false },
  );
  const asked = readAs(found);
  const tags = tagsBegun(asked);
  const listings = found.entries.map(({ listing }) => listing);
  return {
    tags,
    listings:
      tags[0] && listings.length < MAX_OF_TAG ? await withTag(services, asked, tags[0], listings) : listings,
    offers: found.matched ? await offerFilters(services, asked) : [],
    makers: await findMakers(services, found),
  };
}

/**
 * Few or wrong listings have the beginning of a word, such as `umfr`: the category that it names says more. Only a name
 * that begins so says as much.
 */
async function withTag(
  services: WithDatabase,
  { text, typed }: Search,
  { slug }: Tag,
  found: readonly ListingCard[],
): Promise<readonly ListingCard[]> {
  const begun = typed.at(-1) ?? '';
  if (begun.length < MIN_BEGUN || conceptsOf(begun).length > 0) return found;
  const { entries } = await searchDirectory(
    services,
    { tag: slug, order: 'votes' },
    { limit: MAX_OF_TAG, inverted: false },
  );
  const named = found.filter(({ name }) => name.toLowerCase().startsWith(text));
  const all = [...named, ...entries.map(({ listing }) => listing), ...found];
  return [...new Map(all.map((listing) => [listing.id, listing])).values()].slice(0, MAX_LISTINGS);
}

/** The tags that a search names: `songs`, `anti raid`. */
export function tagsNamed(search: Search): Tag[] {
  return tagsOf(slugsOf(search));
}

function tagsBegun(search: Search): Tag[] {
  const [last = '', before] = search.typed.toReversed();
  const isWanted = !search.not.some(({ words }) => words.at(-1) === last);
  const ends = isWanted ? [before === undefined ? last : `${before} ${last}`, last] : [];
  return tagsOf([...slugsOf(search), ...ends.flatMap(slugsBeginning)]).slice(0, MAX_TAGS);
}

function slugsOf({ must }: Search): string[] {
  return [...must.flatMap(({ is }) => is), ...must.flatMap(({ often }) => often)];
}

/** As many as a search names. */
const MAX_NAMED = 3;

function tagsOf(slugs: readonly string[]): Tag[] {
  return [...new Set(slugs)].flatMap((slug) => findTag(slug) ?? []).slice(0, MAX_NAMED);
}
