import type { GraphQLResolveInfo } from 'graphql';
import { RateLimitedError } from '../domain/errors.ts';
import { requireUser } from '../domain/policies.ts';
import type { Budget } from '../limits/budget.ts';
import type { Context } from './context.ts';

/**
 * Lets a signed-in user do what costs the service or others something, within a budget.
 *
 * @returns the user's id
 * @throws {UnauthenticatedError} when nobody is signed in
 * @throws {RateLimitedError} when the budget is used up
 */
export async function asUser(context: Context, info: GraphQLResolveInfo, budget: Budget): Promise<string> {
  const { userId } = requireUser(await context.actor());
  const { admitted, retryAfterSeconds } = await context.limiter.spend(`user:${userId}`, budget, info);
  if (!admitted) throw new RateLimitedError(retryAfterSeconds);
  return userId;
}
