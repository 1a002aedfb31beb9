import type { Logger } from 'pino';
import { type ClaimedDelivery, markDispatched, releaseDeliveries } from '../../domain/delivery/claim.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import { pause } from '../../lib/pause.ts';
import { within } from '../../lib/within.ts';
import { createWorkOutage, type Outage } from '../temporal/faults.ts';
import { LONGEST_MS, type ReceiverPace, SLOW_MS } from './receiver-pace.ts';

/** The pause after a start that Temporal did not confirm. */
const RETRY_MS = 1000;

/**
 * Starts the workflow of a claimed delivery. It resolves when the first attempt is over.
 *
 * @param onWait called when the delivery is started and other deliveries should not wait for its receiver
 */
export type HandOver = (delivery: ClaimedDelivery, onWait: () => void) => Promise<void>;

export interface HandOverParts {
  /** Starts one workflow: see `startDelivery`. */
  readonly start: (
    delivery: ClaimedDelivery,
    how: { readonly waitMs: number; readonly isSlow: boolean },
  ) => Promise<boolean>;
  readonly pace: ReceiverPace;
  readonly services: WithDatabase & WithClock;
  readonly database: Outage;
  readonly closed: AbortSignal;
  readonly log: Logger;
}

export function createHandOver({ start, pace, services, database, closed, log }: HandOverParts): {
  readonly handOver: HandOver;
  /** An attempt is over: if it was the first one, the place of the delivery is free. */
  attempted(deliveryId: string): void;
} {
  const firstAttempts = new Map<string, () => void>();
  const temporal = createWorkOutage(log, {
    away: 'Deliveries cannot be handed to Temporal; they stay in the outbox.',
    back: 'Deliveries are handed to Temporal again.',
  });

  async function waitForAttempt(delivery: ClaimedDelivery, attempted: Promise<true>, onWait: () => void) {
    if (await within(attempted, SLOW_MS, () => false)) return;
    onWait();
    // The record of the attempt would mark it too, but only after the lease has ended.
    await database.watch(markDispatched(services, [delivery.id]));
    // The wait has a limit, because this process hears nothing of an attempt that another process makes.
    const limitMs = 1.2 * (pace.expectedMs(delivery.botId) || LONGEST_MS);
    await Promise.race([attempted, pause(limitMs, { signal: closed, ref: false })]);
  }

  async function handOver(delivery: ClaimedDelivery, onWait: () => void): Promise<void> {
    const attempted = new Promise<true>((resolve) => {
      firstAttempts.set(delivery.id, () => resolve(true));
    });
    const waitMs = Math.max(0, (delivery.nextAttemptAt?.getTime() ?? 0) - services.now().getTime());
    const isSlow = pace.isSlow(delivery.botId);
    try {
      const isNew = await temporal.watch(start(delivery, { waitMs, isSlow }));
      if (isNew === undefined) {
        await pause(RETRY_MS, { ref: false });
        await releaseDeliveries(services, [delivery]);
      } else if (isNew && waitMs === 0) {
        if (isSlow) onWait();
        await waitForAttempt(delivery, attempted, onWait);
      } else {
        await database.watch(markDispatched(services, [delivery.id]));
      }
    } finally {
      firstAttempts.delete(delivery.id);
    }
  }

  return { handOver, attempted: (deliveryId) => firstAttempts.get(deliveryId)?.() };
}
