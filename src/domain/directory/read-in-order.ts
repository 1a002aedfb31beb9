import { type ColumnOrder, orderNamed } from '../../terms/directory-orders.ts';
import type { PageRange } from '../kernel/keyset-cursor.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { CARD_COLUMNS, type ListingCard } from '../listing/card.ts';
import { readDirectoryCursor, writeDirectoryCursor } from './cursor.ts';
import { isCommon, narrowed, near, spoken, tagged } from './filter.ts';
import type { Search } from './parse.ts';
import { amongFar, amongOften, hasFar, hasNear, hasOften } from './relevance.ts';
import { allOf, IS_PUBLIC, type Place, runSearch } from './statement.ts';

/** A listing and its cursor. */
export interface DirectoryEntry {
  readonly listing: ListingCard;
  /** Opaque for clients. */
  readonly cursor: string;
}

/** `compare` converts the number of a cursor into the value that the database compares, `write` back. */
const KINDS = {
  time: {
    compare: (key: string) => `to_timestamp(${key}::float8)`,
    write: (column: string) => `extract(epoch from ${column})`,
  },
  number: { compare: (key: string) => `${key}::bigint`, write: (column: string) => column },
};

/**
 * What depends on the table of the column. `indexed` has the rows of the index: all public listings, and perhaps others.
 * `join` is for a walk along the index, `lookUp` for a look-up per row.
 */
const TABLES = {
  bots: { id: 'bots.id', indexed: `bots where ${IS_PUBLIC}`, join: '', lookUp: '' },
  bot_stats: {
    id: 'bot_stats.bot_id',
    indexed: 'bot_stats where true',
    join: 'join bot_stats on bot_stats.bot_id = bots.id',
    // `offset 0` is a fence: the planner expects too many rows and reads the whole table otherwise.
    lookUp:
      'cross join lateral (select * from bot_stats where bot_stats.bot_id = bots.id offset 0) bot_stats',
  },
};

/** What the statements of a page have in common. */
function pageOf(order: ColumnOrder, { limit, after, before, inverted }: PageRange) {
  const { table, column: name, missing, kind } = orderNamed(order);
  const stored = `${table}.${name}`;
  const column = missing === undefined ? stored : `coalesce(${stored}, ${missing})`;
  const taken = table === 'bots' ? `bots.id, ${stored}` : 'bots.id';
  const { id, ...from } = TABLES[table];
  const { compare, write } = KINDS[kind];
  const direction = inverted ? 'asc' : 'desc';
  const beyond = (place: Place, cursor: string | undefined, sign: '<' | '>') => {
    if (cursor === undefined) return undefined;
    const { key, id: last } = readDirectoryCursor(order, cursor);
    return `(${column}, ${id}) ${sign} (${compare(place(key))}, ${place(last)}::text)`;
  };
  const inRange = (place: Place) => allOf(beyond(place, after, '<'), beyond(place, before, '>')) ?? 'true';
  const inOrder = `order by ${column} ${direction}, ${id} ${direction}`;
  return { ...from, order, limit, table, column, taken, write, direction, inRange, inOrder };
}

type Page = ReturnType<typeof pageOf>;
type Condition = (place: Place) => string | undefined;
type Statement = (place: Place) => string;

/** A walk along the index stops after this many rows, even without a full page. */
const WALK = 5000;

/**
 * Reads a page in the order of a column. For a common condition it walks along the index of the order until the page
 * is full. For a rare one it collects all matches and sorts them. If there is none, it collects those with the words in
 * other texts, then those with the tags where such bots often are.
 *
 * @throws {InvalidInputError} when a cursor belongs to another order
 */
export async function readInOrder(
  services: WithDatabase,
  order: ColumnOrder,
  asked: Search,
  range: PageRange,
): Promise<DirectoryEntry[]> {
  const { must, facets } = asked;
  const inIndex: Condition = (place) =>
    allOf(near(place, must), tagged(place, facets), spoken(place, facets));
  const wanted: Condition = (place) => allOf(inIndex(place), narrowed(place, facets));
  const page = pageOf(order, range);
  const { db } = services;
  if (wanted(() => '') === undefined) return readAll(db, page);
  if (await isCommon(services, wanted)) {
    const byNumbers = facets.minServers !== undefined || facets.activeSince !== undefined;
    const walk =
      byNumbers && page.table === 'bot_stats'
        ? walkNumbers(page, (place) => allOf(inIndex(place), narrowed(place, facets, 'of the join')))
        : walkListings(page, wanted);
    const walked = await read(db, page, walk);
    const wasGivenUp = async () => (await runSearch(db, beyondWalk(page))).length > 0;
    if (walked.length === range.limit || !(await wasGivenUp())) return walked;
  }
  const matching: Condition = (place) => allOf(inIndex(place), narrowed(place, facets, 'as a set'));
  const gathered = await read(db, page, gather(page, matching));
  if (gathered.length > 0 || must.length === 0 || (await hasNear(services, asked))) return gathered;
  const among = (found: typeof amongFar) =>
    read(
      db,
      page,
      gather(page, (place) => `bots.id in (select id from (${found(place, asked)}) found)`),
    );
  const inOtherTexts = await among(amongFar);
  if (inOtherTexts.length > 0 || !hasOften(asked) || (await hasFar(services, asked))) return inOtherTexts;
  return among(amongOften);
}

