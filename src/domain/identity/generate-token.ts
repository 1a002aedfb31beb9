import { apiTokens } from '../../db/tables.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { hashToken } from './authenticate-token.ts';

/**
 * Makes the listing's API token. The one before stops at once (section 5 of the contract).
 *
 * @returns the token, which is stored only as a hash and so can be shown this one time
 */
export async function generateToken(
  services: WithDatabase & WithClock & WithRandom,
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
export function newToken({ randomBytes }: WithRandom): string {
  return `blt_${randomBytes(32).toString('base64url')}`;
}
