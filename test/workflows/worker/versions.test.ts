import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { afterAll, test as always, beforeAll, beforeEach, expect, inject } from 'vitest';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { retryNow, status } from '../../../src/workflows/deliver-vote.ts';
import { reconcile } from '../../../src/workflows/dispatcher/reconciler.ts';
import { installTemporalRuntime } from '../../../src/workflows/temporal/runtime.ts';
import { makeCurrent, pinnedTo, readQueue } from '../../../src/workflows/temporal/versions.ts';
import { readWorkflowVersion } from '../../../src/workflows/worker/bundle.ts';
import { checkCurrent } from '../../../src/workflows/worker/current-version.ts';
import { type DevServer, startDevServer } from '../../kit/dev-server.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { type OwnService, startOwnService } from '../../kit/own-service.ts';
import { present } from '../../kit/present.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { startService, type TestService } from '../../kit/service.ts';
import { attemptsOf } from '../../kit/stored.ts';

const test = always.skipIf(!inject('parts').temporal);
/** Temporal counts a worker as there for a minute after its last poll. */
const GONE_MS = 120_000;
/** A delivery that is so late is compared with its workflow. */
const OVERDUE_MS = 45_000;

const parts = new AsyncDisposableStack();
const { log, lines } = keepLog();
let server: DevServer;
let receiver: Receiver;
let web: OwnService;
let client: Client;
let botId: string;
beforeAll(async () => {
  const cli = inject('parts').temporal;
  if (!cli) return;
  installTemporalRuntime(log);
  server = await startDevServer(cli, parts);
  const connection = await Connection.connect({ address: server.address });
  parts.defer(() => connection.close());
  client = new Client({ connection });
  receiver = await startReceiver();
  parts.defer(() => receiver.close());
});
beforeEach(async () => {
  web = await startOwnService({ TEMPORAL_ADDRESS: server.address });
  parts.defer(() => web.close());
  ({ id: botId } = await given(web.services).owner().listing().withWebhook(receiver.url).approved());
  receiver.received.length = 0;
});
afterAll(() => parts.disposeAsync());

/** Starts a worker, with a version if the variables say so. */
async function startWorker(environment: Record<string, string> = {}): Promise<TestService> {
  const worker = await startService({ ...web.environment, LOG_LEVEL: 'warn', ...environment }, 'worker');
  await worker.deliveriesReady;
  return worker;
}

const version = (buildId: string) => ({
  TEMPORAL_DEPLOYMENT_NAME: deployment(),
  TEMPORAL_WORKER_BUILD_ID: buildId,
});
const queue = () => web.environment.TEMPORAL_TASK_QUEUE ?? '';
/** As for the task queue: each service has one of its own. */
const deployment = () => `bots-${queue()}`;
const later = () => ({ ...web.services, now: () => new Date(Date.now() + GONE_MS) });
const current = async () =>
  (await readQueue(client.workflowService, 'default', queue(), new Date())).current?.buildId;

/** As an operator does it. Temporal knows a version a moment after its worker has begun. */
async function setCurrent(buildId: string): Promise<void> {
  while (
    !(await makeCurrent(client, deployment(), buildId).then(
      () => true,
      () => false,
    ))
  )
    await delay(50);
  while ((await current()) !== buildId) await delay(50);
}

/** @returns the id of the new delivery, when its first attempt was made */
async function vote(): Promise<string> {
  const before = receiver.received.length;
  await castVote(web.services, botId, newUserId());
  await receiver.until(before + 1);
  return String(present(receiver.received[before]).headers['x-webhook-delivery']);
}

async function voteInVain(): Promise<string> {
  receiver.answer = () => 500;
  const id = await vote();
  while (!(await client.workflow.getHandle(id).query(status)).startsWith('attempt 1 of 5 failed'))
    await delay(50);
  receiver.answer = () => 200;
  return id;
}

/** @returns the version that delivered a new vote */
async function deliveredBy(): Promise<string | undefined> {
  const id = await vote();
  await client.workflow.getHandle(id).result();
  return pinned(id);
}

