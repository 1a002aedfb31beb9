import type { GraphQLResolveInfo } from 'graphql';
import type { BotActor } from '../domain/identity/actor.ts';
import { requireOwnListing } from '../domain/listing/permissions.ts';
import type { Budget } from '../limits/budget.ts';
import type { ContextOf } from './context.ts';
import { spend } from './spend.ts';

/**
 * Lets a bot act on its own listing, in the order of the contract: after the scope's 401 for the token come 429 for its
 * budget and 404 for any listing but its own. What comes then (400, the work) is the resolver's.
 *
 * @returns the id of the bot's listing
 * @throws {RateLimitedError} when nothing is left of the budget
 * @throws {NotFoundError} for any other listing
 */
export async function asBot(
  context: ContextOf<BotActor>,
  info: GraphQLResolveInfo,
  budget: Budget,
  botId: string,
): Promise<string> {
  const { viewer } = context;
  await spend(context, info, viewer.tokenKey, budget);
  requireOwnListing(viewer, botId);
  return viewer.botId;
}
