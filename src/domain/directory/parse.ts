import { BOT_LANGUAGES } from '../listing/languages.ts';
import { type Facets, NO_FACETS } from './facets.ts';
import { type Term, termsOf } from './terms.ts';
import { FILLERS, MAX_PHRASE, withoutFillers, wordsOf } from './words.ts';

/** A search: its words, read once, and its filters. */
export interface Search {
  /** As it was typed, without spaces around it. */
  readonly text: string;
  /** All words of the text. */
  readonly typed: readonly string[];
  /** The words that a match must have. */
  readonly words: readonly string[];
  /** The same words, divided. A match must have each term. */
  readonly must: readonly Term[];
  /** What it wishes about languages and permissions, which few texts of bots have. Matches that fit come first. */
  readonly should: readonly Wish[];
  /** What a match should not have. Matches without it come first. */
  readonly not: readonly Negation[];
  readonly facets: Facets;
  /** The name of a command, without its slash, if the search is one. */
  readonly command?: string | undefined;
  /** The code of the reader's language. */
  readonly language?: string | undefined;
}

/** A filter that words name, but that a match need not fit. */
export interface Wish {
  readonly facets: Pick<Facets, 'isHarmless' | 'maxPermissions'> & Partial<Pick<Facets, 'languages'>>;
  /** The words that only say it. */
  readonly words: readonly string[];
}

/** Something that a search does not want. */
export interface Negation {
  readonly term: Term;
  /** The words that say it. They say the same at any place of a search. */
  readonly words: readonly string[];
}

/** Each takes some of `words` away, and says what they mean. Later ones see only what is left. */
const REWRITES: readonly ((search: Search) => Search)[] = [
  takeNegations,
  takePermissions,
  takeLanguages,
  dropFillers,
  divideIntoTerms,
];

