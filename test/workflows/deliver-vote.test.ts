import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkflowBundle } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import type { SendOutcome } from '../../src/net/sender.ts';
import { createActivities } from '../../src/workflows/activities.ts';
import { deliverVote } from '../../src/workflows/deliver-vote.ts';
import { createEndpointPace } from '../../src/workflows/endpoint-pace.ts';
import { addSearchAttributes } from '../../src/workflows/register-search-attributes.ts';
import { installTemporalRuntime } from '../../src/workflows/worker.ts';
import { startService, type TestService } from '../support/service.ts';
import { createTimeSkipping } from '../support/time-skipping.ts';

const SCHEDULE_SECONDS = [0, 60, 360, 2160, 9360];
const answered = (status: number): SendOutcome => ({
  kind: 'response',
  status,
  durationMs: 5,
  excerpt: '',
  retryAfterSeconds: undefined,
});

let service: TestService;
let environment: TestWorkflowEnvironment;
let workflowBundle: WorkflowBundle;
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
  workflowBundle = await bundleWorkflowCode({
    workflowsPath: new URL('../../src/workflows/deliver-vote.ts', import.meta.url).pathname,
    logger: new DefaultLogger('ERROR'),
  });
});
afterAll(async () => {
  await environment?.teardown();
  await service?.close();
});

/** Runs the workflow of a new delivery; `answer` plays the receiver. */
async function deliver(answer: (number: number, botId: string) => SendOutcome | Promise<SendOutcome>) {
  const { bots, users } = await service.seed();
  const [bot, user] = [bots[0], users[0]];
  if (!bot || !user) throw new Error('Nothing was seeded.');
  const id = randomUUID();
  const { sql } = service.services.db;
  // Already dispatched: the dispatchers of other tests on this database leave it alone.
  await sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, dispatched_at)
    values (${id}, ${bot.id}, 'vote', ${user.id}, now(), 'pending', now(), now())`;

  const sentAt: number[] = [];
  const activities = createActivities(
    {
      ...service.services,
      sender: {
        ...service.services.sender,
        post: async () => {
          sentAt.push(await environment.currentTimeMs());
          return answer(sentAt.length, bot.id);
        },
      },
    },
    createEndpointPace(Date.now),
    () => {},
  );
  const taskQueue = randomUUID();
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle,
    activities,
  });
  const result = await worker.runUntil(
    environment.client.workflow.execute(deliverVote, {
      taskQueue,
      workflowId: id,
      args: [{ deliveryId: id, botId: bot.id, round: 1, attempt: 1, waitMs: 0, isSlow: false }],
    }),
  );
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
  return { result, delivery, offsets, deliveryId: id, bot };
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
    const { result, delivery, offsets } = await deliver((number) => outcomes[number - 1] ?? answered(200));
    expect(result).toEqual({ state: 'failed', attempts: 5 });
    expect(delivery).toEqual({ state: 'failed', attempts: 5 });
    expect(offsets).toEqual(SCHEDULE_SECONDS);
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
});
