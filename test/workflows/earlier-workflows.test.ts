import { randomUUID } from 'node:crypto';
import { type Client, ScheduleNotFoundError, type WorkflowHandle } from '@temporalio/client';
import { test as always, beforeAll, expect, inject } from 'vitest';
import { addWebhookChannel } from '../../src/domain/notices/channels.ts';
import { addCoOwner } from '../../src/domain/ownership/owners.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { setReminder } from '../../src/domain/vote/reminders.ts';
import { createLog } from '../../src/lib/log.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { startDevServer } from '../kit/dev-server.ts';
import { given } from '../kit/given.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { forFile, type OwnService, startOwnService, startService } from '../kit/service.ts';
import { after, at, HOUR_MS } from '../kit/time.ts';

/* What waits in Temporal at an upgrade: earlier versions have started one workflow of each kind before the worker. */

const cli = inject('parts').temporal;
const test = always.skipIf(!cli);

const parts = await forFile(new AsyncDisposableStack());
/** It has the database, and runs no workflows. */
let service: OwnService;
let client: Client;
let receiver: Receiver;
let taskQueue: string;
/** The workflows, in the order of their tests: a refresh, a reminder, one that is ended, and a notice. */
let waiting: WorkflowHandle[];
const start = (kind: string, args: unknown[] = []): Promise<WorkflowHandle> =>
  client.workflow.start(kind, { taskQueue, workflowId: randomUUID(), args });

/** A user who can vote again in some seconds. */
async function reminded() {
  const before = at(service.services, after(service.services.now(), -12 * HOUR_MS + 5000));
  const userId = await given(before).user();
  const bot = await given(before).listing().approved();
  await setReminder(before, userId, bot.id, true);
  await castVote(before, bot.id, userId);
  const [row] = await before.db.sql`select id, due_at as "dueAt" from reminders where user_id = ${userId}`;
  return { userId, args: [row?.id, row?.dueAt.toISOString()] };
}

/** A sending of which an earlier version has noted that its workflow runs. */
async function invited() {
  const { services } = service;
  const userId = await given(services).user();
  const url = `${new URL(receiver.url).origin}/api/webhooks/1/secret`;
  const channel = await addWebhookChannel(services, userId, { kind: 'discord', url, language: 'en' });
  const bot = await given(services).listing().approved();
  const inThreeHours = after(services.now(), 3 * HOUR_MS);
  await addCoOwner(at(services, inThreeHours), bot.id, userId, bot.ownerId);
  const [row] = await services.db.sql`
    select notice_id::text as "noticeId" from notice_sends where channel_id = ${channel.id}`;
  return { channelId: channel.id, noticeId: row?.noticeId };
}

let userId: string;
let sending: Awaited<ReturnType<typeof invited>>;
beforeAll(async () => {
  if (!cli) return;
  installTemporalRuntime(createLog('error'));
  const server = await startDevServer(cli, parts);
  client = await server.client();
  receiver = await startReceiver();
  parts.defer(() => receiver.close());
  service = await startOwnService({ TEMPORAL_ADDRESS: server.address });
  parts.defer(() => service.close());
  taskQueue = service.environment.TEMPORAL_TASK_QUEUE ?? '';
  await client.schedule.create({
    scheduleId: `refresh-listings/${taskQueue}`,
    spec: { intervals: [{ every: '1 day' }] },
    action: { type: 'startWorkflow', workflowType: 'refreshListings', taskQueue },
  });
  const reminder = await reminded();
  userId = reminder.userId;
  sending = await invited();
  const inAnHour = after(service.services.now(), HOUR_MS).toISOString();
  const ended = await start('remindToVote', [randomUUID(), inAnHour]);
  await ended.signal('endReminder');
  waiting = [
    await start('refreshListings'),
    await start('remindToVote', reminder.args),
    ended,
    await start('sendNotice', [sending]),
  ];
  const worker = await startService(service.environment, 'worker');
  parts.defer(() => worker.close());
  await worker.deliveriesReady;
}, 60_000);

/** The most tries of the activity that a workflow has scheduled. */
async function triesOf(workflow: WorkflowHandle | undefined): Promise<number | null | undefined> {
  const { events } = (await workflow?.fetchHistory()) ?? {};
  const scheduled = events?.find((event) => event.activityTaskScheduledEventAttributes);
  return scheduled?.activityTaskScheduledEventAttributes?.retryPolicy?.maximumAttempts;
}

test('a worker of an earlier version that takes an activity makes no more tries than that version did', async () => {
  await Promise.all([waiting[0]?.result(), waiting[3]?.result()]);
  expect(await triesOf(waiting[0])).toBe(8);
  expect(await triesOf(waiting[3])).toBe(6);
}, 60_000);

test('a refresh ends, and its schedule is gone', async () => {
  await waiting[0]?.result();
  const schedule = client.schedule.getHandle(`refresh-listings/${taskQueue}`);
  await expect(schedule.describe()).rejects.toThrow(ScheduleNotFoundError);
}, 60_000);

test('a reminder ends when its time comes, or when it is ended, and its user is told once', async () => {
  await Promise.all([waiting[1]?.result(), waiting[2]?.result()]);
  const { sql } = service.services.db;
  await expect
    .poll(() => sql`select kind from notices where user_id = ${userId}`, { timeout: 30_000 })
    .toMatchObject([{ kind: 'vote_open' }]);
  expect(await sql`select from reminders where user_id = ${userId}`).toHaveLength(0);
}, 60_000);

test('a notice ends, and what it had to send is sent when it is due', async () => {
  const { sql } = service.services.db;
  await waiting[3]?.result();
  expect(receiver.received).toEqual([]);
  await sql`update notice_sends set due_at = now() where channel_id = ${sending.channelId}`;
  await expect
    .poll(() => sql`select state from notice_sends where channel_id = ${sending.channelId}`, {
      timeout: 20_000,
    })
    .toMatchObject([{ state: 'sent' }]);
  expect(receiver.received).toHaveLength(1);
}, 60_000);
