import type { ListingState } from '../../db/tables.ts';
import type { Actor, BotActor, UserActor } from '../identity/actor.ts';
import { isModerator, requireUser } from '../identity/permissions.ts';
import { gathered, inOrder } from '../kernel/batch.ts';
import { ForbiddenError, NotFoundError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { isSnowflake } from '../kernel/snowflake.ts';

/** How a user stands to a listing that is not removed. */
interface Standing {
  readonly state: ListingState;
  /** False for the owner; null for a user who does not manage the listing, an invited one among them. */
  readonly isCoOwner: boolean | null;
}

const standings = gathered(
  async ({ db }: WithDatabase, keys: readonly { userId: string; botId: string }[]) => {
    const rows = await db.sql<(Standing & { position: number })[]>`
      select key.position::int, bots.state, owner.is_co_owner as "isCoOwner"
      from unnest(${keys.map(({ botId }) => botId)}::text[], ${keys.map(({ userId }) => userId)}::text[])
        with ordinality as key(bot_id, user_id, position)
      join bots on bots.id = key.bot_id and bots.state <> 'removed'
      left join bot_owners owner
        on owner.bot_id = bots.id and owner.user_id = key.user_id and owner.accepted_at is not null`;
    return inOrder(
      keys.length,
      rows.map(({ position, ...standing }) => [position, standing] as const),
    );
  },
);

/** @returns undefined when there is no listing with this id */
async function findStanding(
  services: WithDatabase,
  userId: string,
  botId: string,
): Promise<Standing | undefined> {
  return isSnowflake(botId) ? standings(services, { userId, botId }) : undefined;
}

/**
 * A bot acts on its own listing only. Any other id gets the same answer, so that a token cannot
 * tell which other bots exist (section 5 of the contract).
 *
 * @throws {NotFoundError} for every id but the bot's own
 */
export function requireOwnListing(actor: BotActor, botId: string): void {
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
export async function requireManager(
  services: WithDatabase,
  actor: Actor,
  botId: string,
): Promise<UserActor> {
  const user = requireUser(actor);
  const standing = requireKnown(user, await findStanding(services, user.userId, botId));
  if (standing.isCoOwner !== null) return user;
  throw new ForbiddenError('Only an owner of this listing can do this.');
}

/**
 * The owner alone decides who else manages a listing, and whether it is removed.
 *
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {NotFoundError} when there is no listing that the user may know of
 * @throws {ForbiddenError} for everybody else, co-owners too
 */
export async function requireOwner(services: WithDatabase, actor: Actor, botId: string): Promise<UserActor> {
  const user = requireUser(actor);
  const standing = requireKnown(user, await findStanding(services, user.userId, botId));
  if (standing.isCoOwner === false) return user;
  throw new ForbiddenError('Only the owner of this listing can do this, not a co-owner.');
}

/** Whether the user is owner or co-owner of a listing that is not removed; one who is only invited is not. */
export async function isManager(services: WithDatabase, userId: string, botId: string): Promise<boolean> {
  const standing = await findStanding(services, userId, botId);
  return standing !== undefined && standing.isCoOwner !== null;
}

/** What only its managers and the moderators may see is to anybody else as if it had never been listed. */
function requireKnown(user: UserActor, standing: Standing | undefined): Standing {
  if (!standing) throw new NotFoundError();
  const isKnown = standing.state === 'approved' || standing.isCoOwner !== null || isModerator(user);
  if (!isKnown) throw new NotFoundError();
  return standing;
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
): Promise<UserActor> {
  return isModerator(actor) ? actor : requireManager(services, actor, botId);
}
