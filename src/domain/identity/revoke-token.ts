import { eq } from 'drizzle-orm';
import { apiTokens, bots } from '../../db/tables.ts';
import { NotFoundError } from '../kernel/errors.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { requireSnowflake } from '../kernel/snowflake.ts';

/**
 * Revokes the API token of a listing. Every process verifies tokens in the database, so the bot's next request gets 401
 * (section 5 of the contract). An owner can generate a new token.
 *
 * @returns whether the listing had a token
 * @throws {InvalidInputError} when `botId` is not an id of the chat platform
 * @throws {NotFoundError} when there is no such listing
 */
export async function revokeToken({ db }: WithDatabase, botId: string): Promise<boolean> {
  requireSnowflake(botId, 'bot');
  const revoked = await db.orm
    .delete(apiTokens)
    .where(eq(apiTokens.botId, botId))
    .returning({ botId: apiTokens.botId });
  if (revoked.length > 0) return true;
  const listed = await db.orm.select({ id: bots.id }).from(bots).where(eq(bots.id, botId));
  if (listed.length === 0) throw new NotFoundError();
  return false;
}
