import type { Role } from '../../db/tables.ts';

/** Who is asking. */
export type Actor = { readonly kind: 'anonymous' } | BotActor | UserActor;

/** A bot, by its API token: it acts on its own listing only. */
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

/** An admin is a moderator, too. */
export type ModeratorActor = UserActor & { readonly role: Role };
export type AdminActor = UserActor & { readonly role: 'admin' };
