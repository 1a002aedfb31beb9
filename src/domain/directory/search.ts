import type { DirectoryOrder } from '../../terms/directory-orders.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { PageRange } from '../kernel/keyset-cursor.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import type { ListingCard } from '../listing/card.ts';
import { requireLanguage } from '../listing/languages.ts';
import { findPublicListing } from '../listing/read.ts';
import { findTag } from '../listing/tags.ts';
import { correctSpelling } from './correct.ts';
import { readDirectoryCursor, writeDirectoryCursor } from './cursor.ts';
import { checkFacets, type Facets, fits, NO_FACETS, namesOf, withoutFacet } from './facets.ts';
import { onlyFilters } from './named-filters.ts';
import { parseSearch, type Search, searchOf, wishedWords } from './parse.ts';
import { type DirectoryEntry, readInOrder } from './read-in-order.ts';
import { hasMatches, MAX_RANKED, searchByRelevance } from './relevance.ts';
import { type Term, termsOf } from './terms.ts';
import { asksForPopular, FILLERS, wordsOf } from './words.ts';

/** The filter and the order of the directory. */
export interface DirectoryFilter extends Partial<Facets> {
  readonly search?: string | undefined;
  /** A slug. An unknown one, such as one from an old URL, has no results. */
  readonly tag?: string | undefined;
  readonly order: DirectoryOrder;
  /** Whether a filter or a word may be dropped when nothing matches all of them. */
  readonly isRelaxed?: boolean | undefined;
  /** The code of the reader's language. By relevance, bots that speak it come before about equally good ones. */
  readonly language?: string | undefined;
}

/** A range of the directory. */
export interface Found {
  /** The search that was asked for. */
  readonly search: Search;
  readonly entries: readonly DirectoryEntry[];
  /** The corrected search that the entries match, because nothing matches the one that was asked for. */
  readonly corrected?: string;
  /** A search with other spelling, when few listings match. */
  readonly alternative?: string;
  /** The search that the entries match. Undefined when only one listing can match, or none. */
  readonly matched?: Search;
  /** Whether it lacks a part of the search that was asked for, because nothing matches all of it. */
  readonly isRelaxed?: boolean;
  /** The filters that were asked for, if the entries match those that the words name instead of the words. */
  readonly asked?: Facets;
}

/** The words as they were typed or corrected, with the filters that the entries fit, or that were asked for. */
export const readAs = ({ search, matched = search, corrected, asked }: Found): Search =>
  corrected === undefined ? { ...search, facets: asked ?? matched.facets } : matched;

/** With fewer matches, the words may be misspelled. */
export const FEW = 3;

type Db = WithDatabase;
/** Reads the range of the list that a search has. */
type Read = (search: Search) => Promise<readonly DirectoryEntry[]>;

/**
 * Searches the approved listings by words and filters. A prefix of a word in name or short description is enough, a
 * word may name a tag, and an application id finds its listing. If few listings have the words, long texts and commands
 * are searched, too. If none has, the spelling is corrected. If still none does, a filter or
 * a word may be dropped, and filters stand in for the words that name them.
 *
 * @throws {InvalidInputError} when a cursor belongs to another list, a filter is invalid, the language is unknown, or the
 *   search is too long or contains NUL
 */
