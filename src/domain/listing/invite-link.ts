const AUTHORIZE_URL = 'https://discord.com/oauth2/authorize';

/** The platform stores permissions as a signed 64-bit number. */
const LARGEST_PERMISSIONS = 2n ** 63n - 1n;

/**
 * Reads permissions: a decimal number whose bits are the platform's permissions. It can be larger than JavaScript's
 * safe integers.
 *
 * @returns the number without leading zeros; undefined when it is not valid
 */
export function readPermissions(text: string): string | undefined {
  if (!/^\d{1,19}$/.test(text)) return undefined;
  const permissions = BigInt(text);
  return permissions <= LARGEST_PERMISSIONS ? String(permissions) : undefined;
}

/** @returns the URL that adds the bot to a server */
export function inviteUrl(bot: {
  readonly id: string;
  readonly inviteScopes: readonly string[];
  readonly invitePermissions: string;
}): string {
  const query = new URLSearchParams({ client_id: bot.id, scope: bot.inviteScopes.join(' ') });
  // With commands alone the bot is not a member of the server, so permissions do not apply.
  if (bot.inviteScopes.includes('bot')) query.set('permissions', bot.invitePermissions);
  return `${AUTHORIZE_URL}?${query}`;
}
