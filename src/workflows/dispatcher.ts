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
/** First attempts at known slow receivers under way beside those, in all and for one receiver: they take little from the others. */
const MAX_SLOW = 64;
const MAX_SLOW_OF_ONE = 8;
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
 * Starts one workflow for each delivery of the outbox, oldest first, a bounded number at a time. Deliveries to receivers that
 * are known to be slow have places of their own; while those are taken they stay in the outbox, and others pass them by.
 * The workflow's id is the delivery's id, so a second start while one runs is refused and harmless.
 */
export function startDispatcher({ client, taskQueue, pace, services, log }: DispatcherOptions): Dispatcher {
  const firstAttempts = new Map<string, () => void>();
  /** Claimed, oldest first. */
  const queue: ClaimedDelivery[] = [];
  const quick = new Set<Promise<void>>();
  /** And of which bot each is. */
  const slow = new Map<Promise<void>, string>();
  const signal = createSignal();
  let closed = false;
  /** Said once an outage. */
  let isAway = false;
  /** The last claim found as many deliveries as it asked for: there may be more. */
  let moreInOutbox = false;
  let nextSlowClaim = 0;
  const closing = Promise.withResolvers<false>();

  async function start(delivery: ClaimedDelivery, hasSlowPlace: boolean): Promise<void> {
    const waitMs = Math.max(0, (delivery.nextAttemptAt?.getTime() ?? 0) - services.now().getTime());
    const attempted = new Promise<true>((resolve) => {
      firstAttempts.set(delivery.id, () => resolve(true));
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
            isSlow: pace.isSlow(delivery.botId),
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
      if (waitMs === 0 && (await within(attempted, SLOW_MS))) return;
      // A recorded attempt would say so, too, but only when the lease has ended.
      await markDispatched(services, [delivery.id]);
      if (waitMs === 0 && hasSlowPlace) {
        await Promise.race([within(attempted, pace.patienceMs(delivery.botId)), closing.promise]);
      }
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      await markDispatched(services, [delivery.id]);
    } finally {
      firstAttempts.delete(delivery.id);
    }
  }

  function track(delivery: ClaimedDelivery, hasSlowPlace: boolean): void {
    const started = start(delivery, hasSlowPlace)
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
        quick.delete(started);
        slow.delete(started);
        if (queue.length > 0 || moreInOutbox) signal.notify();
      });
    if (hasSlowPlace) slow.set(started, delivery.botId);
    else quick.add(started);
  }

  async function claim(): Promise<void> {
    try {
      const found = await claimDeliveries(services, CLAIM_SIZE, { except: [...pace.slowBots()] });
      queue.push(...found);
      moreInOutbox = found.length === CLAIM_SIZE;
      const at = services.now().getTime();
      const places = MAX_SLOW - slow.size;
      if (places === 0 || at < nextSlowClaim) return;
      nextSlowClaim = at + POLL_MS;
      const taken = Map.groupBy(slow.values(), (botId) => botId);
      const only = [...pace.slowBots()].filter((id) => (taken.get(id)?.length ?? 0) < MAX_SLOW_OF_ONE);
      if (only.length > 0) await startSlow(await claimDeliveries(services, places, { only }));
    } catch (error) {
      log.warn({ fault: faultOf(error) }, 'The outbox cannot be read.');
    }
  }

  /** What is over a receiver's places goes back. */
  async function startSlow(found: readonly ClaimedDelivery[]): Promise<void> {
    const returned: string[] = [];
    for (const delivery of found) {
      const taken = [...slow.values()].filter((botId) => botId === delivery.botId).length;
      if (taken < MAX_SLOW_OF_ONE) track(delivery, true);
      else returned.push(delivery.id);
    }
    if (returned.length > 0) await releaseDeliveries(services, returned).catch(() => {});
  }

  async function run(): Promise<void> {
    while (!closed) {
      if (queue.length === 0) await claim();
      for (const delivery of queue.splice(0, MAX_IN_FLIGHT - quick.size)) track(delivery, false);
      await signal.wait(POLL_MS);
    }
  }

  const running = run();
  return {
    wake: signal.notify,
    attempted: (deliveryId) => firstAttempts.get(deliveryId)?.(),
    async close() {
      closed = true;
      closing.resolve(false);
      signal.notify();
      await running;
      const ids = queue.map(({ id }) => id);
      await Promise.all([...quick, ...slow.keys(), releaseDeliveries(services, ids).catch(() => {})]);
    },
  };
}

/** @returns whether it came about in time, in milliseconds */
function within(event: Promise<true>, timeoutMs: number): Promise<boolean> {
  return Promise.race([event, delay(timeoutMs, false, { ref: false })]);
}
