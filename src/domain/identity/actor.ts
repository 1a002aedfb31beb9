import type { Role } from '../../db/tables.ts';

/** Who is asking. */
export type Actor =
  | { readonly kind: 'anonymous' }
  /** A bot, by its API token: it acts on its own listing only. */
  | { readonly kind: 'bot'; readonly botId: string; readonly tokenKey: string }
  | { readonly kind: 'user'; readonly userId: string; readonly name: string; readonly role: Role | null };