type Row = ListingCard & { readonly key: string };

/** @param row also has the value of the order's column, as a number */
const entryOf = (order: ColumnOrder, { key, ...listing }: Row): DirectoryEntry => ({
  listing,
  cursor: writeDirectoryCursor(order, key, listing.id),
});

/**
 * The sizes that statements read: a row of the first page, a page, and the largest page, each with one more to see
 * whether there is a next one. A size as a parameter would be planned anew each time.
 */
const SIZES = [8, 26, 101] as const;

/**
 * Reads a page of all public listings: a walk along the index of the order, by a named statement. That of the
 * first page has no parameters, so PostgreSQL plans it once per connection.
 */
async function readAll(
  db: WithDatabase['db'],
  { order, limit, column, write, inRange, inOrder }: Page,
): Promise<DirectoryEntry[]> {
  const size = SIZES.find((size) => size >= limit) ?? limit;
  const rows = await runSearch<Row>(
    db,
    (place) => `
      select ${CARD_COLUMNS}, ${write(column)}::text as key
      from bots join bot_stats on bot_stats.bot_id = bots.id
      where ${IS_PUBLIC} and ${inRange(place)} ${inOrder} limit ${size}`,
    true,
  );
  return rows.slice(0, limit).map((row) => entryOf(order, row));
}

/** @param find selects the ids of the page's listings, with their values of the order's column as `key` */
async function read(
  db: WithDatabase['db'],
  { order, write, direction }: Page,
  find: Statement,
): Promise<DirectoryEntry[]> {
  const rows = await runSearch<Row>(
    db,
    (place) => `
      select ${CARD_COLUMNS}, ${write('found.key')}::text as key
      from (${find(place)}) as found join bots on bots.id = found.id join bot_stats on bot_stats.bot_id = bots.id
      order by found.key ${direction}, found.id ${direction}`,
  );
  return rows.map((row) => entryOf(order, row));
}

function gather({ column, taken, lookUp, inRange, inOrder, limit }: Page, matching: Condition): Statement {
  return (place) => {
    const matched = `select ${taken} from bots where ${allOf(IS_PUBLIC, matching(place))} offset 0`;
    return `
      select bots.id, ${column} as key from (${matched}) bots ${lookUp}
      where ${inRange(place)} ${inOrder} limit ${place(limit)}`;
  };
}

function walkListings(
  { column, join, direction, inRange, inOrder, limit }: Page,
  matching: Condition,
): Statement {
  return (place) => `
    select id, key from (
      select bots.id, ${column} as key, bots.search, bots.tags, bots.languages, bots.invite_scopes,
        bots.invite_permissions from bots ${join}
      where ${IS_PUBLIC} and ${inRange(place)} ${inOrder} limit ${WALK}
    ) bots where ${matching(place)} order by key ${direction}, id ${direction} limit ${place(limit)}`;
}

/** The index and the numbers are in one table, so the listings of other rows are not read. */
function walkNumbers({ column, direction, inRange, inOrder, limit }: Page, matching: Condition): Statement {
  return (place) => {
    const fits = allOf(IS_PUBLIC, matching(place));
    return `
      select bots.id, key from (
        select bot_stats.bot_id, ${column} as key, bot_stats.server_count, bot_stats.checked_in_at from bot_stats
        where ${inRange(place)} ${inOrder} limit ${WALK}
      ) bot_stats
      cross join lateral (select * from bots where bots.id = bot_stats.bot_id offset 0) bots
      where ${fits} order by key ${direction}, bots.id ${direction} limit ${place(limit)}`;
  };
}

/** Finds a row after those of a walk. Without one, the walk has seen all. */
function beyondWalk({ indexed, inRange, inOrder }: Page): Statement {
  return (place) => `select from ${indexed} and ${inRange(place)} ${inOrder} limit 1 offset ${WALK}`;
}
