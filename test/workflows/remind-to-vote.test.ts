import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { listNotices } from '../../src/domain/notices/read.ts';
import { eraseUser } from '../../src/domain/privacy/erase-user.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { claimReminders, markStarted, setReminder } from '../../src/domain/vote/reminders.ts';
import { cacheFolder } from '../../src/lib/cache-folder.ts';
import { createLog } from '../../src/lib/log.ts';
import { dispatchReminders } from '../../src/workflows/dispatcher/reminder-dispatcher.ts';
import type { remindToVote } from '../../src/workflows/remind-to-vote.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { bundleWorkflows } from '../../src/workflows/worker/bundle.ts';
import { createReminderActivities } from '../../src/workflows/worker/reminder-activities.ts';
import { given, putInState } from '../kit/given.ts';
import { type OwnService, startOwnService } from '../kit/own-service.ts';
import { present } from '../kit/present.ts';
import { after, at, HOUR_MS } from '../kit/time.ts';
import { createTimeSkipping } from '../kit/time-skipping.ts';

let service: OwnService;
let environment: TestWorkflowEnvironment;
let workflowBundle: WorkflowBundle;
beforeAll(async () => {
  if (!inject('parts').timeSkipping) return;
  const log = createLog('error');
  installTemporalRuntime(log);
  service = await startOwnService();
  environment = await createTimeSkipping();
  workflowBundle = await bundleWorkflows(cacheFolder(process.env));
});
afterAll(async () => {
  await environment?.teardown();
  await service?.close();
});

/** The services, with the clock of the Temporal server now. */
const now = async () => at(service.services, new Date(await environment.currentTimeMs()));

/** Without a cache: Temporal would keep the next task of a workflow for the worker that has it, also if that is gone. */
const startWorker = (taskQueue: string, activities = createReminderActivities(service.services)) =>
  Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle,
    activities,
    maxCachedWorkflows: 0,
  });

async function dispatch(taskQueue: string): Promise<number> {
  const { client } = environment;
  return dispatchReminders({ client, taskQueue, services: await now(), log: createLog('error') });
}

/** A user who has voted for a bot and waits for a reminder. */
async function voted() {
  const services = await now();
  await services.db.sql`delete from reminders`;
  const userId = await given(services).user();
  const bot = await given(services).owner().listing({ name: 'Secretive' }).approved();
  await setReminder(services, userId, bot.id, true);
  const { votedAt } = await castVote(services, bot.id, userId);
  const [row] = await services.db.sql<{ id: string }[]>`select id from reminders where user_id = ${userId}`;
  const { id } = present(row);
  const handle = environment.client.workflow.getHandle<typeof remindToVote>(`reminder-${id}`);
  return { userId, botId: bot.id, votedAt, id, handle };
}

/** The same, once the workflow runs. */
async function waiting(taskQueue: string) {
  const reminder = await voted();
  expect(await dispatch(taskQueue)).toBe(1);
  return reminder;
}

const toldOf = async (userId: string) =>
  (await listNotices(service.services, userId, { limit: 100, inverted: false })).map(({ kind }) => kind);

/**
 * Waits for the end of a workflow, and time passes quickly from when its first task is done. Before that, a slow worker
 * would find that years have passed.
 */
async function resultOf(handle: WorkflowHandle): Promise<void> {
  await expect.poll(async () => (await handle.describe()).historyLength).toBeGreaterThan(3);
  await handle.result();
}

/** How long the workflow took, in hours. */
async function hoursOf(handle: WorkflowHandle): Promise<number> {
  const { startTime, closeTime } = await handle.describe();
  return (present(closeTime).getTime() - startTime.getTime()) / HOUR_MS;
}

