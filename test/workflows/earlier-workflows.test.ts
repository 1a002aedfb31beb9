import { randomUUID } from 'node:crypto';
import { Client, Connection, ScheduleNotFoundError } from '@temporalio/client';
import { afterAll, test as always, beforeAll, expect, inject } from 'vitest';
import { addWebhookChannel } from '../../src/domain/notices/channels.ts';
import { addCoOwner } from '../../src/domain/ownership/owners.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { setReminder } from '../../src/domain/vote/reminders.ts';
import { createLog } from '../../src/lib/log.ts';
import { refreshListings, remindToVote, sendNotice } from '../../src/workflows/earlier-workflows.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { startDevServer } from '../kit/dev-server.ts';
import { given } from '../kit/given.ts';
import { type OwnService, startOwnService } from '../kit/own-service.ts';
import { startReceiver } from '../kit/receiver.ts';
import { after, at, HOUR_MS } from '../kit/time.ts';

/* What an earlier version has started, and what waits in Temporal at an upgrade. */

const cli = inject('parts').temporal;
const test = always.skipIf(!cli);

const taskQueue = 'earlier';
const parts = new AsyncDisposableStack();
let service: OwnService;
let client: Client;
beforeAll(async () => {
  if (!cli) return;
  installTemporalRuntime(createLog('error'));
  const server = await startDevServer(cli, parts);
  const connection = await Connection.connect({ address: server.address });
  parts.defer(() => connection.close());
  client = new Client({ connection });
  await client.schedule.create({
    scheduleId: `refresh-listings/${taskQueue}`,
    spec: { intervals: [{ every: '1 day' }] },
    action: { type: 'startWorkflow', workflowType: 'refreshListings', taskQueue },
  });
  service = await startOwnService(
    { TEMPORAL_TASK_QUEUE: taskQueue, TEMPORAL_ADDRESS: server.address },
    'all',
  );
  parts.defer(() => service.close());
  await service.deliveriesReady;
}, 60_000);
afterAll(() => parts.disposeAsync());

test('the workflow of a reminder ends when its time comes, and the user is told once', async () => {
  const { services } = service;
  const before = at(services, after(services.now(), -12 * HOUR_MS + 5000));
  const userId = await given(before).user();
  const bot = await given(before).owner().listing().approved();
  await setReminder(before, userId, bot.id, true);
  await castVote(before, bot.id, userId);
  const [row] = await service.services.db
    .sql`select id, due_at as "dueAt" from reminders where user_id = ${userId}`;
  await client.workflow.execute(remindToVote, {
    taskQueue,
    workflowId: `reminder-${row?.id}`,
    args: [row?.id, row?.dueAt.toISOString()],
  });
  await expect
    .poll(() => service.services.db.sql`select kind from notices where user_id = ${userId}`, {
      timeout: 30_000,
    })
    .toMatchObject([{ kind: 'vote_open' }]);
  expect(await service.services.db.sql`select from reminders where user_id = ${userId}`).toHaveLength(0);
}, 60_000);

test('the workflow of a reminder that an earlier version ends is over at once', async () => {
  const dueAt = after(service.services.now(), HOUR_MS).toISOString();
  const options = { taskQueue, workflowId: randomUUID(), args: [randomUUID(), dueAt] as [string, string] };
  const handle = await client.workflow.start(remindToVote, options);
  await handle.signal('endReminder');
  await handle.result();
}, 60_000);

test('the workflow of a notice ends, and what it had to send is sent when it is due', async () => {
  const { services } = service;
  const receiver = await startReceiver();
  parts.defer(() => receiver.close());
  const userId = await given(services).user();
  const url = `${new URL(receiver.url).origin}/api/webhooks/1/secret`;
  const channel = await addWebhookChannel(services, userId, { kind: 'discord', url, language: 'en' });
  const bot = await given(services).owner().listing().approved();
  // As an earlier version has noted that the workflow runs.
  const inThreeHours = after(services.now(), 3 * HOUR_MS);
  await addCoOwner(at(services, inThreeHours), bot.id, userId, bot.ownerId);
  const sends = () => services.db.sql`
    select notice_id::text as "noticeId", state from notice_sends where channel_id = ${channel.id}`;
  const [row] = await sends();
  const sending = { noticeId: row?.noticeId, channelId: channel.id };
  await client.workflow.execute(sendNotice, { taskQueue, workflowId: randomUUID(), args: [sending] });
  expect(receiver.received).toEqual([]);
  await services.db.sql`update notice_sends set due_at = now() where channel_id = ${channel.id}`;
  await expect.poll(sends, { timeout: 20_000 }).toMatchObject([{ state: 'sent' }]);
  expect(receiver.received).toHaveLength(1);
}, 60_000);

test('the workflow of a refresh ends, and its schedule is gone', async () => {
  await client.workflow.execute(refreshListings, { taskQueue, workflowId: randomUUID() });
  const schedule = client.schedule.getHandle(`refresh-listings/${taskQueue}`);
  await expect(schedule.describe()).rejects.toThrow(ScheduleNotFoundError);
}, 60_000);
