interface Row {
  /** In addresses and cursors; GraphQL has it in capitals. */
  readonly name: string;
  /** What GraphQL says about it. */
  readonly description: string;
  readonly table: 'bots' | 'bot_stats';
  /** The column in SQL. The highest value comes first. */
  readonly column: string;
  /** What stands for a missing value, in SQL. */
  readonly missing?: string;
  readonly kind: 'number' | 'time';
  /** The index on the column (with what stands for a missing value) and the id: `src/db/tables.ts`. */
  readonly index: string;
}

/**
 * The orders of the directory by a column. Type, cursors, statements and GraphQL follow from this table, and the
 * languages must have a word for each. A test finds each index in the plan. This file imports nothing, because pages
 * load it, too.
 */
export const DIRECTORY_ORDERS = [
  {
    name: 'votes',
    description: 'The most votes come first. From 100 votes on, votes count in steps of ten or more.',
    table: 'bot_stats',
    column: 'listed_vote_count',
    kind: 'number',
    index: 'bot_stats_votes',
  },
  {
    name: 'trending',
    description:
      'Listings that got the most votes more in the last seven days than in the week before come first. Updated hourly.',
    table: 'bot_stats',
    column: 'trend',
    kind: 'number',
    index: 'bot_stats_trend',
  },
  {
    name: 'servers',
    description: 'The highest server count comes first.',
    table: 'bot_stats',
    column: 'server_count',
    missing: '-1',
    kind: 'number',
    index: 'bot_stats_servers',
  },
  {
    name: 'newest',
    description: 'The latest submission comes first.',
    table: 'bots',
    column: 'created_at',
    kind: 'time',
    index: 'bots_newest',
  },
  {
    name: 'active',
    description: 'The latest report comes first, by the hour.',
    table: 'bot_stats',
    column: 'active_hour',
    missing: "'-infinity'",
    kind: 'time',
    index: 'bot_stats_active',
  },
] as const satisfies readonly Row[];

export type ColumnOrder = (typeof DIRECTORY_ORDERS)[number]['name'];
/** Relevance needs a search. */
export type DirectoryOrder = ColumnOrder | 'relevance';

/** Finds a row by its name. */
export function orderNamed(name: ColumnOrder): Row {
  return DIRECTORY_ORDERS.find((order) => order.name === name) as Row;
}
