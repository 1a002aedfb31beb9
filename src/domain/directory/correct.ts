import leven from 'leven';
import { isOutOfTime } from '../../db/away.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { conceptsOf, KNOWN_WORDS, plain } from './concepts.ts';
import { IN_CLASSES } from './most-voted.ts';
import { languageNamed } from './parse.ts';
import { runWith } from './statement.ts';
import { knownPartOf, partsOf } from './terms.ts';
import { FILLERS, wordsOf } from './words.ts';

const PLAIN_WORDS = new Map(KNOWN_WORDS.map((word) => [word, plain(word)]));

/** Shorter words have too many others beside them. */
const MIN_LENGTH = 4;
/** Names per word and class that are compared letter by letter. */
const MAX_NAMES = 20;
/**
 * Words of a search that are compared with names, in the order of the search. Each one is another pair of subqueries:
 * eight of them took 270 ms with 10 000 bots. Other words are compared with the words of tags only.
 */
const MAX_WORDS_IN_NAMES = 2;
/** A correction only helps. After this time, in milliseconds, the search goes on without names. */
const PATIENCE_MS = 250;

/**
 * Corrects misspelled words of a search, and divides compound words. The words of tags and of the listings' names, and
 * names of languages, are known.
 *
 * @returns the corrected search; undefined when there is nothing to correct
 */
export async function correctSpelling(
  services: WithDatabase,
  words: readonly string[],
): Promise<string | undefined> {
  const isKnown = (word: string) => conceptsOf(word).length > 0 || languageNamed(word) !== undefined;
  const unknown = words.filter((word) => word.length >= MIN_LENGTH && !isKnown(word));
  if (unknown.length === 0) return undefined;
  const names = await namesLike(services, [...new Set(unknown)].slice(0, MAX_WORDS_IN_NAMES));
  const candidates = [...KNOWN_WORDS, ...names.flatMap(wordsOf)];
  const corrected = words.map((word) => (unknown.includes(word) ? correctWord(word, candidates) : word));
  return corrected.every((word, index) => word === words[index]) ? undefined : corrected.join(' ');
}

/** `gewitterwarnung` is divided, and of `quizabend` one part is known. */
function correctWord(word: string, candidates: readonly string[]): string {
  const parts = partsOf(word);
  // Of `ticketsystem`, the search has left out the part that says nothing.
  if (parts) return parts.some((part) => FILLERS.has(part)) ? word : parts.join(' ');
  const close = closest(word, candidates);
  return close === word ? (knownPartOf(word) ?? word) : close;
}

/**
 * Names with a word of similar spelling, those of popular listings first; none when finding them takes too long. The
 * connection has the minimum similarity (`src/db/client.ts`).
 *
 * Only searches with an unknown word pay for the round trips of the short time limit. Without it, such a search could
 * keep the database busy for two seconds.
 */
async function namesLike({ db }: WithDatabase, words: readonly string[]): Promise<string[]> {
  const write = (word: string) => {
    const ofClasses = IN_CLASSES.map(
      (inClass) => `
        (select bots.name from bots where ${inClass} and ${word} <% bots.name
          order by word_similarity(${word}, bots.name) desc, bots.id limit ${MAX_NAMES})`,
    );
    return `(select name from (${ofClasses.join(' union all ')}) classes limit ${MAX_NAMES})`;
  };
  try {
    const rows = await runWith<{ name: string }>(
      db,
      `set local statement_timeout = ${PATIENCE_MS}`,
      (place) => words.map((word) => write(place(word))).join(' union all '),
      words.length === 1,
    );
    return rows.map(({ name }) => name);
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    return [];
  }
}

/** The first of the closest words, or the word itself when none is close or one begins with it. */
function closest(word: string, candidates: readonly string[]): string {
  const allowed = word.length < 6 ? 1 : 2;
  const typed = plain(word);
  let best = { word, distance: allowed + 1 };
  for (const candidate of candidates) {
    if (candidate.startsWith(word)) return word;
    const distance = distanceOf(typed, PLAIN_WORDS.get(candidate) ?? plain(candidate), allowed);
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
