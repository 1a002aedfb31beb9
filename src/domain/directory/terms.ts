import { type Concept, conceptsOf, KNOWN_WORDS } from './concepts.ts';
import { FILLERS } from './words.ts';

/** What somebody searches for: one word, or a phrase that has a meaning of its own. */
export interface Term {
  readonly words: readonly string[];
  /** Words and phrases that mean the same. */
  readonly others: readonly string[];
  /** Slugs of the tags that mean the same. */
  readonly is: readonly string[];
  /** Slugs of the tags where such bots often are. */
  readonly often: readonly string[];
}

/** Words in the longest phrase. */
const MAX_PHRASE = 3;
/** A part of a compound word. */
const MIN_PART = 3;
const KNOWN = new Set(KNOWN_WORDS);

/** Divides words into terms. The longest phrase with a meaning wins. */
export function termsOf(words: readonly string[]): Term[] {
  const terms: Term[] = [];
  for (let start = 0; start < words.length; ) {
    const longest = Math.min(MAX_PHRASE, words.length - start);
    const phrases = Array.from({ length: longest }, (_, index) =>
      words.slice(start, start + longest - index),
    );
    const known = phrases.find((phrase) => meaningOf(phrase).length > 0);
    const own = known ?? phrases.at(-1) ?? [];
    terms.push(known ? termOf(own, meaningOf(own)) : compoundOf(own));
    start += own.length;
  }
  return terms;
}

/** The meaning of a phrase: `mini game`, and also `minigame` if that is how it is listed. */
function meaningOf(phrase: readonly string[]): readonly Concept[] {
  const asPhrase = conceptsOf(phrase.join(' '));
  return asPhrase.length > 0 ? asPhrase : conceptsOf(phrase.join(''));
}

function termOf(words: readonly string[], concepts: readonly Concept[]): Term {
  const own = words.join(' ');
  const others = new Set(concepts.flatMap((concept) => concept.words));
  others.delete(own);
  return {
    words,
    others: [...others],
    is: [...new Set(concepts.flatMap(({ is }) => is))],
    often: [...new Set(concepts.flatMap(({ often }) => often))],
  };
}

/** A word of two known parts, such as `musicbot` or `musikquiz`, also means its parts. */
function compoundOf(own: readonly string[]): Term {
  const word = own.join('');
  for (let at = word.length - MIN_PART; at >= MIN_PART; at -= 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    const telling = parts.filter((part) => !FILLERS.has(part));
    const [only = '', more] = telling;
    if (!telling.every((part) => KNOWN.has(part))) continue;
    if (more !== undefined) return { words: own, others: [telling.join(' ')], is: [], often: [] };
    const { others, is, often } = termOf([only], conceptsOf(only));
    return { words: own, others: [only, ...others], is, often };
  }
  return { words: own, others: [], is: [], often: [] };
}
