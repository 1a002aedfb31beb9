import { and, or, type SQL, sql } from 'drizzle-orm';
import { botStats, bots, textWords } from '../../db/tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import type { Facets } from './facets.ts';
import { inClass } from './ranking.ts';
import type { Term } from './synonyms.ts';

/** What a search asks for, besides the order. */
export interface Search {
  /** As it was typed, without spaces around it. */
  readonly text: string;
  /** Without fillers. */
  readonly words: readonly string[];
  /** The same words, divided. A match must have each term. */
  readonly terms: readonly Term[];
  readonly facets: Facets;
}

type Part = 'whole' | 'beginnings';

/**
 * A full-text query for one word, with its English and German stems: `songs` also finds `song`.
 *
 * @param are whether the word is whole, or the beginning of longer words
 */
const queryOf = (word: string, are: Part): SQL =>
  sql`(to_tsquery('simple', ${are === 'whole' ? word : `${word}:*`}) || ${stemsOf(word)})`;
const stemsOf = (word: string): SQL =>
  sql`(plainto_tsquery('english', ${word}) || plainto_tsquery('german', ${word}))`;
const all = (queries: readonly SQL[]): SQL => sql.join([...queries], sql` && `);
const any = (queries: readonly SQL[]): SQL => sql.join([...queries], sql` || `);

/** Scores name and short description: the more words they have, and the more exactly, the better. */
export function scoreOf(words: readonly string[]): SQL {
  const queries = [
    sql`to_tsquery('simple', ${words.join(' | ')})`,
    sql`to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' | ')})`,
    any(words.map(stemsOf)),
  ];
  return sql.join(
    queries.map((query) => sql`ts_rank(${bots.search}, ${query})`),
    sql` + `,
  );
}

/** Matches name, short description and tags. Conditions apply to `bots`, or to a subquery with this alias. */
export function near(terms: readonly Term[], are: Part): SQL | undefined {
  return matching(terms, sql`${bots.search}`, (word) => queryOf(word, are));
}

/** Matches all texts and the commands, by the stems of words. Compute it only from an index: it splits long texts. */
export function far(terms: readonly Term[]): SQL | undefined {
  return matching(terms, sql`(${textWords})`, stemsOf);
}

/** Words without a tag become one query, so that one look-up in the index finds them. */
function matching(terms: readonly Term[], text: SQL, queryFor: (word: string) => SQL): SQL | undefined {
  const matches = (words: readonly string[]) => sql`${text} @@ (${all(words.map(queryFor))})`;
  const plain = terms.filter(({ tags }) => tags.length === 0).flatMap(({ words }) => words);
  return and(
    plain.length === 0 ? undefined : matches(plain),
    ...terms.filter(({ tags }) => tags.length > 0).map(({ words, tags }) => or(matches(words), hasAny(tags))),
  );
}

/** Whether a listing has one of the tags. */
export const hasAny = (tags: readonly string[]): SQL => sql`${bots.tags} && ${arrayOf(tags)}`;

/** Tags or languages as a value of the type of their column. */
export const arrayOf = (codes: readonly string[]): SQL =>
  sql`array[${sql.join([...codes], sql`, `)}]::text[]`;

/** The filters that the index of words and tags answers. */
export function tagged({ tags }: Facets): SQL | undefined {
  return tags.length === 0 ? undefined : sql`${bots.tags} @> ${arrayOf(tags)}`;
}

/** The filter that an index of its own answers. It does not have words. */
export function spoken({ languages }: Facets): SQL | undefined {
  return languages.length === 0 ? undefined : sql`${bots.languages} && ${arrayOf(languages)}`;
}

/** The filters that need the row of each match. */
export function narrowed(
  { without, ...numbers }: Facets,
  how: 'per row' | 'as a set' | 'of the join' = 'per row',
): SQL | undefined {
  const wanted = ofStats(numbers);
  return and(
    without.length === 0 ? undefined : sql`not (${hasAny(without)})`,
    // A look-up per row. As a join, the planner would read all rows of the table.
    wanted && how === 'per row'
      ? sql`(select ${wanted} from ${botStats} where ${botStats.botId} = ${bots.id})`
      : undefined,
    wanted && how === 'as a set'
      ? sql`${bots.id} in (select ${botStats.botId} from ${botStats} where ${wanted})`
      : undefined,
    how === 'of the join' ? wanted : undefined,
  );
}

function ofStats({ minServers, activeSince }: Pick<Facets, 'minServers' | 'activeSince'>): SQL | undefined {
  return and(
    minServers === undefined ? undefined : sql`coalesce(${botStats.serverCount}, -1) >= ${minServers}`,
    activeSince === undefined ? undefined : sql`${botStats.checkedInAt} >= ${activeSince.toISOString()}`,
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
