import type { GraphQLResolveInfo } from 'graphql';
import { UnauthenticatedError } from '../domain/kernel/errors.ts';
import { requireOwnListing } from '../domain/listing/permissions.ts';
import type { Budget } from '../limits/budget.ts';
import type { Context } from './context.ts';
import { spend } from './spend.ts';

/**
 * Lets a bot act on its own listing, in the order of the contract: 401 for the token, 429 for its
 * budget, 404 for any listing but its own. What comes after (400, the work) is the resolver's.
 *
 * @returns the id of the bot's listing
 */
export async function asBot(
  context: Context,
  info: GraphQLResolveInfo,
  budget: Budget,
  botId: string,
): Promise<string> {
  const actor = await context.actor();
  if (actor.kind !== 'bot') throw new UnauthenticatedError('Invalid token.');
  await spend(context, info, actor.tokenKey, budget);
  requireOwnListing(actor, botId);
  return actor.botId;
}
