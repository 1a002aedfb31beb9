import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import {
  type ClaimBounds,
  type ClaimedDelivery,
  claimDeliveries,
  markDispatched,
  releaseDeliveries,
} from '../domain/delivery/claim.ts';
import type { WithClock, WithDatabase } from '../domain/kernel/needs.ts';
import { within } from '../domain/kernel/within.ts';
import { pause } from '../pause.ts';
import { type EndpointPace, SLOW_MS } from './endpoint-pace.ts';
import { createOutage } from './outage.ts';
import { createSignal } from './signal.ts';
import { type KnownAttributes, startDelivery } from './start-delivery.ts';
import { createWorkOutage } from './temporal-faults.ts';

/** Measured: more workflows under way at once make the Temporal server slower, not faster. */
const MAX_QUICK = 24;
/** First attempts at known slow receivers under way beside those: they take little from the others. */
const MAX_SLOW = 64;
/** Of either kind for one receiver. */
const MAX_OF_ONE = 8;
/** Claimed at once, so that one statement serves many starts. */
const QUICK_CLAIM = 2 * MAX_QUICK;
/** Started one by one, before their leases end. */
const SLOW_CLAIM = 16;
/** Deliveries that other processes committed are found this often, and those to slow receivers. */
const POLL_MS = 250;
/** After Temporal or the database did not answer. */
const RETRY_MS = 1000;

export interface Dispatcher {
  /** Deliveries were committed: look at once. */
  wake(): void;
  /** An attempt is over: if it was the first, its place is free. */
  attempted(deliveryId: string): void;
  /** Finishes the starts that are under way, and takes no more. */
  close(): Promise<void>;
}

export interface DispatcherOptions {
  readonly client: Client;
  readonly taskQueue: string;
  readonly attributes: KnownAttributes;
  readonly pace: EndpointPace;
  readonly services: WithDatabase & WithClock;
  readonly log: Logger;
}

