import { cachePer } from '../../lib/cache.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { facetsOneByOne, joined, NO_FACETS, namesOf } from './facets.ts';
import { narrowed, near, spoken, tagged } from './filter.ts';
import { MAX_FILTERED } from './most-voted.ts';
import { filtersNamed } from './named-filters.ts';
import { type Search, searchOf } from './parse.ts';
import { among, amongCommands, FEW, searchByRelevance } from './relevance.ts';
import type { Found } from './search.ts';
import { allOf, IS_PUBLIC, type Place, runIndexed, runSearch } from './statement.ts';

/** How many listings there are, and how many of them each tag and each language has. */
export interface Counts {
  readonly total: number;
  /** False when there are more. */
  readonly isExact: boolean;
  /** By the slugs of the tags that have listings. */
  readonly byTag: ReadonlyMap<string, number>;
  /** By the codes of the languages that have listings. */
  readonly byLanguage: ReadonlyMap<string, number>;
}

/** Counting all listings reads all of them: 100 000 take about 0.1 seconds. */
const FRESH_MS = 60_000;
/** The highest count of matches that an index finds. */
const MAX_COUNTED = 2000;
/** The most listings that a count without words and tags looks at. */
const MAX_LOOKED_AT = 5000;
/** Counts of about five hundred searches. */
const MAX_BYTES = 2 * 1024 * 1024;

const cacheOf = cachePer<WithDatabase['db'], Counts, Search>((db) => ({
  maxBytes: MAX_BYTES,
  ttl: FRESH_MS,
  allowStale: true,
  fetchMethod: (_key, _before, { context }) =>
    context.must.length > 0 || context.facets.tags.length > 0
      ? countFoundByWords({ db }, context)
      : namesOf(context.facets).length > 0
        ? countFiltered({ db }, context)
        : countAll({ db }),
}));

/**
 * Counts all public listings. The result may be a minute old. It is exact.
 */
export function countListings(services: WithDatabase): Promise<Counts> {
  return countMatches(services, searchOf({}, NO_FACETS));
}

/**
 * Counts the listings that fit the filters, and have the words in their name, short description or tags, or the command.
 * The result may be a minute old.
 */
export async function countMatches({ db }: WithDatabase, asked: Search): Promise<Counts> {
  return cacheOf(db).forceFetch(keyOf(asked), { context: asked });
}

/**
 * Counts what a search has found. A bot must speak one of the chosen languages, so their counts are those of the list
 * without this filter: what choosing one more adds.
 *
 * @param isWhole whether the entries are the whole list
 */
export async function countFound(
  services: WithDatabase,
  { entries, matched }: Found,
  isWhole: boolean,
): Promise<Counts> {
  const [counts, others] = await Promise.all([
    matched && !isWhole
      ? countMatches(services, matched)
      : countListed(
          services,
          entries.map(({ listing }) => listing.id),
        ),
    matched && matched.facets.languages.length > 0
      ? countList(services, { ...matched, facets: { ...matched.facets, languages: [] } })
      : undefined,
  ]);
  return others ? { ...counts, byLanguage: others.byLanguage } : counts;
}

/** The most listings of a short list that are counted. */
const MAX_SHORT = 200;

/** Counts the list that a search would have. A short one also has listings with the words in other texts. */
async function countList(services: WithDatabase, asked: Search): Promise<Counts> {
  const counts = await countMatches(services, asked);
  if (asked.must.length === 0 || counts.total >= FEW) return counts;
  const listed = await searchByRelevance(services, asked, 0, MAX_SHORT);
  return countListed(
    services,
    listed.map(({ id }) => id),
  );
}

/** A search with filters in the place of the words that name them, and how many listings it has. */
export interface Offer extends Search {
  readonly counts: Counts;
}

/**
 * Offers filters in the place of the words that name them, as `filtersNamed` finds them. An offer hides nothing: the
 * list has what matches the words. Without listings, fewer filters are
 * offered, or none.
 */
export async function offerFilters(services: WithDatabase, asked: Search): Promise<readonly Offer[]> {
  for (const named of filtersNamed(asked)) {
    const offers = named.map(async (search) => ({
      ...search,
      counts: await countMatches(services, search),
    }));
    const found = (await Promise.all(offers)).filter(({ counts }) => counts.total > 0);
    if (found.length > 0) return found;
  }
  return [];
}

/** Offers without filters, when nothing matches. */
const MAX_WITHOUT = 3;

/**
 * Offers a search without some of its filters: as few as possible, those that leave the most listings first. They are
 * counted among the listings that a count looks at.
 */
export async function offerWithout(services: WithDatabase, asked: Search): Promise<readonly Offer[]> {
  const { must, facets } = asked;
  const single = facetsOneByOne(facets);
  if (single.length < 2) return [];
  const write = (place: Place) => {
    const misses = single.map(
      (one, index) =>
        `case when ${allOf(tagged(place, one), spoken(place, one), narrowed(place, one))} then null else ${index} end`,
    );
    return `
      with ${lookedAt(near(place, must))},
        missing as (select array_remove(array[${misses.join()}]::int[], null) as filters from looked bots)
      select filters, count(*)::int as total from missing where cardinality(filters) < ${single.length}
      group by filters order by cardinality(filters), total desc, filters limit ${MAX_WITHOUT}`;
  };
  const run = must.length > 0 ? runIndexed : runSearch;
  const rows = await run<{ filters: readonly number[]; total: number }>(services.db, write);
  const fewest = rows.filter(({ filters }) => filters.length === rows[0]?.filters.length);
  return fewest.map(({ filters, total }) => ({
    ...asked,
    facets: joined(single.filter((_, index) => !filters.includes(index))),
    counts: { ...countsOf(undefined, true), total },
  }));
}

