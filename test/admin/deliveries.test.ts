import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { afterAll, test as always, describe, expect, inject } from 'vitest';
import { createLog } from '../../src/lib/log.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { adminOf, jsonOf } from '../kit/admin.ts';
import { startDevServer } from '../kit/dev-server.ts';
import { given } from '../kit/given.ts';
import { startOwnService } from '../kit/own-service.ts';
import { startReceiver } from '../kit/receiver.ts';
import { attemptsOf, deliveryOf } from '../kit/stored.ts';

const cli = inject('parts').temporal;
const testWithTemporal = always.skipIf(!cli);

const parts = new AsyncDisposableStack();
afterAll(() => parts.disposeAsync());

const HOOK = 'https://receiver.example/hook';

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

    const held = adminOf({ ...own.environment, HOLD_DELIVERIES: 'true' });
    expect(await held('deliveries', 'cancel', '--all', '--yes')).toMatchObject({
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
    expect(await ofAll('deliveries', 'cancel', '--yes')).toMatchObject({
      code: 2,
      stderr: 'Add --all: it cancels the deliveries of all bots.\n',
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

testWithTemporal(
  'a worker ends the workflow that waits for a retry, and nothing is sent any more',
  async () => {
    installTemporalRuntime(createLog('error'));
    const receiver = await startReceiver();
    parts.defer(() => receiver.close());
    const server = await startDevServer(String(cli), parts);
    const working = await startOwnService({ TEMPORAL_ADDRESS: server.address }, 'all');
    parts.defer(() => working.close());
    await working.deliveriesReady;
    receiver.answer = () => 503;
    const { services } = working;
    await given(services).owner().listing().withWebhook(receiver.url).votes(1).approved();
    await receiver.until(1);
    const id = String(receiver.received[0]?.headers['x-webhook-delivery']);
    while (!(await deliveryOf(services, id)).nextAttemptAt) await delay(20);

    const run = await adminOf(working.environment)('deliveries', 'cancel', '--all', '--yes');
    expect(run).toMatchObject({ code: 0, stdout: 'Cancelled 1 delivery and 0 notices.\n' });
    expect(await deliveryOf(services, id)).toMatchObject({ state: 'cancelled' });
    // The reconciler looks every 15 seconds.
    const connection = await Connection.connect({ address: server.address });
    parts.defer(() => connection.close());
    const result = await new Client({ connection }).workflow.getHandle(id).result();
    expect(result).toEqual({ state: 'cancelled', attempts: 1 });
    expect(receiver.received).toHaveLength(1);
    expect(await attemptsOf(services, id)).toHaveLength(1);
  },
);
