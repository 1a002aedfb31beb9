import { TEXT_WORDS } from '../../db/tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import type { Facets } from './facets.ts';
import { IN_CLASSES } from './most-voted.ts';
import { allOf, type Place, runSearch } from './statement.ts';
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
function queryOf(place: Place, word: string, are: Part): string {
  return `(to_tsquery('simple', ${place(are === 'whole' ? word : `${word}:*`)}) || ${stemsOf(place, word)})`;
}

function stemsOf(place: Place, word: string): string {
  const at = place(word);
  return `(plainto_tsquery('english', ${at}) || plainto_tsquery('german', ${at}))`;
}

/** Scores name and short description: the more words they have, and the more exactly, the better. */
export function scoreOf(place: Place, words: readonly string[]): string {
  const queries = [
    `to_tsquery('simple', ${place(words.join(' | '))})`,
    `to_tsquery('simple', ${place(words.map((word) => `${word}:*`).join(' | '))})`,
    words.map((word) => stemsOf(place, word)).join(' || '),
  ];
  return queries.map((query) => `ts_rank(bots.search, ${query})`).join(' + ');
}

/** Matches name, short description and tags. Conditions apply to `bots`, or to a subquery with this alias. */
export function near(place: Place, terms: readonly Term[], are: Part): string | undefined {
  return matching(place, terms, 'bots.search', (word) => queryOf(place, word, are));
}

/** Matches all texts and the commands, by the stems of words. Compute it only from an index: it splits long texts. */
export function far(place: Place, terms: readonly Term[]): string | undefined {
  return matching(place, terms, `(${TEXT_WORDS})`, (word) => stemsOf(place, word));
}

/** Words without a tag become one query, so that one look-up in the index finds them. */
function matching(
  place: Place,
  terms: readonly Term[],
  text: string,
  queryFor: (word: string) => string,
): string | undefined {
  const matches = (words: readonly string[]) => `${text} @@ (${words.map(queryFor).join(' && ')})`;
  const plain = terms.filter(({ tags }) => tags.length === 0).flatMap(({ words }) => words);
  return allOf(
    plain.length === 0 ? undefined : matches(plain),
    ...terms
      .filter(({ tags }) => tags.length > 0)
      .map(({ words, tags }) => `(${matches(words)} or ${hasAny(place, tags)})`),
  );
}

/** Whether a listing has one of the tags. */
export const hasAny = (place: Place, tags: readonly string[]): string =>
  `bots.tags && ${arrayOf(place, tags)}`;

/** Tags or languages as a value of the type of their column. */
export const arrayOf = (place: Place, codes: readonly string[]): string =>
  `array[${codes.map(place).join()}]::text[]`;

/** The filters that the index of words and tags answers. */
export function tagged(place: Place, { tags }: Facets): string | undefined {
  return tags.length === 0 ? undefined : `bots.tags @> ${arrayOf(place, tags)}`;
}

/** The filter that an index of its own answers. It does not have words. */
export function spoken(place: Place, { languages }: Facets): string | undefined {
  return languages.length === 0 ? undefined : `bots.languages && ${arrayOf(place, languages)}`;
}

/** The filters that need the row of each match. */
export function narrowed(
  place: Place,
  { without, minServers, activeSince }: Facets,
  how: 'per row' | 'as a set' | 'of the join' = 'per row',
): string | undefined {
  const ofStats = allOf(
    minServers === undefined ? undefined : `coalesce(bot_stats.server_count, -1) >= ${place(minServers)}`,
    activeSince && `bot_stats.checked_in_at >= ${place(activeSince.toISOString())}`,
  );
  const found = {
    // A look-up per row. As a join, the planner would read all rows of the table.
    'per row': `(select ${ofStats} from bot_stats where bot_stats.bot_id = bots.id)`,
    'as a set': `bots.id in (select bot_stats.bot_id from bot_stats where ${ofStats})`,
    'of the join': ofStats,
  };
  return allOf(without.length === 0 ? undefined : `not (${hasAny(place, without)})`, ofStats && found[how]);
}

/** A condition is common when this many of the 1500 most-voted listings match it. */
const COMMON = 15;

/** Whether about one in a hundred listings or more match. The planner's estimate is far off for prefixes. */
export async function isCommon(
  { db }: WithDatabase,
  wanted: (place: Place) => string | undefined,
): Promise<boolean> {
  const found = await runSearch(db, (place) => {
    const condition = wanted(place);
    const popular = IN_CLASSES.slice(0, 2).map(
      (inClass) => `select bots.id from bots where ${allOf(inClass, condition)}`,
    );
    return `${popular.join(' union all ')} limit ${COMMON}`;
  });
  return found.length === COMMON;
}
