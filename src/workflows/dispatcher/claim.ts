import { type ClaimBounds, type ClaimedDelivery, claimDeliveries } from '../../domain/delivery/claim.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import type { Outage } from '../temporal/outage.ts';
import { type ReceiverPace, SLOW_MS } from './receiver-pace.ts';
import { countEach } from './slots.ts';

/**
 * Claims deliveries from the outbox.
 *
 * @param limit maximum number of deliveries
 * @param limitOfOne maximum number per receiver, including those under way
 * @param underWay the bot of each delivery under way
 * @param of the receivers that the claim includes or leaves out
 * @returns the deliveries, and whether the outbox has more that reached a limit; nothing when the database fails
 */
export type Claim = (
  limit: number,
  limitOfOne: number,
  underWay: readonly string[],
  of: ClaimBounds['bots'],
) => Promise<{ found: ClaimedDelivery[]; hasMore: boolean }>;

/** @param pace learns which of the claimed receivers are slow */
export function createClaim(services: WithDatabase & WithClock, pace: ReceiverPace, database: Outage): Claim {
  return async (limit, limitOfOne, bots, of) => {
    const underWay = countEach(bots);
    const found =
      (await database.watch(claimDeliveries(services, { limit, limitOfOne, underWay, bots: of }))) ?? [];
    for (const { botId, lastTookMs } of found) {
      underWay.set(botId, (underWay.get(botId) ?? 0) + 1);
      // Another process, or this one before its restart, may know already that this receiver is slow.
      if (lastTookMs !== null && lastTookMs >= SLOW_MS && !pace.isSlow(botId)) pace.took(botId, lastTookMs);
    }
    const hasMore = found.length === limit || found.some(({ botId }) => underWay.get(botId) === limitOfOne);
    return { found, hasMore };
  };
}
