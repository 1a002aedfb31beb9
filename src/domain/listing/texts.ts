import { and, eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { bots, listingTexts } from '../../db/tables.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import { ConflictError, InvalidInputError, InvalidListingError, NotFoundError } from '../kernel/errors.ts';
import { noteEvent } from '../kernel/events.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { type PlainReason, refusalOf } from '../kernel/refusal.ts';
import type { ListingCard } from './card.ts';
import { readTranslatedTexts } from './fields.ts';
import { isBotLanguage } from './languages.ts';
import { MAX_TRANSLATIONS } from './listing-fields.ts';
import { demandImages } from './text-images.ts';

/** The texts of a listing in one language. What is null is shown in the listing's own language. */
export interface TranslatedTexts {
  readonly name: string | null;
  readonly shortDescription: string | null;
  /** Markdown. */
  readonly longDescription: string | null;
}

/** A translation of a listing. */
export interface Translation extends TranslatedTexts {
  /** ISO 639-1. */
  readonly language: string;
  readonly updatedAt: Date;
}

/** A text, and the language that it has; null when the owner has not said it. */
export interface Text {
  readonly text: string;
  readonly language: string | null;
}

/** The places of the texts in {@link ListingCard}. */
const PLACES = { name: 0, shortDescription: 1 } as const;

/**
 * Finds the name or the short description in a language.
 *
 * @param language undefined for the listing's own
 * @returns the listing's own text where there is no translation
 */
export function textIn(card: ListingCard, field: keyof typeof PLACES, language: string | undefined): Text {
  const translated = isTranslated(card, language) ? card.texts?.[language]?.[PLACES[field]] : null;
  return translated ? { text: translated, language: language ?? null } : ownText(card, card[field]);
}

/**
 * Reads the long description in a language.
 *
 * @param card also has the listing's own long description
 * @param language undefined for the listing's own
 * @returns the listing's own text where there is no translation
 */
export async function longTextIn(
  services: WithDatabase,
  card: ListingCard & { readonly longDescription: string },
  language: string | undefined,
): Promise<Text> {
  const text = isTranslated(card, language)
    ? await findLongText(services, { botId: card.id, language })
    : null;
  return text ? { text, language: language ?? null } : ownText(card, card.longDescription);
}

/** Reads the long description in one language only, because each of ten may have 20 000 characters. */
const findLongText = gathered(
  async ({ db }: WithDatabase, keys: readonly { readonly botId: string; readonly language: string }[]) => {
    const [botIds, languages] = [keys.map(({ botId }) => botId), keys.map(({ language }) => language)];
    const rows = await db.sql<{ text: string | null }[]>`
      select long_description as text
      from unnest((select ${botIds}::text[]), (select ${languages}::text[]))
        with ordinality as key(bot_id, language, place)
      left join listing_texts using (bot_id, language) order by place`;
    return rows.map(({ text }) => text);
  },
);

/** Whether a translation counts: in the listing's own language, its own texts are shown. */
const isTranslated = (
  { texts, textLanguage }: ListingCard,
  language: string | undefined,
): language is string =>
  texts !== null && language !== undefined && Object.hasOwn(texts, language) && language !== textLanguage;

const ownText = ({ textLanguage }: ListingCard, text: string): Text => ({ text, language: textLanguage });

/** Lists the translations of a listing, by language. */
export const listTranslations = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  const rows = await db.sql<(Translation & { botId: string })[]>`
    select bot_id as "botId", language, name, short_description as "shortDescription",
      long_description as "longDescription", updated_at as "updatedAt"
    from listing_texts where bot_id = any((select ${[...new Set(botIds)]}::text[])::text[]) order by language`;
  return ofEach(botIds, rows);
});

/**
 * Writes the texts of a listing in one language, in place of those that it had. The database adds their words to the
 * search, and kept pages of the listing become out of date. The revision increases, so that no moderator approves a text
 * unseen.
 *
 * @param input the texts by field name; one that is missing, null or empty has no translation
 * @param seen when the texts that the user has read were edited; null when there were none
 * @param userId who writes them
 * @throws {ConflictError} when somebody else has edited, added or removed them since then
 * @throws {InvalidListingError} with one problem for each invalid text, or for the language: it is unknown, or the
 *   listing's own, or the eleventh, or there is no text
 * @throws {NotFoundError} when there is no such listing
 */
export async function setTranslation(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  language: string,
  input: Readonly<Record<string, unknown>>,
  seen: Date | null = null,
  userId?: string,
): Promise<void> {
  if (!isBotLanguage(language)) throw aboutLanguage('languages.unknown');
  const texts = readTranslatedTexts(input);
  if (Object.values(texts).every((text) => text === null)) throw aboutLanguage('translation.empty');
  const at = now();
  await db.orm.transaction(async (orm) => {
    // The lock makes concurrent calls wait, so that each one counts correctly.
    const listing = await raiseRevision(orm, botId, at);
    if (!listing) throw new NotFoundError();
    if (listing.textLanguage === language) throw aboutLanguage('translation.ownLanguage');
    const stored = await orm
      .select({ language: listingTexts.language, updatedAt: listingTexts.updatedAt })
      .from(listingTexts)
      .where(eq(listingTexts.botId, botId));
    const present = stored.find((one) => one.language === language);
    if (present?.updatedAt.getTime() !== seen?.getTime()) throw new ConflictError('listing.editedElsewhere');
    if (!present && stored.length >= MAX_TRANSLATIONS) {
      const refusal = refusalOf('translation.tooMany', { max: MAX_TRANSLATIONS });
      throw new InvalidListingError({ field: 'language', ...refusal });
    }
    const set = { ...texts, updatedAt: at };
    await orm
      .insert(listingTexts)
      .values({ botId, language, ...set })
      .onConflictDoUpdate({ target: [listingTexts.botId, listingTexts.language], set });
    await noteEvent(orm, { botId, kind: 'edited', userId, fields: ['translations'], at });
    if (texts.longDescription?.includes('!['))
      await demandImages(orm, { botId, revision: listing.revision }, at);
  });
}

/**
 * Removes the texts of a listing in one language. The revision increases, so that a rejected listing can be submitted again.
 *
 * @param userId the manager who wants it; left out for a moderator
 * @throws {InvalidInputError} when it has none
 */
export async function removeTranslation(
  { db, now }: WithDatabase & WithClock,
  botId: string,
  language: string,
  userId?: string,
): Promise<void> {
  const at = now();
  await db.orm.transaction(async (orm) => {
    const listing = await raiseRevision(orm, botId, at);
    const [removed] = await orm
      .delete(listingTexts)
      .where(and(eq(listingTexts.botId, botId), eq(listingTexts.language, language)))
      .returning({ longDescription: listingTexts.longDescription });
    if (!listing || !removed) throw new InvalidInputError('translation.notFound');
    await noteEvent(orm, { botId, kind: 'edited', userId, fields: ['translations'], at });
    // Images that only this text named are deleted.
    if (removed.longDescription?.includes('!['))
      await demandImages(orm, { botId, revision: listing.revision }, at);
  });
}

/** @returns undefined when there is no such listing */
async function raiseRevision(orm: Transaction, botId: string, at: Date) {
  const [listing] = await orm
    .update(bots)
    .set({ updatedAt: at, revision: sql`${bots.revision} + 1` })
    .where(and(eq(bots.id, botId), ne(bots.state, 'removed')))
    .returning({ textLanguage: bots.textLanguage, revision: bots.revision });
  return listing;
}

function aboutLanguage(reason: PlainReason): InvalidListingError {
  return new InvalidListingError({ field: 'language', ...refusalOf(reason) });
}
