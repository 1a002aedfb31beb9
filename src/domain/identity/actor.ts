import type { Role } from '../../db/tables.ts';

/** The sender of a request, after authentication. */
export type Actor = { readonly kind: 'anonymous' } | BotActor | UserActor;

/** A bot with an API token. It acts on its own listing only. */
export interface BotActor {
  readonly kind: 'bot';
  readonly botId: string;
  readonly tokenKey: string;
}

/** A signed-in user. */
export interface UserActor {
  readonly kind: 'user';
  readonly userId: string;
  readonly name: string;
  readonly role: Role | null;
}

/** A moderator. An admin is also a moderator. */
export type ModeratorActor = UserActor & { readonly role: Role };
/** An admin. */
export type AdminActor = UserActor & { readonly role: 'admin' };
