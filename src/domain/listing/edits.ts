import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { type EditPart, type EditReason, type EditState, listingEdits } from '../../db/moderation-tables.ts';
import { type FieldValues, users } from '../../db/tables.ts';
import { isSameValue } from '../../terms/listing-fields.ts';
import { gathered, isOneOf, ofEach } from '../kernel/batch.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** An edit of a public listing, as it is stored. */
export interface ListingEdit {
  readonly id: number;
  readonly botId: string;
  readonly part: EditPart;
  readonly userId: string;
  /** Null when the user has never signed in, or is erased. */
  readonly userName: string | null;
  readonly editedAt: Date;
  /** What it changes, by the names of the fields of its part. */
  readonly before: FieldValues;
  readonly after: FieldValues;
  /** Why it has, or had, to wait; empty when it was public at once. */
  readonly reviewReasons: readonly EditReason[];
  readonly state: EditState;
  readonly decidedAt: Date | null;
  /** What the moderator wrote to the owners. */
  readonly reason: string | null;
}

const TRANSLATION = 'translation:';

/** The part of a listing that has its texts in a language. */
export const translationPart = (language: string): EditPart => `${TRANSLATION}${language}`;

/** The language of a part with translated texts; undefined for other parts. */
export const languageOf = (part: EditPart): string | undefined =>
  part.startsWith(TRANSLATION) ? part.slice(TRANSLATION.length) : undefined;

/** Edits that a moderator has not decided on. */
export const OPEN = ['waiting', 'public'] as const satisfies readonly EditState[];
/** The number of decided edits that owners and moderators see. */
const DECIDED_SHOWN = 10;

const COLUMNS = {
  id: listingEdits.id,
  botId: listingEdits.botId,
  part: listingEdits.part,
  userId: listingEdits.userId,
  userName: users.name,
  editedAt: listingEdits.editedAt,
  before: listingEdits.before,
  after: listingEdits.after,
  reviewReasons: listingEdits.reviewReasons,
  state: listingEdits.state,
  decidedAt: listingEdits.decidedAt,
  reason: listingEdits.reason,
};

/** Reads what an edit that waits for a moderator makes of a part of a listing. */
export async function findWaiting(
  orm: Pick<Transaction, 'select'>,
  botId: string,
  part: EditPart,
): Promise<FieldValues | undefined> {
  const [waiting] = await orm
    .select({ after: listingEdits.after })
    .from(listingEdits)
    .where(
      and(eq(listingEdits.botId, botId), eq(listingEdits.part, part), eq(listingEdits.state, 'waiting')),
    );
  return waiting?.after;
}

/** Lists the edits of a listing, newest first: those that nobody has decided on, and the last ten others. */
export const listEdits = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  // The texts of older ones may be long, so they are not read.
  const isRecent = sql`${listingEdits.id} >= coalesce((
    select id from listing_edits as newer where newer.bot_id = ${listingEdits.botId}
    and newer.state not in ('waiting', 'public')
    order by id desc offset ${DECIDED_SHOWN - 1} limit 1), 0)`;
  const rows = await db.orm
    .select(COLUMNS)
    .from(listingEdits)
    .leftJoin(users, eq(users.id, listingEdits.userId))
    .where(
      and(isOneOf(listingEdits.botId, [...botIds]), or(inArray(listingEdits.state, [...OPEN]), isRecent)),
    )
    .orderBy(desc(listingEdits.id));
  return ofEach(botIds, rows);
});

/** Whether nobody has decided on an edit. */
export const isOpen = (state: EditState): boolean => OPEN.some((open) => open === state);

/** The fields in which two versions of a part of a listing differ. */
export interface Changes {
  readonly before: FieldValues;
  readonly after: FieldValues;
}

/** Compares two versions of a part of a listing. What the second one does not name is the same in both. */
export function changesBetween(before: FieldValues, after: FieldValues): Changes {
  const names = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  return { before: pick(before, names), after: pick(after, names) };
}

/** The database keeps the members of a screenshot in an order of its own. */
const isSame = (one: unknown, other: unknown): boolean =>
  isSameValue(one, other) || isDeepStrictEqual(one, other);

const pick = (fields: FieldValues, names: readonly string[]): FieldValues =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

