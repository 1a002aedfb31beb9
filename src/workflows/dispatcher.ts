import { setTimeout as delay } from 'node:timers/promises';
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { Logger } from 'pino';
import {
  type ClaimedDelivery,
  claimDeliveries,
  markDispatched,
  releaseDeliveries,
} from '../domain/claim-deliveries.ts';
import type { Services } from '../domain/services.ts';
import { faultOf } from '../log.ts';
import type { deliverVote } from './deliver-vote.ts';

/** Measured: more workflows under way at once make the Temporal server slower, not faster. */
const MAX_IN_FLIGHT = 24;
/** An endpoint that hangs gives its place to others after this time. */
const PLACE_HELD_MS = 1000;
/** Deliveries that other processes committed are found this often. */
const POLL_MS = 1000;

export interface Dispatcher {
  /** Deliveries were committed: look at once. */
  wake(): void;
  /** A first attempt is over: its place is free. */
  attempted(deliveryId: string): void;
  /** Finishes the starts that are under way, and takes no more. */
  close(): Promise<void>;
}

/**
 * Starts one workflow for each delivery of the outbox, oldest first, a bounded number at a time.
 * The workflow's id is the delivery's id, so a second start of the same one is refused and harmless.
 */
export function startDispatcher(options: {
  readonly client: Client;
  readonly taskQueue: string;
  readonly services: Pick<Services, 'db' | 'now'>;
  readonly log: Logger;
}): Dispatcher {
  const { client, taskQueue, services, log } = options;
  const places = new Map<string, () => void>();
  const underWay = new Set<Promise<void>>();
  const signal = createSignal();
  let closed = false;
  /** The last claim found as many deliveries as it asked for: there may be more. */
  let moreWaiting = false;

  async function start(delivery: ClaimedDelivery): Promise<void> {
    const attempted = new Promise<void>((resolve) => places.set(delivery.id, resolve));
    try {
      await client.workflow.start<typeof deliverVote>('deliverVote', {
        taskQueue,
        workflowId: delivery.id,
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        args: [{ deliveryId: delivery.id }],
        requestEagerStart: true,
        staticSummary: `Vote by ${delivery.userId} for bot ${delivery.botId}`,
      });
      await Promise.race([attempted, delay(PLACE_HELD_MS, undefined, { ref: false })]);
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError)
        await markDispatched(services, [delivery.id]);
      else throw error;
    } finally {
      places.delete(delivery.id);
    }
  }

  function track(delivery: ClaimedDelivery): void {
    const started = start(delivery)
      .catch(async (error: unknown) => {
        log.warn(
          { fault: faultOf(error) },
          'A delivery could not be handed to Temporal; it stays in the outbox.',
        );
        await delay(POLL_MS, undefined, { ref: false });
        await releaseDeliveries(services, [delivery.id]).catch(() => {});
      })
      .finally(() => {
        underWay.delete(started);
        if (moreWaiting) signal.notify();
      });
    underWay.add(started);
  }

  async function claim(free: number): Promise<ClaimedDelivery[]> {
    try {
      return free > 0 ? await claimDeliveries(services, free) : [];
    } catch (error) {
      log.warn({ fault: faultOf(error) }, 'The outbox cannot be read.');
      return [];
    }
  }

  async function run(): Promise<void> {
    while (!closed) {
      const free = MAX_IN_FLIGHT - underWay.size;
      const claimed = await claim(free);
      moreWaiting = claimed.length === free;
      for (const delivery of claimed) track(delivery);
      await signal.wait(POLL_MS);
    }
  }

  const running = run();
  return {
    wake: signal.notify,
    attempted: (deliveryId) => places.get(deliveryId)?.(),
    async close() {
      closed = true;
      signal.notify();
      await running;
      await Promise.all(underWay);
    },
  };
}

/** Wakes one waiter; a notice that comes while nobody waits is kept for the next wait. */
function createSignal() {
  let noticed = false;
  let waiter: (() => void) | undefined;
  return {
    notify() {
      noticed = true;
      waiter?.();
    },
    async wait(timeoutMs: number): Promise<void> {
      if (!noticed) {
        const notice = new Promise<void>((resolve) => {
          waiter = resolve;
        });
        await Promise.race([notice, delay(timeoutMs, undefined, { ref: false })]);
      }
      noticed = false;
      waiter = undefined;
    },
  };
}
