import type { WithDatabase } from '../kernel/needs.ts';
import { findPublicListing, type Listing } from '../listing/read.ts';
import { findTag } from '../listing/tags.ts';
import {
  type DirectoryOrder,
  ForeignCursorError,
  readDirectoryCursor,
  writeDirectoryCursor,
} from './cursor.ts';
import { wordsOf } from './filter.ts';
import { type DirectoryEntry, type DirectoryRange, readInOrder } from './read-in-order.ts';
import { MAX_RANKED, type Search, searchByRelevance } from './relevance.ts';

/** The filter and the order of the directory. */
export interface DirectoryFilter {
  readonly search?: string | undefined;
  readonly tag?: string | undefined;
  readonly order: DirectoryOrder;
}

type Db = WithDatabase;

/**
 * Searches the approved listings by the words of name and short description, and by tag. A prefix of a word is
 * enough, and an application id finds its listing. If no listing has the words, listings with similar names are
 * returned. An unknown tag, such as one from an old URL, has no results.
 *
 * @throws {InvalidInputError} when a cursor belongs to another list, or the search is too long or contains NUL
 */
export async function searchDirectory(
  services: Db,
  filter: DirectoryFilter,
  range: DirectoryRange,
): Promise<DirectoryEntry[]> {
  const search = filter.search?.trim() ?? '';
  const words = wordsOf(search);
  if (search !== '' && words.length === 0) return [];
  if (filter.tag !== undefined && !findTag(filter.tag)) return [];
  const named = await findPublicListing(services, search);
  if (named && (filter.tag === undefined || named.tags.includes(filter.tag))) {
    return onlyOne(named, filter.order, range);
  }
  const asked = { search, words, tag: filter.tag };
  if (filter.order !== 'relevance') return readInOrder(services, filter.order, asked, range);
  return words.length > 0
    ? readByPlaces(services, asked, range)
    : readInOrder(services, 'votes', asked, range);
}

/** The list with the one listing that has the id. */
function onlyOne(
  listing: Listing,
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
