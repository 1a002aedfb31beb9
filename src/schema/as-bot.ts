import type { GraphQLResolveInfo } from 'graphql';
import { type BotActor, requireBot } from '../domain/identity/actor.ts';
import { DomainError, NotFoundError, UnauthenticatedError } from '../domain/kernel/errors.ts';
import { requireOwnListing } from '../domain/ownership/permissions.ts';
import type { Budget } from '../limits/budget.ts';
import { type Context, recallBot } from './context.ts';
import { spend } from './spend.ts';

/**
 * Checks a call of a bot in the order of the contract. An invalid token is refused with 401 before. This function
 * refuses a used-up rate limit with 429, then any other listing with 404. The resolver checks the input (400).
 *
 * @param budget the rate limit of this field, per token
 * @param bot its token is verified
 * @param botId the id that the client sent
 * @returns the id of the bot's listing
 * @throws {RateLimitedError} when the rate limit is exceeded
 * @throws {NotFoundError} for any other listing
 */
export async function asBot(
  context: Context,
  info: GraphQLResolveInfo,
  budget: Budget,
  bot: BotActor,
  botId: string,
): Promise<string> {
  await spend(context, info, bot.tokenKey, budget);
  requireOwnListing(bot, botId);
  context.services.noteUse(bot.tokenKey);
  return bot.botId;
}

/** @throws {UnauthenticatedError} when the token is not valid; this is refused before everything else */
async function requireValidToken(context: Context, refusal: DomainError): Promise<void> {
  try {
    // A token that ended during the request finds no listing: then what was known about it is out of date.
    await (refusal instanceof NotFoundError ? context.identify() : context.actor());
  } catch (error) {
    delete context.spent;
    throw error;
  }
}

/**
 * Returns the key of the token that the request carries, for a field whose own statement verifies it. Such a field
 * has no auth scope: the scope would take more time than the rest of the field.
 *
 * @throws {UnauthenticatedError} when the request carries nothing that could be a token
 */
export function requireTokenKey(context: Context): string {
  if (context.fault !== undefined) throw context.fault;
  const tokenKey = context.tokenKey();
  if (tokenKey === undefined) throw new UnauthenticatedError('token.invalid');
  return tokenKey;
}

/**
 * As {@link asBot}, for a change whose statement verifies the token itself. A bot that this process knows needs no
 * other statement. Everything else is refused only after the token has been verified, so the order stays the same.
 *
 * @param change makes the change if the token still belongs to this bot, and otherwise throws `NotFoundError`
 * @throws {UnauthenticatedError} when the token is not valid
 * @throws {RateLimitedError} when the rate limit is exceeded
 * @throws {NotFoundError} for any other listing
 */
export async function asBotAtOnce<Result>(
  context: Context,
  info: GraphQLResolveInfo,
  budget: Budget,
  botId: string,
  change: (bot: BotActor) => Promise<Result>,
): Promise<Result> {
  requireTokenKey(context);
  const bot = recallBot(context) ?? requireBot(await context.actor());
  try {
    await asBot(context, info, budget, bot, botId);
    return await change(bot);
  } catch (error) {
    if (error instanceof DomainError) await requireValidToken(context, error);
    throw error;
  }
}
