import { InvalidInputError } from '../kernel/errors.ts';
import { conceptsOf } from './concepts.ts';

const MAX_SEARCH_LENGTH = 100;
const MAX_WORDS = 8;

/**
 * Words that say nothing about a bot, or only that something is wanted, in English, German and French. A match need not
 * have them: "stop raids" is about raids.
 */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'a add against allow an and anti any are best block bot bots but by can contain cool create discord do does easy every ' +
    'few filter filtering find for free from get give good has have how i in into is it keep let make manage me ' +
    'member members my need new no not of on or our people play plays playing please prevent server servers set show simple some ' +
    'somebody someone something speak speaking speaks stop system that the their they this to track up use user ' +
    'users want which who with without your ' +
    'aber alle auf bei bester das dem den der die ein eine einem einen einer einfach erstellen filtern für geben gegen ' +
    'gut ich im ist kann kein keine keinen kostenlos machen mein meine meinen mit mitglied mitglieder mitgliedern ' +
    'neu neue neuen neuer neues nutzer benutzer oder ohne sprechen spricht stoppen suche und unser unsere vergeben ' +
    'verhindern verwalten von welcher wenig wenige wenigen zeigen zum zur ' +
    'ajouter arrêter au aux avec aucun aucune bloquer ce cherche contre créer dans de des donner du empêcher en est ' +
    'et faire filtre filtrer gérer je le la les leur membre membres mes mon nos notre nouveau nouveaux nouvelle ' +
    'nouvelles ou par parle parlent peu pour qui que sans serveur serveurs ses son sur tous un une utilisateur ' +
    'utilisateurs veux'
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
  const telling = words.filter((word, at) => !FILLERS.has(word) || isInPhrase(words, at));
  return telling.length === 0 ? words : telling;
}

/** Words in the longest phrase. */
export const MAX_PHRASE = 3;

/** Whether a word belongs to a phrase with a meaning and a word that is no filler: `role playing`, `all in one`. */
function isInPhrase(words: readonly string[], at: number): boolean {
  for (let start = Math.max(0, at - MAX_PHRASE + 1); start <= at; start += 1) {
    for (let end = Math.max(at, start + 1); end < start + MAX_PHRASE && end < words.length; end += 1) {
      const phrase = words.slice(start, end + 1);
      if (!phrase.every((word) => FILLERS.has(word)) && conceptsOf(phrase.join(' ')).length > 0) return true;
    }
  }
  return false;
}
