import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { afterAll, test as always, beforeAll, describe, expect, inject } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { type Admin, adminOf, jsonOf } from '../kit/admin.ts';
import { type DevServer, startDevServer } from '../kit/dev-server.ts';
import { given } from '../kit/given.ts';
import { newBotId } from '../kit/ids.ts';
import { type OwnService, startOwnService } from '../kit/own-service.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { attemptsOf, deliveryOf } from '../kit/stored.ts';

const cli = inject('parts').temporal;
const testWithTemporal = always.skipIf(!cli);

const parts = new AsyncDisposableStack();
let service: OwnService;
let admin: Admin;
beforeAll(async () => {
  service = await startOwnService();
  parts.defer(() => service.close());
  admin = adminOf(service.environment);
});
afterAll(() => parts.disposeAsync());

const HOOK = 'https://receiver.example/hook';

/** A bot with as many pending deliveries. */
async function givenPending(votes: number, url = HOOK) {
  const bot = await given(service.services).owner().listing().withWebhook(url).votes(votes).approved();
  const rows = await service.services.db.sql<{ id: string }[]>`
    select id from deliveries where bot_id = ${bot.id} order by id`;
  return { bot, ids: rows.map(({ id }) => id) };
}

const fail = (ids: readonly string[], at: string) => service.services.db.sql`
  update deliveries set state = 'failed', finished_at = ${at}, dispatched_at = ${at}
  where id = any(${[...ids]}::uuid[])`;

describe('deliveries list', () => {
  always('shows the newest first, of a state and of a bot, and never the voter', async () => {
    const { bot, ids } = await givenPending(3);
    await fail(ids.slice(0, 1), '2026-03-04T12:00:00Z');
    const all = await jsonOf(admin, 'deliveries', 'list', '--bot', bot.id);
    const listed = all.deliveries as { id: string; botId: string; createdAt: string }[];
    expect(listed.map(({ id }) => id).sort()).toEqual(ids);
    const times = listed.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
    const failed = await jsonOf(admin, 'deliveries', 'list', '--state', 'failed', '--bot', bot.id);
    expect(failed).toEqual({
      code: 0,
      deliveries: [
        {
          id: ids[0],
          botId: bot.id,
          kind: 'vote',
          state: 'failed',
          round: 1,
          attempts: 0,
          createdAt: expect.any(String),
          nextAttemptAt: null,
          finishedAt: '2026-03-04T12:00:00.000Z',
        },
      ],
    });
    const { stdout } = await admin('deliveries', 'list', '--bot', bot.id, '--limit', '2');
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stdout).toMatch(/^DELIVERY +BOT +KIND +STATE +ATTEMPTS/);
    for (const voter of bot.voterIds) expect(stdout).not.toContain(voter);
    expect((await admin('deliveries', 'list', '--state', 'delivered')).stdout).toBe('No delivery found.\n');
  });
});

describe('deliveries requeue', () => {
  always('starts a new round for one, for those of a bot, and for all since a time', async () => {
    const [first, second] = [await givenPending(2), await givenPending(2)];
    await fail(first.ids, '2026-03-04T12:00:00Z');
    await fail(second.ids, '2026-03-05T12:00:00Z');
    const [one = '', two = ''] = first.ids;
    const asked = await admin('deliveries', 'requeue', '--id', one);
    expect(asked).toMatchObject({
      code: 1,
      stderr: `This sends delivery ${one} again. Nothing was done: add --yes to do it.\n`,
    });
    expect(await deliveryOf(service.services, one)).toMatchObject({ state: 'failed', round: 1 });

    expect(await jsonOf(admin, 'deliveries', 'requeue', '--id', one, '--yes')).toEqual({
      code: 0,
      requeued: 1,
      withoutWebhook: 0,
    });
    expect(await deliveryOf(service.services, one)).toMatchObject({
      state: 'pending',
      round: 2,
      dispatchedAt: null,
      finishedAt: null,
    });
    const since = ['--failed-since', '2026-03-05T00:00:00Z'];
    expect(await jsonOf(admin, 'deliveries', 'requeue', ...since, '--yes')).toMatchObject({ requeued: 2 });
    expect(await deliveryOf(service.services, two)).toMatchObject({ state: 'failed' });
    const ofBot = await admin('deliveries', 'requeue', '--bot', first.bot.id, '--yes');
    expect(ofBot).toMatchObject({ code: 0, stdout: 'Requeued 1 delivery.\n' });
    expect(await deliveryOf(service.services, two)).toMatchObject({ state: 'pending', round: 2 });
  });

  always('leaves bots without a webhook, and refuses what has not failed', async () => {
    const { bot, ids } = await givenPending(1);
    const [id = ''] = ids;
    expect(await admin('deliveries', 'requeue', '--id', id, '--yes')).toMatchObject({
      code: 1,
      stderr:
        'This delivery cannot be resent: it has not ended, its vote was voided, or the voter has deleted their account.\n',
    });
    await fail(ids, '2026-03-06T12:00:00Z');
    await service.services.db.sql`delete from webhooks where bot_id = ${bot.id}`;
    const since = ['--failed-since', '2026-03-06T00:00:00Z', '--yes'];
    expect(await jsonOf(admin, 'deliveries', 'requeue', ...since)).toEqual({
      code: 0,
      requeued: 0,
      withoutWebhook: 1,
    });
    const unknown = '0195f0a0-0000-7000-8000-000000000000';
    expect(await admin('deliveries', 'requeue', '--id', unknown, '--yes')).toMatchObject({
      code: 1,
      stderr: 'Delivery not found.\n',
    });
  });
});

