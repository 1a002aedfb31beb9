import { type Concept, conceptsBegun, conceptsOf } from './concepts.ts';
import { FILLERS, MAX_PHRASE } from './words.ts';

/** What somebody searches for: one word, or a phrase that has a meaning of its own. */
export interface Term {
  readonly words: readonly string[];
  /** Words and phrases that mean the same. */
  readonly others: readonly string[];
  /** Slugs of the tags that mean the same. */
  readonly is: readonly string[];
  /** Slugs of the tags whose bots match, whatever their words. */
  readonly within: readonly string[];
  /** Slugs of the tags where such bots often are. */
  readonly often: readonly string[];
}

/** A part of a compound word. */
const MIN_PART = 3;
/** A part of a compound word whose other part is not known. */
const MIN_ONLY_PART = 4;

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
  if (asPhrase.length > 0 || phrase.length > 1) {
    return asPhrase.length > 0 ? asPhrase : conceptsOf(phrase.join(''));
  }
  return conceptsBegun(phrase.join(' '));
}

function termOf(words: readonly string[], concepts: readonly Concept[]): Term {
  const own = words.join(' ');
  const others = new Set(concepts.flatMap((concept) => concept.words));
  others.delete(own);
  return {
    words,
    others: [...others],
    is: [...new Set(concepts.flatMap(({ is }) => is))],
    within: [...new Set(concepts.flatMap(({ within }) => within))],
    often: [...new Set(concepts.flatMap(({ often }) => often))],
  };
}

/** A word of two known parts, such as `musicbot`, `moderationsbot` or `musikquiz`, also means its parts. */
function compoundOf(own: readonly string[]): Term {
  const plainTerm = { words: own, others: [], is: [], within: [], often: [] };
  const parts = partsOf(own.join(''));
  if (parts === undefined) return plainTerm;
  const [only = '', more] = parts.filter((part) => !FILLERS.has(part));
  if (more !== undefined) return { ...plainTerm, others: [`${only} ${more}`] };
  const { others, ...tags } = termOf([only], conceptsOf(only));
  return { ...tags, words: own, others: [only, ...others] };
}

/** The two known parts of a compound word. At least one of them means something. */
export function partsOf(word: string): readonly string[] | undefined {
  for (let at = word.length - MIN_PART; at >= MIN_PART; at -= 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    const telling = parts.filter((part) => !FILLERS.has(part));
    if (telling.length > 0 && telling.every((part) => conceptsOf(part).length > 0)) return parts;
  }
  return undefined;
}

/** The longer known part of a compound word, at its end or at its beginning: of `wochenzeitung` that is `zeitung`. */
export function knownPartOf(word: string): string | undefined {
  const isKnown = (part: string) => conceptsOf(part).length > 0;
  for (let rest = MIN_ONLY_PART; rest <= word.length - MIN_ONLY_PART; rest += 1) {
    const known = [word.slice(rest), word.slice(0, -rest)].find(isKnown);
    if (known !== undefined) return known;
  }
  return undefined;
}