/**
 * Starts one workflow for each delivery of the outbox, a bounded number at a time: in turns for the receivers that have
 * deliveries, of each the oldest first. Deliveries to receivers that are known to be slow have places of their own; while
 * those are taken they stay in the outbox, and others pass them by. The workflow's id is the delivery's id, so a second
 * start while one runs is refused and harmless.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { client, taskQueue, attributes, pace, services, log } = options;
  const firstAttempts = new Map<string, () => void>();
  /** Claimed, in the order of their starts. */
  let queue: ClaimedDelivery[] = [];
  /** What is under way, and for which bot. */
  const quick = new Map<Promise<void>, string>();
  const slow = new Map<Promise<void>, string>();
  const quickSignal = createSignal();
  const slowSignal = createSignal();
  // A signal, since each race against a promise that lives as long as the service would keep some 300 bytes for ever.
  const closing = new AbortController();
  const { signal: closed } = closing;
  const temporal = createWorkOutage(log, {
    away: 'Deliveries cannot be handed to Temporal; they stay in the outbox.',
    back: 'Deliveries are handed to Temporal again.',
  });
  const database = createOutage(log, {
    away: 'The outbox cannot be read or written.',
    back: 'The outbox can be read and written again.',
  });
  /** Deliveries were committed since the last claim. */
  let isHinted = false;
  let lastClaimAt = 0;
  /** The last claim left some. */
  let moreInOutbox = false;

  /** Until the first attempt is over, or takes longer than others should wait for it. */
  async function keepPlace({ id, botId: bot }: ClaimedDelivery, attempted: Promise<true>, isSlow: boolean) {
    // An endpoint that turns out to be slow gives its place to others.
    if (await within(attempted, SLOW_MS, () => false)) return;
    // A recorded attempt would say so, too, but only when the lease has ended.
    await database.watch(markDispatched(services, [id]));
    if (!isSlow) return;
    // And a bound, since an attempt that another process makes tells this one nothing.
    await Promise.race([attempted, pause(1.2 * pace.expectedMs(bot), { signal: closed, ref: false })]);
  }

  async function handOver(delivery: ClaimedDelivery, isSlow: boolean): Promise<void> {
    const attempted = new Promise<true>((resolve) => {
      firstAttempts.set(delivery.id, () => resolve(true));
    });
    const waitMs = Math.max(0, (delivery.nextAttemptAt?.getTime() ?? 0) - services.now().getTime());
    try {
      const isNew = await temporal.watch(
        startDelivery(client, taskQueue, attributes, delivery, {
          waitMs,
          isSlow: pace.isSlow(delivery.botId),
        }),
      );
      if (isNew === undefined) {
        await pause(RETRY_MS, { ref: false });
        await releaseDeliveries(services, [delivery]);
      } else if (isNew && waitMs === 0) {
        await keepPlace(delivery, attempted, isSlow);
      } else {
        await database.watch(markDispatched(services, [delivery.id]));
      }
    } finally {
      firstAttempts.delete(delivery.id);
    }
  }

  function begin(delivery: ClaimedDelivery, isSlow: boolean): void {
    const [places, signal] = isSlow ? [slow, slowSignal] : [quick, quickSignal];
    const kept = handOver(delivery, isSlow)
      // A lease that is not given back ends by itself.
      .catch(() => {})
      .finally(() => {
        places.delete(kept);
        if (isSlow || queue.length > 0 || moreInOutbox) signal.notify();
      });
    places.set(kept, delivery.botId);
  }

  /** @returns what was claimed, and whether there is more that could not be */
  async function claim(limit: number, limitOfOne: number, bots: readonly string[], of: ClaimBounds['bots']) {
    const underWay = countsOf(bots);
    const found =
      (await database.watch(claimDeliveries(services, { limit, limitOfOne, underWay, bots: of }))) ?? [];
    for (const { botId: bot, lastTookMs } of found) {
      underWay.set(bot, (underWay.get(bot) ?? 0) + 1);
      // Another process, or this one before it was started again, may have found out.
      if (lastTookMs !== null && lastTookMs >= SLOW_MS && !pace.isSlow(bot)) pace.took(bot, lastTookMs);
    }
    const hasMore =
      found.length === limit || found.some(({ botId: bot }) => underWay.get(bot) === limitOfOne);
    return { found, hasMore };
  }

  const isLeased = ({ leasedUntil }: ClaimedDelivery) => leasedUntil > services.now();

  /** Starts what has a place; the rest stays in the queue, unless its lease has ended. */
  function startQuick(): void {
    const underWay = countsOf(quick.values());
    queue = queue.filter((delivery) => {
      const ofOne = underWay.get(delivery.botId) ?? 0;
      if (!isLeased(delivery)) return false;
      if (quick.size >= MAX_QUICK || ofOne >= MAX_OF_ONE) return true;
      underWay.set(delivery.botId, ofOne + 1);
      begin(delivery, false);
      return false;
    });
  }

  async function runQuick(): Promise<void> {
    while (!closed.aborted) {
      startQuick();
      const at = services.now().getTime();
      const isDue = queue.length === 0 || isHinted || at - lastClaimAt >= POLL_MS;
      if (isDue && quick.size < MAX_QUICK && queue.length < QUICK_CLAIM) {
        isHinted = false;
        lastClaimAt = at;
        const bots = [...quick.values(), ...queue.map((delivery) => delivery.botId)];
        const claimed = await claim(QUICK_CLAIM - queue.length, 2 * MAX_OF_ONE, bots, {
          except: pace.slowBots(),
        });
        moreInOutbox = claimed.hasMore;
        queue.push(...claimed.found);
        startQuick();
      }
      await quickSignal.wait(POLL_MS);
    }
  }

  async function runSlow(): Promise<void> {
    while (!closed.aborted) {
      const limit = Math.min(SLOW_CLAIM, MAX_SLOW - slow.size);
      const only = limit > 0 ? pace.slowBots() : [];
      const { found, hasMore } =
        only.length > 0
          ? await claim(limit, MAX_OF_ONE, [...slow.values()], { only })
          : { found: [], hasMore: limit === 0 };
      for (const delivery of found) {
        if (closed.aborted || !isLeased(delivery)) continue;
        begin(delivery, true);
        // Started together they would keep the quick ones waiting, and again when they end together.
        await pause(pace.expectedMs(delivery.botId) / MAX_SLOW, { signal: closed });
      }
      if (hasMore) await slowSignal.wait(POLL_MS);
      else await pause(POLL_MS, { signal: closed });
    }
  }

  const running = Promise.all([runQuick(), runSlow()]);
  return {
    wake() {
      isHinted = true;
      quickSignal.notify();
    },
    attempted: (deliveryId) => firstAttempts.get(deliveryId)?.(),
    async close() {
      closing.abort();
      quickSignal.notify();
      slowSignal.notify();
      await running;
      await Promise.all([
        ...quick.keys(),
        ...slow.keys(),
        releaseDeliveries(services, queue).catch(() => {}),
      ]);
    },
  };
}

function countsOf(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
