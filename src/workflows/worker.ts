import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import {
  DefaultLogger,
  makeTelemetryFilterString,
  NativeConnection,
  type NativeConnectionOptions,
  Runtime,
  Worker,
} from '@temporalio/worker';
import type { Logger } from 'pino';
import type { PartStatus, Services } from '../domain/services.ts';
import { faultOf } from '../log.ts';
import { createActivities } from './activities.ts';
import { type Dispatcher, startDispatcher } from './dispatcher.ts';
import { createEndpointPace } from './endpoint-pace.ts';
import { startReconciler } from './reconciler.ts';
import { registerSearchAttributes } from './register-search-attributes.ts';

/** How long running attempts may take to finish when the service stops: an attempt takes ten seconds at most. */
const SHUTDOWN_GRACE = '12 seconds';
const RETRY_MS = 2000;
/** Looking for a program that is not installed is slow, and an operator needs a while to install it. */
const MISSING_RETRY_MS = 30_000;

/**
 * A first attempt holds a workflow task and a local activity for at most the reply time-out; attempts of slow receivers
 * hold an activity slot each, which costs a socket. Workflows that wait are dropped from the cache by newer ones: they
 * are replayed from a few events when their timer fires.
 */
const SLOTS = {
  maxConcurrentWorkflowTaskExecutions: 200,
  maxConcurrentLocalActivityExecutions: 200,
  maxConcurrentActivityTaskExecutions: 1000,
  maxCachedWorkflows: 250,
};

/** Where Temporal is, as far as it is known by now. */
export interface TemporalLocation {
  readonly connection: NativeConnectionOptions;
  readonly namespace: string;
}

/** There is no Temporal to be had; the message says what to do about it. */
export class TemporalMissingError extends Error {}

export interface Deliveries {
  /** Settled when deliveries run for the first time. */
  readonly ready: Promise<void>;
  /** Deliveries were committed: start them at once. */
  wake(): void;
  status(): Promise<PartStatus>;
  /** Lets running attempts finish, then lets go of Temporal. */
  close(): Promise<void>;
}

/**
 * Runs deliveries for as long as Temporal is there, and tries again for as long as it is not. Until then they wait in the
 * database.
 *
 * @param options.locate finds Temporal, or starts it; a failure is tried again
 */
export function runDeliveries(options: {
  readonly locate: () => Promise<TemporalLocation>;
  readonly taskQueue: string;
  readonly services: Pick<Services, 'db' | 'now' | 'secrets' | 'sender'>;
  readonly log: Logger;
}): Deliveries {
  const { locate, taskQueue, services, log } = options;
  const closing = new AbortController();
  const ready = Promise.withResolvers<void>();
  let session: Awaited<ReturnType<typeof open>> | undefined;

  async function open() {
    const location = await locate();
    const connection = await NativeConnection.connect(location.connection);
    try {
      let dispatcher: Dispatcher | undefined;
      const pace = createEndpointPace();
      const worker = await Worker.create({
        connection,
        namespace: location.namespace,
        taskQueue,
        workflowsPath: new URL('./deliver-vote.ts', import.meta.url).pathname,
        activities: createActivities(services, ({ deliveryId, botId }, result) => {
          if (result?.tookMs !== undefined) pace.took(botId, result.tookMs);
          dispatcher?.attempted(deliveryId);
        }),
        shutdownGraceTime: SHUTDOWN_GRACE,
        ...SLOTS,
      });
      // Eager start needs the worker's own connection.
      const client = new Client({ connection, namespace: location.namespace });
      await registerSearchAttributes(connection, location.namespace);
      dispatcher = startDispatcher({ client, taskQueue, pace, services, log });
      const reconciler = startReconciler({ client, services, log, onReturned: dispatcher.wake });
      return { connection, client, worker, dispatcher, reconciler };
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async function serve(): Promise<void> {
    let announced = false;
    while (!closing.signal.aborted) {
      let pause = RETRY_MS;
      try {
        session = await open();
        log.info({ taskQueue }, 'Deliveries run: Temporal is there.');
        ready.resolve();
        announced = false;
        const { worker, dispatcher, reconciler } = session;
        // First no new starts, then no new attempts; those under way finish.
        await worker.runUntil(
          aborted(closing.signal)
            .then(() => reconciler.close())
            .then(() => dispatcher.close()),
        );
      } catch (error) {
        if (!announced) {
          const reason = error instanceof TemporalMissingError ? error.message : 'Temporal does not answer.';
          log.warn({ fault: faultOf(error) }, `${reason} Deliveries wait in the database until it is there.`);
        }
        announced = true;
        if (error instanceof TemporalMissingError) pause = MISSING_RETRY_MS;
      } finally {
        await session?.reconciler.close().catch(() => {});
        await session?.dispatcher.close().catch(() => {});
        await session?.connection.close().catch(() => {});
        session = undefined;
      }
      await delay(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  const serving = serve();
  return {
    ready: ready.promise,
    wake: () => session?.dispatcher.wake(),
    async status() {
      if (!session) return 'unavailable';
      const { client } = session;
      const asked = client.withDeadline(Date.now() + 1000, () => client.workflowService.getSystemInfo({}));
      return asked.then(
        () => 'ok',
        () => 'unavailable',
      );
    },
    async close() {
      closing.abort();
      await serving;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Sends the SDK's warnings to our log, and leaves signals to us. Once a process, before anything of Temporal. */
export function installTemporalRuntime(log: Logger): void {
  Runtime.install({
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
    },
    logger: new DefaultLogger('WARN', ({ level, message }) => {
      log[level === 'ERROR' ? 'error' : 'warn']({ from: 'temporal' }, message);
    }),
  });
}