export const isEmpty = (changes: Changes): boolean => Object.keys(changes.after).length === 0;

const isSameEdit = (one: FieldValues, other: FieldValues): boolean =>
  Object.keys({ ...one, ...other }).every((name) => isSame(one[name], other[name]));

/**
 * Whether the last decision on an edit of this part of the listing refused the same changes. The chat platform gives the
 * same name every day, so for that one a revert counts, too.
 */
export async function wasRefused(
  orm: Pick<Transaction, 'select'>,
  botId: string,
  part: EditPart,
  changes: Changes,
): Promise<boolean> {
  const [last] = await orm
    .select({ state: listingEdits.state, after: listingEdits.after })
    .from(listingEdits)
    .where(
      and(
        eq(listingEdits.botId, botId),
        eq(listingEdits.part, part),
        isNotNull(listingEdits.decidedAt),
        part === 'platform_name' ? undefined : ne(listingEdits.state, 'reverted'),
      ),
    )
    .orderBy(desc(listingEdits.decidedAt), desc(listingEdits.id))
    .limit(1);
  return last !== undefined && last.state !== 'accepted' && isSameEdit(last.after, changes.after);
}

/** Who changes which listing. */
export interface Manager {
  readonly botId: string;
  readonly userId: string;
}

/** Who edits what of a listing, and when. */
export interface Editor extends Manager {
  readonly part: EditPart;
  readonly at: Date;
}

/**
 * Keeps an edit until a moderator decides on it, in place of an earlier one that waited. It has an id of its own, so that
 * no moderator accepts what they have not read.
 *
 * @param transaction it holds the lock of the listing
 */
export async function holdEdit(
  transaction: Transaction,
  { botId, part, userId, at }: Editor,
  changes: Changes,
  reviewReasons: readonly EditReason[],
): Promise<void> {
  await dropOpen(transaction, botId, { part, states: ['waiting'] });
  await transaction
    .insert(listingEdits)
    .values({ botId, part, userId, editedAt: at, ...changes, reviewReasons, state: 'waiting' });
}

/**
 * Notes an edit that is public, for a later look. With an earlier one that nobody has looked at it becomes one edit: the
 * moderator compares what was reviewed with what is public.
 *
 * @param transaction it holds the lock of the listing
 */
export async function noteEdit(
  transaction: Transaction,
  { botId, part, userId, at }: Editor,
  changes: Changes,
): Promise<void> {
  const [earlier] = await dropOpen(transaction, botId, { part, states: ['public'] });
  const merged = changesBetween(
    { ...changes.before, ...earlier?.before },
    { ...earlier?.after, ...changes.after },
  );
  if (isEmpty(merged)) return;
  await transaction
    .insert(listingEdits)
    .values({ botId, part, userId, editedAt: earlier?.editedAt ?? at, ...merged, state: 'public' });
}

/** A listing that goes its own way needs no decision on its name on the chat platform. */
export async function endFollowing(transaction: Pick<Transaction, 'delete'>, botId: string): Promise<void> {
  await dropOpen(transaction, botId, { part: 'platform_name', states: ['waiting'] });
}

/**
 * Deletes edits that nobody has decided on, because they are replaced, taken back, or of a listing that is reviewed as a
 * whole.
 *
 * @param transaction it holds the lock of the listing
 * @param only those of a part, in some states, or with an id; all of them when it is left out
 * @returns those that were deleted
 */
export async function dropOpen(
  transaction: Pick<Transaction, 'delete'>,
  botId: string,
  {
    states = OPEN,
    part,
    editId,
  }: { states?: readonly (typeof OPEN)[number][]; part?: EditPart; editId?: number } = {},
): Promise<{ part: EditPart; before: FieldValues; after: FieldValues; editedAt: Date }[]> {
  return transaction
    .delete(listingEdits)
    .where(
      and(
        eq(listingEdits.botId, botId),
        inArray(listingEdits.state, [...states]),
        part === undefined ? undefined : eq(listingEdits.part, part),
        editId === undefined ? undefined : eq(listingEdits.id, editId),
      ),
    )
    .returning({
      part: listingEdits.part,
      before: listingEdits.before,
      after: listingEdits.after,
      editedAt: listingEdits.editedAt,
    });
}
