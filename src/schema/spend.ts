import type { GraphQLResolveInfo } from 'graphql';
import type { UserActor } from '../domain/identity/actor.ts';
import { RateLimitedError } from '../domain/kernel/errors.ts';
import type { Budget } from '../limits/budget.ts';
import type { Context, ContextOf } from './context.ts';

type Field = Pick<GraphQLResolveInfo, 'fieldName'>;

/**
 * Takes one request from a budget, and leaves its state for the transport's headers.
 *
 * @throws {RateLimitedError} when nothing is left of it
 */
export async function spend(context: Context, info: Field, key: string, budget: Budget): Promise<void> {
  const state = await context.limiter.spend(key, budget, info);
  context.spent = { budget, state };
  if (!state.admitted) throw new RateLimitedError(state.retryAfterSeconds);
}

/**
 * Takes one request from a budget of the signed-in user.
 *
 * @param budget undefined: there is no limit
 * @throws {RateLimitedError} when nothing is left of it
 */
export async function spendAsUser(
  context: ContextOf<UserActor>,
  info: Field,
  budget: Budget | undefined,
): Promise<void> {
  if (budget) await spend(context, info, `user:${context.viewer.userId}`, budget);
}

/**
 * Takes one request from a budget of the client's address.
 *
 * @param budget undefined: there is no limit
 * @throws {RateLimitedError} when nothing is left of it
 */
export async function spendAsClient(
  context: Context,
  info: Field,
  budget: Budget | undefined,
): Promise<void> {
  if (budget) await spend(context, info, `address:${context.client().key}`, budget);
}
