import type { ListingState } from '../../db/tables.ts';
import { type Actor, type BotActor, isModerator, requireUser, type UserActor } from '../identity/actor.ts';
import { gathered, inOrder } from '../kernel/batch.ts';
import { ForbiddenError, NotFoundError } from '../kernel/errors.ts';
import { isSnowflake } from '../kernel/ids.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** The relation of a user to a listing that is not removed. */
interface Standing {
  readonly state: ListingState;
  /** Null for a user who is not on the team, such as an invited one. */
  readonly right: 'own' | 'manage' | 'read' | null;
}

const standings = gathered(
  async ({ db }: WithDatabase, keys: readonly { userId: string; botId: string }[]) => {
    const rows = await db.sql<(Standing & { position: number })[]>`
      select key.position::int, bots.state, case
        when not owner.is_co_owner then 'own'
        when owner.accepted_at is not null then 'manage'
        when owner.reads_since is not null then 'read'
      end as "right"
      from unnest(
        (select ${keys.map(({ botId }) => botId)}::text[]), (select ${keys.map(({ userId }) => userId)}::text[])
      ) with ordinality as key(bot_id, user_id, position)
      join bots on bots.id = key.bot_id and bots.state <> 'removed'
      left join bot_owners owner on owner.bot_id = bots.id and owner.user_id = key.user_id`;
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
 * Requires a listing with another team. Moderators and admins do not decide on their own listings.
 *
 * @throws {NotFoundError} when `botId` is not an id of the chat platform
 * @throws {ForbiddenError} when the moderator is its owner or co-owner, also one who only reads
 */
export async function requireForeignListing(
  services: WithDatabase,
  moderatorId: string,
  botId: string,
): Promise<void> {
  if (!isSnowflake(botId)) throw new NotFoundError();
  if (await isOnTeam(services, moderatorId, botId)) {
    throw new ForbiddenError('decision.ownListing');
  }
}

/**
 * Requires somebody who may change a listing: the owner, or a co-owner who manages it. In every state but `removed`.
 *
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {NotFoundError} when there is no listing that the user may see
 * @throws {ForbiddenError} for other users, and co-owners who only read
 */
export async function requireManager(
  services: WithDatabase,
  actor: Actor,
  botId: string,
): Promise<UserActor> {
  const { user, right } = await standingOf(services, actor, botId);
  if (right === 'own' || right === 'manage') return user;
  throw new ForbiddenError(right === 'read' ? 'owner.readsOnly' : 'owner.ownersOnly');
}

/**
 * Requires somebody of the team: the owner or a co-owner, also one who only reads. In every state but `removed`.
 *
 * @throws as {@link requireManager}
 */
export async function requireReader(services: WithDatabase, actor: Actor, botId: string): Promise<UserActor> {
  const { user, right } = await standingOf(services, actor, botId);
  if (right !== null) return user;
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
  const { user, right } = await standingOf(services, actor, botId);
  if (right === 'own') return user;
  throw new ForbiddenError('owner.mainOwnerOnly');
}

/** Whether a user may change a listing that is not removed: see {@link requireManager}. */
export async function isManager(services: WithDatabase, userId: string, botId: string): Promise<boolean> {
  const right = (await findStanding(services, userId, botId))?.right;
  return right === 'own' || right === 'manage';
}

/** Whether a user is on the team of a listing that is not removed: see {@link requireReader}. False for an invited one. */
export async function isOnTeam(services: WithDatabase, userId: string, botId: string): Promise<boolean> {
  return ((await findStanding(services, userId, botId))?.right ?? null) !== null;
}

async function standingOf(services: WithDatabase, actor: Actor, botId: string) {
  const user = requireUser(actor);
  const { right } = requireKnown(user, await findStanding(services, user.userId, botId));
  return { user, right };
}

/** To other users, a listing that is not public does not exist. */
function requireKnown(user: UserActor, standing: Standing | undefined): Standing {
  if (!standing) throw new NotFoundError();
  const isKnown = standing.state === 'approved' || standing.right !== null || isModerator(user);
  if (!isKnown) throw new NotFoundError();
  return standing;
}
