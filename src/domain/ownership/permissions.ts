import type { ListingState } from '../../db/tables.ts';
import { type Actor, type BotActor, isModerator, requireUser, type UserActor } from '../identity/actor.ts';
import { gathered, inOrder } from '../kernel/batch.ts';
import { ForbiddenError, NotFoundError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/ids.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** The relation of a user to a listing that is not removed. */
interface Standing {
  readonly state: ListingState;
  /** False for the owner; null for a user who does not manage the listing, such as an invited one. */
  readonly isCoOwner: boolean | null;
}

const standings = gathered(
  async ({ db }: WithDatabase, keys: readonly { userId: string; botId: string }[]) => {
    const rows = await db.sql<(Standing & { position: number })[]>`
      select key.position::int, bots.state, owner.is_co_owner as "isCoOwner"
      from unnest(
        (select ${keys.map(({ botId }) => botId)}::text[]), (select ${keys.map(({ userId }) => userId)}::text[])
      ) with ordinality as key(bot_id, user_id, position)
      join bots on bots.id = key.bot_id and bots.state <> 'removed'
      left join bot_owners owner
        on owner.bot_id = bots.id and owner.user_id = key.user_id and owner.accepted_at is not null`;
    return inOrder(keys.length, rows);
  },
);

/** @returns undefined when there is no such listing */
async function findStanding(
  services: WithDatabase,
  userId: string,
  botId: string,
): Promise<Standing | undefined> {
  return isSnowflake(botId) ? standings(services, { userId, botId }) : undefined;
}

/**
 * Requires the bot's own listing. Every other id gets the same response, so that a token does not reveal which other
 * bots exist (section 5 of the contract).
 *
 * @throws {NotFoundError} for any other id
 */
export function requireOwnListing(actor: BotActor, botId: string): void {
  if (actor.botId !== botId) throw new NotFoundError();
}

/**
 * Requires a listing that the moderator does not manage. Moderators and admins do not decide on their own listings.
 *
 * @throws {NotFoundError} when `botId` is not an id of the chat platform
 * @throws {ForbiddenError} when the moderator is its owner or co-owner
 */
export async function requireForeignListing(
  services: WithDatabase,
  moderatorId: string,
  botId: string,
): Promise<void> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  if (await isManager(services, moderatorId, botId)) {
    throw new ForbiddenError('decision.ownListing');
  }
}

/**
 * Requires the owner or a co-owner of a listing, in every state but `removed`.
 *
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {NotFoundError} when there is no listing that the user may see
 * @throws {ForbiddenError} when other users manage it
 */
export async function requireManager(
  services: WithDatabase,
  actor: Actor,
  botId: string,
): Promise<UserActor> {
  const user = requireUser(actor);
  const standing = requireKnown(user, await findStanding(services, user.userId, botId));
  if (standing.isCoOwner !== null) return user;
  throw new ForbiddenError('owner.ownersOnly');
}

/**
 * Requires the owner. Only the owner changes the co-owners and removes the listing.
 *
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {NotFoundError} when there is no listing that the user may see
 * @throws {ForbiddenError} for all other users, including co-owners
 */
export async function requireOwner(services: WithDatabase, actor: Actor, botId: string): Promise<UserActor> {
  const user = requireUser(actor);
  const standing = requireKnown(user, await findStanding(services, user.userId, botId));
  if (standing.isCoOwner === false) return user;
  throw new ForbiddenError('owner.mainOwnerOnly');
}

/** Whether a user is the owner or a co-owner of a listing that is not removed. False for an invited user. */
export async function isManager(services: WithDatabase, userId: string, botId: string): Promise<boolean> {
  const standing = await findStanding(services, userId, botId);
  return standing !== undefined && standing.isCoOwner !== null;
}

/** To other users, a listing that is not public does not exist. */
function requireKnown(user: UserActor, standing: Standing | undefined): Standing {
  if (!standing) throw new NotFoundError();
  const isKnown = standing.state === 'approved' || standing.isCoOwner !== null || isModerator(user);
  if (!isKnown) throw new NotFoundError();
  return standing;
}

/**
 * Requires an owner, a co-owner or a moderator. Moderators also see a removed listing.
 *
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {NotFoundError} when there is no listing that the user may see
 * @throws {ForbiddenError} for all other users
 */
export async function requireManagerOrModerator(
  services: WithDatabase,
  actor: Actor,
  botId: string,
): Promise<UserActor> {
  return isModerator(actor) ? actor : requireManager(services, actor, botId);
}
