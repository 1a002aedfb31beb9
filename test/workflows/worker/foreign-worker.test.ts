import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, test as always, beforeAll, describe, expect, inject, test } from 'vitest';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { ATTEMPTS, SCHEDULE_MS } from '../../../src/terms/schedule.ts';
import { cancelDelivery, type deliverVote, retryNow, status } from '../../../src/workflows/deliver-vote.ts';
import { createReceiverPace } from '../../../src/workflows/dispatcher/receiver-pace.ts';
import { installTemporalRuntime } from '../../../src/workflows/temporal/runtime.ts';
import { createActivities } from '../../../src/workflows/worker/activities.ts';
import { type DevServer, startDevServer } from '../../kit/dev-server.ts';
import { given } from '../../kit/given.ts';
import { givenDelivery } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { type OwnService, startOwnService, startService, type TestService } from '../../kit/service.ts';
import { attemptsOf, deliveryOf } from '../../kit/stored.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const WRONG_QUEUE = /^A delivery of this task queue is not in this worker's database.*TEMPORAL_TASK_QUEUE/;

describe('a delivery that is not in the database of a worker', () => {
  let service: TestService;
  beforeAll(async () => {
    installTemporalRuntime(keepLog().log);
    service = await startOwnService();
  });
  afterAll(() => service.close());

  function run(name: 'attempt' | 'record' | 'cancel', deliveryId: string, info: object) {
    let unknown = 0;
    const pace = createReceiverPace();
    const activities = createActivities(
      service.services,
      pace,
      () => {},
      () => {},
      () => void unknown++,
    );
    const request = { deliveryId, botId: '123456789012345678', round: 1, number: 2 };
    const record = { ...request, startedAt: new Date().toISOString(), durationMs: 5 };
    const full = { ...record, statusCode: 200, failure: null, excerpt: '', retryAfterSeconds: null };
    const work = {
      attempt: () => activities.attempt(request),
      record: () => activities.record(full),
      cancel: () => activities.cancel(deliveryId),
    }[name];
    const environment = new MockActivityEnvironment({ scheduledTimestampMs: Date.now(), ...info });
    return environment.run(work).then(
      (result: unknown) => ({ result, unknown }),
      (error: unknown) => ({ error, unknown }),
    );
  }

  test.each(['attempt', 'record', 'cancel'] as const)(
    'is left to other workers when one is to %s it, ever more seldom, and for hours',
    async (name) => {
      for (const [attempt, pauseMs] of [
        [1, SECOND_MS],
        [4, 8 * SECOND_MS],
        [40, 300 * SECOND_MS],
      ]) {
        const info = { attempt, scheduledTimestampMs: Date.now() - 2 * HOUR_MS };
        const { error, unknown } = (await run(name, randomUUID(), info)) as {
          error: unknown;
          unknown: number;
        };
        expect(error).toBeInstanceOf(ApplicationFailure);
        expect(error).toMatchObject({
          type: 'UnknownDelivery',
          nonRetryable: false,
          nextRetryDelay: pauseMs,
        });
        expect(unknown).toBe(1);
      }
    },
  );

  test.each(['attempt', 'record', 'cancel'] as const)(
    'is given up in the end when one is to %s it: its row is gone',
    async (name) => {
      const outcome = await run(name, randomUUID(), {
        scheduledTimestampMs: Date.now() - SCHEDULE_MS - HOUR_MS,
      });
      expect(outcome).not.toHaveProperty('error');
      expect(outcome.unknown).toBe(1);
    },
  );

  test('is told to the workflow by a local attempt, which only this worker would try again', async () => {
    expect(await run('attempt', randomUUID(), { isLocal: true })).toEqual({
      result: { state: 'cancelled', said: 'no such delivery', isUnknown: true },
      unknown: 1,
    });
  });

  test('is not meant by a delivery that is there', async () => {
    const { deliveryId } = await givenDelivery(service.services);
    expect(await run('cancel', deliveryId, {})).toEqual({ result: undefined, unknown: 0 });
    expect(await deliveryOf(service.services, deliveryId)).toMatchObject({ state: 'cancelled' });
  });
});