/** The time of the last report moves with each request, so it counts by minutes. */
function keyOf({ words, facets, command }: Search): string {
  const { activeSince, ...others } = facets;
  const minute = activeSince && Math.floor(activeSince.getTime() / FRESH_MS);
  return JSON.stringify([words, others, minute, command]);
}

interface Row {
  readonly total: number;
  readonly looked?: number;
  readonly tags: Readonly<Record<string, number>> | null;
  readonly languages: Readonly<Record<string, number>> | null;
}

/** Sums up a relation `matches`. */
const SUMS = `
  (select count(*)::int from matches) as total,
  (select jsonb_object_agg(tag, listings) from (
    select tag, count(*)::int as listings from matches, unnest(tags) as tag group by tag) as tags) as tags,
  (select jsonb_object_agg(code, listings) from (
    select code, count(*)::int as listings from matches, unnest(languages) as code group by code) as languages
  ) as languages`;

async function countAll({ db }: WithDatabase): Promise<Counts> {
  const [row] = await db.sql.unsafe<Row[]>(`
    with matches as materialized (select tags, languages from bots where state = 'approved') select ${SUMS}`);
  return countsOf(row, true);
}

/** Counts the listings of a list that is known as a whole. */
export async function countListed({ db }: WithDatabase, ids: readonly string[]): Promise<Counts> {
  if (ids.length === 0) return countsOf(undefined, true);
  const write = (place: Place) => `
    with matches as materialized (select tags, languages from bots where id = any(${place(`{${ids.join()}}`)}::text[]))
    select ${SUMS}`;
  const [row] = await runSearch<Row>(db, write);
  return countsOf(row, true);
}

/** Counts the matches of words and tags, whose indexes are by popularity class, and of these those that fit the rest. */
async function countFoundByWords(services: WithDatabase, asked: Search): Promise<Counts> {
  const { must, facets } = asked;
  const isNarrowed = namesOf({ ...facets, tags: [] }).length > 0;
  const write = (place: Place) => {
    const byWords = among(place, facets, near(place, must), undefined, MAX_COUNTED);
    // The list begins with those that have the command.
    const matches = asked.command
      ? `select distinct on (id) * from ((${byWords}) union all (${amongCommands(place, asked, asked.command)})) found`
      : byWords;
    return `with matches as materialized (${matches}) select ${SUMS}`;
  };
  const [row] = await runSearch<Row>(services.db, write);
  if (!isNarrowed) return countsOf(row, (row?.total ?? 0) < MAX_COUNTED);
  const before = await countMatches(services, { ...asked, facets: { ...NO_FACETS, tags: facets.tags } });
  return countsOf(row, before.total < MAX_FILTERED);
}

/** Counts without words and tags. The index of languages finds the rows, or none does. */
async function countFiltered({ db }: WithDatabase, { facets }: Search): Promise<Counts> {
  const write = (place: Place) => `
    with ${lookedAt(spoken(place, facets))},
      matches as materialized (select * from looked bots where ${narrowed(place, facets) ?? 'true'})
    select ${SUMS}, (select count(*)::int from looked) as looked`;
  const run = facets.languages.length > 0 ? runIndexed : runSearch;
  const [row] = await run<Row>(db, write);
  return countsOf(row, (row?.looked ?? 0) < MAX_LOOKED_AT);
}

/** A relation `looked`: listings that fit a condition, with the columns for filters. */
const lookedAt = (where: string | undefined) => `looked as materialized (
  select id, tags, languages, invite_scopes, invite_permissions from bots
  where ${allOf(IS_PUBLIC, where)} limit ${MAX_LOOKED_AT})`;

function countsOf(row: Row | undefined, isExact: boolean): Counts {
  return {
    total: row?.total ?? 0,
    isExact,
    byTag: new Map(Object.entries(row?.tags ?? {})),
    byLanguage: new Map(Object.entries(row?.languages ?? {})),
  };
}

/** Sums over all public listings. */
export interface Totals {
  readonly bots: number;
  /** A server with two bots counts twice. */
  readonly servers: number;
  readonly votes: number;
}

const ONE_ENTRY = 10_000;
const totalsOf = cachePer<WithDatabase['db'], Totals>((db) => ({
  maxBytes: ONE_ENTRY,
  ttl: FRESH_MS,
  allowStale: true,
  fetchMethod: async () => {
    const [totals] = await db.sql<Totals[]>`
      select count(*)::int as bots, coalesce(sum(server_count), 0)::float8 as servers,
        coalesce(sum(vote_count), 0)::float8 as votes
      from bots left join bot_stats on bot_id = id where state = 'approved'`;
    return totals;
  },
}));

/** Sums up all public listings. The result may be a minute old. */
export async function sumUpListings({ db }: WithDatabase): Promise<Totals> {
  return totalsOf(db).forceFetch('totals');
}
