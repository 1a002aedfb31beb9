import { eq } from 'drizzle-orm';
import { listingMoves, type TakenDown } from '../../db/moderation-tables.ts';
import { bots } from '../../db/tables.ts';
import { REASON_LENGTH } from '../../terms/reason-length.ts';
import { NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { readBoundedText } from '../kernel/text.ts';
import { dropOpen } from '../listing/edits.ts';
import { imagePath, NO_BANNER, writeImages } from '../listing/images.ts';
import { addNotices } from '../notices/add.ts';
import { requireForeignListing } from '../ownership/permissions.ts';
import { lockUnclaimed } from './claims.ts';

/**
 * Takes the banner or a screenshot of a listing down. Its image is deleted. The state stays the same, and so does a
 * claim. An edit of the screenshots that waits goes, too: it would bring the picture back. The history says who did it,
 * when and why. The owners read the reason there.
 *
 * @param path the picture that the moderator has seen, as {@link imagePath} writes it. So a newer picture, which nobody
 *   has judged, stays
 * @param reason 10 to 500 characters
 * @throws {InvalidInputError} when the reason is missing, too short or too long
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {NotFoundError} when there is no such listing, or it does not show this picture any more
 * @throws {ClaimedError} when another moderator has claimed the listing
 */
export async function takeDownPicture(
  { db, now }: WithDatabase & WithClock,
  moderatorId: string,
  botId: string,
  path: string,
  reason: string,
): Promise<void> {
  const words = readBoundedText('reason', reason, REASON_LENGTH);
  await requireForeignListing({ db }, moderatorId, botId);
  const at = now();
  await db.orm.transaction(async (orm) => {
    await lockUnclaimed(orm, moderatorId, botId, at);
    const [listing] = await orm
      .select({ state: bots.state, bannerHash: bots.bannerHash, screenshots: bots.screenshots })
      .from(bots)
      .where(eq(bots.id, botId));
    if (!listing || listing.state === 'removed') throw new NotFoundError();
    const { state, bannerHash, screenshots } = listing;
    const isIt = (hash: string | null) => hash !== null && imagePath(botId, hash) === path;
    const rest = screenshots.filter(({ hash }) => !isIt(hash));
    const takenDown: TakenDown = isIt(bannerHash) ? 'banner' : 'screenshot';
    if (takenDown === 'screenshot' && rest.length === screenshots.length) {
      throw new NotFoundError('picture.notFound');
    }
    if (takenDown === 'screenshot') await dropOpen(orm, botId, { part: 'screenshots' });
    await writeImages(orm, botId, [], takenDown === 'banner' ? NO_BANNER : { screenshots: rest });
    const move = { botId, userId: moderatorId, reason: words, movedAt: at, takenDown };
    const [taken] = await orm
      .insert(listingMoves)
      .values({ ...move, fromState: state, toState: state })
      .returning({ id: listingMoves.id });
    const notice = { kind: 'picture_taken_down', subject: String(taken?.id), to: 'managers' } as const;
    await addNotices(orm, { ...notice, botId, data: { picture: takenDown, reason: words }, at });
  });
}
