import { apiTokens } from '../db/tables.ts';
import { hashToken } from './authenticate-token.ts';
import type { Services } from './services.ts';

/**
 * Makes the listing's API token. The one before stops at once (section 5 of the contract).
 *
 * @returns the token, which is stored only as a hash and so can be shown this one time
 */
export async function generateToken(
  services: Pick<Services, 'db' | 'now' | 'randomBytes'>,
  botId: string,
): Promise<{ token: string; createdAt: Date }> {
  const token = newToken(services);
  const row = { tokenHash: hashToken(token), createdAt: services.now() };
  await services.db.orm
    .insert(apiTokens)
    .values({ botId, ...row })
    .onConflictDoUpdate({ target: apiTokens.botId, set: row });
  return { token, createdAt: row.createdAt };
}

/** An API token that no listing has yet; its prefix lets secret scanners find it. */
export function newToken({ randomBytes }: Pick<Services, 'randomBytes'>): string {
  return `blt_${randomBytes(32).toString('base64url')}`;
}
