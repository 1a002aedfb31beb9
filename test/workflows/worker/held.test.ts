import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { holdAll, releaseAll } from '../../../src/domain/delivery/hold-all.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { retryNow } from '../../../src/workflows/deliver-vote.ts';
import { startDevServer } from '../../kit/dev-server.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { onTemporal } from '../../kit/on-temporal.ts';
import { first } from '../../kit/present.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { forFile, startOwnService, startService } from '../../kit/service.ts';
import { deliveryOf } from '../../kit/stored.ts';
import { untilSo } from '../../kit/time.ts';

/** A dispatcher looks into the outbox four times a second. */
const SEVERAL_LOOKS_MS = 2000;
/** Each test starts several workers, which takes a while on a busy machine. */
const LONGEST_MS = 120_000;

const { test, parts, client, own } = await onTemporal(async (cli, parts) => {
  const server = await startDevServer(cli, parts);
  /** It has the database, and runs no deliveries. */
  const own = await forFile(startOwnService({ TEMPORAL_ADDRESS: server.address }));
  return { client: await server.client(), own };
});

/** A worker of the same service that also serves requests. */
const startWorker = (environment: Record<string, string> = {}) =>
  startService({ ...own.environment, ...environment }, 'all');
const startHeld = async () => {
  await holdAll(own.services);
  return startWorker();
};

async function pollers(): Promise<number> {
  const description = await client.connection.workflowService.describeTaskQueue({
    namespace: 'default',
    taskQueue: { name: own.environment.TEMPORAL_TASK_QUEUE ?? '' },
    taskQueueType: 1,
  });
  return description.pollers.length;
}

test(
  'while deliveries are held, votes count and nothing is started or sent; released, all of them arrive',
  async () => {
    const receiver = await startReceiver();
    parts.defer(() => receiver.close());
    const bot = await given(own.services).listing().withWebhook(receiver.url).approved();
    const held = await startHeld();
    try {
      await held.deliveriesReady;
      for (let votes = 0; votes < 3; votes++) await castVote(held.services, bot.id, newUserId());
      await delay(SEVERAL_LOOKS_MS);
      const rows = await own.services.db.sql`
      select state, dispatched_at, leased_until from deliveries where bot_id = ${bot.id}`;
      expect(rows.map((row) => ({ ...row }))).toEqual(
        Array(3).fill({ state: 'pending', dispatched_at: null, leased_until: null }),
      );
      expect(receiver.received).toEqual([]);
      expect(await pollers()).toBe(0);
      const health = await held.call('GET', '/api/health');
      expect(health).toMatchObject({ status: 200, body: { deliveries: 'held', temporal: 'not used' } });
      expect(await held.call('GET', '/readyz')).toMatchObject({ status: 200, body: { deliveries: 'held' } });
      await releaseAll(own.services);
      await receiver.until(3);
      const voters = new Set(receiver.received.map(({ body }) => body.user_id));
      expect(voters.size).toBe(3);
      await holdAll(own.services);
      await expect
        .poll(async () => (await held.call('GET', '/api/health')).body.temporal, { timeout: 20_000 })
        .toBe('not used');
      await castVote(held.services, bot.id, newUserId());
      await delay(SEVERAL_LOOKS_MS);
      expect(receiver.received).toHaveLength(3);
    } finally {
      await held.close();
      await releaseAll(own.services);
    }
  },
  LONGEST_MS,
);

test(
  'a retry that is due while deliveries are held waits, and is made later',
  async () => {
    const receiver = await startReceiver();
    parts.defer(() => receiver.close());
    receiver.answer = () => 503;
    const bot = await given(own.services).listing().withWebhook(receiver.url).approved();
    const sending = await startWorker();
    await castVote(own.services, bot.id, newUserId());
    await receiver.until(1);
    const id = String(first(receiver.received).headers['x-webhook-delivery']);
    await untilSo(async () => (await deliveryOf(own.services, id)).nextAttemptAt !== null);
    await sending.close();

    receiver.answer = () => 200;
    const held = await startHeld();
    try {
      await held.deliveriesReady;
      // Otherwise Temporal would wait ten seconds for the worker that has ended.
      await client.connection.workflowService.resetStickyTaskQueue({
        namespace: 'default',
        execution: { workflowId: id },
      });
      // As if its minute were over.
      await client.workflow.getHandle(id).signal(retryNow, 2);
      await delay(SEVERAL_LOOKS_MS);
      expect(receiver.received).toHaveLength(1);
      expect(await deliveryOf(own.services, id)).toMatchObject({ state: 'pending', round: 1 });
      expect((await client.workflow.getHandle(id).describe()).status.name).toBe('RUNNING');
    } finally {
      await held.close();
    }
    await releaseAll(own.services);
    await using _ = await startWorker();
    expect(await client.workflow.getHandle(id).result()).toEqual({ state: 'delivered', attempts: 2 });
    expect(receiver.received).toHaveLength(2);
    expect(await deliveryOf(own.services, id)).toMatchObject({ state: 'delivered' });
  },
  LONGEST_MS,
);
