import { BOT_LANGUAGES } from '../listing/languages.ts';
import { type Facets, MAX_TAGS } from './facets.ts';
import { termsOf } from './terms.ts';
import { FILLERS } from './words.ts';

/** What words of a search say about the permissions of a bot, and the words that say it. */
interface NamedPermissions {
  readonly facets: Pick<Facets, 'isHarmless' | 'maxPermissions'>;
  readonly words: readonly string[];
}

/** As the choice of the filter on the page. */
const FEW_PERMISSIONS = 5;
const FEW = wordSet('few fewer little less minimal wenig wenige wenigen weniger peu moins');
const NONE = wordSet('no not none zero without ohne kein keine keinen sans aucun aucune pas');
const PERMISSIONS = wordSet(
  'permission permissions rights berechtigung berechtigungen rechte rechten autorisation autorisations droit droits',
);
/** They narrow permissions down to those that can harm a server, or stand between other words of such a phrase. */
const SENSITIVE = wordSet(
  'admin administrator administratorrechte adminrechte administrateur admins sensitive dangerous ' +
    'heikle heiklen gefährliche gefährlichen sensibles dangereuses',
);
const BETWEEN = wordSet('de d special');

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/**
 * Reads phrases such as `few permissions`, `no permissions` and `without admin`. A word for how many must stand before
 * what it counts, so that `permissions` or `admin` alone remain plain words.
 */
export function permissionsNamed(words: readonly string[]): NamedPermissions | undefined {
  return words.map((_, start) => permissionsAt(words.slice(start))).find((named) => named !== undefined);
}

function permissionsAt([quantity = '', ...rest]: readonly string[]): NamedPermissions | undefined {
  const isFew = FEW.has(quantity);
  if (!isFew && !NONE.has(quantity)) return undefined;
  const end = rest.findIndex((word) => !PERMISSIONS.has(word) && !SENSITIVE.has(word) && !BETWEEN.has(word));
  const counted = end === -1 ? rest : rest.slice(0, end);
  if (!counted.some((word) => PERMISSIONS.has(word) || (!isFew && SENSITIVE.has(word)))) return undefined;
  const facets = isFew ? { maxPermissions: FEW_PERMISSIONS } : { isHarmless: true };
  return { facets, words: [quantity, ...counted] };
}

/** A search without its words about permissions, which are in no text of a bot, if other words remain. */
export function withoutPermissions(words: readonly string[]): readonly string[] {
  const named = permissionsNamed(words)?.words ?? [];
  const rest = without(words, named);
  return rest.every((word) => FILLERS.has(word)) ? words : rest;
}

const without = (words: readonly string[], named: readonly string[]) =>
  words.filter((word) => !named.includes(word));

/** Without case, accents and the ending of an adjective: `Deutscher`, `deutschsprachig`, `francaise`. */
const plain = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const ENDINGS = [/$/, /(?:e|er|es|en|em|s)$/, /sprachig(?:e|er|es|en)?$/] as const;
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

function languageNamed(word: string): string | undefined {
  const forms = ENDINGS.map((ending) => plain(word).replace(ending, ''));
  return forms.map((form) => CODES_BY_NAME.get(form)).find((code) => code !== undefined);
}

/** The words of a search that a filter says exactly, as that filter. */
interface Named {
  readonly words: readonly string[];
  readonly facets: Facets;
}

/**
 * Finds the filters that a search names: `german music bot` names a language and a tag. A bot must speak only one of
 * the languages of a filter, so several languages become one offer each. Tags alone are none: they are offered anyway.
 *
 * @param typed the words as they were typed
 * @param facets the filters that are chosen already
 */
export function filtersNamed(typed: readonly string[], facets: Facets): readonly Named[] {
  const permissions = permissionsNamed(typed);
  const telling = without(typed, permissions?.words ?? []);
  const codes = [...new Set(telling.flatMap((word) => languageNamed(word) ?? []))];
  const unchosen = codes.filter((code) => !facets.languages.includes(code));
  if (unchosen.length === 0 && permissions === undefined) return [];
  const plainWords = telling.filter((word) => languageNamed(word) === undefined && !FILLERS.has(word));
  const terms = termsOf(plainWords);
  const wanted = terms.flatMap(({ is }) => is).filter((slug) => !facets.without.includes(slug));
  const tags = [...new Set([...facets.tags, ...wanted])].slice(0, MAX_TAGS);
  const words = terms.filter(({ is }) => is.length === 0).flatMap((term) => term.words);
  const named = { ...facets, ...permissions?.facets, tags };
  const ofLanguages = unchosen.map((code) => ({ words, facets: { ...named, languages: [code] } }));
  return ofLanguages.length > 0 ? ofLanguages : [{ words, facets: named }];
}
