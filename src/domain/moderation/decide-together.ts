import { ConflictError, DomainError, InvalidInputError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { type Judgement, moderateListing, needsReading } from './decide.ts';

/** What became of one listing of a decision on several. */
export interface TogetherOutcome {
  readonly botId: string;
  /** Why nothing has changed for this listing; null when it is decided. */
  readonly refusal: DomainError | null;
}

/** More is more than a moderator reads at once. */
export const MAX_TOGETHER = 20;

/**
 * Rejects or suspends several listings of one owner. Each is decided as {@link moderateListing} does, or not at all: a
 * refusal of one listing stops no other one. After a fault in the middle, no more are tried, and the outcomes so far are
 * returned. Whether the listing of the fault is decided is not known: the connection may have broken after it.
 *
 * @param botIds 1 to 20 listings
 * @throws {InvalidInputError} when there are too few or too many, when they have different owners, when the decision
 *   publishes, or when the reason is missing, too short or too long. Nothing has changed then
 */
export async function moderateTogether(
  services: WithDatabase & WithClock,
  moderatorId: string,
  botIds: readonly string[],
  judgement: Omit<Judgement, 'revision'>,
): Promise<TogetherOutcome[]> {
  if (botIds.length === 0 || botIds.length > MAX_TOGETHER || new Set(botIds).size < botIds.length) {
    throw new InvalidInputError('decision.listings', { max: MAX_TOGETHER });
  }
  if (needsReading(judgement.decision)) throw new InvalidInputError('decision.readAlone');
  const owners = await services.db.sql`
    select distinct user_id from bot_owners
    where bot_id = any(${[...botIds]}) and not is_co_owner and accepted_at is not null limit 2`;
  if (owners.length > 1) throw new InvalidInputError('decision.severalOwners');
  const outcomes: TogetherOutcome[] = [];
  for (const botId of botIds) {
    const refusal = await moderateListing(services, moderatorId, botId, { ...judgement, revision: 0 }).then(
      () => null,
      (error: unknown) => error,
    );
    // What is wrong with the input is wrong for each listing, so the first one fails before anything has changed.
    if (refusal instanceof InvalidInputError) throw refusal;
    if (refusal === null || refusal instanceof DomainError) outcomes.push({ botId, refusal });
    else if (outcomes.length === 0) throw refusal;
    else return [...outcomes, ...interrupted(botIds.slice(outcomes.length))];
  }
  return outcomes;
}

const interrupted = (botIds: readonly string[]): TogetherOutcome[] =>
  botIds.map((botId) => ({ botId, refusal: new ConflictError('decision.interrupted') }));
