import { sql } from 'drizzle-orm';
import leven from 'leven';
import { bots, POPULARITY_CLASSES } from '../../db/tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { executeSearch } from './execute.ts';
import { inClass } from './ranking.ts';
import { TAG_WORDS } from './synonyms.ts';
import { wordsOf } from './words.ts';

/** The minimum similarity of a misspelled word and a word of a name: `gaurdian` and `guardian` have 0.42. */
const LIKENESS = '0.4';
/** Shorter words have too many others beside them. */
const MIN_LENGTH = 4;
/** Names per word and class that are compared letter by letter. */
const MAX_NAMES = 20;

/**
 * Corrects misspelled words of a search. The words of tags and of the listings' names are known.
 *
 * @returns the corrected search; undefined when there is nothing to correct
 */
export async function correctSpelling(
  services: WithDatabase,
  words: readonly string[],
): Promise<string | undefined> {
  const known = new Set(TAG_WORDS);
  const unknown = words.filter((word) => word.length >= MIN_LENGTH && !known.has(word));
  if (unknown.length === 0) return undefined;
  const names = await namesLike(services, unknown);
  const corrected = words.map((word) =>
    unknown.includes(word) ? closest(word, [...TAG_WORDS, ...names.flatMap(wordsOf)]) : word,
  );
  return corrected.every((word, index) => word === words[index]) ? undefined : corrected.join(' ');
}

/** Names with a word of similar spelling, those of popular listings first. */
async function namesLike({ db }: WithDatabase, words: readonly string[]): Promise<string[]> {
  const alike = words.map((word) => {
    const ofClasses = Array.from(
      { length: POPULARITY_CLASSES },
      (_, popularity) => sql`
        (select ${bots.name} from ${bots} where ${inClass(popularity)} and ${word} <% ${bots.name}
          order by word_similarity(${word}, ${bots.name}) desc, ${bots.id} limit ${MAX_NAMES})`,
    );
    return sql`(select name from (${sql.join(ofClasses, sql` union all `)}) classes limit ${MAX_NAMES})`;
  });
  const rows = await db.sql.begin(async (transaction) => {
    await transaction`select set_config('pg_trgm.word_similarity_threshold', ${LIKENESS}, true)`;
    const statement = sql.join(alike, sql` union all `);
    return executeSearch<{ name: string }>(transaction, statement, words.length === 1);
  });
  return rows.map(({ name }) => name);
}

/** The first of the closest words, or the word itself when none is close or one begins with it. */
function closest(word: string, candidates: readonly string[]): string {
  const allowed = word.length < 6 ? 1 : 2;
  let best = { word, distance: allowed + 1 };
  for (const candidate of candidates) {
    if (candidate.startsWith(word)) return word;
    const distance = distanceOf(word, candidate, allowed);
    if (distance < best.distance) best = { word: candidate, distance };
  }
  return best.word;
}

/** Letters to change. Two swapped letters count as one. */
function distanceOf(one: string, other: string, allowed: number): number {
  const distance = leven(one, other, { maxDistance: allowed + 2 });
  const isSwap = distance === 2 && lettersOf(one) === lettersOf(other);
  return isSwap ? 1 : distance;
}

const lettersOf = (word: string) => [...word].sort().join('');
