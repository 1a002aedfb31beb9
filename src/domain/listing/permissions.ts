import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { botOwners, bots } from '../../db/tables.ts';
import type { Actor } from '../identity/actor.ts';
import { isModerator, requireUser } from '../identity/permissions.ts';
import { ForbiddenError, NotFoundError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { isSnowflake } from '../kernel/snowflake.ts';

/**
 * A bot acts on its own listing only. Any other id gets the same answer, so that a token cannot
 * tell which other bots exist (section 5 of the contract).
 *
 * @throws {NotFoundError} for every id but the bot's own
 */
export function requireOwnListing(actor: Actor & { kind: 'bot' }, botId: string): void {
  if (actor.botId !== botId) throw new NotFoundError();
}

/**
 * A moderator has no part in what happens to their own listing, and an admin neither.
 *
 * @throws {NotFoundError} when this is the id of no listing
 * @throws {ForbiddenError} when the moderator is its owner or co-owner
 */
export async function requireForeignListing(
  services: WithDatabase,
  moderatorId: string,
  botId: string,
): Promise<void> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  if (await isManager(services, moderatorId, botId)) {
    throw new ForbiddenError('Other moderators decide on a listing of your own.');
  }
}

/**
 * An owner or a co-owner manages a listing, in every state but `removed`.
 *
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {NotFoundError} when there is no listing that the user may know of
 * @throws {ForbiddenError} when it is somebody else's
 */
export async function requireManager(services: WithDatabase, actor: Actor, botId: string): Promise<void> {
  const user = requireUser(actor);
  if (await isManager(services, user.userId, botId)) return;
  await requireKnownListing(services, actor, botId);
  throw new ForbiddenError('Only an owner of this listing can do this.');
}

/**
 * The owner alone decides who else manages a listing, and whether it is removed.
 *
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {NotFoundError} when there is no listing that the user may know of
 * @throws {ForbiddenError} for everybody else, co-owners too
 */
export async function requireOwner(services: WithDatabase, actor: Actor, botId: string): Promise<void> {
  const user = requireUser(actor);
  const ownership = await findOwnership(services, user.userId, botId);
  if (ownership && !ownership.isCoOwner) return;
  if (!ownership) await requireKnownListing(services, actor, botId);
  throw new ForbiddenError('Only the owner of this listing can do this, not a co-owner.');
}

/** Whether the user is owner or co-owner of a listing that is not removed; one who is only invited is not. */
export async function isManager(services: WithDatabase, userId: string, botId: string): Promise<boolean> {
  return (await findOwnership(services, userId, botId)) !== undefined;
}

async function findOwnership({ db }: WithDatabase, userId: string, botId: string) {
  if (!isSnowflake(botId)) return undefined;
  const [ownership] = await db.orm
    .select({ isCoOwner: botOwners.isCoOwner })
    .from(botOwners)
    .innerJoin(bots, eq(bots.id, botOwners.botId))
    .where(
      and(
        eq(botOwners.botId, botId),
        eq(botOwners.userId, userId),
        isNotNull(botOwners.acceptedAt),
        ne(bots.state, 'removed'),
      ),
    );
  return ownership;
}

/** What only its managers and the moderators may see is to anybody else as if it had never been listed. */
async function requireKnownListing({ db }: WithDatabase, actor: Actor, botId: string): Promise<void> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  const isKnown = isModerator(actor) ? ne(bots.state, 'removed') : eq(bots.state, 'approved');
  const [listing] = await db.orm
    .select({ id: bots.id })
    .from(bots)
    .where(and(eq(bots.id, botId), isKnown));
  if (!listing) throw new NotFoundError();
}

/**
 * An owner and the moderators see what became of a listing; the moderators also when it is removed.
 *
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {NotFoundError} when there is no listing that the user may know of
 * @throws {ForbiddenError} for everybody else
 */
export async function requireManagerOrModerator(
  services: WithDatabase,
  actor: Actor,
  botId: string,
): Promise<void> {
  if (!isModerator(actor)) await requireManager(services, actor, botId);
}
