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
/** Started one by one, long before their leases end. */
const SLOW_CLAIM_SIZE = 8;
/** Deliveries that other processes committed are found this often. */
const POLL_MS = 1000;
/** And those to slow receivers. */
const SLOW_POLL_MS = SLOW_MS;

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
  const closing = Promise.withResolvers<false>();

  /** @returns whether there was no workflow for it yet */
  async function start(delivery: ClaimedDelivery, waitMs: number): Promise<boolean> {
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
      return true;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    }
  }

  /** Until the first attempt is over, or takes longer than others should wait for it. */
  async function keepPlace({ id, botId: bot }: ClaimedDelivery, attempted: Promise<true>, isSlow: boolean) {
    // An endpoint that turns out to be slow gives its place to others.
    if (await within(attempted, SLOW_MS)) return;
    // A recorded attempt would say so, too, but only when the lease has ended.
    await markDispatched(services, [id]);
    if (!isSlow) return;
    // And a bound, since an attempt that another process makes tells this one nothing.
    await Promise.race([within(attempted, 1.2 * pace.expectedMs(bot)), closing.promise]);
  }

  /** @returns when Temporal has the delivery, or could not take it */
  async function track(delivery: ClaimedDelivery, isSlow: boolean): Promise<void> {
    const attempted = new Promise<true>((resolve) => {
      firstAttempts.set(delivery.id, () => resolve(true));
    });
    const waitMs = Math.max(0, (delivery.nextAttemptAt?.getTime() ?? 0) - services.now().getTime());
    const started = start(delivery, waitMs);
    const kept = started
      .then((isNew) => {
        isAway = false;
        if (isNew && waitMs === 0) return keepPlace(delivery, attempted, isSlow);
        return markDispatched(services, [delivery.id]);
      })
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
        firstAttempts.delete(delivery.id);
        quick.delete(kept);
        slow.delete(kept);
        if (queue.length > 0 || moreInOutbox) signal.notify();
      });
    if (isSlow) slow.set(kept, delivery.botId);
    else quick.add(kept);
    await started.catch(() => {});
  }

  async function claim(except: string[]): Promise<void> {
    const found = await claimDeliveries(services, CLAIM_SIZE, { except });
    queue.push(...found);
    moreInOutbox = found.length === CLAIM_SIZE;
  }

  async function run(): Promise<void> {
    while (!closed) {
      if (queue.length === 0) await claim([...pace.slowBots()]).catch(cannotRead);
      for (const delivery of queue.splice(0, MAX_IN_FLIGHT - quick.size)) void track(delivery, false);
      await signal.wait(POLL_MS);
    }
  }

  const placesOf = (bot: string) =>
    MAX_SLOW_OF_ONE - [...slow.values()].filter((taken) => taken === bot).length;

  /** As many as there are places for; what is over a receiver's own goes back. */
  async function startSlow(): Promise<void> {
    const only = [...pace.slowBots()].filter((bot) => placesOf(bot) > 0);
    const places = Math.min(
      SLOW_CLAIM_SIZE,
      MAX_SLOW - slow.size,
      only.reduce((sum, bot) => sum + placesOf(bot), 0),
    );
    if (places === 0) return;
    const returned: string[] = [];
    for (const delivery of await claimDeliveries(services, places, { only })) {
      if (closed || placesOf(delivery.botId) <= 0) {
        returned.push(delivery.id);
        continue;
      }
      await track(delivery, true);
      // Started together they would keep the quick ones waiting, and again when they end together.
      await Promise.race([delay(pace.expectedMs(delivery.botId) / MAX_SLOW), closing.promise]);
    }
    if (returned.length > 0) await releaseDeliveries(services, returned);
  }

  async function runSlow(): Promise<void> {
    while (!closed) {
      await startSlow().catch(cannotRead);
      await Promise.race([delay(SLOW_POLL_MS), closing.promise]);
    }
  }

  function cannotRead(error: unknown): void {
    log.warn({ fault: faultOf(error) }, 'The outbox cannot be read.');
  }

  const running = Promise.all([run(), runSlow()]);
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
