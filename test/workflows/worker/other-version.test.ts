import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { Registry } from 'prom-client';
import { test as always, beforeAll, beforeEach, expect, inject } from 'vitest';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { cacheFolder } from '../../../src/lib/cache-folder.ts';
import { createDeliveryMetrics } from '../../../src/telemetry/delivery-metrics.ts';
import { ATTEMPTS } from '../../../src/terms/schedule.ts';
import { retryNow, status } from '../../../src/workflows/deliver-vote.ts';
import { createReceiverPace } from '../../../src/workflows/dispatcher/receiver-pace.ts';
import { reconcile } from '../../../src/workflows/dispatcher/reconciler.ts';
import { createTemporalOutage } from '../../../src/workflows/temporal/faults.ts';
import { installTemporalRuntime } from '../../../src/workflows/temporal/runtime.ts';
import { createActivities } from '../../../src/workflows/worker/activities.ts';
import { openSession } from '../../../src/workflows/worker/session.ts';
import { type DevServer, startDevServer } from '../../kit/dev-server.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { present } from '../../kit/present.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { forFile, type OwnService, startOwnService } from '../../kit/service.ts';
import { attemptsOf } from '../../kit/stored.ts';

const test = always.skipIf(!inject('parts').temporal);
/** More than the longest wait before an attempt. */
const MUCH_LATER_MS = 3 * 60 * 60 * 1000;
const OVERDUE_MS = 45_000;

type Bundle = { readonly code: string } | undefined;
const today: Bundle = undefined;

const parts = await forFile(new AsyncDisposableStack());
const { log } = keepLog();
let server: DevServer;
let receiver: Receiver;
let client: Client;
let web: OwnService;
let botId: string;
let next: Bundle;
/** Fails the activity that only the next version has, so that it waits for its next try. */
let isPreparing = true;
beforeAll(async () => {
  const cli = inject('parts').temporal;
  if (!cli) return;
  installTemporalRuntime(log);
  server = await startDevServer(cli, parts);
  client = await server.client();
  receiver = await startReceiver();
  parts.defer(() => receiver.close());
  next = await bundleWorkflowCode({
    workflowsPath: new URL('../next-workflow.ts', import.meta.url).pathname,
    logger: new DefaultLogger('ERROR'),
  });
}, 60_000);
beforeEach(async () => {
  web = await startOwnService({ TEMPORAL_ADDRESS: server.address });
  parts.defer(() => web.close());
  ({ id: botId } = await given(web.services).listing().withWebhook(receiver.url).approved());
  receiver.received.length = 0;
  receiver.answer = () => 500;
  isPreparing = true;
});

/** Starts a worker of the next version or of today's. */
async function startWorker(bundle: Bundle): Promise<{ close(): Promise<void> }> {
  const { services } = web;
  const session = await openSession({
    location: { connection: { address: server.address }, namespace: 'default' },
    taskQueue: web.environment.TEMPORAL_TASK_QUEUE ?? '',
    cacheDir: cacheFolder(process.env),
    services,
    metrics: createDeliveryMetrics(new Registry()),
    outage: createTemporalOutage(log),
    log,
    ...(bundle && { workerOptions: { workflowBundle: bundle, activities: activitiesOfNext(services) } }),
  });
  const stop = Promise.withResolvers<void>();
  const running = session.run(stop.promise);
  return {
    async close() {
      stop.resolve();
      await running;
      await session.close();
    },
  };
}

function activitiesOfNext(services: Parameters<typeof createActivities>[0]) {
  const ignore = () => {};
  return {
    ...createActivities(services, createReceiverPace(), ignore, ignore, ignore),
    async prepare() {
      if (!isPreparing) throw new Error('Not yet.');
    },
  };
}

const handleOf = (id: string) => client.workflow.getHandle(id);

