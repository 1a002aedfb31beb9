import { and, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { type EditReason, type EditState, type FieldValues, listingEdits, users } from '../../db/tables.ts';
import { gathered, isOneOf, ofEach } from '../kernel/batch.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { type FieldName, isSameValue, LISTING_FIELDS, type ListingFields } from './listing-fields.ts';
import type { Transaction } from './submit.ts';

/** An edit of a public listing, as it is stored. */
export interface ListingEdit {
  readonly id: number;
  readonly botId: string;
  readonly userId: string;
  /** Null when the user has never signed in, or is erased. */
  readonly userName: string | null;
  readonly editedAt: Date;
  readonly before: Partial<ListingFields>;
  readonly after: Partial<ListingFields>;
  /** Why it has, or had, to wait; empty when it was public at once. */
  readonly reviewReasons: readonly EditReason[];
  readonly state: EditState;
  readonly decidedAt: Date | null;
  /** What the moderator wrote to the owners. */
  readonly reason: string | null;
}

/** Edits that a moderator has not decided on. */
export const OPEN = ['waiting', 'public'] as const satisfies readonly EditState[];
/** The number of decided edits that owners and moderators see. */
const DECIDED_SHOWN = 10;

const COLUMNS = {
  id: listingEdits.id,
  botId: listingEdits.botId,
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

/** Reads the edit of a listing that waits for a moderator. */
export const findWaitingEdit = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  const rows: ListingEdit[] = await db.orm
    .select(COLUMNS)
    .from(listingEdits)
    .leftJoin(users, eq(users.id, listingEdits.userId))
    .where(and(isOneOf(listingEdits.botId, [...botIds]), eq(listingEdits.state, 'waiting')));
  const byBot = new Map(rows.map((edit) => [edit.botId, edit]));
  return botIds.map((botId) => byBot.get(botId));
});

/** Lists the edits of a listing, newest first: those that nobody has decided on, and the last ten others. */
export const listEdits = gathered(async ({ db }: WithDatabase, botIds: readonly string[]) => {
  // The texts of older ones may be long, so they are not read.
  const isRecent = sql`${listingEdits.id} >= coalesce((
    select id from listing_edits as newer where newer.bot_id = ${listingEdits.botId}
    order by id desc offset ${DECIDED_SHOWN + OPEN.length - 1} limit 1), 0)`;
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

export const isOpen = (state: EditState): boolean => OPEN.some((open) => open === state);

/** The fields of a listing with those of the edit that waits: what its owners work on. */
export function withEdit<Fields extends ListingFields>(
  listing: Fields,
  waiting: ListingEdit | undefined,
): Fields {
  return { ...listing, ...waiting?.after };
}

/** The fields in which two versions of a listing differ. */
export interface Changes {
  readonly before: Partial<ListingFields>;
  readonly after: Partial<ListingFields>;
}

/** Compares two versions of a listing, or the same fields of two. */
export function changesBetween(before: Partial<ListingFields>, after: Partial<ListingFields>): Changes {
  const names = LISTING_FIELDS.map(({ name }) => name).filter(
    (name) => !isSameValue(before[name], after[name]),
  );
  return { before: pick(before, names), after: pick(after, names) };
}

const pick = (fields: Partial<ListingFields>, names: readonly FieldName[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<ListingFields>;

export const isEmpty = (changes: Changes): boolean => Object.keys(changes.after).length === 0;

/** Whether the last decision on an edit of the listing refused the same changes. */
export async function wasRefused({ db }: WithDatabase, botId: string, changes: Changes): Promise<boolean> {
  const [last] = await db.orm
    .select({ state: listingEdits.state, after: listingEdits.after })
    .from(listingEdits)
    .where(
      and(
        eq(listingEdits.botId, botId),
        isNotNull(listingEdits.decidedAt),
        ne(listingEdits.state, 'reverted'),
      ),
    )
    .orderBy(desc(listingEdits.decidedAt))
    .limit(1);
  return last?.state === 'refused' && isEmpty(changesBetween(last.after, changes.after));
}

/** Who edits a listing, and when. */
export interface Editor {
  readonly botId: string;
  readonly userId: string;
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
  { botId, userId, at }: Editor,
  changes: Changes,
  reviewReasons: readonly EditReason[],
): Promise<void> {
  await dropOpen(transaction, botId, ['waiting']);
  await transaction
    .insert(listingEdits)
    .values({ botId, userId, editedAt: at, ...changes, reviewReasons, state: 'waiting' });
}

/**
 * Notes an edit that is public, for a later look. With an earlier one that nobody has looked at it becomes one edit: the
 * moderator compares what was reviewed with what is public.
 *
 * @param transaction it holds the lock of the listing
 */
export async function noteEdit(
  transaction: Transaction,
  { botId, userId, at }: Editor,
  changes: Changes,
): Promise<void> {
  const [earlier] = await dropOpen(transaction, botId, ['public']);
  const merged = changesBetween(
    { ...changes.before, ...earlier?.before },
    { ...earlier?.after, ...changes.after },
  );
  if (isEmpty(merged)) return;
  await transaction
    .insert(listingEdits)
    .values({ botId, userId, editedAt: earlier?.editedAt ?? at, ...merged, state: 'public' });
}

/**
 * Deletes edits that nobody has decided on, because they are replaced, taken back, or of a listing that is reviewed as a
 * whole.
 *
 * @param transaction it holds the lock of the listing
 * @param editId only this one
 * @returns those that were deleted
 */
export async function dropOpen(
  transaction: Pick<Transaction, 'delete'>,
  botId: string,
  states: readonly (typeof OPEN)[number][] = OPEN,
  editId?: number,
): Promise<{ before: FieldValues; after: FieldValues; editedAt: Date }[]> {
  return transaction
    .delete(listingEdits)
    .where(
      and(
        eq(listingEdits.botId, botId),
        inArray(listingEdits.state, [...states]),
        editId === undefined ? undefined : eq(listingEdits.id, editId),
      ),
    )
    .returning({ before: listingEdits.before, after: listingEdits.after, editedAt: listingEdits.editedAt });
}
