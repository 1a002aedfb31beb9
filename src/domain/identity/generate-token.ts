import { apiTokens } from '../../db/tables.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { hashToken } from './authenticate-token.ts';

/**
 * Creates the API token of a listing. The previous token stops working immediately (section 5 of the contract).
 *
 * @returns the token. Only its hash is stored, so it can be shown only now.
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

/** Makes a random API token. Its prefix lets secret scanners find it. */
export function newToken({ randomBytes }: WithRandom): string {
  return `blt_${randomBytes(32).toString('base64url')}`;
}
