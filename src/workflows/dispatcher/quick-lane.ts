import { type ClaimedDelivery, releaseDeliveries } from '../../domain/delivery/claim.ts';
import { createSignal } from '../../lib/signal.ts';
import { countEach, createStarted, isLeased, type LaneParts, MAX_OF_ONE, POLL_MS } from './lane.ts';

/** Measured: with more concurrent workflows the Temporal server gets slower, not faster. */
const MAX_QUICK = 24;
/** One claim is enough for many starts. */
const CLAIM = 2 * MAX_QUICK;

export interface QuickLane {
  /** Deliveries were committed: claim at once. */
  wake(): void;
  /** Resolves when the starts under way are finished, after `closed` is aborted. */
  close(): Promise<void>;
}

/** Starts deliveries to all receivers that are not known to be slow, as soon as they have a slot. */
export function runQuickLane({ services, pace, claim, handOver, closed }: LaneParts): QuickLane {
  const slots = createStarted();
  const signal = createSignal();
  /** Claimed deliveries, in the order of their starts. */
  let queue: ClaimedDelivery[] = [];
  /** Deliveries were committed since the last claim. */
  let isHinted = false;
  let lastClaimAt = Number.NEGATIVE_INFINITY;
  /** The last claim left some in the outbox. */
  let hasMore = false;

  /** Starts the deliveries that get a slot. The others stay in the queue while their lease lasts. */
  function startQueued(): void {
    const underWay = countEach(slots.bots());
    queue = queue.filter((delivery) => {
      const ofOne = underWay.get(delivery.botId) ?? 0;
      if (!isLeased(delivery, services)) return false;
      if (slots.size >= MAX_QUICK || ofOne >= MAX_OF_ONE) return true;
      underWay.set(delivery.botId, ofOne + 1);
      slots.take(delivery.botId, handOver(delivery, false), () => {
        if (queue.length > 0 || hasMore) signal.notify();
      });
      return false;
    });
  }

  async function run(): Promise<void> {
    while (!closed.aborted) {
      startQueued();
      const at = performance.now();
      const isDue = queue.length === 0 || isHinted || at - lastClaimAt >= POLL_MS;
      if (isDue && slots.size < MAX_QUICK && queue.length < CLAIM) {
        isHinted = false;
        lastClaimAt = at;
        const bots = [...slots.bots(), ...queue.map(({ botId }) => botId)];
        const except = pace.slowBots();
        const claimed = await claim(CLAIM - queue.length, 2 * MAX_OF_ONE, bots, { except });
        hasMore = claimed.hasMore;
        queue.push(...claimed.found);
        startQueued();
      }
      await signal.wait(POLL_MS);
    }
  }

  const running = run();
  return {
    wake() {
      isHinted = true;
      signal.notify();
    },
    async close() {
      signal.notify();
      await running;
      await Promise.all([slots.emptied(), releaseDeliveries(services, queue).catch(() => {})]);
    },
  };
}
