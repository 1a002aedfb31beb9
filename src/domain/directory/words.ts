import { InvalidInputError } from '../kernel/errors.ts';

const MAX_SEARCH_LENGTH = 100;
const MAX_WORDS = 8;

/** Words that say nothing about a bot, in English, German and French. A match need not have them. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an and any are best bot bots can cool create discord do does few for free from get good has have how i in is it make me my ' +
    'need no not of on or please server servers some somebody someone something speak speaking speaks system that the to want ' +
    'which who with without your ' +
    'auf bester das dem den der die ein eine einen erstellen für gut ich ist kann kein keine keinen kostenlos machen mein meinen mit oder ohne ' +
    'sprechen spricht suche und von welcher wenig wenige wenigen zum zur ' +
    'au aux avec aucun aucune cherche créer dans de des du en est et faire je le la les leur mes mon ou parle parlent peu pour qui que ' +
    'sans serveur serveurs sur un une'
  ).split(' '),
);

/**
 * Splits a search into words of letters and digits. The words contain no syntax of the query language.
 *
 * @throws {InvalidInputError} when the search is too long or contains NUL
 */
export function wordsOf(search: string): string[] {
  if (search.length > MAX_SEARCH_LENGTH) {
    throw new InvalidInputError('search.tooLong', { max: MAX_SEARCH_LENGTH });
  }
  // PostgreSQL cannot store this character.
  if (search.includes('\0')) throw new InvalidInputError('search.nul');
  return (search.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}

/** The words that a match must have: all but fillers. A search of fillers alone keeps them. */
export function withoutFillers(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !FILLERS.has(word));
  return telling.length === 0 ? words : telling;
}
