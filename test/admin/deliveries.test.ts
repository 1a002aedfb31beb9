import { setTimeout as delay } from 'node:timers/promises';
import { test as always, beforeAll, describe, expect, inject } from 'vitest';
import { isHeldNow } from '../../src/domain/delivery/hold-all.ts';
import { retryWaiting } from '../../src/domain/delivery/resend.ts';
import { createLog } from '../../src/lib/log.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { adminOf, jsonOf } from '../kit/admin.ts';
import { startDevServer } from '../kit/dev-server.ts';
import { given } from '../kit/given.ts';
import { startReceiver } from '../kit/receiver.ts';
import { forFile, startOwnService } from '../kit/service.ts';
import { attemptsOf, deliveryOf } from '../kit/stored.ts';

const cli = inject('parts').temporal;
const testWithTemporal = always.skipIf(!cli);

const parts = await forFile(new AsyncDisposableStack());
beforeAll(() => {
  if (cli) installTemporalRuntime(createLog('error'));
});

const HOOK = 'https://receiver.example/hook';

describe('deliveries cancel --all', () => {
  always('asks first, cancels what waits of all bots, says how many, and can be repeated', async () => {
    await using own = await startOwnService();
    const ofAll = adminOf(own.environment);
    const bots = [];
    for (const votes of [2, 1]) {
      bots.push(await given(own.services).listing().withWebhook(HOOK).votes(votes).approved());
    }
    const { sql } = own.services.db;
    // One waits for a retry, with a workflow; one has ended.
    await sql`
      update deliveries set dispatched_at = now(), next_attempt_at = now() + interval '1 hour'
      where bot_id = ${bots[1]?.id ?? ''}`;
    await sql`
      update deliveries set state = 'failed', finished_at = now()
      where id = (select min(id::text)::uuid from deliveries where bot_id = ${bots[0]?.id ?? ''})`;
    // One notice waits for a chat; one was sent.
    const [channel] = await sql<{ id: string }[]>`
      insert into notice_channels (id, user_id, kind, address, address_key, label, confirmed_at, created_at)
      values (gen_random_uuid(), ${bots[0]?.ownerId ?? ''}, 'discord', '{}', 'key', 'chat', now(), now())
      returning id`;
    for (const state of ['waiting', 'sent']) {
      const [notice] = await sql<{ id: string }[]>`
        insert into notices (user_id, kind, subject, created_at)
        values (${bots[0]?.ownerId ?? ''}, 'queue_waiting', ${state}, now()) returning id`;
      await sql`
        insert into notice_sends (notice_id, channel_id, state, due_at)
        values (${notice?.id ?? ''}, ${channel?.id ?? ''}, ${state}, now())`;
    }
    const states = async () => {
      const rows = await sql<{ state: string }[]>`select state from deliveries order by state`;
      return rows.map(({ state }) => state);
    };
    expect(await ofAll('deliveries', 'cancel', '--all')).toMatchObject({
      code: 1,
      stderr:
        'This cancels 2 pending deliveries of all bots, and 1 notice by email, push and chat. They cannot be resent. Nothing was done: add --yes to do it.\n',
    });
    expect(await states()).toEqual(['failed', 'pending', 'pending']);

    expect(await ofAll('deliveries', 'release', '--yes')).toMatchObject({
      code: 1,
      stderr: 'Nothing is held. A copy holds when its service starts.\n',
    });
    expect(await jsonOf(ofAll, 'deliveries', 'hold')).toEqual({ code: 0, held: true });
    expect(await ofAll('deliveries', 'release')).toMatchObject({
      code: 1,
      stderr:
        'This sends 2 pending deliveries and 1 notice that wait, and all later ones. Nothing was done: add --yes to do it.\n',
    });
    expect(await isHeldNow(own.services)).toBe(true);
    expect(await ofAll('deliveries', 'cancel', '--all', '--yes')).toMatchObject({
      code: 0,
      stdout: 'Cancelled 2 deliveries and 1 notice.\n',
    });
    expect(await states()).toEqual(['cancelled', 'cancelled', 'failed']);
    expect(await sql`select state from notice_sends`).toEqual([{ state: 'sent' }]);
    expect(await jsonOf(ofAll, 'deliveries', 'cancel', '--all', '--yes')).toEqual({
      code: 0,
      cancelled: 0,
      notices: 0,
    });
    expect(await jsonOf(ofAll, 'deliveries', 'release', '--yes')).toEqual({ code: 0, held: false });
    expect(await isHeldNow(own.services)).toBe(false);
    expect(await ofAll('deliveries', 'cancel', '--yes')).toMatchObject({
      code: 2,
      stderr: 'Add --all: it cancels the deliveries of all bots.\n',
    });
  });

  always('cancels more than one statement does', async () => {
    await using own = await startOwnService();
    const bot = await given(own.services).listing().withWebhook(HOOK).approved();
    await own.services.db.sql`
      insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
      select gen_random_uuid(), ${bot.id}, 'vote', (300000000000000000 + n)::text, now(), 'pending', now()
      from generate_series(1, 2500) n`;
    expect(await jsonOf(adminOf(own.environment), 'deliveries', 'cancel', '--all', '--yes')).toMatchObject({
      code: 0,
      cancelled: 2500,
    });
  });
});

