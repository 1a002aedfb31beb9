const AUTHORIZE_URL = 'https://discord.com/oauth2/authorize';

/** What an invite can ask for: every other scope of the platform needs a redirect to a site of the bot's own. */
export const INVITE_SCOPES: readonly string[] = ['bot', 'applications.commands'];

/** The platform keeps permissions in a signed number of 64 bits. */
const LARGEST_PERMISSIONS = 2n ** 63n - 1n;

/**
 * Reads a set of permissions: a decimal number whose bits are the platform's permissions. It can be larger than the
 * numbers that JavaScript counts with.
 *
 * @returns the same number without leading zeros; undefined when it is none
 */
export function readPermissions(text: string): string | undefined {
  if (!/^\d{1,19}$/.test(text)) return undefined;
  const permissions = BigInt(text);
  return permissions <= LARGEST_PERMISSIONS ? String(permissions) : undefined;
}

/** @returns where somebody adds the bot to a server of theirs */
export function inviteUrl(bot: {
  readonly id: string;
  readonly inviteScopes: readonly string[];
  readonly invitePermissions: string;
}): string {
  const query = new URLSearchParams({ client_id: bot.id, scope: bot.inviteScopes.join(' ') });
  // Commands alone have no member on the server that permissions could be given to.
  if (bot.inviteScopes.includes('bot')) query.set('permissions', bot.invitePermissions);
  return `${AUTHORIZE_URL}?${query}`;
}
