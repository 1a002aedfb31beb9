const AUTHORIZE_URL = 'https://discord.com/oauth2/authorize';

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
