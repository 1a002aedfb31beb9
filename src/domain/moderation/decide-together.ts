import { DomainError, InvalidInputError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { type Judgement, moderateListing } from './decide.ts';

/** A listing that a moderator has read, among several on which they decide together. */
export interface ReadListing {
  readonly botId: string;
  /** The revision that the moderator has read. */
  readonly revision: number;
}

/** What became of one listing of a decision on several. */
export interface TogetherOutcome {
  readonly botId: string;
  /** Why nothing has changed for this listing; null when it is decided. */
  readonly refusal: DomainError | null;
}

/** More is more than a moderator reads at once. */
export const MAX_TOGETHER = 20;

/**
 * Applies one decision to several listings of one owner. Each is decided as {@link moderateListing} does, or not at all:
 * a refusal of one listing stops no other one.
 *
 * @param listings 1 to 20 listings
 * @throws {InvalidInputError} when there are too few or too many, when they have different owners, or when the reason is
 *   missing, too short or too long. Nothing has changed then
 */
export async function moderateTogether(
  services: WithDatabase & WithClock,
  moderatorId: string,
  listings: readonly ReadListing[],
  judgement: Omit<Judgement, 'revision'>,
): Promise<TogetherOutcome[]> {
  const botIds = new Set(listings.map(({ botId }) => botId));
  if (botIds.size === 0 || botIds.size > MAX_TOGETHER || botIds.size < listings.length) {
    throw new InvalidInputError('decision.listings', { max: MAX_TOGETHER });
  }
  const owners = await services.db.sql`
    select distinct user_id from bot_owners
    where bot_id = any(${[...botIds]}) and not is_co_owner and accepted_at is not null limit 2`;
  if (owners.length > 1) throw new InvalidInputError('decision.severalOwners');
  const outcomes: TogetherOutcome[] = [];
  for (const { botId, revision } of listings) {
    const refusal = await moderateListing(services, moderatorId, botId, { ...judgement, revision }).then(
      () => null,
      (error: unknown) => error,
    );
    // What is wrong with the input is wrong for each listing, so the first one fails before anything has changed.
    if (refusal instanceof InvalidInputError || (refusal && !(refusal instanceof DomainError))) throw refusal;
    outcomes.push({ botId, refusal: refusal instanceof DomainError ? refusal : null });
  }
  return outcomes;
}
