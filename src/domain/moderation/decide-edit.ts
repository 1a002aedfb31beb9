import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { type EditPart, type EditState, listingEdits } from '../../db/moderation-tables.ts';
import { bots, type FieldValues } from '../../db/tables.ts';
import { REASON_LENGTH } from '../../terms/reason-length.ts';
import { ConflictError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { readOptionalText } from '../kernel/text.ts';
import { changesBetween, isOpen } from '../listing/edits.ts';
import { deleteUnusedImages, NEXT_REVISION } from '../listing/images.ts';
import { readPart, writePart } from '../listing/parts.ts';
import { addNotices } from '../notices/add.ts';
import { requireForeignListing } from '../ownership/permissions.ts';
import { endClaim, lockUnclaimed } from './claims.ts';

/** A moderator's decision on an edit. */
export interface EditJudgement {
  /** The edit that the moderator has read. A later one has another id. */
  readonly editId: number;
  /** False refuses an edit that waits, and reverts one that is public. */
  readonly accepts: boolean;
  /** 10 to 500 characters, shown to the owners. Required to refuse an edit, and to revert one. */
  readonly reason?: string | null | undefined;
}

/**
 * Decides on an edit of a public listing. An edit that waited becomes public when it is accepted. A public one that is
 * reverted: its fields get the values of before it, except those that were changed since.
 *
 * @throws {InvalidInputError} when the reason is missing, too short or too long
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {NotFoundError} when there is no such listing
 * @throws {ClaimedError} when another moderator has claimed the listing
 * @throws {ConflictError} when the edit was decided on or replaced, or the listing is not public
 */
export async function decideEdit(
  services: WithDatabase & WithClock,
  moderatorId: string,
  botId: string,
  { editId, accepts, reason }: EditJudgement,
): Promise<void> {
  await requireForeignListing(services, moderatorId, botId);
  const at = services.now();
  await services.db.orm.transaction(async (orm) => {
    await lockUnclaimed(orm, moderatorId, botId, at);
    const edit = await findOpen(orm, botId, editId);
    const words = readOptionalText('reason', reason, REASON_LENGTH, !accepts);
    if (edit.state === 'waiting' && accepts) await write(orm, botId, edit.part, edit.after, at);
    else if (edit.state === 'public' && !accepts) await revert(orm, botId, edit, at);
    // Owners have to see the decision before they save again.
    else if (!accepts) await raiseRevision(orm, botId, at);
    const refusal = edit.state === 'waiting' ? 'refused' : 'reverted';
    const state: EditState = accepts ? 'accepted' : refusal;
    await orm
      .update(listingEdits)
      .set({ state, decidedBy: moderatorId, decidedAt: at, reason: words ?? null })
      .where(eq(listingEdits.id, editId));
    // A public edit that stays is nothing new to its owner.
    if (edit.state === 'waiting' || !accepts) {
      const data = { editState: state, reason: words };
      await addNotices(orm, {
        kind: 'edit_decided',
        subject: String(editId),
        to: 'managers',
        botId,
        data,
        at,
      });
    }
    await deleteUnusedImages(orm, botId);
    await endClaim(orm, botId);
  });
}

async function findOpen(orm: Transaction, botId: string, editId: number) {
  const [edit] = await orm
    .select({
      part: listingEdits.part,
      state: listingEdits.state,
      before: listingEdits.before,
      after: listingEdits.after,
    })
    .from(listingEdits)
    .where(and(eq(listingEdits.id, editId), eq(listingEdits.botId, botId)));
  if (!edit || !isOpen(edit.state)) throw new ConflictError('edit.decided');
  return edit;
}

async function write(
  orm: Transaction,
  botId: string,
  part: EditPart,
  values: FieldValues,
  at: Date,
): Promise<void> {
  await raiseRevision(orm, botId, at);
  await writePart(orm, botId, part, values, at);
}

async function raiseRevision(orm: Transaction, botId: string, at: Date): Promise<void> {
  const raised = await orm
    .update(bots)
    .set({ updatedAt: at, ...NEXT_REVISION })
    .where(and(eq(bots.id, botId), eq(bots.state, 'approved')))
    .returning({ id: bots.id });
  if (raised.length === 0) throw new ConflictError('listing.changed');
}

async function revert(
  orm: Transaction,
  botId: string,
  edit: { readonly part: EditPart; readonly before: FieldValues; readonly after: FieldValues },
  at: Date,
): Promise<void> {
  const present = await readPart(orm, botId, edit.part);
  const since = changesBetween({ ...present, ...edit.after }, present).after;
  const untouched = Object.entries(edit.before).filter(([name]) => !Object.hasOwn(since, name));
  await write(orm, botId, edit.part, Object.fromEntries(untouched), at);
}
