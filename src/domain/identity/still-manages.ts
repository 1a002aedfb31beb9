import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { botOwners, bots } from '../../db/tables.ts';
import { ForbiddenError } from '../kernel/errors.ts';

/**
 * Requires that a user still manages a listing. A request checks the right first, and the user may lose it before the
 * write, as with a transfer. The lock orders the transaction before or after such a loss.
 *
 * @throws {ForbiddenError} when the user no longer manages it, or it is removed
 */
export async function requireStillManages(orm: Transaction, botId: string, userId: string): Promise<void> {
  const [own] = await orm
    .select({ botId: botOwners.botId })
    .from(botOwners)
    .innerJoin(bots, and(eq(bots.id, botOwners.botId), ne(bots.state, 'removed')))
    .where(and(eq(botOwners.botId, botId), eq(botOwners.userId, userId), isNotNull(botOwners.acceptedAt)))
    .for('share', { of: botOwners });
  if (!own) throw new ForbiddenError('owner.ownersOnly');
}
