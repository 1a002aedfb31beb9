import type { WithDatabase } from '../kernel/needs.ts';
import type { ListingCard } from '../listing/card.ts';
import { findPublicListing } from '../listing/read.ts';
import { findTag } from '../listing/tags.ts';
import { correctSpelling } from './correct.ts';
import { ForeignCursorError, readDirectoryCursor, writeDirectoryCursor } from './cursor.ts';
import type { DirectoryOrder } from './directory-orders.ts';
import { checkFacets, type Facets, fits } from './facets.ts';
import type { Search } from './filter.ts';
import type { DirectoryEntry, DirectoryRange } from './read-all.ts';
import { readInOrder } from './read-in-order.ts';
import { hasMatches, MAX_RANKED, searchByRelevance } from './relevance.ts';
import { termsOf } from './terms.ts';
import { withoutFillers, wordsOf } from './words.ts';

/** The filter and the order of the directory. */
export interface DirectoryFilter extends Partial<Facets> {
  readonly search?: string | undefined;
  /** A slug. An unknown one, such as one from an old URL, has no results. */
  readonly tag?: string | undefined;
  readonly order: DirectoryOrder;
}

/** A range of the directory. */
export interface Found {
  readonly entries: readonly DirectoryEntry[];
  /** The corrected search that the entries match, because nothing matches the one that was asked for. */
  readonly corrected?: string;
  /** A search with other spelling, when few listings match. */
  readonly alternative?: string;
}

/** With fewer matches, the words may be misspelled. */
const FEW = 3;

type Db = WithDatabase;

/**
 * Searches the approved listings by words and filters. A prefix of a word in name or short description is enough, a
 * word may name a tag, and an application id finds its listing. If few listings have the words, long texts and commands
 * are searched, too. If none has, the spelling is corrected.
 *
 * @throws {InvalidInputError} when a cursor belongs to another list, a filter is invalid, or the search is too long or
 *   contains NUL
 */
export async function searchDirectory(
  services: Db,
  filter: DirectoryFilter,
  range: DirectoryRange,
): Promise<Found> {
  const text = filter.search?.trim() ?? '';
  const words = wordsOf(text);
  const facets = checkFacets({
    ...filter,
    tags: [...(filter.tags ?? []), ...(filter.tag !== undefined && findTag(filter.tag) ? [filter.tag] : [])],
    without: filter.without ?? [],
    languages: filter.languages ?? [],
  });
  if ((text !== '' && words.length === 0) || (filter.tag !== undefined && !findTag(filter.tag))) {
    return { entries: [] };
  }
  const named = await findPublicListing(services, text);
  if (named && fits(named, facets)) {
    return { entries: onlyOne(named, filter.order, range) };
  }
  const asked = searchOf(text, words, facets);
  const entries = await read(services, filter.order, asked, range);
  if (words.length === 0 || entries.length >= FEW || isWithin(range, entries)) return { entries };
  return withSpelling(services, filter.order, asked, range, entries);
}

function searchOf(text: string, typed: readonly string[], facets: Facets): Search {
  const words = withoutFillers(typed);
  return { text, words, terms: termsOf(words), facets };
}

/** Whether other entries come before or after these, so that the list is longer than it seems. */
function isWithin({ after, before, limit }: DirectoryRange, { length }: readonly DirectoryEntry[]): boolean {
  return length > 0 && (after !== undefined || before !== undefined || length === limit);
}

async function withSpelling(
  services: Db,
  order: DirectoryOrder,
  asked: Search,
  range: DirectoryRange,
  entries: readonly DirectoryEntry[],
): Promise<Found> {
  const isLater = range.after !== undefined || range.before !== undefined;
  if (isLater && (await hasMatches(services, asked))) return { entries };
  const text = await correctSpelling(services, asked.words);
  if (text === undefined) return { entries };
  const corrected = searchOf(text, wordsOf(text), asked.facets);
  if (entries.length > 0) {
    return (await hasMatches(services, corrected)) ? { entries, alternative: text } : { entries };
  }
  const found = await read(services, order, corrected, range);
  return found.length > 0 ? { entries: found, corrected: text } : { entries };
}

async function read(
  services: Db,
  order: DirectoryOrder,
  asked: Search,
  range: DirectoryRange,
): Promise<readonly DirectoryEntry[]> {
  if (order !== 'relevance') return readInOrder(services, order, asked, range);
  return asked.terms.length > 0
    ? readByPlaces(services, asked, range)
    : readInOrder(services, 'votes', asked, range);
}

/** The list with the one listing that has the id. */
function onlyOne(
  listing: ListingCard,
  order: DirectoryOrder,
  { after, before }: DirectoryRange,
): DirectoryEntry[] {
  const cursor = writeDirectoryCursor(order, '0', listing.id);
  for (const place of [after, before]) {
    if (place !== undefined && place !== cursor) throw new ForeignCursorError();
  }
  return after === undefined && before === undefined ? [{ listing, cursor }] : [];
}

async function readByPlaces(services: Db, asked: Search, range: DirectoryRange): Promise<DirectoryEntry[]> {
  const from = range.after === undefined ? 0 : placeOf(range.after) + 1;
  const to = range.before === undefined ? MAX_RANKED : placeOf(range.before);
  const size = Math.max(0, Math.min(range.limit, to - from));
  const start = range.inverted ? Math.max(from, to - size) : from;
  const entries = (await searchByRelevance(services, asked, start, size)).map((listing, index) => ({
    listing,
    cursor: writeDirectoryCursor('relevance', String(start + index), listing.id),
  }));
  return range.inverted ? entries.reverse() : entries;
}

function placeOf(cursor: string): number {
  const place = Number(readDirectoryCursor('relevance', cursor).key);
  if (!Number.isInteger(place) || place < 0 || place >= MAX_RANKED) throw new ForeignCursorError();
  return place;
}
