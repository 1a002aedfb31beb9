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
import { type EndpointPace, SLOW_MS } from './endpoint-pace.ts';
import { attemptNumber, botId, deliveryState } from './search-attributes.ts';
import { createSignal } from './signal.ts';
import { workflowIdOf } from './workflow-id.ts';

/** Measured: more workflows under way at once make the Temporal server slower, not faster. */
const MAX_IN_FLIGHT = 24;
/** Claimed at once, so that one statement serves many starts; each starts long before its lease ends. */
const CLAIM_SIZE = 2 * MAX_IN_FLIGHT;
/** Deliveries that other processes committed are found this often. */
const POLL_MS = 1000;

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
  readonly pace: EndpointPace;
  readonly services: Pick<Services, 'db' | 'now'>;
  readonly log: Logger;
}

/**
 * Starts one workflow for each delivery of the outbox, oldest first, a bounded number at a time.
 * The workflow's id is the delivery's id, so a second start while one runs is refused and harmless.
 */
export function startDispatcher({ client, taskQueue, pace, services, log }: DispatcherOptions): Dispatcher {
  const firstAttempts = new Map<string, () => void>();
  const underWay = new Set<Promise<void>>();
  const claimed: ClaimedDelivery[] = [];
  const signal = createSignal();
  let closed = false;
  /** Said once an outage. */
  let isAway = false;
  /** The last claim found as many deliveries as it asked for: there may be more. */
  let moreInOutbox = false;

  async function start(delivery: ClaimedDelivery): Promise<void> {
    const isSlow = pace.isSlow(delivery.botId);
    const waitMs = Math.max(0, (delivery.nextAttemptAt?.getTime() ?? 0) - services.now().getTime());
    const attempted = new Promise<'attempted'>((resolve) => {
      firstAttempts.set(delivery.id, () => resolve('attempted'));
    });
    try {
      await client.workflow.start<typeof deliverVote>('deliverVote', {
        taskQueue,
        workflowId: workflowIdOf(delivery),
        args: [
          {
            deliveryId: delivery.id,
            botId: delivery.botId,
            round: delivery.round,
            attempt: delivery.attempts + 1,
            waitMs,
            isSlow,
          },
        ],
        requestEagerStart: true,
        typedSearchAttributes: [
          { key: botId, value: delivery.botId },
          { key: deliveryState, value: 'new' },
          ...(delivery.attempts > 0 ? [{ key: attemptNumber, value: delivery.attempts }] : []),
        ],
        staticSummary: `Vote by ${delivery.userId} for bot ${delivery.botId}`,
      });
      isAway = false;
      // An endpoint that turns out to be slow gives its place to others.
      const isWaitedFor = !isSlow && waitMs === 0;
      if (
        isWaitedFor &&
        (await Promise.race([attempted, delay(SLOW_MS, 'slow', { ref: false })])) === 'attempted'
      )
        return;
      if (isWaitedFor) pace.took(delivery.botId, SLOW_MS);
      // A recorded attempt would say so, too, but only when the lease has ended.
      await markDispatched(services, [delivery.id]);
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      await markDispatched(services, [delivery.id]);
    } finally {
      firstAttempts.delete(delivery.id);
    }
  }

  function track(delivery: ClaimedDelivery): void {
    const started = start(delivery)
      .catch(async (error: unknown) => {
        if (!isAway) {
          log.warn(
            { fault: faultOf(error) },
            'Deliveries cannot be handed to Temporal; they stay in the outbox.',
          );
        }
        isAway = true;
        await delay(POLL_MS, undefined, { ref: false });
        await releaseDeliveries(services, [delivery.id]).catch(() => {});
      })
      .finally(() => {
        underWay.delete(started);
        if (claimed.length > 0 || moreInOutbox) signal.notify();
      });
    underWay.add(started);
  }

  async function claim(): Promise<void> {
    try {
      const found = await claimDeliveries(services, CLAIM_SIZE);
      claimed.push(...found);
      moreInOutbox = found.length === CLAIM_SIZE;
    } catch (error) {
      log.warn({ fault: faultOf(error) }, 'The outbox cannot be read.');
    }
  }

  async function run(): Promise<void> {
    while (!closed) {
      if (claimed.length === 0) await claim();
      for (const delivery of claimed.splice(0, MAX_IN_FLIGHT - underWay.size)) track(delivery);
      await signal.wait(POLL_MS);
    }
  }

  const running = run();
  return {
    wake: signal.notify,
    attempted: (deliveryId) => firstAttempts.get(deliveryId)?.(),
    async close() {
      closed = true;
      signal.notify();
      await running;
      const ids = claimed.splice(0).map(({ id }) => id);
      await Promise.all([...underWay, releaseDeliveries(services, ids).catch(() => {})]);
    },
  };
}