/** The name of a command on the chat platform. The letters of some scripts have marks. */
const COMMAND = /^\/([\p{L}\p{M}\p{N}'_-]+)$/u;

/** @throws {InvalidInputError} when the text is too long or contains NUL */
export function parseSearch(text: string, facets: Facets = NO_FACETS): Search {
  const typed = wordsOf(text);
  const [, command] = COMMAND.exec(text.toLowerCase()) ?? [];
  const unread: Search = { text, typed, words: typed, must: [], should: [], not: [], facets, command };
  return REWRITES.reduce((search, rewrite) => rewrite(search), unread);
}

/** The words of a search that say only what it wishes, or does not want. */
export const wishedWords = ({ should, not }: Pick<Search, 'should' | 'not'>): readonly string[] =>
  [...should, ...not].flatMap(({ words }) => words);

/** A search of some parts of another. */
export function searchOf({ must = [], should = [], not = [] }: Partial<Search>, facets: Facets): Search {
  const words = must.flatMap((term) => term.words);
  const typed = [...words, ...wishedWords({ should, not })];
  return { text: typed.join(' '), typed, words, must, should, not, facets };
}

const without = (words: readonly string[], named: readonly string[]) =>
  words.filter((word) => !named.includes(word));

/**
 * Finds what a search does not want: `bot without music`, `ohne Musik und Spiele`. What moderation bots act against is
 * wanted: `no spam`. Permissions have filters of their own: `no permissions`.
 */
function takeNegations(search: Search): Search {
  const not: Negation[] = [];
  const rest: string[] = [];
  let negating: string | undefined;
  for (let at = 0; at < search.words.length; ) {
    const words = search.words.slice(at);
    const [first = '', ...others] = words;
    if (NEGATING.has(first)) negating = first;
    else if (!ALSO.has(first)) negating = undefined;
    const found = negating === undefined || permissionsAt(words) ? undefined : unwantedAt(others);
    if (found && negating !== undefined) {
      not.push({ term: found.term, words: [negating, ...found.term.words] });
      at += 1 + found.length;
    } else {
      rest.push(first);
      at += 1;
      negating = undefined;
    }
  }
  return { ...search, words: rest, not };
}

/** The term after a word that negates it, and the number of words up to its end. */
function unwantedAt(words: readonly string[]): { term: Term; length: number } | undefined {
  const start = words.findIndex((word) => !AFTER_NEGATING.has(word));
  const [term] = start === -1 ? [] : termsOf(words.slice(start, start + MAX_PHRASE));
  if (term === undefined || term.words.every((word) => FILLERS.has(word))) return undefined;
  const isFought = term.is.length === 0 && [...term.within, ...term.often].includes('moderation');
  return isFought ? undefined : { term, length: start + term.words.length };
}

function takePermissions(search: Search): Search {
  const { words } = search;
  const named = words.map((_, start) => permissionsAt(words.slice(start))).find((wishes) => wishes);
  if (!named) return search;
  const rest = without(
    words,
    named.flatMap((wish) => wish.words),
  );
  return { ...search, words: rest, should: named };
}

/** The name of a language remains a word if nothing else is left: `german bot`. */
function takeLanguages(search: Search): Search {
  const named = search.words.filter((word) => languageNamed(word) !== undefined);
  if (named.length === 0) return search;
  const rest = without(search.words, named);
  const isAll = rest.every((word) => FILLERS.has(word));
  const languages = [...new Set(named.flatMap((word) => languageNamed(word) ?? []))];
  return {
    ...search,
    words: isAll ? named : rest,
    should: [{ facets: { languages }, words: isAll ? [] : named }, ...search.should],
  };
}

/** A search of fillers alone keeps some, unless it wishes something: `bot without music`. */
function dropFillers(search: Search): Search {
  const { words, should, not } = search;
  const isOnlyWish = should.length + not.length > 0 && words.every((word) => FILLERS.has(word));
  return { ...search, words: isOnlyWish ? [] : withoutFillers(words) };
}

function divideIntoTerms(search: Search): Search {
  return { ...search, must: termsOf(search.words) };
}

/** Words before something that is not wanted, in English, German and French. Texts of bots have them, too. */
export const NEGATING = wordSet('no not without ohne kein keine keinen nicht sans aucun aucune pas');
const AFTER_NEGATING = wordSet(
  'a an any in speaking speak speaks the auf ein eine einen de d du des en la le les parle un une',
);
const ALSO = wordSet('and or nor und oder et ou ni');

/** As the choice of the filter on the page. */
const FEW_PERMISSIONS = 5;
const FEW = wordSet('few fewer little less minimal wenig wenige wenigen weniger peu moins');
const NONE = wordSet('no not none zero without ohne kein keine keinen sans aucun aucune pas');
const PERMISSIONS = wordSet(
  'permission permissions perm perms rights berechtigung berechtigungen rechte rechten autorisation autorisations droit droits',
);
/** They narrow permissions down to those that can harm a server, or stand between other words of such a phrase. */
const SENSITIVE = wordSet(
  'admin administrator administratorrechte adminrechte administrateur admins sensitive dangerous ' +
    'heikle heiklen gefährliche gefährlichen sensible sensiblen weitreichend weitreichende weitreichenden ' +
    'sensibles dangereuse dangereuses',
);
const BETWEEN = wordSet('de d special');

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/**
 * Reads phrases such as `few permissions`, `no permissions` and `without admin`. A word for how many must stand before
 * what it counts, so that `permissions` or `admin` alone remain plain words.
 *
 * @returns what says it exactly, and then what nearly says it: few bots ask for no permission at all
 */
function permissionsAt([quantity = '', ...rest]: readonly string[]): readonly Wish[] | undefined {
  const isFew = FEW.has(quantity);
  if (!isFew && !NONE.has(quantity)) return undefined;
  const end = rest.findIndex((word) => !PERMISSIONS.has(word) && !SENSITIVE.has(word) && !BETWEEN.has(word));
  const counted = end === -1 ? rest : rest.slice(0, end);
  if (!counted.some((word) => PERMISSIONS.has(word) || (!isFew && SENSITIVE.has(word)))) return undefined;
  const isSensitive = counted.some((word) => SENSITIVE.has(word));
  const words = [quantity, ...counted];
  if (isFew) return [{ facets: { maxPermissions: FEW_PERMISSIONS }, words }];
  if (isSensitive) return [{ facets: { isHarmless: true }, words }];
  return [
    { facets: { maxPermissions: 0 }, words },
    { facets: { isHarmless: true }, words: [] },
  ];
}

/** Without case, accents and the ending of an adjective: `Deutscher`, `deutschsprachig`, `francaise`, `italienne`. */
const plain = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const ENDINGS = [/$/, /(?:e|er|es|en|em|s)$/, /nes?$/, /sprachig(?:e|er|es|en)?$/] as const;
/** The languages in which people name languages: those of the site. */
const NAMED_IN = ['en', 'de', 'fr'];

/** Codes by the names of languages in those of the site, and in the language itself. */
const CODES_BY_NAME: ReadonlyMap<string, string> = new Map(
  BOT_LANGUAGES.flatMap((code) =>
    [...NAMED_IN, code].map((locale) => {
      const name = new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
      return [plain(name), code] as const;
    }),
  ),
);

export function languageNamed(word: string): string | undefined {
  const forms = ENDINGS.map((ending) => plain(word).replace(ending, ''));
  return forms.map((form) => CODES_BY_NAME.get(form)).find((code) => code !== undefined);
}
