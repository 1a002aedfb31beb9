import { and, asc, eq, gt, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { botAvatars, bots } from '../../db/tables.ts';
import type { WithClock, WithDatabase, WithSender } from '../kernel/needs.ts';
import {
  type Application,
  fetchIcon,
  lookUpApplication,
  previewApplication,
  type WithPlatform,
} from '../platform/look-up.ts';
import type { Picture, WithPictureCheck } from '../platform/picture.ts';
import {
  type Changes,
  changesBetween,
  dropOpen,
  type Editor,
  findWaiting,
  holdEdit,
  isEmpty,
  noteEdit,
  wasRefused,
} from './edits.ts';
import { readText } from './fields.ts';
import { deleteUnusedImages, NEXT_REVISION, storeImages } from './images.ts';
import { judgeEdit } from './judge-edit.ts';

/** The fields of a submission, by name. */
type Input = Readonly<Record<string, unknown>>;

const isLeftOut = (value: unknown) => value === undefined || value === null || value === '';

/** Whether a submission leaves out fields that the chat platform may know. */
export function leavesOutPlatformFields({ name, shortDescription }: Input): boolean {
  return isLeftOut(name) || isLeftOut(shortDescription);
}

/**
 * Fills in a missing name and short description from the chat platform, if it responds in time and the values are
 * valid. A listing with the platform's name follows the platform, unless the submission sets `followsPlatform`.
 *
 * @param signal ends the wait
 * @returns the input, with the values that were found
 */
export async function fillInListing(
  services: WithPlatform & WithSender,
  botId: string,
  input: Input,
  signal: AbortSignal,
): Promise<Input> {
  const application = await previewApplication(services, botId, signal);
  if (!application) return input;
  const name = isLeftOut(input.name) ? readText('name', application.name) : undefined;
  const shortDescription = isLeftOut(input.shortDescription)
    ? readText('shortDescription', application.description)
    : undefined;
  return {
    ...input,
    ...(name !== undefined && { name, followsPlatform: input.followsPlatform ?? true }),
    ...(shortDescription !== undefined && { shortDescription }),
  };
}

/** A listing is due again after this time, so a repeated run continues where the last one ended. */
const FRESH_MS = 20 * 60 * 60 * 1000;

/**
 * Copies the name and the icon of the application to a listing that follows the chat platform. An invalid name or
 * icon is ignored, and an uploaded picture stays.
 *
 * Those of a public listing are judged like edits: an icon, and a name with the name of another bot, wait for a
 * moderator. Then the revision stays the same: an owner who has the form open can still save it. If that changes the
 * name, the next refresh restores it. For other listings it increases, so that no moderator approves them unseen.
 *
 * @param signal ends the wait
 * @returns whether the platform responded; if not, the listing stays due
 */
export async function refreshApplication(
  services: WithDatabase & WithClock & WithPlatform & WithSender & WithPictureCheck,
  botId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const { db, now } = services;
  const follows = and(eq(bots.id, botId), eq(bots.followsPlatform, true), ne(bots.state, 'removed'));
  const [listing] = await db.orm
    .select({ avatar: botAvatars.hash, icon: botAvatars.platformIcon })
    .from(bots)
    .leftJoin(botAvatars, eq(botAvatars.botId, bots.id))
    .where(follows);
  if (!listing) return true;
  const lookUp = await lookUpApplication(services, botId, signal);
  if (lookUp.kind === 'unavailable') return false;
  const application = lookUp.kind === 'found' ? lookUp.application : undefined;
  const hasOwnPicture = listing.avatar !== null && listing.icon === null;
  if (application && !hasOwnPicture) {
    if (application.icon === listing.icon || application.icon === null)
      await dropWaitingIcon(services, botId);
    if (application.icon !== listing.icon) await followIcon(services, application, signal);
  }
  const name = application && readText('name', application.name);
  await db.orm.transaction(async (orm) => {
    const [present] = await orm.select().from(bots).where(follows).for('update');
    if (!present) return;
    const followed = name === undefined ? {} : await followName(orm, present, name, now());
    await orm
      .update(bots)
      .set({ platformCheckedAt: now(), ...followed })
      .where(eq(bots.id, botId));
  });
  return true;
}

/**
 * Judges a name from the chat platform like an edit: a bot may take another bot's name there.
 *
 * @param orm a transaction that has locked the listing
 * @returns what everybody sees of it at once
 */
async function followName(orm: Transaction, listing: typeof bots.$inferSelect, name: string, at: Date) {
  const { id: botId, state } = listing;
  const part = 'platform_name';
  const changes = changesBetween({ name: listing.name }, { name });
  // A moderator who reads the whole listing must not approve a name unseen.
  if (state !== 'approved') return isEmpty(changes) ? {} : { name, ...NEXT_REVISION };
  // An edit that waits keeps its id and its place in the queue.
  if ((await findWaiting(orm, botId, part))?.name === name && !isEmpty(changes)) return {};
  await dropOpen(orm, botId, { part, states: ['waiting'] });
  if (isEmpty(changes) || (await wasRefused(orm, botId, part, changes))) return {};
  const editor = { botId, userId: botId, part, at } as const;
  const reasons = await judgeEdit(orm, botId, listing, { ...listing, name });
  if (reasons.length > 0) {
    await holdEdit(orm, editor, changes, reasons);
    return {};
  }
  await noteEdit(orm, editor, changes);
  return { name };
}

/**
 * Lists the listings that are due for a refresh, by id.
 *
 * @param after the last id of the previous page; empty for the first page
 * @param limit the maximum number of ids
 */
export async function listDueListings(
  { db, now }: WithDatabase & WithClock,
  after: string,
  limit: number,
): Promise<string[]> {
  const checkedBefore = new Date(now().getTime() - FRESH_MS);
  const rows = await db.orm
    .select({ id: bots.id })
    .from(bots)
    .where(
      and(
        gt(bots.id, after),
        eq(bots.followsPlatform, true),
        ne(bots.state, 'removed'),
        or(isNull(bots.platformCheckedAt), lt(bots.platformCheckedAt, checkedBefore)),
      ),
    )
    .orderBy(asc(bots.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** An icon that the bot has given up on the platform does not wait any more. */
async function dropWaitingIcon({ db }: WithDatabase, botId: string): Promise<void> {
  const isWaiting = async (orm: Pick<Transaction, 'select'>) =>
    (await findWaiting(orm, botId, 'picture'))?.platformIcon !== undefined;
  if (!(await isWaiting(db.orm))) return;
  await db.orm.transaction(async (orm) => {
    await orm.select({ id: bots.id }).from(bots).where(eq(bots.id, botId)).for('update');
    if (!(await isWaiting(orm))) return;
    await dropOpen(orm, botId, { part: 'picture', states: ['waiting'] });
    await deleteUnusedImages(orm, botId);
  });
}

/** An upload at the same time wins over the icon. */
async function followIcon(
  services: WithDatabase & WithClock & WithPlatform & WithSender & WithPictureCheck,
  application: Application,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { db, now } = services;
  const { id: botId, icon: platformIcon } = application;
  if (platformIcon === null) {
    await db.orm
      .delete(botAvatars)
      .where(and(eq(botAvatars.botId, botId), isNotNull(botAvatars.platformIcon)));
    return;
  }
  const picture = await fetchIcon(services, application, signal);
  if (!picture) return;
  await db.orm.transaction(async (orm) => {
    const [listing] = await orm
      .select({ state: bots.state, hash: botAvatars.hash, icon: botAvatars.platformIcon })
      .from(bots)
      .leftJoin(botAvatars, eq(botAvatars.botId, bots.id))
      .where(eq(bots.id, botId))
      .for('update', { of: bots });
    if (!listing || listing.state === 'removed' || (listing.hash !== null && listing.icon === null)) return;
    const shown = { avatarHash: listing.hash, platformIcon: listing.icon };
    const changes = changesBetween(shown, { avatarHash: picture.hash, platformIcon });
    if (listing.state === 'approved' && shown.avatarHash !== picture.hash) {
      return holdIcon(orm, { botId, userId: botId, part: 'picture', at: now() }, picture, changes);
    }
    const row = { ...picture, platformIcon, updatedAt: now() };
    await orm
      .insert(botAvatars)
      .values({ botId, ...row })
      .onConflictDoUpdate({ target: botAvatars.botId, set: row });
    // The first icon comes with the submission.
    if (listing.state !== 'approved' && listing.hash !== null)
      await orm.update(bots).set(NEXT_REVISION).where(eq(bots.id, botId));
  });
}

/** An icon waits like a picture that an owner uploads. One that an owner has uploaded wins, also while it waits. */
async function holdIcon(orm: Transaction, editor: Editor, picture: Picture, changes: Changes): Promise<void> {
  const { botId, part } = editor;
  const waiting = await findWaiting(orm, botId, part);
  if (waiting && (waiting.platformIcon === undefined || waiting.avatarHash === picture.hash)) return;
  if (await wasRefused(orm, botId, part, changes)) return;
  await storeImages(orm, botId, [picture]);
  await holdEdit(orm, editor, changes, ['picture']);
  await deleteUnusedImages(orm, botId);
}
