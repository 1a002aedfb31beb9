import { and, type SQL, sql } from 'drizzle-orm';
import { bots } from '../../db/tables.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { inClass } from './ranking.ts';

const MAX_SEARCH_LENGTH = 100;
const MAX_WORDS = 8;

/**
 * Letters and digits only: nothing that the query language would read as its own.
 *
 * @throws {InvalidInputError} when the search is too long or no text
 */
export function wordsOf(search: string): string[] {
  if (search.length > MAX_SEARCH_LENGTH) {
    throw new InvalidInputError(`A search has ${MAX_SEARCH_LENGTH} characters at most.`);
  }
  // PostgreSQL has no text with it.
  if (search.includes('\0')) throw new InvalidInputError('A search must not contain the character U+0000.');
  return (search.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}

/** A query for all of the words, as they are or as the beginnings of longer ones. */
export function queryFor(words: readonly string[], are: 'whole' | 'beginnings'): SQL {
  const suffix = are === 'whole' ? '' : ':*';
  return sql`to_tsquery('simple', ${words.map((word) => word + suffix).join(' & ')})`;
}

/** Conditions on `search` and `tags` of a row of `bots`, or of a selection that is called so. */
export function narrowed(query: SQL | undefined, tag: string | undefined): SQL | undefined {
  return and(
    query && sql`${bots.search} @@ ${query}`,
    tag === undefined ? undefined : sql`${bots.tags} @> array[${tag}]::text[]`,
  );
}

/** Of the 1500 listings with the most votes. */
const COMMON = 15;

/** Whether about one of a hundred listings or more are wanted. The planner's own guess is far off for beginnings of words. */
export async function isCommon({ db }: WithDatabase, wanted: SQL): Promise<boolean> {
  const popular = [0, 1].map(
    (popularity) => sql`select ${bots.id} from ${bots} where ${and(inClass(popularity), wanted)}`,
  );
  const found = await db.orm.execute(sql`${sql.join(popular, sql` union all `)} limit ${COMMON}`);
  return found.length === COMMON;
}
