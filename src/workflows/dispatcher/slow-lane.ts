import { pause } from '../../lib/pause.ts';
import { createSignal } from '../../lib/signal.ts';
import { createStarted, isLeased, type LaneParts, MAX_OF_ONE, POLL_MS } from './lane.ts';

/** More than in the quick lane, since an attempt that waits for a slow receiver costs little. */
const MAX_SLOW = 64;
/** As many as can be started one by one before their leases end. */
const CLAIM = 16;

/** Starts deliveries to receivers that are known to be slow, in slots of their own. */
export function runSlowLane({ services, pace, claim, handOver, closed }: LaneParts) {
  const slots = createStarted();
  const signal = createSignal();

  async function run(): Promise<void> {
    while (!closed.aborted) {
      const limit = Math.min(CLAIM, MAX_SLOW - slots.size);
      const only = limit > 0 ? pace.slowBots() : [];
      const { found, hasMore } =
        only.length > 0
          ? await claim(limit, MAX_OF_ONE, slots.bots(), { only })
          : { found: [], hasMore: limit === 0 };
      for (const delivery of found) {
        if (closed.aborted || !isLeased(delivery, services)) continue;
        slots.take(delivery.botId, handOver(delivery, true), signal.notify);
        // Starts are spread over the expected duration, so that their ends are spread too. Many starts or ends at the
        // same time would delay the quick lane.
        await pause(pace.expectedMs(delivery.botId) / MAX_SLOW, { signal: closed });
      }
      if (hasMore) await signal.wait(POLL_MS);
      else await pause(POLL_MS, { signal: closed });
    }
  }

  const running = run();
  return {
    async close() {
      signal.notify();
      await running;
      await slots.emptied();
    },
  };
}