/** @returns a delivery whose first attempts have failed, and which waits for the next one */
async function voteInVain(attempts: number): Promise<string> {
  const before = receiver.received.length;
  await castVote(web.services, botId, newUserId());
  await receiver.until(before + 1);
  const id = String(present(receiver.received[before]).headers['x-webhook-delivery']);
  for (let made = 1; made <= attempts; made += 1) {
    while (!(await handleOf(id).query(status)).startsWith(`attempt ${made} of ${ATTEMPTS} failed`))
      await delay(20);
    if (made < attempts) await handleOf(id).signal(retryNow, made + 1);
  }
  return id;
}

const sent = (id: string) =>
  receiver.received.filter(({ headers }) => headers['x-webhook-delivery'] === id).length;

/** Makes the next attempt, of a workflow that may be new in a moment. */
async function makeAttempt(id: string, number: number): Promise<void> {
  const hurry = () =>
    handleOf(id)
      .signal(retryNow, number)
      .then(
        () => true,
        () => false,
      );
  while (!(await hurry())) await delay(50);
  while (sent(id) < number) await delay(20);
}

const reconcileLater = () =>
  reconcile(
    {
      client,
      services: { ...web.services, now: () => new Date(Date.now() + MUCH_LATER_MS) },
      log,
      onReturned: () => {},
    },
    OVERDUE_MS,
  );

test.each([
  ['a newer version', () => [next, today]],
  ['an older version', () => [today, next]],
])(
  'a waiting delivery that %s began, and whose history no worker can continue, gets exactly the attempts that remain',
  async (_, versions) => {
    const [first, second] = versions();
    const gone = await startWorker(first);
    const waiting = new Map<string, number>();
    for (const attempts of [1, 2, 3, 4]) waiting.set(await voteInVain(attempts), attempts);
    await gone.close();

    const worker = await startWorker(second);
    for (const id of waiting.keys()) await handleOf(id).signal(retryNow);
    const tries = async (id: string) => (await handleOf(id).describe()).raw.pendingWorkflowTask?.attempt ?? 0;
    for (const id of waiting.keys()) {
      while ((await tries(id)) < 2) await delay(50);
    }
    // It may be a passing fault.
    expect(await reconcileLater()).toBe(0);
    for (const id of waiting.keys()) {
      while ((await tries(id)) < 4) await delay(200);
    }
    expect(await reconcileLater()).toBe(waiting.size);
    for (const [id, attempts] of waiting) {
      expect(sent(id)).toBe(attempts);
      for (let number = attempts + 1; number <= ATTEMPTS; number += 1) await makeAttempt(id, number);
      expect(await handleOf(id).result()).toEqual({ state: 'failed', attempts: ATTEMPTS });
      expect(sent(id)).toBe(ATTEMPTS);
      const made = await attemptsOf(web.services, id);
      expect(made.map(({ round, number }) => [round, number])).toEqual(
        Array.from({ length: ATTEMPTS }, (_, index) => [1, index + 1]),
      );
    }
    expect(await reconcileLater()).toBe(0);
    await worker.close();
  },
  180_000,
);

test('a delivery that waits for an activity of another version is delivered once', async () => {
  isPreparing = false;
  const gone = await startWorker(next);
  await castVote(web.services, botId, newUserId());
  const [delivery] = await web.services.db.sql<{ id: string }[]>`select id from deliveries`;
  const { id } = present(delivery);
  const pending = async () =>
    (
      await handleOf(id)
        .describe()
        .catch(() => undefined)
    )?.raw.pendingActivities?.[0];
  while (!(await pending())?.lastFailure) await delay(50);
  await gone.close();

  receiver.answer = () => 200;
  const worker = await startWorker(today);
  while ((await pending())?.lastFailure?.applicationFailureInfo?.type !== 'NotFoundError') await delay(50);
  expect(await reconcileLater()).toBe(1);
  await receiver.until(1);
  expect(await handleOf(id).result()).toEqual({ state: 'delivered', attempts: 1 });
  expect(sent(id)).toBe(1);
  expect(await attemptsOf(web.services, id)).toMatchObject([{ round: 1, number: 1, statusCode: 200 }]);
  await worker.close();
}, 120_000);
