import { ForbiddenError, UnauthenticatedError } from '../kernel/errors.ts';
import type { Actor, AdminActor, BotActor, ModeratorActor, UserActor } from './actor.ts';

/**
 * A bot is the one that the token belongs to (section 5 of the contract).
 *
 * @throws {UnauthenticatedError} for anybody else
 */
export function requireBot(actor: Actor): BotActor {
  if (actor.kind !== 'bot') throw new UnauthenticatedError('Invalid token.');
  return actor;
}

/**
 * A signed-in user is who they say they are.
 *
 * @throws {UnauthenticatedError} for anybody else
 */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw new UnauthenticatedError('Sign in first.');
  return actor;
}

/**
 * A moderator decides what is listed; an admin is a moderator, too.
 *
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {ForbiddenError} for everybody else
 */
export function requireModerator(actor: Actor): ModeratorActor {
  const user = requireUser(actor);
  if (!isModerator(user)) throw new ForbiddenError('Only a moderator can do this.');
  return user;
}

/** Whether this is a moderator or an admin. */
export function isModerator(actor: Actor): actor is ModeratorActor {
  return actor.kind === 'user' && actor.role !== null;
}

/**
 * An admin decides who moderates.
 *
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {ForbiddenError} for everybody else
 */
export function requireAdmin(actor: Actor): AdminActor {
  const user = requireUser(actor);
  if (!isAdmin(user)) throw new ForbiddenError('Only an admin can do this.');
  return user;
}

function isAdmin(user: UserActor): user is AdminActor {
  return user.role === 'admin';
}
