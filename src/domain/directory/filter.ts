import { and, type SQL, sql } from 'drizzle-orm';
import { bots } from '../../db/tables.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { inClass } from './ranking.ts';

const MAX_SEARCH_LENGTH = 100;
const MAX_WORDS = 8;

/**
 * Splits a search into words of letters and digits. The words contain no syntax of the query language.
 *
 * @throws {InvalidInputError} when the search is too long or contains NUL
 */
export function wordsOf(search: string): string[] {
  if (search.length > MAX_SEARCH_LENGTH) {
    throw new InvalidInputError(`A search can have at most ${MAX_SEARCH_LENGTH} characters.`);
  }
  // PostgreSQL cannot store this character.
  if (search.includes('\0')) throw new InvalidInputError('A search must not contain the character U+0000.');
  return (search.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}

/**
 * Makes a full-text query for all words.
 *
 * @param are whether the words are whole, or prefixes of longer words
 */
export function queryFor(words: readonly string[], are: 'whole' | 'beginnings'): SQL {
  const suffix = are === 'whole' ? '' : ':*';
  return sql`to_tsquery('simple', ${words.map((word) => word + suffix).join(' & ')})`;
}

/** Makes the conditions for a query and a tag. They apply to `bots`, or to a subquery with this alias. */
export function narrowed(query: SQL | undefined, tag: string | undefined): SQL | undefined {
  return and(
    query && sql`${bots.search} @@ ${query}`,
    tag === undefined ? undefined : sql`${bots.tags} @> array[${tag}]::text[]`,
  );
}

/** A condition is common when this many of the 1500 most-voted listings match it. */
const COMMON = 15;

/** Whether about one in a hundred listings or more match. The planner's estimate is far off for prefixes. */
export async function isCommon({ db }: WithDatabase, wanted: SQL): Promise<boolean> {
  const popular = [0, 1].map(
    (popularity) => sql`select ${bots.id} from ${bots} where ${and(inClass(popularity), wanted)}`,
  );
  const found = await db.orm.execute(sql`${sql.join(popular, sql` union all `)} limit ${COMMON}`);
  return found.length === COMMON;
}
