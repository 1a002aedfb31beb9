import type { GraphQLResolveInfo } from 'graphql';
import type { BotActor } from '../domain/identity/actor.ts';
import { requireOwnListing } from '../domain/ownership/permissions.ts';
import type { Budget } from '../limits/budget.ts';
import type { ContextOf } from './context.ts';
import { spend } from './spend.ts';

/**
 * Checks a call of a bot in the order of the contract: the scope has refused an invalid token with 401. This function
 * refuses a used-up rate limit with 429, then any other listing with 404. The resolver checks the input (400).
 *
 * @param budget the rate limit of this field, per token
 * @param botId the id that the client sent
 * @returns the id of the bot's listing
 * @throws {RateLimitedError} when the rate limit is exceeded
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