describe('deliveries retry', () => {
  always('asks first, hurries what waits, and leaves what is due, under way, held or over', async () => {
    await using own = await startOwnService();
    const ofAll = adminOf(own.environment);
    const bot = await given(own.services).listing().withWebhook(HOOK).approved();
    const other = await given(own.services).listing().withWebhook(HOOK).approved();
    const { sql } = own.services.db;
    const add = (botId: string, state: string, next: string | null, count = 1) => sql`
      insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, dispatched_at, next_attempt_at)
      select gen_random_uuid(), ${botId}, 'vote', (300000000000000000 + n)::text, now(), ${state}, now(), now(),
        now() + ${next}::interval
      from generate_series(1, ${count}::int) n`;
    for (const next of [null, '-1 second']) await add(bot.id, 'pending', next);
    for (const state of ['held', 'cancelled', 'delivered']) await add(bot.id, state, '1 hour');
    await add(bot.id, 'pending', '1 hour', 2500);
    await add(other.id, 'pending', '2 hours');
    const inOutbox = async () => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from deliveries
        where state = 'pending' and dispatched_at is null and next_attempt_at <= now()`;
      return row?.count;
    };
    expect(await ofAll('deliveries', 'retry', '--all')).toMatchObject({
      code: 1,
      stderr:
        'This makes the next attempt of 2501 waiting deliveries of all bots now. Nothing was done: add --yes to do it.\n',
    });
    expect(await inOutbox()).toBe(0);
    expect(await ofAll('deliveries', 'retry', '--bot', other.id, '--yes')).toMatchObject({
      code: 0,
      stdout: `Retried 1 delivery of the bot ${other.id}.\n`,
    });
    expect(await inOutbox()).toBe(1);
    expect(await jsonOf(ofAll, 'deliveries', 'retry', '--all', '--yes')).toEqual({ code: 0, retried: 2500 });
    expect(await inOutbox()).toBe(2501);
    expect(await jsonOf(ofAll, 'deliveries', 'retry', '--all', '--yes')).toEqual({ code: 0, retried: 0 });
  });

  always('an attempt that fails while others are still hurried waits as the schedule says', async () => {
    await using own = await startOwnService();
    const bot = await given(own.services).listing().withWebhook(HOOK).votes(1).approved();
    const { sql } = own.services.db;
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
      update deliveries set dispatched_at = now(), next_attempt_at = now() + interval '1 hour' returning id`;
    // It was made after the call began: clocks of the call stand still.
    const at = own.services.now();
    await sql`
      insert into delivery_attempts (delivery_id, number, bot_id, started_at, duration_ms, status_code)
      values (${id}, 1, ${bot.id}, ${new Date(at.getTime() + 1)}, 1, 503)`;
    expect(await retryWaiting({ ...own.services, now: () => at })).toBe(0);
    expect(await retryWaiting({ ...own.services, now: () => new Date(at.getTime() + 2) })).toBe(1);
  });
});

/** A service with a worker and Temporal, whose receiver fails. */
async function startWorking() {
  const receiver = await startReceiver();
  parts.defer(() => receiver.close());
  const server = await startDevServer(String(cli), parts);
  const working = await startOwnService({ TEMPORAL_ADDRESS: server.address }, 'all');
  parts.defer(() => working.close());
  await working.deliveriesReady;
  receiver.answer = () => 503;
  const { services } = working;
  return {
    ...{ receiver, server, working, services },
    /** Casts votes, and waits until their first attempts have failed. */
    async fail(votes: number) {
      const before = receiver.received.length;
      await given(services).listing().withWebhook(receiver.url).votes(votes).approved();
      await receiver.until(before + votes);
      const ids = receiver.received.slice(before).map(({ headers }) => String(headers['x-webhook-delivery']));
      for (const id of ids) while (!(await deliveryOf(services, id)).nextAttemptAt) await delay(20);
      return ids;
    },
  };
}

testWithTemporal('a worker sends each delivery that is retried once, and at once', async () => {
  const { receiver, working, services, fail } = await startWorking();
  const ids = [...(await fail(3)), ...(await fail(2))];
  receiver.answer = () => 200;
  const run = await adminOf(working.environment)('deliveries', 'retry', '--all', '--yes');
  expect(run).toMatchObject({ code: 0, stdout: 'Retried 5 deliveries of all bots.\n' });
  for (const id of ids) {
    await expect.poll(async () => (await deliveryOf(services, id)).state).toBe('delivered');
    expect(await attemptsOf(services, id)).toMatchObject([
      { number: 1, statusCode: 503 },
      { number: 2, statusCode: 200 },
    ]);
  }
  expect(receiver.received).toHaveLength(10);
});

testWithTemporal(
  'a worker ends the workflow that waits for a retry, and nothing is sent any more',
  async () => {
    const { receiver, server, working, services, fail } = await startWorking();
    const [id = ''] = await fail(1);

    const run = await adminOf(working.environment)('deliveries', 'cancel', '--all', '--yes');
    expect(run).toMatchObject({ code: 0, stdout: 'Cancelled 1 delivery and 0 notices.\n' });
    expect(await deliveryOf(services, id)).toMatchObject({ state: 'cancelled' });
    // The reconciler looks every 15 seconds.
    const client = await server.client();
    const result = await client.workflow.getHandle(id).result();
    expect(result).toEqual({ state: 'cancelled', attempts: 1 });
    expect(receiver.received).toHaveLength(1);
    expect(await attemptsOf(services, id)).toHaveLength(1);
  },
);
