import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { listingEdits } from '../../db/moderation-tables.ts';
import { bots, listingTexts } from '../../db/tables.ts';
import { type ListingFields, MAX_TRANSLATIONS } from '../../terms/listing-fields.ts';
import { gathered, ofEach } from '../kernel/batch.ts';
import { ConflictError, InvalidInputError, InvalidListingError } from '../kernel/errors.ts';
import { noteEvent } from '../kernel/events.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { type PlainReason, refusalOf } from '../kernel/refusal.ts';
import type { ListingCard } from './card.ts';
import {
  changesBetween,
  dropOpen,
  holdEdit,
  isEmpty,
  languageOf,
  type Manager,
  noteEdit,
  OPEN,
  translationPart,
  wasRefused,
} from './edits.ts';
import { readTranslatedTexts } from './fields.ts';
import { NEXT_REVISION } from './images.ts';
import { judgeEdit } from './judge-edit.ts';
import { isBotLanguage } from './languages.ts';
import { lockListing, NO_TEXTS, readPart, writePart } from './parts.ts';

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
 * A translation of a public listing is an edit: it waits for a moderator when its name or a link in it does
 * (`judgeEdit`), and is noted for a later look otherwise.
 *
 * @param input the texts by field name; one that is missing, null or empty has no translation
 * @param seen when the texts that the user has read were edited, also when they wait; null when there were none
 * @throws {ConflictError} when somebody else has edited, added or removed them since then, or a moderator has refused
 *   them before
 * @throws {InvalidListingError} with one problem for each invalid text, or for the language: it is unknown, or the
 *   listing's own, or the eleventh, or there is no text
 * @throws {NotFoundError} when there is no such listing
 */
export async function setTranslation(
  { db, now }: WithDatabase & WithClock,
  { botId, userId }: Manager,
  language: string,
  input: Readonly<Record<string, unknown>>,
  seen: Date | null = null,
): Promise<void> {
  if (!isBotLanguage(language)) throw aboutLanguage('languages.unknown');
  const texts = readTranslatedTexts(input);
  if (Object.values(texts).every((text) => text === null)) throw aboutLanguage('translation.empty');
  const part = translationPart(language);
  const editor = { botId, userId, part, at: now() };
  await db.orm.transaction(async (orm) => {
    // The lock makes concurrent calls wait, so that each one counts correctly.
    const listing = await lockListing(orm, botId);
    if (listing.textLanguage === language) throw aboutLanguage('translation.ownLanguage');
    await requireNewest(orm, botId, language, seen);
    const changes = changesBetween(await readPart(orm, botId, part), texts);
    const isPublic = listing.state === 'approved';
    const reasons = isPublic ? await judgeEdit(orm, botId, listing, inPlaceOfOwn(listing, texts)) : [];
    const waits = reasons.length > 0;
    if (waits && (await wasRefused(orm, botId, part, changes))) throw new ConflictError('listing.unchanged');
    await raiseRevision(orm, botId, waits ? undefined : editor.at);
    await noteEvent(orm, { ...editor, kind: 'edited', fields: ['translations'] });
    if (waits) return holdEdit(orm, editor, changes, reasons);
    await dropOpen(orm, botId, { part, states: ['waiting'] });
    await writePart(orm, botId, part, texts, editor.at);
    if (isPublic) await noteEdit(orm, editor, changes);
  });
}

/** A listing whose readers all get these texts. */
const inPlaceOfOwn = (listing: ListingFields, { name, longDescription }: TranslatedTexts): ListingFields => ({
  ...listing,
  name: name ?? listing.name,
  longDescription: longDescription ?? listing.longDescription,
});

/** Compares what the user has read with what its owners work on: with the translations that wait. */
async function requireNewest(orm: Transaction, botId: string, language: string, seen: Date | null) {
  const stored = await orm
    .select({ language: listingTexts.language, at: listingTexts.updatedAt })
    .from(listingTexts)
    .where(eq(listingTexts.botId, botId));
  const waiting = await orm
    .select({ part: listingEdits.part, at: listingEdits.editedAt })
    .from(listingEdits)
    .where(and(eq(listingEdits.botId, botId), eq(listingEdits.state, 'waiting')));
  const times = new Map<string | undefined, Date>();
  for (const one of stored) times.set(one.language, one.at);
  for (const { part, at } of waiting) times.set(languageOf(part), at);
  times.delete(undefined);
  if (times.get(language)?.getTime() !== seen?.getTime()) throw new ConflictError('listing.editedElsewhere');
  if (!times.has(language) && times.size >= MAX_TRANSLATIONS) {
    const refusal = refusalOf('translation.tooMany', { max: MAX_TRANSLATIONS });
    throw new InvalidListingError({ field: 'language', ...refusal });
  }
}

/**
 * Removes the texts of a listing in one language, and an edit of them that waits. That shows nothing new, so it is
 * public at once. The revision increases, so that a rejected listing can be submitted again.
 *
 * @param userId the manager who wants it, for a later look of a moderator; left out for a moderator
 * @throws {InvalidInputError} when it has none
 */
export async function removeTranslation(
  { db, now }: WithDatabase & WithClock,
  { botId, userId }: Pick<Manager, 'botId'> & Partial<Manager>,
  language: string,
): Promise<void> {
  const at = now();
  const part = translationPart(language);
  await db.orm.transaction(async (orm) => {
    const listing = await raiseRevision(orm, botId, at);
    const changes = changesBetween(await readPart(orm, botId, part), NO_TEXTS);
    if (!listing || isEmpty(changes)) throw new InvalidInputError('translation.notFound');
    await writePart(orm, botId, part, NO_TEXTS, at);
    await noteEvent(orm, { botId, kind: 'edited', userId, fields: ['translations'], at });
    await dropOpen(orm, botId, { part, states: userId === undefined ? OPEN : ['waiting'] });
    if (userId !== undefined && listing.state === 'approved')
      await noteEdit(orm, { botId, userId, part, at }, changes);
  });
}

/**
 * @param at when the change is public; left out while it waits
 * @returns undefined when there is no such listing
 */
async function raiseRevision(orm: Transaction, botId: string, at?: Date) {
  const [listing] = await orm
    .update(bots)
    .set({ updatedAt: at, ...NEXT_REVISION })
    .where(and(eq(bots.id, botId), ne(bots.state, 'removed')))
    .returning({ state: bots.state });
  return listing;
}

function aboutLanguage(reason: PlainReason): InvalidListingError {
  return new InvalidListingError({ field: 'language', ...refusalOf(reason) });
}