describe('a service with another database on the same task queue', () => {
  const onServer = always.skipIf(!inject('parts').temporal);
  const parts = new AsyncDisposableStack();
  const { log, lines } = keepLog();
  let server: DevServer;
  let receiver: Receiver;
  let ours: OwnService;
  let client: Client;
  const environment = () => ({
    TEMPORAL_ADDRESS: server.address,
    TEMPORAL_TASK_QUEUE: 'shared',
    LOG_LEVEL: 'silent',
  });
  beforeAll(async () => {
    const cli = inject('parts').temporal;
    if (!cli) return;
    server = await startDevServer(cli, parts);
    receiver = await startReceiver();
    parts.defer(() => receiver.close());
    client = await server.client();
    ours = await startOwnService(environment());
    parts.defer(() => ours.close());
  });
  afterAll(() => parts.disposeAsync());

  onServer(
    'swallows no retry, cancellation or first attempt of ours, and says once what is wrong',
    async () => {
      const listing = given(ours.services).listing();
      const { id: botId } = await listing.withWebhook(receiver.url).approved();
      receiver.answer = () => 500;
      let worker = await startService(ours.environment, 'worker');
      await castVote(ours.services, botId, newUserId());
      await castVote(ours.services, botId, newUserId());
      await receiver.until(2);
      const ids = receiver.received.map(({ headers }) => String(headers['x-webhook-delivery']));
      const [retried, cancelled] = ids.map((id) => client.workflow.getHandle<typeof deliverVote>(id));
      if (!retried || !cancelled) throw new Error('There are not two.');
      for (const handle of [retried, cancelled]) {
        while (!(await handle.query(status)).startsWith(`attempt 1 of ${ATTEMPTS} failed`)) await delay(50);
      }
      await worker.close();

      const foreign = await startOwnService(environment(), 'worker', log);
      await foreign.deliveriesReady;
      await retried.signal(retryNow);
      await cancelled.signal(cancelDelivery);
      // As of a worker that died between the start and the first attempt.
      const unattempted = await givenDelivery(ours.services, new Date());
      await ours.services.db
        .sql`update deliveries set dispatched_at = now() where id = ${unattempted.deliveryId}`;
      await ours.services.db
        .sql`update webhooks set url = ${receiver.url} where bot_id = ${unattempted.bot.id}`;
      const begun = await client.workflow.start<typeof deliverVote>('deliverVote', {
        taskQueue: 'shared',
        workflowId: unattempted.deliveryId,
        args: [{ ...unattempted.request(1), attempt: 1, waitMs: 0, isSlow: false, isUnfiltered: true }],
      });
      const isTried = async ({ describe }: { describe: typeof begun.describe }) => {
        const { raw } = await describe();
        return (raw.pendingActivities ?? []).some(({ attempt }) => (attempt ?? 0) > 1);
      };
      for (const handle of [retried, cancelled, begun]) {
        while (!(await isTried({ describe: () => handle.describe() }))) await delay(50);
      }
      expect(receiver.received).toHaveLength(2);

      receiver.answer = () => 200;
      // Otherwise it is chance which of the two takes the next try, and the pauses between them grow.
      await foreign.close();
      worker = await startService(ours.environment, 'worker');
      parts.defer(() => worker.close());
      expect(await retried.result()).toEqual({ state: 'delivered', attempts: 2 });
      expect(await cancelled.result()).toEqual({ state: 'cancelled', attempts: 1 });
      expect(await begun.result()).toEqual({ state: 'delivered', attempts: 1 });
      const states = [ids[0] ?? '', ids[1] ?? '', unattempted.deliveryId].map((id) =>
        deliveryOf(ours.services, id),
      );
      expect((await Promise.all(states)).map(({ state }) => state)).toEqual([
        'delivered',
        'cancelled',
        'delivered',
      ]);
      expect(await attemptsOf(ours.services, ids[0] ?? '')).toHaveLength(2);
      expect(lines.filter(({ msg }) => WRONG_QUEUE.test(msg)).map(({ level }) => level)).toEqual([50]);
    },
    180_000,
  );
});
