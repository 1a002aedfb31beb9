import { Client } from '@temporalio/client';
import { NativeConnection, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { WithClock, WithDatabase, WithSecrets, WithSender } from '../../domain/kernel/needs.ts';
import { grpcDeadline } from '../../lib/grpc-deadline.ts';
import { repeat } from '../../lib/repeat.ts';
import { within } from '../../lib/within.ts';
import type { DeliveryMetrics } from '../../telemetry/delivery-metrics.ts';
import type { WorkflowTraces } from '../../telemetry/traces/traces.ts';
import { startDispatcher } from '../dispatcher/dispatcher.ts';
import { createReceiverPace, type ReceiverPace } from '../dispatcher/receiver-pace.ts';
import { startReconciler } from '../dispatcher/reconciler.ts';
import { startReleaser } from '../dispatcher/releaser.ts';
import type { Outage } from '../temporal/faults.ts';
import type { TemporalLocation } from '../temporal/locate.ts';
import { startUpkeep } from '../temporal/upkeep.ts';
import { createActivities } from './activities.ts';
import { bundleWorkflows } from './bundle.ts';
import { DeliveryWorker } from './delivery-worker.ts';
import { EARLIER_ACTIVITIES } from './earlier-activities.ts';

/** How long receivers may take when the service stops. Then their requests are interrupted, and other workers repeat them. */
const RECEIVER_GRACE_MS = 6000;
/** How long activities may take when the service stops. Operators expect its end within ten seconds. */
const SHUTDOWN_GRACE = '9 seconds';
/** Interval of pings. With them, the log gets one line when Temporal goes away and one when it is back. */
const PING_MS = 5000;
/** A busy machine may be late by a second or two, which is no outage. */
const PING_TIMEOUT_MS = 3000;
/**
 * Bounds, not tuning. A first attempt holds a workflow task and a local activity for at most the reply timeout. An
 * attempt at a slow receiver holds an activity slot, which costs a socket. Newer workflows push waiting ones out of the
 * cache; those are replayed from a few events when their timer fires.
 *
 * Measured with quick receivers: 50, 200 and 1000 of the first two, 50, 250 and 1000 cached workflows, and 2 and 20
 * pollers made no difference, because the dispatcher starts at most 24 at once and eager starts need no poller.
 */
const SLOTS = {
  maxConcurrentWorkflowTaskExecutions: 200,
  maxConcurrentLocalActivityExecutions: 200,
  maxConcurrentActivityTaskExecutions: 1000,
  maxCachedWorkflows: 250,
};

const FOREIGN =
  "A delivery of this task queue is not in this worker's database. Unless its listing was just submitted anew, " +
  'or the database was restored from a backup, ' +
  'a service with another database works on the same Temporal namespace and task queue: ' +
  'give each service a TEMPORAL_TASK_QUEUE of its own.';
const UNREADABLE =
  'The secret of a webhook cannot be decrypted with the key of this process. ' +
  'Deliveries to it wait: restore the key, or let an owner rotate the secret.';

/** The parts of this process that share one connection to Temporal. */
export interface Session {
  readonly client: Client;
  /** Runs until the promise resolves. Then it stops starting workflows, then attempts. Those under way finish. */
  run(until: Promise<void>): Promise<void>;
  /** Deliveries were committed: claim them at once. */
  wake(): void;
  /** Whether Temporal responds within a second. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly location: TemporalLocation;
  readonly taskQueue: string;
  /** Where the bundle of the workflow code is kept. */
  readonly cacheDir: string;
  readonly services: WithDatabase & WithClock & WithSecrets & WithSender;
  readonly metrics: DeliveryMetrics;
  /** Absent when nothing is traced. */
  readonly traces?: WorkflowTraces | undefined;
  /** Learns from pings whether Temporal responds. */
  readonly outage: Outage;
  readonly log: Logger;
  /** Replace the service's own options, in measurements. */
  readonly workerOptions?: Partial<WorkerOptions>;
}

/**
 * Connects to Temporal and starts worker, dispatchers, reconciler and upkeep on that connection.
 *
 * @throws when Temporal cannot be reached or used
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { location, taskQueue, services, metrics, traces, log } = options;
  const { namespace } = location;
  const connection = await NativeConnection.connect(location.connection);
  try {
    // Must come before the worker, which keeps the connection open until it has run.
    await connection.workflowService.describeNamespace({ namespace });
    let work: Awaited<ReturnType<typeof startWork>> | undefined;
    const pace = createReceiverPace();
    const interrupting = new AbortController();
    const worker = await createWorker(options, connection, {
      ...createActivities(
        services,
        pace,
        ({ deliveryId, botId }, result) => {
          metrics.attempted(botId, result);
          work?.dispatcher.attempted(deliveryId);
          work?.releaser.attempted(botId);
        },
        onceAnHour((botId) => log.error({ botId }, UNREADABLE)),
        once(() => log.error({ taskQueue, namespace }, FOREIGN)),
        interrupting.signal,
      ),
      ...EARLIER_ACTIVITIES,
    });
    // Eager start needs the worker's own connection.
    const client = new Client({
      connection,
      namespace,
      ...(traces && { interceptors: { workflow: [traces.clientInterceptor] } }),
    });
    const started = await startWork(options, connection, client, pace);
    work = started;
    const stopStarting = async () => {
      setTimeout(() => interrupting.abort(), RECEIVER_GRACE_MS).unref();
      await started.close();
    };
    return {
      client,
      run: (until) => worker.runUntil(until.then(stopStarting)),
      wake: started.dispatcher.wake,
      answers: () => answers(client),
      async close() {
        await stopStarting();
        await connection.close();
      },
    };
  } catch (error) {
    await connection.close().catch(() => {});
    throw error;
  }
}

async function createWorker(
  { location, taskQueue, cacheDir, traces, workerOptions }: SessionOptions,
  connection: NativeConnection,
  activities: object,
): Promise<DeliveryWorker> {
  return DeliveryWorker.create({
    connection,
    namespace: location.namespace,
    taskQueue,
    workflowBundle: await bundleWorkflows(cacheDir, traces !== undefined),
    activities,
    shutdownGraceTime: SHUTDOWN_GRACE,
    ...SLOTS,
    ...traces?.workerOptions,
    ...workerOptions,
  });
}

/** Starts what gives the worker its work, and what looks after Temporal. */
async function startWork(
  { taskQueue, services, traces, outage, log }: SessionOptions,
  connection: NativeConnection,
  client: Client,
  pace: ReceiverPace,
) {
  const upkeep = await startUpkeep({ connection, client, taskQueue, log });
  const dispatcher = startDispatcher({
    client,
    taskQueue,
    attributes: upkeep.attributes,
    pace,
    continueTrace: traces?.continueTrace,
    services,
    log,
  });
  const reconciler = startReconciler({ client, services, log, onReturned: dispatcher.wake });
  const releaser = startReleaser({ services, log, onReleased: dispatcher.wake });
  const pings = repeat(PING_MS, () => outage.watch(ask(client, PING_TIMEOUT_MS)), PING_MS);
  return {
    dispatcher,
    releaser,
    async close() {
      await Promise.all([pings.close(), upkeep.close(), reconciler.close(), releaser.close()]);
      await dispatcher.close();
    },
  };
}

function ask(client: Client, timeoutMs: number): Promise<unknown> {
  return client.withDeadline(grpcDeadline(timeoutMs), () => client.workflowService.getSystemInfo({}));
}

function answers(client: Client): Promise<boolean> {
  const answered = ask(client, 1000).then(
    () => true,
    () => false,
  );
  // The SDK's native part retries for longer than the deadline says.
  return within(answered, 1000, () => false);
}

/** Calls the work the first time only. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** Calls the work at most once an hour. For log lines: ten thousand deliveries may wait for the same reason. */
function onceAnHour(work: (botId: string) => void): (botId: string) => void {
  let nextAt = Number.NEGATIVE_INFINITY;
  return (botId) => {
    const at = performance.now();
    if (at < nextAt) return;
    nextAt = at + 60 * 60 * 1000;
    work(botId);
  };
}
