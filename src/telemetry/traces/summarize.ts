const WRITES = /\b(insert into|update|delete from)\s+(?:only\s+)?"?([a-z_][\w.]*)"?/g;
const READS = /\b(from|join)\s+"?([a-z_][\w.]*)"?(?!\w|\s*\()/g;
/** After `update`, these words are no tables: `on conflict do update set`, `for update of`. */
const NO_TABLES = new Set(['set', 'of', 'skip', 'nowait', 'lateral', 'unnest', 'only']);
/** A statement that writes several tables is named after the first ones. */
const MOST = 3;

/**
 * Names a statement after what it does, such as `insert votes, update bot_stats` or `select bots`. The name has no other
 * text of the statement, so it has no values.
 *
 * @param text the statement
 */
export function summarize(text: string): string {
  const lower = text.toLowerCase().replace(/"/g, '');
  const writes = namesIn(lower, WRITES).map(([verb, table]) => `${verb.split(' ')[0]} ${table}`);
  if (writes.length > 0) return [...new Set(writes)].slice(0, MOST).join(', ');
  const [word = 'statement'] = /[a-z]+/.exec(lower) ?? [];
  const [read] = namesIn(lower, READS);
  return read ? `select ${read[1]}` : word;
}

function namesIn(text: string, pattern: RegExp): (readonly [verb: string, table: string])[] {
  return [...text.matchAll(pattern)].flatMap(([, verb = '', table = '']) =>
    NO_TABLES.has(table) ? [] : [[verb, table] as const],
  );
}
