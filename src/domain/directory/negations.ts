import { type Term, termsOf } from './terms.ts';
import { FILLERS, MAX_PHRASE } from './words.ts';

/** Something that a search does not want. */
interface Negation {
  readonly term: Term;
  /** The words that say it. They say the same at any place of a search. */
  readonly words: readonly string[];
}

/** The words of a search, divided. */
interface Divided {
  readonly negations: readonly Negation[];
  /** All other words. */
  readonly rest: readonly string[];
}

/** Words before something that is not wanted, in English, German and French. Texts of bots have them, too. */
export const NEGATING = new Set(
  'no not without ohne kein keine keinen nicht sans aucun aucune pas'.split(' '),
);
const BETWEEN = new Set(
  'a an any in speaking speak speaks the auf ein eine einen de d du des en la le les parle un une'.split(' '),
);
const ALSO = new Set('and or nor und oder et ou ni'.split(' '));

/**
 * Finds what a search does not want: `bot without music`, `ohne Musik und Spiele`. What moderation bots act against is
 * wanted: `no spam`.
 *
 * @param isOther whether words have another meaning from their first one on, such as `no permissions`
 */
export function negationsIn(
  typed: readonly string[],
  isOther: (words: readonly string[]) => boolean = () => false,
): Divided {
  const negations: Negation[] = [];
  const rest: string[] = [];
  let negating: string | undefined;
  for (let at = 0; at < typed.length; ) {
    const words = typed.slice(at);
    const [first = '', ...others] = words;
    if (NEGATING.has(first)) negating = first;
    else if (!ALSO.has(first)) negating = undefined;
    const found = negating === undefined || isOther(words) ? undefined : unwantedAt(others);
    if (found && negating !== undefined) {
      negations.push({ term: found.term, words: [negating, ...found.term.words] });
      at += 1 + found.length;
    } else {
      rest.push(first);
      at += 1;
      negating = undefined;
    }
  }
  return { negations, rest };
}

/** The term after a word that negates it, and the number of words up to its end. */
function unwantedAt(words: readonly string[]): { term: Term; length: number } | undefined {
  const start = words.findIndex((word) => !BETWEEN.has(word));
  const [term] = start === -1 ? [] : termsOf(words.slice(start, start + MAX_PHRASE));
  if (term === undefined || term.words.every((word) => FILLERS.has(word))) return undefined;
  const isFought = term.is.length === 0 && [...term.within, ...term.often].includes('moderation');
  return isFought ? undefined : { term, length: start + term.words.length };
}