describe('deliveries cancel', () => {
  always('ends those of a bot without Temporal, and refuses what is not pending', async () => {
    const { bot, ids } = await givenPending(2);
    await fail(ids.slice(0, 1), '2026-03-04T12:00:00Z');
    const cancelled = await jsonOf(admin, 'deliveries', 'cancel', '--bot', bot.id, '--yes');
    expect(cancelled).toEqual({ code: 0, cancelled: 1, workflows: 0 });
    const states = await Promise.all(ids.map((id) => deliveryOf(service.services, id)));
    expect(states).toMatchObject([{ state: 'failed' }, { state: 'cancelled', nextAttemptAt: null }]);
    expect(await admin('deliveries', 'cancel', '--id', ids[1] ?? '', '--yes')).toMatchObject({
      code: 1,
      stderr: 'Only a pending delivery can be cancelled.\n',
    });
    expect(await jsonOf(admin, 'deliveries', 'cancel', '--bot', newBotId(), '--yes')).toMatchObject({
      cancelled: 0,
    });
  });
});

describe('deliveries cancel --all', () => {
  always('asks first, cancels what waits of all bots, says how many, and can be repeated', async () => {
    await using own = await startOwnService();
    const ofAll = adminOf(own.environment);
    const bots = [];
    for (const votes of [2, 1]) {
      bots.push(await given(own.services).owner().listing().withWebhook(HOOK).votes(votes).approved());
    }
    const { sql } = own.services.db;
    // One waits for a retry, with a workflow; one has ended.
    await sql`
      update deliveries set dispatched_at = now(), next_attempt_at = now() + interval '1 hour'
      where bot_id = ${bots[1]?.id ?? ''}`;
    await sql`
      update deliveries set state = 'failed', finished_at = now()
      where id = (select min(id::text)::uuid from deliveries where bot_id = ${bots[0]?.id ?? ''})`;
    const states = async () => {
      const rows = await sql<{ state: string }[]>`select state from deliveries order by state`;
      return rows.map(({ state }) => state);
    };
    expect(await ofAll('deliveries', 'cancel', '--all')).toMatchObject({
      code: 1,
      stderr:
        'This cancels 2 pending deliveries of all bots. They cannot be requeued. Nothing was done: add --yes to do it.\n',
    });
    expect(await states()).toEqual(['failed', 'pending', 'pending']);

    const held = adminOf({ ...own.environment, HOLD_DELIVERIES: 'true' });
    expect(await held('deliveries', 'cancel', '--all', '--yes')).toMatchObject({
      code: 0,
      stdout: 'Cancelled 2 deliveries.\nDeliveries are held: Temporal was not told about 1 workflow.\n',
    });
    expect(await states()).toEqual(['cancelled', 'cancelled', 'failed']);
    expect(await jsonOf(ofAll, 'deliveries', 'cancel', '--all', '--yes')).toEqual({
      code: 0,
      cancelled: 0,
      workflows: 0,
    });
  });

  always('cancels more than one statement does', async () => {
    await using own = await startOwnService();
    const bot = await given(own.services).owner().listing().withWebhook(HOOK).approved();
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

describe('deliveries cancel with Temporal', () => {
  let server: DevServer;
  let receiver: Receiver;
  let working: OwnService;
  beforeAll(async () => {
    if (!cli) return;
    installTemporalRuntime(createLog('error'));
    receiver = await startReceiver();
    parts.defer(() => receiver.close());
    server = await startDevServer(cli, parts);
    working = await startOwnService({ TEMPORAL_ADDRESS: server.address }, 'all');
    parts.defer(() => working.close());
    await working.deliveriesReady;
  });

  testWithTemporal('ends the workflow that waits for a retry, and nothing is sent any more', async () => {
    receiver.answer = () => 503;
    const { services } = working;
    const bot = await given(services).owner().listing().withWebhook(receiver.url).votes(1).approved();
    await receiver.until(1);
    const id = String(receiver.received[0]?.headers['x-webhook-delivery']);
    while (!(await deliveryOf(services, id)).nextAttemptAt) await delay(20);

    const run = await adminOf(working.environment)('deliveries', 'cancel', '--bot', bot.id, '--yes');
    expect(run).toMatchObject({ code: 0, stdout: 'Cancelled 1 delivery.\nEnded 1 workflow.\n' });
    expect(await deliveryOf(services, id)).toMatchObject({ state: 'cancelled' });
    const connection = await Connection.connect({ address: server.address });
    parts.defer(() => connection.close());
    const result = await new Client({ connection }).workflow.getHandle(id).result();
    expect(result).toEqual({ state: 'cancelled', attempts: 1 });
    expect(receiver.received).toHaveLength(1);
    expect(await attemptsOf(services, id)).toHaveLength(1);
    expect(await deliveryOf(services, id)).toMatchObject({ state: 'cancelled' });
  });

  testWithTemporal(
    'a copy that holds its deliveries does not end the workflows of the original',
    async () => {
      receiver.answer = () => 503;
      const { services } = working;
      const before = receiver.received.length;
      await given(services).owner().listing().withWebhook(receiver.url).votes(1).approved();
      await receiver.until(before + 1);
      const id = String(receiver.received.at(-1)?.headers['x-webhook-delivery']);
      while (!(await deliveryOf(services, id)).nextAttemptAt) await delay(20);
      // The copy has the same ids, and by mistake the settings of the original.
      await using copy = await startOwnService();
      const bot = await given(copy.services).owner().listing().withWebhook(receiver.url).votes(1).approved();
      await copy.services.db.sql`
      update deliveries set id = ${id}, dispatched_at = now(), next_attempt_at = now() + interval '1 hour'
      where bot_id = ${bot.id}`;
      const ofCopy = adminOf({
        ...copy.environment,
        TEMPORAL_ADDRESS: server.address,
        TEMPORAL_TASK_QUEUE: working.environment.TEMPORAL_TASK_QUEUE ?? '',
        HOLD_DELIVERIES: 'true',
      });
      expect(await jsonOf(ofCopy, 'deliveries', 'cancel', '--all', '--yes')).toEqual({
        code: 0,
        cancelled: 1,
        workflows: 0,
      });
      expect(await deliveryOf(copy.services, id)).toMatchObject({ state: 'cancelled' });
      const connection = await Connection.connect({ address: server.address });
      parts.defer(() => connection.close());
      const description = await new Client({ connection }).workflow.getHandle(id).describe();
      expect(description.status.name).toBe('RUNNING');
      // The same command of the original ends it.
      const ofOriginal = adminOf(working.environment);
      expect(await jsonOf(ofOriginal, 'deliveries', 'cancel', '--all', '--yes')).toEqual({
        code: 0,
        cancelled: 1,
        workflows: 1,
      });
      const result = await new Client({ connection }).workflow.getHandle(id).result();
      expect(result).toEqual({ state: 'cancelled', attempts: 1 });
    },
  );

  testWithTemporal('cancels in the database while Temporal is away, and says so', async () => {
    const { services } = working;
    const before = receiver.received.length;
    await given(services).owner().listing().withWebhook(receiver.url).votes(1).approved();
    await receiver.until(before + 1);
    const id = String(receiver.received.at(-1)?.headers['x-webhook-delivery']);
    while (!(await deliveryOf(services, id)).nextAttemptAt) await delay(20);
    const away = adminOf({ ...working.environment, TEMPORAL_ADDRESS: '127.0.0.1:1' });
    const run = await away('deliveries', 'cancel', '--id', id, '--yes');
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^Cancelled 1 delivery\.\nTemporal does not respond: 1 workflow may wait /);
    // A worker that reaches Temporal ends the workflow within 15 seconds.
    const connection = await Connection.connect({ address: server.address });
    parts.defer(() => connection.close());
    const handle = new Client({ connection }).workflow.getHandle(id);
    expect(await handle.result()).toMatchObject({ state: 'cancelled' });
    expect(receiver.received).toHaveLength(before + 1);
  });
});
