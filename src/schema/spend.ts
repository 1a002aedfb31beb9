import type { GraphQLResolveInfo } from 'graphql';
import type { UserActor } from '../domain/identity/actor.ts';
import { RateLimitedError } from '../domain/kernel/errors.ts';
import type { Budget } from '../limits/budget.ts';
import type { Context, ContextOf } from './context.ts';

type Field = Pick<GraphQLResolveInfo, 'fieldName'>;

/**
 * Counts one request against a rate limit, and keeps the state for the response headers.
 *
 * @param key identifies the sender
 * @throws {RateLimitedError} when the rate limit is exceeded
 */
export async function spend(context: Context, info: Field, key: string, budget: Budget): Promise<void> {
  const state = await context.limiter.spend(key, budget, info);
  context.spent = { budget, state };
  if (!state.admitted) throw new RateLimitedError(state.retryAfterSeconds);
}

/**
 * Counts one request against a rate limit of the signed-in user.
 *
 * @param budget undefined means no limit
 * @throws {RateLimitedError} when the rate limit is exceeded
 */
export async function spendAsUser(
  context: ContextOf<UserActor>,
  info: Field,
  budget: Budget | undefined,
): Promise<void> {
  if (budget) await spend(context, info, keyOfUser(context.viewer), budget);
}

/** Identifies a signed-in user for rate limits. */
export const keyOfUser = ({ userId }: Pick<UserActor, 'userId'>): string => `user:${userId}`;

/**
 * Counts one request against a rate limit of the client's address.
 *
 * @param budget undefined means no limit
 * @throws {RateLimitedError} when the rate limit is exceeded
 */
export async function spendAsClient(
  context: Context,
  info: Field,
  budget: Budget | undefined,
): Promise<void> {
  if (budget) await spend(context, info, `address:${context.client().key}`, budget);
}
