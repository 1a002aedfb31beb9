import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cacheFolder } from '../../src/lib/cache-folder.ts';
import { createLog } from '../../src/lib/log.ts';
import type { SendOutcome } from '../../src/net/sender.ts';
import { ATTEMPTS } from '../../src/terms/schedule.ts';
import {
  cancelDelivery,
  type DeliverVoteInput,
  deliverVote,
  retryNow,
  status,
} from '../../src/workflows/deliver-vote.ts';
import { createReceiverPace } from '../../src/workflows/dispatcher/receiver-pace.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { addSearchAttributes } from '../../src/workflows/temporal/upkeep.ts';
import { type Activities, createActivities } from '../../src/workflows/worker/activities.ts';
import { bundleWorkflows } from '../../src/workflows/worker/bundle.ts';
import { answered as response } from '../kit/fake-sender.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { startService, type TestService } from '../kit/service.ts';
import { createTimeSkipping } from '../kit/time-skipping.ts';

const SCHEDULE_SECONDS = [0, 60, 360, 2160, 9360];
const answered = (status: number) => response(status, { durationMs: 5, excerpt: '' });

let service: TestService;
let environment: TestWorkflowEnvironment;
/** What each delivery meets, by its id. One worker runs them all, because a worker takes a second to begin and end. */
const activitiesOf = new Map<string, Activities>();
const activitiesFor = (deliveryId: string) => present(activitiesOf.get(deliveryId));
const taskQueue = randomUUID();
let worker: Worker;
let working: Promise<void>;
beforeAll(async () => {
  if (!inject('parts').timeSkipping) return;
  installTemporalRuntime(createLog('error'));
  service = await startService();
  environment = await createTimeSkipping();
  // This server cannot be asked which it knows.
  await addSearchAttributes(environment.nativeConnection, 'default', [
    'BotId',
    'DeliveryState',
    'DeliveryAttempt',
  ]);
  worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle: await bundleWorkflows(cacheFolder(process.env)),
    activities: {
      attempt: (request) => activitiesFor(request.deliveryId).attempt(request),
      record: (record) => activitiesFor(record.deliveryId).record(record),
      cancel: (deliveryId) => activitiesFor(deliveryId).cancel(deliveryId),
    } satisfies Activities,
  });
  working = worker.run();
});
afterAll(async () => {
  worker?.shutdown();
  await working;
  await environment?.teardown();
  await service?.close();
});

/** What happens beside a delivery. */
interface Circumstances {
  /** Where its workflow begins, unless at the first attempt. */
  readonly begin?: Pick<DeliverVoteInput, 'attempt' | 'waitMs'>;
  /** Done while time stands still: whatever is due later is not due yet. */
  readonly meanwhile?: (handle: WorkflowHandle<typeof deliverVote>) => Promise<void>;
  /** Of the times that the secret is opened, those that fail as with another key; counted from 1. */
  readonly unreadableAt?: readonly number[];
}

