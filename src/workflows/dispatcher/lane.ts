import { type ClaimedDelivery, claimDeliveries, releaseDeliveries } from '../../domain/delivery/claim.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import { createSignal } from '../../lib/signal.ts';
import type { Outage } from '../temporal/faults.ts';
import type { HandOver } from './hand-over.ts';
import { type ReceiverPace, SLOW_MS } from './receiver-pace.ts';

/** Maximum concurrent first attempts at one receiver. */
const MAX_OF_ONE = 8;
/** Maximum that are being started. Measured: with more, the Temporal server gets slower, not faster. */
const MAX_STARTING = 24;
/** Of these, the maximum to receivers that are known to be slow. The others have the rest for themselves. */
const MAX_STARTING_SLOW = 4;
/** Maximum that wait for slow receivers: waiting costs less than starting. */
const MAX_WAITING = 64;
/** One claim is enough for many starts. */
const CLAIM = 2 * MAX_STARTING;
const CLAIM_OF_ONE = 2 * MAX_OF_ONE;
/** Interval at which the outbox is read for deliveries that other processes committed. */
const POLL_MS = 250;

export interface Lane {
  /** Deliveries were committed: claim at once. */
  wake(): void;
  /** Resolves when the starts under way are finished, after `closed` is aborted. */
  close(): Promise<void>;
}

export interface LaneParts {
  readonly services: WithDatabase & WithClock;
  readonly pace: ReceiverPace;
  readonly handOver: HandOver;
  readonly database: Outage;
  /** Aborted when nothing more has to be started. */
  readonly closed: AbortSignal;
}

/** Claims deliveries from the outbox, and starts each when it gets a place. */
export function runLane({ services, pace, handOver, database, closed }: LaneParts): Lane {
  const signal = createSignal();
  const places = createPlaces();
  /** Claimed deliveries, in the order of their starts. */
  let queue: ClaimedDelivery[] = [];
  /** While the queue has deliveries that wait for a place, the outbox is read no earlier. */
  let claimAt = 0;
  /** The last claim left some in the outbox. */
  let hasMore = false;

  const isSlow = ({ botId }: ClaimedDelivery) => pace.isSlow(botId);
  const onFree = () => {
    if (queue.length > 0 || hasMore) signal.notify();
  };

  /**
   * Starts the deliveries that get a place. The others stay in the queue while their lease lasts. When a receiver turns
   * out to be slow, all that are claimed for it start: while they are in the queue, no other slow receiver gets any.
   */
  function startQueued(): void {
    const at = places.count();
    queue = queue.filter((delivery) => {
      const ofOne = at.ofBot.get(delivery.botId) ?? 0;
      if (delivery.leasedUntil <= services.now()) return false;
      if (at.free <= 0 || (isSlow(delivery) ? at.freeForSlow <= 0 : ofOne >= MAX_OF_ONE)) return true;
      at.ofBot.set(delivery.botId, ofOne + 1);
      at.free -= 1;
      if (isSlow(delivery)) at.freeForSlow -= 1;
      places.take(delivery.botId, isSlow(delivery), (onWait) => handOver(delivery, onWait), onFree);
      return false;
    });
  }

  async function claim(): Promise<void> {
    const { ofBot, freeForSlow } = places.count();
    // Those of slow receivers may have to wait long for a place. So none are claimed while one is in the queue.
    const limitOfOne = freeForSlow > 0 && !queue.some(isSlow) ? MAX_OF_ONE : 0;
    const slow = { bots: pace.slowBots(), limitOfOne };
    for (const { botId } of queue) add(ofBot, botId, 1);
    const bounds = { limit: CLAIM, limitOfOne: CLAIM_OF_ONE, underWay: ofBot, slow };
    const found = (await database.watch(claimDeliveries(services, bounds))) ?? [];
    for (const { botId } of found) add(ofBot, botId, 1);
    const mostOf = (botId: string) => (slow.bots.includes(botId) ? limitOfOne : CLAIM_OF_ONE);
    hasMore = found.length === CLAIM || found.some(({ botId }) => ofBot.get(botId) === mostOf(botId));
    learn(pace, found);
    queue.push(...found);
  }

  async function run(): Promise<void> {
    while (!closed.aborted) {
      startQueued();
      const quick = queue.filter((delivery) => !isSlow(delivery)).length;
      const isDue = quick === 0 || performance.now() >= claimAt;
      if (isDue && quick < CLAIM && places.count().free > 0) {
        claimAt = performance.now() + POLL_MS;
        await claim();
        startQueued();
      }
      await signal.wait(POLL_MS);
    }
  }

  closed.addEventListener('abort', signal.notify);
  const running = run();
  return {
    wake() {
      claimAt = 0;
      signal.notify();
    },
    async close() {
      await running;
      await Promise.all([places.emptied(), releaseDeliveries(services, queue).catch(() => {})]);
    },
  };
}

/** Another process, or this one before its restart, may know already that a receiver is slow. */
function learn(pace: ReceiverPace, found: readonly ClaimedDelivery[]): void {
  for (const { botId, lastTookMs } of found) {
    if (lastTookMs !== null && lastTookMs >= SLOW_MS && !pace.isSlow(botId)) pace.took(botId, lastTookMs);
  }
}

/** The deliveries whose first attempt is not over yet. */
function createPlaces() {
  const taken = new Map<Promise<void>, { botId: string; isSlow: boolean; isWaiting: boolean }>();
  return {
    count() {
      const all = [...taken.values()];
      const starting = all.filter(({ isWaiting }) => !isWaiting);
      const startingSlow = starting.filter(({ isSlow }) => isSlow).length;
      const waiting = all.length - starting.length;
      const ofBot = new Map<string, number>();
      for (const { botId } of all) add(ofBot, botId, 1);
      return {
        ofBot,
        free: MAX_STARTING - starting.length,
        freeForSlow: Math.min(MAX_STARTING_SLOW - startingSlow, MAX_WAITING - waiting - startingSlow),
      };
    },
    /**
     * @param work its failure is ignored: a lease that is not released ends by itself
     * @param onFree called when another delivery may start
     */
    take(
      botId: string,
      isSlow: boolean,
      work: (onWait: () => void) => Promise<void>,
      onFree: () => void,
    ): void {
      const place = { botId, isSlow, isWaiting: false };
      const over = work(() => {
        place.isWaiting = true;
        onFree();
      })
        .catch(() => {})
        .finally(() => {
          taken.delete(over);
          onFree();
        });
      taken.set(over, place);
    },
    emptied: () => Promise.all(taken.keys()),
  };
}

function add(counts: Map<string, number>, botId: string, count: number): void {
  counts.set(botId, (counts.get(botId) ?? 0) + count);
}
