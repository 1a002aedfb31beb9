import { BOT_LANGUAGES } from '../listing/languages.ts';
import { type Facets, MAX_TAGS, MAX_WITHOUT, NO_FACETS } from './facets.ts';
import { negationsIn } from './negations.ts';
import { termsOf } from './terms.ts';
import { FILLERS, withoutFillers } from './words.ts';

/** What words of a search say about the permissions of a bot, and the words that say it. */
interface NamedPermissions {
  /** What says it exactly, and then what nearly says it: few bots ask for no permission at all. */
  readonly facets: readonly Pick<Facets, 'isHarmless' | 'maxPermissions'>[];
  readonly words: readonly string[];
}

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
 */
function permissionsNamed(words: readonly string[]): NamedPermissions | undefined {
  return words.map((_, start) => permissionsAt(words.slice(start))).find((named) => named !== undefined);
}

function permissionsAt([quantity = '', ...rest]: readonly string[]): NamedPermissions | undefined {
  const isFew = FEW.has(quantity);
  if (!isFew && !NONE.has(quantity)) return undefined;
  const end = rest.findIndex((word) => !PERMISSIONS.has(word) && !SENSITIVE.has(word) && !BETWEEN.has(word));
  const counted = end === -1 ? rest : rest.slice(0, end);
  if (!counted.some((word) => PERMISSIONS.has(word) || (!isFew && SENSITIVE.has(word)))) return undefined;
  const isSensitive = counted.some((word) => SENSITIVE.has(word));
  const none = isSensitive ? [{ isHarmless: true }] : [{ maxPermissions: 0 }, { isHarmless: true }];
  return { facets: isFew ? [{ maxPermissions: FEW_PERMISSIONS }] : none, words: [quantity, ...counted] };
}

const without = (words: readonly string[], named: readonly string[]) =>
  words.filter((word) => !named.includes(word));

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

/** A wish of a search. */
export interface Wish extends Facets {
  /** A match should have none of these phrases, or say that it is without the first one. */
  readonly lacking?: readonly string[];
  /** A match should speak another language than this one. */
  readonly beyond?: string;
}

/** What a search wishes besides its words. */
export interface Wishes {
  /** The words that a match must have: without those of the wishes, and without fillers. */
  readonly words: readonly string[];
  /** The words of the wishes. */
  readonly wished: readonly string[];
  /** Matches that fit more of them come first. */
  readonly wishes: readonly Wish[];
}

/** Without what a search does not want. Permissions have filters of their own. */
const divided = (typed: readonly string[]) =>
  negationsIn(typed, (words) => permissionsAt(words) !== undefined);

/**
 * Divides a search into what matches must have, and wishes: about languages and permissions, which few texts of bots
 * have, and about what bots should not have. The name of a language remains a word if nothing else is left: `german bot`.
 */
export function wishesIn(typed: readonly string[]): Wishes {
  const { negations, rest: wanted } = divided(typed);
  const permissions = permissionsNamed(wanted);
  const others = without(wanted, permissions?.words ?? []);
  const named = others.filter((word) => languageNamed(word) !== undefined);
  const rest = without(others, named);
  const isOnlyWish = rest.every((word) => FILLERS.has(word));
  const languages = [...new Set(named.flatMap((word) => languageNamed(word) ?? []))];
  const unwanted = negations.map(({ term: { words, others, is } }) => {
    const beyond = languageNamed(words.join(' '));
    return beyond === undefined ? { without: is, lacking: [words.join(' '), ...others] } : { beyond };
  });
  const wishes = [
    ...(languages.length === 0 ? [] : [{ languages }]),
    ...(permissions?.facets ?? []),
    ...unwanted,
  ];
  return {
    words: isOnlyWish && wishes.length > 0 ? named : withoutFillers(rest),
    wished: [
      ...(isOnlyWish ? [] : named),
      ...(permissions?.words ?? []),
      ...negations.flatMap(({ words }) => words),
    ],
    wishes: wishes.map((wish) => ({ ...NO_FACETS, ...wish })),
  };
}

/** The words of a search that a filter says exactly, as that filter. */
interface Named {
  readonly words: readonly string[];
  readonly facets: Facets;
}

/** The filters of a search that names nothing else, the most of them first: `spanish`, `spanish bot, few permissions`. */
export const onlyFilters = (typed: readonly string[], facets: Facets): readonly Facets[] =>
  filtersNamed(typed, facets).flatMap((named) =>
    named.filter(({ words }) => words.length === 0).map(({ facets }) => facets),
  );

/**
 * Finds the filters that a search names: `german music bot` names a language and a tag. A bot must speak only one of
 * the languages of a filter, so several languages become one offer each. Tags alone are none: they are offered anyway.
 *
 * @param typed the words as they were typed
 * @param facets the filters that are chosen already
 * @returns all filters together, and then fewer of them, for when no bot fits
 */
export function filtersNamed(typed: readonly string[], facets: Facets): readonly (readonly Named[])[] {
  const { negations, rest } = divided(typed);
  const permissions = permissionsNamed(rest);
  const telling = without(rest, permissions?.words ?? []);
  const codes = [...new Set(telling.flatMap((word) => languageNamed(word) ?? []))];
  const unchosen = codes.filter((code) => !facets.languages.includes(code));
  const plainWords = telling.filter((word) => languageNamed(word) === undefined && !FILLERS.has(word));
  const terms = termsOf(plainWords);
  const isUnwanted = (slug: string) => !facets.tags.includes(slug) && !facets.without.includes(slug);
  const unwanted = [...new Set(negations.flatMap(({ term }) => term.is))].filter(isUnwanted);
  const excluded = [...facets.without, ...unwanted].slice(0, MAX_WITHOUT);
  const wanted = terms.flatMap(({ is }) => is).filter((slug) => !excluded.includes(slug));
  const tags = [...new Set([...facets.tags, ...wanted])].slice(0, MAX_TAGS);
  const words = [
    ...terms.filter(({ is }) => is.length === 0).flatMap((term) => term.words),
    ...negations.filter(({ term }) => term.is.length === 0).flatMap((negation) => negation.words),
  ];
  const all = { ...facets, without: excluded, tags };
  const ofPermissions = (permissions?.facets ?? []).map((named) => ({ ...all, ...named }));
  const ofLanguages = (rest: Facets) =>
    unchosen.map((code) => ({ words, facets: { ...rest, languages: [code] } }));
  return [
    ...ofPermissions.map(ofLanguages),
    ...ofPermissions.map((rest) => [{ words, facets: rest }]),
    ofLanguages(all),
    unwanted.length === 0 ? [] : [{ words, facets: all }],
  ];
}
