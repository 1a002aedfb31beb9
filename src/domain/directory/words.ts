import { InvalidInputError } from '../kernel/errors.ts';
import { conceptsOf } from './concepts.ts';

const MAX_SEARCH_LENGTH = 100;
const MAX_WORDS = 8;
/** Words of one Latin letter or digit that count. Each is the beginning of many words, so eight cost many times more. */
const MAX_LETTERS = 2;

/** Words for the bots that come first anyway, in English, German and French. */
const POPULAR: ReadonlySet<string> = new Set(
  (
    'best bot bots famous great many most popular top ' +
    'beliebt beliebte beliebten beliebteste beliebtesten beste besten bester bestes meisten viel viele vielen ' +
    'beaucoup connu connus meilleur meilleure meilleures meilleurs populaire populaires'
  ).split(' '),
);

/**
 * Words that say nothing about a bot, or only that something is wanted, in English, German and French. A match need not
 * have them: "stop raids" is about raids.
 */
export const FILLERS: ReadonlySet<string> = new Set([
  ...POPULAR,
  ...(
    'a about add after against allow also alternative alternatives among an and anti any are around as at be been before being ' +
    'between block both but by can contain cool could create did discord do does during ' +
    'each easy every few filter filtering find for free from get give good has have here how i if in into ' +
    'is it just keep let like likes made make makes manage me member members more much my need new ' +
    'no nor not of off on only onto or our out over own people per play playing plays please prevent replacement same similar ' +
    'server servers set should show simple so some somebody someone something speak speaking speaks stop ' +
    'such system than that the their then there these they this those through to too track under until up ' +
    'use user users very via want was were what when where which while who will with within without would ' +
    'you your ' +
    'aber alle alternativen als am ans auch auf aus bei beim benutzer bin bis da damit dann das dem den denn ' +
    'der die diese dieser dieses doch du durch ein eine einem einen einer eines einfach er erstellen es ' +
    'etwas euch euer filtern für geben gegen gibt gratis gut habe haben hat hier ich ihr ihre im ins ist jede ' +
    'jeder jedes kann kannst kein keine keinen kostenlos können machen macht man mehr mein meine meinen ' +
    'mich mir mit mitglied mitglieder mitgliedern muss nach neu neue neuen neuer neues nicht noch nur ' +
    'nutzer ob oder ohne pro schon sehr sein seine sich sie sind soll spielen spielst spielt sprechen ' +
    'spricht stoppen suche um und uns unser unsere unter über vergeben verhindern verwalten vom von vor ' +
    'weil welche welcher welches wenig wenige wenigen wenn wer werden wie wir wird wo wollen würde zeigen ' +
    'zu zum zur zwischen ' +
    'ainsi ajouter après arrêter au aucun aucune aussi aux avant avec à bien bloquer car ce cela celle ' +
    'celui ces cet cette cherche chez comme comment contre créer d dans de depuis des donner dont elle ' +
    'elles empêcher en entre est et eux être faire fait filtre filtrer gérer gratuit gratuite gratuits gratuites il ils je joue jouent jouer ' +
    'l la le les leur lui ma mais membre membres mes même moi mon ne ni nos notre nous nouveau nouveaux ' +
    'nouvelle nouvelles ou où par parle parlent pas peu peut plus plusieurs pour puis quand que quel ' +
    'quelle quelles quels qui s sa sans se selon serveur serveurs ses si son sont sous sur ta te tes toi ' +
    'tous tout toute toutes très tu un une utilisateur utilisateurs vers veut veux vos votre voudrais ' +
    'vous y'
  ).split(' '),
]);

/** Whether a search asks for the bots that come first anyway: `top bots`. */
export const asksForPopular = (words: readonly string[]): boolean =>
  words.some((word) => POPULAR.has(word)) && words.every((word) => FILLERS.has(word));

/**
 * Splits a search into words of letters and digits, with two words of a single letter at most. The words contain no syntax of the query language.
 *
 * @throws {InvalidInputError} when the search is too long or contains NUL
 */
export function wordsOf(search: string): string[] {
  if (search.length > MAX_SEARCH_LENGTH) {
    throw new InvalidInputError('search.tooLong', { max: MAX_SEARCH_LENGTH });
  }
  // PostgreSQL cannot store this character.
  if (search.includes('\0')) throw new InvalidInputError('search.nul');
  const words = search.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let letters = 0;
  return words.filter((word) => !/^[a-z\d]$/.test(word) || ++letters <= MAX_LETTERS).slice(0, MAX_WORDS);
}

/** The words that a match must have: all but fillers. A search of fillers alone keeps those with a meaning, or all. */
export function withoutFillers(words: readonly string[]): readonly string[] {
  const telling = words.filter((word, at) => !FILLERS.has(word) || isInPhrase(words, at));
  // `bot zum Spielen` is about games.
  const kept = telling.length > 0 ? telling : words.filter((word) => conceptsOf(word).length > 0);
  return kept.length === 0 ? words : kept;
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
