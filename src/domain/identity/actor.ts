import type { Role } from '../../db/tables.ts';
import { ForbiddenError, UnauthenticatedError } from '../kernel/errors.ts';
import type { Session } from './sessions.ts';

/** The sender of a request, after authentication. */
export type Actor = { readonly kind: 'anonymous' } | BotActor | UserActor;

/** A bot with an API token. It acts on its own listing only. */
export interface BotActor {
  readonly kind: 'bot';
  readonly botId: string;
  readonly tokenKey: string;
}

/** A signed-in user. */
export interface UserActor extends Session {
  readonly kind: 'user';
}

/** A moderator. An admin is also a moderator. */
export type ModeratorActor = UserActor & { readonly role: Role };
/** An admin. */
export type AdminActor = UserActor & { readonly role: 'admin' };

/**
 * Requires a bot with a valid token (section 5 of the contract).
 *
 * @throws {UnauthenticatedError} for any other sender
 */
export function requireBot(actor: Actor): BotActor {
  if (actor.kind !== 'bot') throw new UnauthenticatedError('token.invalid');
  return actor;
}

/**
 * Requires a signed-in user.
 *
 * @throws {UnauthenticatedError} for any other sender
 */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw new UnauthenticatedError('signIn.required');
  return actor;
}

/**
 * Requires a moderator. An admin is also a moderator.
 *
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {ForbiddenError} when the user has no role
 */
export function requireModerator(actor: Actor): ModeratorActor {
  const user = requireUser(actor);
  if (!isModerator(user)) throw new ForbiddenError('role.moderatorOnly');
  return user;
}

/** Whether this is a moderator or an admin. */
export function isModerator(actor: Actor): actor is ModeratorActor {
  return actor.kind === 'user' && actor.role !== null;
}

/**
 * Requires an admin.
 *
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {ForbiddenError} when the user is not an admin
 */
export function requireAdmin(actor: Actor): AdminActor {
  const user = requireUser(actor);
  if (!isAdmin(user)) throw new ForbiddenError('role.adminOnly');
  return user;
}

function isAdmin(user: UserActor): user is AdminActor {
  return user.role === 'admin';
}
