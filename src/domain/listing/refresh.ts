import { and, asc, eq, gt, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import { botAvatars, bots } from '../../db/tables.ts';
import type { WithClock, WithDatabase, WithSender } from '../kernel/needs.ts';
import { type Application, fetchIcon, lookUpApplication, type WithPlatform } from '../platform/look-up.ts';
import { readName } from './fields.ts';

/** A listing that was checked less long ago is not due, so that a run that is repeated goes on where it ended. */
const FRESH_MS = 20 * 60 * 60 * 1000;

/**
 * Lets a listing that follows the chat platform have the name and the icon that its application has there now. What the
 * listing cannot be called, and a file that is no picture, is left out; a picture that an owner uploaded stays.
 *
 * The listing's revision stays, too: an owner who has the form open meanwhile can still save it, and loses nothing, since
 * the name is the platform's to say and returns with the next refresh.
 *
 * @returns whether the platform answered; if it did not, the listing stays due
 */
export async function refreshApplication(
  services: WithDatabase & WithClock & WithPlatform & WithSender,
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
  if (application && !hasOwnPicture && application.icon !== listing.icon) {
    await followIcon(services, application, signal);
  }
  const name = application && readName(application.name);
  await db.orm
    .update(bots)
    .set({ platformCheckedAt: now(), ...(name !== undefined && { name }) })
    .where(follows);
  return true;
}

/**
 * The listings to refresh now, in the order of their ids.
 *
 * @param after the id to go on after; empty for the first ones
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

/** An owner's picture that arrives meanwhile wins. */
async function followIcon(
  services: WithDatabase & WithClock & WithPlatform & WithSender,
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
  const row = { ...picture, platformIcon, updatedAt: now() };
  await db.orm
    .insert(botAvatars)
    .values({ botId, ...row })
    .onConflictDoUpdate({ target: botAvatars.botId, set: row, setWhere: isNotNull(botAvatars.platformIcon) });
}
