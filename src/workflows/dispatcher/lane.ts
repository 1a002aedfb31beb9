import { type ClaimBounds, type ClaimedDelivery, claimDeliveries } from '../../domain/delivery/claim.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import type { Outage } from '../temporal/faults.ts';
import type { HandOver } from './hand-over.ts';
import { type ReceiverPace, SLOW_MS } from './receiver-pace.ts';

/** Maximum concurrent first attempts per receiver in one lane. */
export const MAX_OF_ONE = 8;
/** Interval at which a lane looks for deliveries that other processes committed. */
export const POLL_MS = 250;

/** What both lanes need. */
export interface LaneParts {
  readonly services: WithDatabase & WithClock;
  readonly pace: ReceiverPace;
  readonly claim: ClaimDue;
  readonly handOver: HandOver;
  /** Aborted when the lane has to start nothing more. */
  readonly closed: AbortSignal;
}

export function isLeased({ leasedUntil }: ClaimedDelivery, { now }: WithClock): boolean {
  return leasedUntil > now();
}

/**
 * Claims deliveries from the outbox.
 *
 * @param limit maximum number of deliveries
 * @param limitOfOne maximum number per receiver, including those under way
 * @param underWay the bot of each delivery under way
 * @param of the receivers that the claim includes or leaves out
 * @returns the deliveries, and whether the outbox has more that reached a limit; nothing when the database fails
 */
export type ClaimDue = (
  limit: number,
  limitOfOne: number,
  underWay: readonly string[],
  of: ClaimBounds['bots'],
) => Promise<{ found: ClaimedDelivery[]; hasMore: boolean }>;

/** @param pace learns which of the claimed receivers are slow */
export function createClaim(
  services: WithDatabase & WithClock,
  pace: ReceiverPace,
  database: Outage,
): ClaimDue {
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

/** The deliveries of one lane that are started and whose first attempt is not over yet. */
export interface StartedDeliveries {
  readonly size: number;
  /** The bot of each such delivery. */
  bots(): string[];
  /**
   * Takes a slot until the work ends.
   *
   * @param work its failure is ignored: a lease that is not released ends by itself
   * @param onFree called when the slot is free again
   */
  take(botId: string, work: Promise<void>, onFree: () => void): void;
  /** Resolves when all the work is done. */
  emptied(): Promise<unknown>;
}

export function createStarted(): StartedDeliveries {
  const taken = new Map<Promise<void>, string>();
  return {
    get size() {
      return taken.size;
    },
    bots: () => [...taken.values()],
    take(botId, work, onFree) {
      const kept = work
        .catch(() => {})
        .finally(() => {
          taken.delete(kept);
          onFree();
        });
      taken.set(kept, botId);
    },
    emptied: () => Promise.all(taken.keys()),
  };
}

export function countEach(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
