import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';

/** A column of a table of the service, as PostgreSQL's catalogue has it. */
export interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isGenerated: boolean;
}

/** Only triggers write columns of this type. */
const WORDS = 'tsvector';

/** Every column of the service's tables, the partitions of votes aside, which are copies of `votes`. */
export function readCatalogue(sql: Sql): Promise<Column[]> {
  return sql<Column[]>`
    select columns.table_name as "table", column_name as name, udt_name as type,
      is_generated = 'ALWAYS' or is_identity = 'YES' or udt_name = ${WORDS} as "isGenerated"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`;
}

/** What stands in a column of one row, and in no other row. */
export interface Mark {
  readonly column: Column;
  /** Whether it was made up; otherwise references or checks ask for this value. */
  readonly isOwn: boolean;
  /** As JSON of PostgreSQL. */
  readonly stored: string;
  /** As an export or a response of GraphQL would have it. */
  readonly shown: RegExp;
}

/** Rows that others refer to come first. */
const FIRST = ['users', 'bots', 'deliveries', 'listing_news', 'notices', 'notice_channels'];

/**
 * Stores one row in each table, about one person and one listing of theirs, with another value in every column.
 *
 * @param fixed by `table.column` or by column: values that references and checks ask for, or a function that finds them
 *   in the rows that were stored before, by their tables
 * @returns the values that no other row has in the same column, by `table.column`
 */
export async function storeMarkedRows(
  sql: Sql,
  columns: readonly Column[],
  fixed: Readonly<Record<string, unknown>>,
): Promise<Map<string, Mark>> {
  const marks = new Map<string, Mark>();
  const rows = new Map<string, Record<string, unknown>>();
  const tables = [...new Set([...FIRST, ...columns.map(({ table }) => table)])];
  for (const table of tables) {
    const own = columns.filter((column) => column.table === table);
    const row = new Map(
      own
        .filter(({ isGenerated }) => !isGenerated)
        .map((column) => [column.name, valueIn(column, fixed, rows)]),
    );
    const record = JSON.stringify(Object.fromEntries([...row].map(([name, { json }]) => [name, json])));
    const names = sql.unsafe([...row.keys()].join(', '));
    const [stored] = await sql<{ row: Record<string, unknown> }[]>`
      insert into ${sql(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql(table)}, ${`[${record}]`}::text::jsonb)
      returning to_jsonb(${sql(table)}) as row`;
    if (stored) rows.set(table, stored.row);
    for (const column of own) {
      const json = JSON.stringify(stored?.row[column.name]);
      const shown = row.get(column.name)?.shown ?? json;
      const isOwn = row.get(column.name)?.isOwn ?? false;
      const mark = {
        column,
        isOwn,
        stored: json,
        shown: new RegExp(`(?<![\\w-])${shown.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`),
      };
      if ((await countOf(sql, mark)) === 1) marks.set(`${table}.${column.name}`, mark);
    }
  }
  return new Map([...marks, ...(await marksOfTriggers(sql, columns, String(fixed['bots.id'])))]);
}

/** What triggers wrote into the listing when its other rows were stored. */
async function marksOfTriggers(
  sql: Sql,
  columns: readonly Column[],
  botId: string,
): Promise<[string, Mark][]> {
  const [stored] = await sql<{ row: Record<string, unknown> }[]>`
    select to_jsonb(bots) as row from bots where id = ${botId}`;
  return columns
    .filter(({ table, type }) => table === 'bots' && type === WORDS)
    .map((column) => [
      `bots.${column.name}`,
      { column, isOwn: false, stored: JSON.stringify(stored?.row[column.name]), shown: /(?!)/ },
    ]);
}

/** How many rows have the value of a mark in its column. */
export async function countOf(sql: Sql, { column, stored }: Mark): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int from ${sql(column.table)} as stored
    where to_jsonb(stored) -> ${column.name} = ${stored}::text::jsonb`;
  return found?.count ?? 0;
}

/** Other members that lists in JSON need. */
const MEMBERS = { thumbnailHash: '0', width: 1, height: 1 };

let last = 0;

/** A value that nothing else has: as JSON for PostgreSQL, and as a part of what is shown of it. */
function valueIn(
  column: Column,
  fixed: Readonly<Record<string, unknown>>,
  rows: ReadonlyMap<string, Record<string, unknown>>,
): { readonly json: unknown; readonly shown: string; readonly isOwn: boolean } {
  const value = fixed[`${column.table}.${column.name}`] ?? fixed[column.name];
  const given = typeof value === 'function' ? value(rows) : value;
  if (given !== undefined) return { json: given, shown: String(given), isOwn: false };
  return { ...markIn(column), isOwn: column.type !== 'bool' };
}

function markIn({ table, name, type }: Column): { readonly json: unknown; readonly shown: string } {
  last += 1;
  const text = `mark-${last}-of-${table}-${name}`;
  const time = new Date(Date.UTC(2001, 0, 1) + last * 1000).toISOString();
  const day = new Date(Date.UTC(2001, 0, last)).toISOString().slice(0, 10);
  switch (type) {
    case 'text':
      return { json: text, shown: text };
    case '_text':
      return { json: [text], shown: text };
    case 'jsonb':
      return { json: [{ ...MEMBERS, url: text, name: text, description: text, hash: text }], shown: text };
    case 'timestamptz':
      return { json: time, shown: time };
    case 'date':
      return { json: day, shown: day };
    case 'uuid': {
      const id = randomUUID();
      return { json: id, shown: id };
    }
    case 'bytea':
      return { json: `\\x${Buffer.from(text).toString('hex')}`, shown: text };
    case 'bool':
      return { json: false, shown: 'false' };
    case 'int2':
    case 'int4':
    case 'int8':
      return { json: 20_000 + last, shown: String(20_000 + last) };
    case '_int4':
      return { json: [20_000 + last], shown: String(20_000 + last) };
    default:
      throw new Error(`Say what a mark in a column of the type ${type} is: ${table}.${name}`);
  }
}