export async function searchDirectory(
  services: Db,
  filter: DirectoryFilter,
  range: PageRange,
): Promise<Found> {
  requireLanguage(filter.language);
  const facets = checkFacets({
    ...filter,
    tags: [...(filter.tags ?? []), ...(filter.tag !== undefined && findTag(filter.tag) ? [filter.tag] : [])],
    without: filter.without ?? [],
    languages: filter.languages ?? [],
  });
  const asked = parseSearch(filter.search?.trim() ?? '', facets);
  const { text, typed } = asked;
  if ((text !== '' && typed.length === 0) || (filter.tag !== undefined && !findTag(filter.tag))) {
    return { search: asked, entries: [] };
  }
  const named = await findPublicListing(services, text);
  if (named && fits(named, facets)) {
    return { search: asked, entries: onlyOne(named, filter.order, range) };
  }
  const isLater = range.after !== undefined || range.before !== undefined;
  const mayRelax = filter.isRelaxed && !isLater;
  const read: Read = (search) => readRange(services, filter, search, range);
  const entries = await read(asked);
  if (mayRelax && !entries.some(({ listing }) => isNamed(listing, typed))) {
    const list = await listMeant(read, asked, entries.length);
    if (list) return list;
  }
  if (entries.length >= FEW || isWithin(range, entries)) return { search: asked, entries, matched: asked };
  const isComplete = isLater && asked.words.length > 0 && (await hasMatches(services, asked));
  const corrected = isComplete ? undefined : await withCorrectWords(services, asked);
  const found = { search: asked, entries, matched: asked };
  const spelled = corrected ? await withSpelling(services, read, found, corrected) : found;
  if (spelled.entries.length > 0 || !mayRelax) return spelled;
  const relaxed = await relax(services, read, asked);
  if (relaxed.entries.length > 0 || !corrected) return relaxed;
  return { ...(await relax(services, read, corrected)), search: asked };
}

const isNamed = ({ name }: ListingCard, words: readonly string[]) =>
  wordsOf(name).join('') === words.join('');

/** Finds the list that a search means by words for it: all bots, or, if few have the words, those that fit filters. */
async function listMeant(read: Read, search: Search, count: number): Promise<Found | undefined> {
  const { typed, facets, command } = search;
  if (command !== undefined) return undefined;
  const meant = asksForPopular(typed) ? [facets] : count < FEW ? onlyFilters(search) : [];
  for (const one of meant) {
    const matched = searchOf({}, one);
    const entries = await read(matched);
    if (entries.length > 0 && entries.length >= count)
      return { search, entries, matched, isRelaxed: true, asked: facets };
  }
  return undefined;
}

/** How many lists of fewer filters are tried, one after the other. Each costs a search. */
const MAX_LEFT_OUT = 4;

/** Finds a list with less than the search that was asked for. */
async function relax(services: Db, read: Read, asked: Search): Promise<Found> {
  for await (const matched of lessThan(services, asked)) {
    const entries = await read(matched);
    if (entries.length > 0) return { search: asked, entries, matched, isRelaxed: true };
  }
  return { search: asked, entries: [], matched: asked };
}

/**
 * Searches with less: without the words that no listing has; without one filter, the least specific one first; without
 * all filters but the categories; without one category; without one word after the other; without all filters. Words
 * that say nothing, such as `discord`, are left out together.
 */
async function* lessThan(services: Db, asked: Search): AsyncGenerator<Search> {
  const { words, facets } = asked;
  const withTerms = (must: readonly Term[], rest: Facets) =>
    searchOf(must.length === 0 ? {} : { ...asked, must }, rest);
  if (words.length > 0 && words.every((word) => FILLERS.has(word))) {
    yield withTerms([], facets);
    return;
  }
  const inUse = words.length > 1 ? await wordsInUse(services, words) : words;
  if (words.length > 0 && inUse.length === 0) {
    const wished = wishedWords(asked);
    if (wished.length > 0) yield parseSearch(wished.join(' '), facets);
    return;
  }
  const isLess = inUse.length < words.length;
  const known = isLess ? termsOf(inUse) : asked.must;
  for (const rest of fewerFacets(facets)) yield withTerms(known, rest);
  if (isLess) yield withTerms(known, facets);
  const fewer = fewerTerms(known);
  for (const some of fewer) yield withTerms(some, facets);
  if (namesOf(facets).length === 0 || words.length === 0) return;
  if (namesOf(facets).length > 1) yield withTerms(known, NO_FACETS);
  for (const some of fewer) yield withTerms(some, NO_FACETS);
}