/** Runs the workflow of a new delivery; `answer` plays the receiver. */
async function deliver(
  answer: (number: number, botId: string) => SendOutcome | Promise<SendOutcome>,
  { begin = { attempt: 1, waitMs: 0 }, meanwhile, unreadableAt = [] }: Circumstances = {},
) {
  const listing = given(service.services).listing();
  const bot = await listing.withToken().withWebhook('http://127.0.0.1:4000/webhook').approved();
  const id = randomUUID();
  const { sql } = service.services.db;
  // Already dispatched: the dispatchers of other tests on this database leave it alone.
  await sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, dispatched_at)
    values (${id}, ${bot.id}, 'vote', ${newUserId()}, now(), 'pending', now(), now())`;

  const sentAt: number[] = [];
  const unreadable: string[] = [];
  let opened = 0;
  const activities = createActivities(
    {
      ...service.services,
      secrets: {
        ...service.services.secrets,
        open(sealed, owner) {
          opened += 1;
          if (unreadableAt.includes(opened)) throw new Error('It was sealed with another key.');
          return service.services.secrets.open(sealed, owner);
        },
      },
      sender: {
        ...service.services.sender,
        post: async () => {
          sentAt.push(await environment.currentTimeMs());
          return answer(sentAt.length, bot.id);
        },
      },
    },
    createReceiverPace(),
    () => {},
    (botId) => void unreadable.push(botId),
    () => {},
  );
  activitiesOf.set(id, activities);
  const startedAt = await environment.currentTimeMs();
  const handle = await environment.client.workflow.start(deliverVote, {
    taskQueue,
    workflowId: id,
    args: [{ deliveryId: id, botId: bot.id, round: 1, ...begin, isSlow: false }],
  });
  await meanwhile?.(handle);
  const [result, standing] = [await handle.result(), await handle.query(status)];
  const [delivery] = await sql<{ state: string; attempts: number }[]>`
    select state, (select count(*)::int from delivery_attempts where delivery_id = id) as attempts
    from deliveries where id = ${id}`;
  const start = sentAt[0] ?? 0;
  // The server's clock also runs while an attempt is made: a slow machine is a second or two late, and never early.
  const offsets = sentAt.map((time, index) => {
    const seconds = (time - start) / 1000;
    const scheduled = SCHEDULE_SECONDS[index] ?? 0;
    return seconds >= scheduled && seconds < scheduled + 10 ? scheduled : seconds;
  });
  return {
    result,
    standing,
    delivery,
    offsets,
    waitedSeconds: (start - startedAt) / 1000,
    unreadable,
    deliveryId: id,
    bot,
  };
}

type Handle = WorkflowHandle<typeof deliverVote>;

/** Waits until the query says where the delivery stands, while time stands still. */
async function untilStatus(handle: Handle, expected: string): Promise<void> {
  while ((await handle.query(status)) !== expected) await delay(50);
}

describe.skipIf(!inject('parts').timeSkipping)('the delivery workflow', () => {
  test.each([1, 2, 3, 4, 5])(
    'ends delivered when attempt %i succeeds, on the schedule until then',
    async (success) => {
      const { result, delivery, offsets } = await deliver((number) =>
        answered(number === success ? 204 : 503),
      );
      expect(result).toEqual({ state: 'delivered', attempts: success });
      expect(delivery).toEqual({ state: 'delivered', attempts: success });
      expect(offsets).toEqual(SCHEDULE_SECONDS.slice(0, success));
    },
  );

  test('ends failed after the fifth failure, of whatever kind the failures are', async () => {
    const outcomes: SendOutcome[] = [
      answered(500),
      { kind: 'failure', reason: 'timeout', durationMs: 10_000 },
      answered(302),
      { kind: 'failure', reason: 'blocked', durationMs: 1 },
      { kind: 'failure', reason: 'refused', durationMs: 1 },
    ];
    const { result, standing, delivery, offsets } = await deliver(
      (number) => outcomes[number - 1] ?? answered(200),
    );
    expect(result).toEqual({ state: 'failed', attempts: 5 });
    expect(delivery).toEqual({ state: 'failed', attempts: 5 });
    expect(standing).toBe('failed at attempt 5: refused after 1 ms');
    expect(offsets).toEqual(SCHEDULE_SECONDS);
  });

  test('waits while the secret does not open, at its first attempt or a later one, and uses up no attempt', async () => {
    const circumstances = { unreadableAt: [1, 2, 4, 8] };
    const { result, delivery, offsets, waitedSeconds, unreadable, bot } = await deliver(
      (number) => answered(number === 5 ? 204 : 503),
      circumstances,
    );
    expect(result).toEqual({ state: 'delivered', attempts: 5 });
    expect(delivery).toEqual({ state: 'delivered', attempts: 5 });
    expect(unreadable).toEqual([bot.id, bot.id, bot.id, bot.id]);
    // Five minutes each time, before the first, the second and the fifth request.
    expect(waitedSeconds).toBeGreaterThanOrEqual(600);
    expect(waitedSeconds).toBeLessThan(630);
    const waits = offsets.map((offset, index) => offset - (SCHEDULE_SECONDS[index] ?? 0));
    const late = [0, 300, 300, 300, 600];
    for (const [index, seconds] of waits.entries()) {
      expect(seconds).toBeGreaterThanOrEqual(late[index] ?? 0);
      expect(seconds).toBeLessThan((late[index] ?? 0) + 30);
    }
  });

  test('ends cancelled when the webhook was removed while it waited', async () => {
    const { result, delivery, offsets } = await deliver(async (_, botId) => {
      await service.services.db.sql`delete from webhooks where bot_id = ${botId}`;
      return answered(500);
    });
    expect(result).toEqual({ state: 'cancelled', attempts: 2 });
    expect(delivery).toEqual({ state: 'cancelled', attempts: 1 });
    expect(offsets).toEqual([0]);
  });

  test('keeps the secret, the token and the URL out of its history', async () => {
    const { deliveryId, bot } = await deliver((number) => answered(number === 1 ? 500 : 200));
    const history = await environment.client.workflow.getHandle(deliveryId).fetchHistory();
    const text = Buffer.from(JSON.stringify(history)).toString();
    const decoded = text.replace(/"data":"([A-Za-z0-9+/=]+)"/g, (_, data: string) =>
      Buffer.from(data, 'base64').toString(),
    );
    for (const secret of [bot.webhookSecret, bot.token, '127.0.0.1:4000']) {
      expect(text).not.toContain(secret);
      expect(decoded).not.toContain(secret);
    }
    expect(decoded).toContain(deliveryId);
  });

  test('makes the next attempt at once when an operator wants it, and goes on with the schedule', async () => {
    const { result, delivery, offsets } = await deliver((number) => answered(number === 3 ? 204 : 503), {
      async meanwhile(handle) {
        await untilStatus(handle, `attempt 1 of ${ATTEMPTS} failed (503 after 5 ms); waiting for the next`);
        await handle.signal(retryNow);
        await untilStatus(handle, `attempt 2 of ${ATTEMPTS} failed (503 after 5 ms); waiting for the next`);
      },
    });
    expect(result).toEqual({ state: 'delivered', attempts: 3 });
    expect(delivery).toEqual({ state: 'delivered', attempts: 3 });
    const [, second = 0, third = 0] = offsets;
    expect(second).toBeLessThan(60);
    expect(third - second).toBeGreaterThanOrEqual(300);
  });

  test('hurries the attempt that a signal names, and no later one when the signal comes twice', async () => {
    const { result, offsets } = await deliver((number) => answered(number === 3 ? 204 : 503), {
      async meanwhile(handle) {
        await untilStatus(handle, `attempt 1 of ${ATTEMPTS} failed (503 after 5 ms); waiting for the next`);
        await handle.signal(retryNow, 1);
        await handle.signal(retryNow, 2);
        await untilStatus(handle, `attempt 2 of ${ATTEMPTS} failed (503 after 5 ms); waiting for the next`);
        await handle.signal(retryNow, 2);
      },
    });
    expect(result).toEqual({ state: 'delivered', attempts: 3 });
    const [, second = 0, third = 0] = offsets;
    expect(second).toBeLessThan(60);
    expect(third - second).toBeGreaterThanOrEqual(300);
  });

  test.each([
    ['by the signal', (handle: Handle) => handle.signal(cancelDelivery)],
    ["by Temporal's own request", (handle: Handle) => handle.cancel()],
  ])('ends cancelled when an operator wants it, %s, and makes no more attempts', async (_, cancel) => {
    const outcome = await deliver((number) => answered(number === 1 ? 503 : 204), {
      async meanwhile(handle) {
        await untilStatus(handle, `attempt 1 of ${ATTEMPTS} failed (503 after 5 ms); waiting for the next`);
        await cancel(handle);
      },
    });
    expect(outcome).toMatchObject({
      result: { state: 'cancelled', attempts: 1 },
      delivery: { state: 'cancelled', attempts: 1 },
      offsets: [0],
      standing: 'Cancelled by an operator before attempt 2.',
    });
  });

  test('records the attempt that is under way when its cancellation is requested', async () => {
    const sending = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    const outcome = await deliver(
      async () => {
        sending.resolve();
        await requested.promise;
        return answered(204);
      },
      {
        async meanwhile(handle) {
          await sending.promise;
          await handle.cancel();
          requested.resolve();
        },
      },
    );
    // The activity is run anew, since its task met the request, and finds the attempt recorded.
    expect(outcome).toMatchObject({
      result: { state: 'delivered', attempts: 1 },
      delivery: { state: 'delivered', attempts: 1 },
      offsets: [0],
      standing: expect.stringMatching(/^delivered at attempt 1: 204/),
    });
  });

  test('started again in the middle, waits for its time, and makes the attempts that are left', async () => {
    const { result, delivery, offsets, waitedSeconds } = await deliver(() => answered(503), {
      begin: { attempt: 3, waitMs: 1_800_000 },
      meanwhile: (handle) => untilStatus(handle, `attempt 3 of ${ATTEMPTS}`),
    });
    expect(result).toEqual({ state: 'failed', attempts: 5 });
    expect(delivery).toEqual({ state: 'failed', attempts: 3 });
    expect(waitedSeconds).toBeGreaterThanOrEqual(1800);
    const [, fourth = 0, fifth = 0] = offsets;
    expect(offsets).toHaveLength(3);
    expect(fourth).toBeGreaterThanOrEqual(1800);
    expect(fifth - fourth).toBeGreaterThanOrEqual(7200);
  });

  test('ends held when the webhook was paused while it waited, at once when it is told, and sends nothing', async () => {
    const outcome = await deliver(() => answered(503), {
      async meanwhile(handle) {
        await untilStatus(handle, `attempt 1 of ${ATTEMPTS} failed (503 after 5 ms); waiting for the next`);
        await service.services.db.sql`
          update webhooks set hold = 'paused', held_since = now()
          where bot_id = (select bot_id from deliveries where id = ${handle.workflowId})`;
        // As the reconciler does for the delivery.
        await handle.signal(retryNow, 2);
      },
    });
    expect(outcome).toMatchObject({
      result: { state: 'held', attempts: 2 },
      delivery: { state: 'held', attempts: 1 },
      offsets: [0],
      standing: 'held at attempt 2: held',
    });
  });

  test('ends held at the time of its next attempt when nobody tells it of the pause', async () => {
    const { result, delivery, offsets } = await deliver(async (_, botId) => {
      await service.services.db.sql`
        update webhooks set hold = 'paused', held_since = now() where bot_id = ${botId}`;
      return answered(503);
    });
    expect(result).toEqual({ state: 'held', attempts: 2 });
    expect(delivery).toEqual({ state: 'held', attempts: 1 });
    expect(offsets).toEqual([0]);
  });

  test('as the probe of a failing receiver makes five attempts on the schedule, and is then held, not lost', async () => {
    const { delivery, offsets, deliveryId } = await deliver(async (number, botId) => {
      if (number === 1)
        await service.services.db.sql`
          update webhooks set hold = 'failing', held_since = now(), hold_after = 3,
            probe_id = (select id from deliveries where bot_id = ${botId})
          where bot_id = ${botId}`;
      return answered(503);
    });
    expect(offsets).toEqual(SCHEDULE_SECONDS);
    expect(delivery).toEqual({ state: 'held', attempts: 5 });
    const [row] = await service.services.db.sql`
      select round, hold, probe_id, probe_at > now() as later from deliveries join webhooks using (bot_id)
      where deliveries.id = ${deliveryId}`;
    expect(row).toEqual({ round: 2, hold: 'failing', probe_id: null, later: true });
  });

  test.each([1, 3])(
    'as the probe of a failing receiver releases the others with attempt %i',
    async (success) => {
      const { delivery, offsets, bot } = await deliver(async (number, botId) => {
        if (number === 1)
          await service.services.db.sql`
          update webhooks set hold = 'failing', held_since = now(), failing_since = now(),
            probe_id = (select id from deliveries where bot_id = ${botId})
          where bot_id = ${botId}`;
        return answered(number === success ? 204 : 503);
      });
      expect(offsets).toEqual(SCHEDULE_SECONDS.slice(0, success));
      expect(delivery).toEqual({ state: 'delivered', attempts: success });
      const [row] = await service.services.db.sql`
      select hold, failing_since, failed_in_row from webhooks where bot_id = ${bot.id}`;
      // In a moment its last held delivery is gone, and the hold with it.
      expect(row).toMatchObject({ failing_since: null, failed_in_row: 0 });
      expect(row?.hold).not.toBe('failing');
    },
  );
});
