import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import { botStats, bots } from '../../db/tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { CARD_COLUMNS, type CardRow } from '../listing/card.ts';
import { readDirectoryCursor } from './cursor.ts';
import { type ColumnOrder, orderNamed } from './directory-orders.ts';
import { isCommon, narrowed, near, type Search, spoken, tagged } from './filter.ts';
import { type DirectoryEntry, type DirectoryRange, entryOf, readAll } from './read-all.ts';
import { amongFar, hasNear } from './relevance.ts';

const isPublic = sql`${bots.state} = 'approved'`;

/** `compare` converts the number of a cursor into the value that the database compares, `write` back. */
const KINDS = {
  time: {
    compare: (key: string) => sql`to_timestamp(${key}::float8)`,
    write: (column: SQL) => sql`extract(epoch from ${column})`,
  },
  number: { compare: (key: string) => sql`${key}::bigint`, write: (column: SQL) => column },
};

/**
 * What depends on the table of the column. `indexed` has the rows of the index: all public listings, and perhaps others.
 * `join` is for a walk along the index, `lookUp` for a look-up per row.
 */
const TABLES = {
  bots: { id: bots.id, indexed: sql`${bots} where ${isPublic}`, join: sql``, lookUp: sql`` },
  bot_stats: {
    id: botStats.botId,
    indexed: sql`${botStats} where true`,
    join: sql`join ${botStats} on ${botStats.botId} = ${bots.id}`,
    // `offset 0` is a fence: the planner expects too many rows and reads the whole table otherwise.
    lookUp: sql`cross join lateral (select * from ${botStats} where ${botStats.botId} = ${bots.id} offset 0) ${botStats}`,
  },
};

function keyOf(order: ColumnOrder) {
  const { table, column: name, missing, kind } = orderNamed(order);
  const stored = sql`${sql.identifier(table)}.${sql.identifier(name)}`;
  const column = missing === undefined ? stored : sql`coalesce(${stored}, ${sql.raw(missing)})`;
  const taken = table === 'bots' ? sql`${bots.id}, ${stored}` : sql`${bots.id}`;
  return { ...TABLES[table], ...KINDS[kind], column, taken };
}

/** A walk along the index stops after this many rows, even without a full page. */
const WALK = 5000;

type Db = WithDatabase;

/**
 * Reads a page in the order of a column. For a common condition it walks along the index of the order until the page
 * is full. For a rare one it collects all matches and sorts them. If there is none, it collects those with the words in
 * other texts.
 *
 * @throws {ForeignCursorError} when a cursor belongs to another order
 */
export async function readInOrder(
  services: Db,
  order: ColumnOrder,
  asked: Search,
  range: DirectoryRange,
): Promise<DirectoryEntry[]> {
  const { terms, facets } = asked;
  const inIndex = and(near(terms, 'beginnings'), tagged(facets), spoken(facets));
  const wanted = and(inIndex, narrowed(facets));
  if (!wanted) return readAll(services, order, range);
  const { column, id, compare, write, indexed, taken, join, lookUp } = keyOf(order);
  const place = sql`(${column}, ${id})`;
  const at = (cursor: string) => {
    const { key, id: last } = readDirectoryCursor(order, cursor);
    return sql`(${compare(key)}, ${last}::text)`;
  };
  const inRange = and(
    range.after === undefined ? undefined : sql`${place} < ${at(range.after)}`,
    range.before === undefined ? undefined : sql`${place} > ${at(range.before)}`,
  );
  const direction = range.inverted ? asc : desc;
  const inOrder = sql`order by ${direction(column)}, ${direction(id)}`;
  const limit = sql`limit ${range.limit}`;
  const { orm } = services.db;

  async function read(found: SQL): Promise<DirectoryEntry[]> {
    const rows = await orm.execute<CardRow & { key: string }>(sql`
      select ${sql.raw(CARD_COLUMNS)}, ${write(sql`found.key`)}::text as key
      from (${found}) as found join bots on bots.id = found.id join bot_stats on bot_stats.bot_id = bots.id
      order by ${direction(sql`found.key`)}, ${direction(sql`found.id`)}`);
    return rows.map((row) => entryOf(order, row));
  }

  function gather(matching: SQL | undefined): Promise<DirectoryEntry[]> {
    const matched = sql`select ${taken} from ${bots} where ${and(isPublic, matching)} offset 0`;
    return read(sql`
      select ${bots.id}, ${column} as key from (${matched}) ${bots} ${lookUp}
      where ${inRange ?? sql`true`} ${inOrder} ${limit}`);
  }

  function walk(): Promise<DirectoryEntry[]> {
    return read(sql`
      select id, key from (
        select ${bots.id}, ${column} as key, ${bots.search}, ${bots.tags}, ${bots.languages} from ${bots} ${join}
        where ${and(isPublic, inRange)} ${inOrder} limit ${WALK}
      ) ${bots} where ${wanted} order by ${direction(sql`key`)}, ${direction(sql`id`)} ${limit}`);
  }

  /** The index and the numbers are in one table, so the listings of other rows are not read. */
  function walkNumbers(): Promise<DirectoryEntry[]> {
    return read(sql`
      select ${bots.id}, key from (
        select ${botStats.botId}, ${column} as key, ${botStats.serverCount}, ${botStats.checkedInAt} from ${botStats}
        where ${inRange ?? sql`true`} ${inOrder} limit ${WALK}
      ) ${botStats}
      cross join lateral (select * from ${bots} where ${bots.id} = ${botStats.botId} offset 0) ${bots}
      where ${and(isPublic, inIndex, narrowed(facets, 'of the join'))}
      order by ${direction(sql`key`)}, ${direction(bots.id)} ${limit}`);
  }

  if (await isCommon(services, wanted)) {
    const byNumbers = facets.minServers !== undefined || facets.activeSince !== undefined;
    const walked = await (byNumbers && id === botStats.botId ? walkNumbers() : walk());
    const wasGivenUp = async () => {
      const rest = sql`select from ${indexed} and ${inRange ?? sql`true`} ${inOrder} limit 1 offset ${WALK}`;
      return (await orm.execute(rest)).length > 0;
    };
    if (walked.length === range.limit || !(await wasGivenUp())) return walked;
  }
  const gathered = await gather(and(inIndex, narrowed(facets, 'as a set')));
  if (gathered.length > 0 || terms.length === 0 || (await hasNear(services, asked))) return gathered;
  return gather(sql`${bots.id} in (select id from (${amongFar(asked)}) far)`);
}