/**
 * One term after the other is left out: first those that have no meaning here, then those that name no tag, then
 * the others; the last one of each kind first.
 */
function fewerTerms(all: readonly Term[]): readonly (readonly Term[])[] {
  const fewer: (readonly Term[])[] = [];
  for (let terms = all; terms.length > 1; ) {
    const least = Math.min(...terms.map(weightOf));
    terms = terms.toSpliced(
      terms.findLastIndex((term) => weightOf(term) === least),
      1,
    );
    fewer.push(terms);
  }
  return fewer;
}

/** A tag says what somebody looks for: `schedule events` is about events. */
const weightOf = ({ within, often }: Term): number => (within.length > 0 ? 2 : often.length > 0 ? 1 : 0);

/** The words that some listing has. */
async function wordsInUse(services: Db, words: readonly string[]): Promise<readonly string[]> {
  const areInUse = await Promise.all(
    words.map((word) => hasMatches(services, searchOf({ must: termsOf([word]) }, NO_FACETS))),
  );
  return words.filter((_, index) => areInUse[index]);
}

/** A category says what somebody looks for, so all other filters are left out before it. */
function fewerFacets(facets: Facets): Facets[] {
  const { tags } = facets;
  const others = namesOf(facets).filter((name) => name !== 'tags');
  const onlyTags = tags.length > 0 && others.length > 1 ? [{ ...NO_FACETS, tags }] : [];
  const withoutTag = (tag: string) => ({ ...facets, tags: tags.filter((other) => other !== tag) });
  const [first = [], more = []] = [others.slice(0, 2), others.slice(2)].map((names) =>
    names.map((name) => withoutFacet(facets, name)),
  );
  return [...first, ...onlyTags, ...more, ...tags.toReversed().map(withoutTag)].slice(0, MAX_LEFT_OUT);
}

/** Whether other entries come before or after these, so that the list is longer than it seems. */
function isWithin({ after, before, limit }: PageRange, { length }: readonly DirectoryEntry[]): boolean {
  return length > 0 && (after !== undefined || before !== undefined || length === limit);
}

async function withSpelling(services: Db, read: Read, plain: Found, corrected: Search): Promise<Found> {
  const { text } = corrected;
  if (plain.entries.length > 0) {
    return (await hasMatches(services, corrected)) ? { ...plain, alternative: text } : plain;
  }
  const entries = await read(corrected);
  return entries.length > 0 ? { ...plain, entries, corrected: text, matched: corrected } : plain;
}

async function withCorrectWords(services: Db, asked: Search): Promise<Search | undefined> {
  const corrected = await correctSpelling(services, asked.words);
  if (corrected === undefined) return undefined;
  return parseSearch([corrected, ...wishedWords(asked)].join(' '), asked.facets);
}

async function readRange(
  services: Db,
  { order, language }: DirectoryFilter,
  asked: Search,
  range: PageRange,
): Promise<readonly DirectoryEntry[]> {
  if (order !== 'relevance') return readInOrder(services, order, asked, range);
  return asked.must.length + asked.should.length + asked.not.length > 0
    ? readByPlaces(services, { ...asked, language }, range)
    : readInOrder(services, 'votes', asked, range);
}

/** The list with the one listing that has the id. */
function onlyOne(
  listing: ListingCard,
  order: DirectoryOrder,
  { after, before }: PageRange,
): DirectoryEntry[] {
  const cursor = writeDirectoryCursor(order, '0', listing.id);
  for (const place of [after, before]) {
    if (place !== undefined && place !== cursor) throw new InvalidInputError('cursor.ofOtherList');
  }
  return after === undefined && before === undefined ? [{ listing, cursor }] : [];
}

async function readByPlaces(services: Db, asked: Search, range: PageRange): Promise<DirectoryEntry[]> {
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
  if (!Number.isInteger(place) || place < 0 || place >= MAX_RANKED)
    throw new InvalidInputError('cursor.ofOtherList');
  return place;
}
