import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { afterAll, test as always, beforeAll, beforeEach, expect, inject } from 'vitest';
import { addWebhookChannel } from '../../src/domain/notices/channels.ts';
import type { Sending } from '../../src/domain/notices/send.ts';
import { addCoOwner } from '../../src/domain/ownership/owners.ts';
import { cacheFolder } from '../../src/lib/cache-folder.ts';
import { createLog } from '../../src/lib/log.ts';
import { dispatchNotices } from '../../src/workflows/dispatcher/notice-dispatcher.ts';
import { sendNotice } from '../../src/workflows/send-notice.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { bundleWorkflows } from '../../src/workflows/worker/bundle.ts';
import { createNoticeActivities } from '../../src/workflows/worker/notice-activities.ts';
import { startDevServer } from '../kit/dev-server.ts';
import { given } from '../kit/given.ts';
import { type OwnService, startOwnService } from '../kit/own-service.ts';
import { first } from '../kit/present.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { createTimeSkipping } from '../kit/time-skipping.ts';

const { temporal: cli, timeSkipping } = inject('parts');
const test = always.skipIf(!cli);

const parts = new AsyncDisposableStack();
let service: OwnService;
let client: Client;
let receiver: Receiver;
beforeAll(async () => {
  if (!cli) return;
  installTemporalRuntime(createLog('error'));
  const server = await startDevServer(cli, parts);
  const connection = await Connection.connect({ address: server.address });
  parts.defer(() => connection.close());
  client = new Client({ connection });
  receiver = await startReceiver();
  parts.defer(() => receiver.close());
  service = await startOwnService({ TEMPORAL_ADDRESS: server.address }, 'all');
  parts.defer(() => service.close());
  await service.deliveriesReady;
}, 60_000);
afterAll(() => parts.disposeAsync());
beforeEach(() => {
  if (receiver) Object.assign(receiver, { answer: () => 200 }).received.length = 0;
});

/**
 * A user who is invited to manage a bot, and what waits to be sent to their chat. It is due after some seconds, so that
 * the service does not send it before the test wants it.
 */
async function invited(inSeconds = 20) {
  const { services } = service;
  const userId = await given(services).user();
  const url = `${new URL(receiver.url).origin}/api/webhooks/1/secret`;
  const { id } = await addWebhookChannel(services, userId, { kind: 'discord', url, language: 'en' });
  const bot = await given(services).owner().listing().approved();
  const later = () => new Date(services.now().getTime() + inSeconds * 1000);
  await addCoOwner({ ...services, now: later }, bot.id, userId, bot.ownerId);
  const rows = await services.db.sql<Sending[]>`
    select notice_id::text as "noticeId", channel_id as "channelId" from notice_sends where channel_id = ${id}`;
  const sending = first(rows);
  return { userId, sending, workflowId: `notice-${sending.noticeId}-${sending.channelId}` };
}
const makeDue = ({ channelId }: Sending) =>
  service.services.db.sql`update notice_sends set due_at = now() where channel_id = ${channelId}`;
async function ended({ channelId }: Sending): Promise<unknown> {
  for (;;) {
    const [row] = await service.services.db.sql`
      select state, failure from notice_sends where channel_id = ${channelId} and state <> 'waiting'`;
    if (row) return row;
    await delay(50);
  }
}

test('a notice that is due leaves the site once, and its workflow knows neither user nor address', async () => {
  const { userId, sending, workflowId } = await invited();
  await makeDue(sending);
  expect(await ended(sending)).toEqual({ state: 'sent', failure: null });
  const handle = client.workflow.getHandle(workflowId);
  await handle.result();
  expect(receiver.received).toHaveLength(1);
  const kept = JSON.stringify([(await handle.describe()).raw, await handle.fetchHistory()], (name, part) =>
    name === 'data' && typeof part === 'string' ? Buffer.from(part, 'base64').toString() : part,
  );
  expect(kept).toContain(sending.channelId);
  for (const secret of [userId, 'webhooks', '127.0.0.1/api']) expect(kept).not.toContain(secret);
  // As after a lost record, or by another dispatcher.
  await makeDue(sending);
  await delay(1500);
  expect(receiver.received).toHaveLength(1);
}, 60_000);

test('a receiver that wants a notice later gets it later', async () => {
  const { sending } = await invited();
  receiver.answer = () => (receiver.received.length === 1 ? 503 : 200);
  await makeDue(sending);
  await receiver.until(1);
  // Another dispatcher finds the sending while its workflow waits: the workflow goes on, and there is no second one.
  await makeDue(sending);
  await delay(1500);
  expect(receiver.received).toHaveLength(1);
  expect(await ended(sending)).toEqual({ state: 'sent', failure: null });
  expect(receiver.received).toHaveLength(2);
}, 90_000);

test('a start that Temporal refuses is tried again after a minute', async () => {
  const { sending } = await invited();
  const { services } = service;
  const now = () => new Date(services.now().getTime() + 25_000);
  const workflow = { ...client.workflow, start: () => Promise.reject(new Error('Temporal is away.')) };
  const options = { taskQueue: randomUUID(), services: { ...services, now }, log: createLog('silent') };
  await expect(dispatchNotices({ client: { workflow } as never, ...options })).rejects.toThrow('away');
  const [row] = await services.db.sql<{ inSeconds: number }[]>`
    select extract(epoch from due_at - now())::int as "inSeconds" from notice_sends
    where channel_id = ${sending.channelId}`;
  expect(row?.inSeconds).toBeGreaterThan(70);
  expect(row?.inSeconds).toBeLessThan(90);
});

always.skipIf(!timeSkipping || !cli)(
  'after six attempts in less than three hours, a notice has failed',
  async () => {
    const { userId, sending } = await invited(3600);
    const environment = await createTimeSkipping();
    const taskQueue = randomUUID();
    receiver.answer = () => 500;
    const sentAt: number[] = [];
    const activities = createNoticeActivities(service.services);
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue,
      workflowBundle: await bundleWorkflows(cacheFolder(process.env)),
      activities: {
        ...activities,
        async sendByChannel(what: Sending) {
          sentAt.push(await environment.currentTimeMs());
          await activities.sendByChannel(what);
        },
      },
    });
    const workflow = { taskQueue, workflowId: randomUUID(), args: [sending] as [Sending] };
    await worker.runUntil(environment.client.workflow.execute(sendNotice, workflow));
    await environment.teardown();
    // An attempt takes real time, which a busy machine makes longer.
    const waits = [30, 120, 480, 1920, 7200];
    const late = waits.map((wait, index) => ((sentAt[index + 1] ?? 0) - (sentAt[index] ?? 0)) / 1000 - wait);
    for (const seconds of late) expect(seconds).toBeGreaterThan(-1);
    for (const seconds of late) expect(seconds).toBeLessThan(20);
    expect(receiver.received).toHaveLength(6);
    expect(await ended(sending)).toEqual({ state: 'failed', failure: 'unavailable' });
    const [channel] = await service.services.db
      .sql`select failure from notice_channels where user_id = ${userId}`;
    expect(channel).toEqual({ failure: 'unavailable' });
  },
  60_000,
);