describe.skipIf(!inject('parts').timeSkipping)('A reminder', () => {
  test('comes once, twelve hours after the vote, however often its workflow is started', async () => {
    const taskQueue = randomUUID();
    const { userId, botId, id, votedAt, handle } = await waiting(taskQueue);
    await service.services.db.sql`update reminders set start_at = ${votedAt} where id = ${id}`;
    expect(await dispatch(taskQueue)).toBe(1);
    const worker = await startWorker(taskQueue);
    await worker.runUntil(resultOf(handle));
    const hours = await hoursOf(handle);
    expect(hours).toBeGreaterThan(11.99);
    expect(hours).toBeLessThan(12.05);
    expect(await toldOf(userId)).toEqual(['vote_open']);
    expect(await dispatch(taskQueue)).toBe(0);
    const subjects = await service.services.db.sql`select subject from notices where user_id = ${userId}`;
    expect([...subjects]).toEqual([{ subject: `${botId} ${after(votedAt, 12 * HOUR_MS).toISOString()}` }]);
  });

  test('of a window that a vote has opened anew meanwhile comes once, after the new window', async () => {
    const taskQueue = randomUUID();
    const { userId, botId, id, votedAt, handle } = await waiting(taskQueue);
    // The listing was taken over after three hours, so that voting was possible again.
    const takenOverAt = after(votedAt, 3 * HOUR_MS);
    await service.services.db.sql`update bots set owned_since = ${takenOverAt} where id = ${botId}`;
    await castVote(at(service.services, takenOverAt), botId, userId);
    const worker = await startWorker(taskQueue);
    await worker.runUntil(resultOf(handle));
    expect(await hoursOf(handle)).toBeGreaterThan(14.99);
    expect(await hoursOf(handle)).toBeLessThan(15.05);
    expect(await toldOf(userId)).toEqual(['vote_open']);
    expect([...(await service.services.db.sql`select from reminders where id = ${id}`)]).toEqual([]);
  });

  test('that its user switches off ends at once, and nobody is told', async () => {
    const taskQueue = randomUUID();
    const { userId, botId, id, handle } = await waiting(taskQueue);
    const worker = await startWorker(taskQueue);
    await worker.runUntil(async () => {
      await setReminder(await now(), userId, botId, false);
      await dispatch(taskQueue);
      // Waiting for the result would let time skip.
      while ((await handle.describe()).status.name === 'RUNNING') await delay(50);
    });
    expect((await handle.describe()).status.name).toBe('COMPLETED');
    expect(await hoursOf(handle)).toBeLessThan(1);
    expect(await toldOf(userId)).toEqual([]);
    expect([...(await service.services.db.sql`select from reminders where id = ${id}`)]).toEqual([]);
  });

  test('that is switched off before its workflow was started never gets one', async () => {
    const taskQueue = randomUUID();
    const { userId, botId, id, handle } = await voted();
    await setReminder(await now(), userId, botId, false);
    expect(await dispatch(taskQueue)).toBe(1);
    await expect(handle.describe()).rejects.toThrow(WorkflowNotFoundError);
    expect([...(await service.services.db.sql`select from reminders where id = ${id}`)]).toEqual([]);
  });

  test('of an erased user, or for a listing that is suspended by then, comes to nobody', async () => {
    const taskQueue = randomUUID();
    const erased = await waiting(taskQueue);
    await eraseUser(await now(), erased.userId, { removesListings: false });
    const suspended = await waiting(taskQueue);
    await putInState(service.services, suspended.botId, 'suspended');
    const worker = await startWorker(taskQueue);
    await worker.runUntil(Promise.all([resultOf(erased.handle), resultOf(suspended.handle)]));
    for (const { userId, id } of [erased, suspended]) {
      expect(await toldOf(userId)).toEqual([]);
      expect([...(await service.services.db.sql`select from reminders where id = ${id}`)]).toEqual([]);
    }
  });

  test('leaves neither its user nor its bot in Temporal', async () => {
    const taskQueue = randomUUID();
    const { userId, botId, id, handle } = await waiting(taskQueue);
    const worker = await startWorker(taskQueue);
    await worker.runUntil(resultOf(handle));
    const text = JSON.stringify([await handle.fetchHistory(), (await handle.describe()).raw]);
    const decoded = text.replace(/"data":"([A-Za-z0-9+/=]+)"/g, (_, data: string) =>
      Buffer.from(data, 'base64').toString(),
    );
    for (const personal of [userId, botId, 'Secretive']) expect(text + decoded).not.toContain(personal);
    expect(decoded).toContain(id);
  });

  test('whose workers die, one while it waits and one before it says that it has told the user, comes once', async () => {
    const taskQueue = randomUUID();
    const { userId, handle } = await waiting(taskQueue);
    const first = await startWorker(taskQueue);
    await first.runUntil(async () => {
      while (((await handle.fetchHistory()).events ?? []).length < 5) await delay(50);
    });
    const { remind } = createReminderActivities(service.services);
    let tries = 0;
    const second = await startWorker(taskQueue, {
      async remind(reminderId, dueAt) {
        tries += 1;
        const result = await remind(reminderId, dueAt);
        if (tries === 1) throw new Error('The connection to Temporal is lost.');
        return result;
      },
    });
    await second.runUntil(() => handle.result());
    expect(tries).toBe(2);
    expect(await toldOf(userId)).toEqual(['vote_open']);
  });

  test('whose workflow Temporal has lost gets another one, ten minutes after it was due', async () => {
    const taskQueue = randomUUID();
    const { userId, votedAt, handle } = await voted();
    const services = await now();
    await markStarted(services, await claimReminders(services, 10));
    expect(await dispatch(taskQueue)).toBe(0);
    const late = at(services, after(votedAt, 12 * HOUR_MS + 10 * 60_000));
    const options = { client: environment.client, taskQueue, services: late, log: createLog('error') };
    expect(await dispatchReminders(options)).toBe(1);
    const worker = await startWorker(taskQueue);
    await worker.runUntil(resultOf(handle));
    expect(await toldOf(userId)).toEqual(['vote_open']);
  });
});