const pinned = async (id: string) => pinnedTo(await client.workflow.getHandle(id).describe())?.buildId;
const reconcileLater = () =>
  reconcile({ client, taskQueue: queue(), services: later(), log, onReturned: () => {} }, OVERDUE_MS);

test('a waiting delivery stays with the version that began it, while new ones go to the next version', async () => {
  const first = await startWorker(version('A'));
  await setCurrent('A');
  const waiting = await voteInVain();
  expect(await pinned(waiting)).toBe('A');

  const second = await startWorker(version('B'));
  await setCurrent('B');
  // The first worker learns within fifteen seconds that it takes no new ones.
  await expect.poll(deliveredBy, { timeout: 20_000 }).toBe('B');
  await delay(16_000);
  for (let each = 0; each < 5; each += 1) expect(await deliveredBy()).toBe('B');
  expect(await pinned(waiting)).toBe('A');
  const handle = client.workflow.getHandle(waiting);
  await handle.signal(retryNow);
  expect(await handle.result()).toEqual({ state: 'delivered', attempts: 2 });
  expect(await pinned(waiting)).toBe('A');
  await first.close();
  await second.close();
}, 120_000);

test('a waiting delivery whose version has no worker any more goes on with the current one, where it was', async () => {
  const first = await startWorker(version('A'));
  await setCurrent('A');
  const waiting = await voteInVain();
  const second = await startWorker(version('B'));
  await setCurrent('B');
  // Late, but its version is there: it is left to it.
  expect(
    await reconcile(
      { client, taskQueue: queue(), services: web.services, log, onReturned: () => {} },
      -GONE_MS,
    ),
  ).toBe(0);
  await first.close();

  expect(await reconcileLater()).toBe(1);
  await expect.poll(() => pinned(waiting), { timeout: 20_000 }).toBe('B');
  // The wait goes on where it was; nobody has to wait for it here.
  const handle = client.workflow.getHandle(waiting);
  await handle.signal(retryNow);
  expect(await handle.result()).toEqual({ state: 'delivered', attempts: 2 });
  expect(await attemptsOf(web.services, waiting)).toMatchObject([
    { round: 1, number: 1, statusCode: 500 },
    { round: 1, number: 2, statusCode: 200 },
  ]);
  await second.close();
}, 120_000);

test('a worker makes its version current, and workers without one take over when it is gone', async () => {
  const own = await readWorkflowVersion();
  const versioned = await startWorker({ TEMPORAL_DEPLOYMENT_NAME: deployment() });
  await expect.poll(current, { timeout: 15_000 }).toBe(own);
  expect(await deliveredBy()).toBe(own);
  const waiting = await voteInVain();
  const plain = await startWorker();
  const options = { client, taskQueue: queue(), own: undefined, isManaged: false };
  expect(await checkCurrent({ ...options, services: web.services })).toBe(false);
  await versioned.close();

  expect(await checkCurrent({ ...options, services: later() })).toBe(true);
  await expect.poll(current, { timeout: 15_000 }).toBe(undefined);
  expect(await deliveredBy()).toBe(undefined);
  expect(await reconcileLater()).toBe(1);
  await expect.poll(() => pinned(waiting), { timeout: 20_000 }).toBe(undefined);
  const handle = client.workflow.getHandle(waiting);
  await handle.signal(retryNow);
  expect(await handle.result()).toEqual({ state: 'delivered', attempts: 2 });
  await plain.close();
  expect(lines.filter(({ level }) => level > 40)).toEqual([]);
}, 120_000);

test('a worker of an earlier version that restarts does not bring its version back', async () => {
  const own = await readWorkflowVersion();
  const earlier = { TEMPORAL_DEPLOYMENT_NAME: deployment() };
  const first = await startWorker(earlier);
  await expect.poll(current, { timeout: 15_000 }).toBe(own);
  const next = await startWorker(version('B'));
  await setCurrent('B');
  await first.close();
  const restarted = await startWorker(earlier);
  for (let each = 0; each < 10; each += 1) expect(await deliveredBy()).toBe('B');
  expect(await current()).toBe('B');
  await restarted.close();
  await next.close();
}, 120_000);
