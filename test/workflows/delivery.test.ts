import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';
import { expect } from 'vitest';
import { findOwner } from '../../src/embedded/owner.ts';
import { addressOf } from '../../src/embedded/temporal.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { onTemporal, startDelivering } from '../kit/on-temporal.ts';
import { first, present } from '../kit/present.ts';
import { isAuthentic } from '../kit/receiver.ts';
import { attemptsOf } from '../kit/stored.ts';

const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename ... on CastVotePayload { votedAt } } }';

const { test, service, receiver } = await onTemporal(startDelivering);

test('a vote that a user casts arrives at the receiver, signed', async () => {
  const bot = await given(service.services).listing().withWebhook(receiver.url).approved();
  const userId = newUserId();
  const cookie = await service.signIn(userId);
  const cast = await service.graphql(CAST, { id: bot.id }, { cookie });
  await receiver.until(1);

  const [request] = receiver.received;
  if (!request) throw new Error('Nothing arrived.');
  expect(isAuthentic(request, bot.webhookSecret)).toBe(true);
  expect(request.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Listing-Webhook/1',
    'x-webhook-event': 'vote.create',
  });
  expect(request.body).toEqual({
    event: 'vote.create',
    bot_id: bot.id,
    user_id: userId,
    voted_at: Reflect.get(cast.data?.castVote ?? {}, 'votedAt'),
  });
  const delivery = await ended(String(request.headers['x-webhook-delivery']));
  expect(delivery).toMatchObject({ state: 'delivered', botId: bot.id });
});

test('a test that an owner sends arrives and is no vote', async () => {
  const { id: botId, ownerId } = await given(service.services).listing().withWebhook(receiver.url).approved();
  const cookie = await service.signIn(ownerId);
  const before = receiver.received.length;
  const answer = await service.graphql(
    'mutation ($id: ID!) { sendTestWebhook(botId: $id) { __typename ... on Delivery { id kind } } }',
    { id: botId },
    { cookie },
  );
  await receiver.until(before + 1);
  const request = receiver.received[before];
  expect(request?.body).toMatchObject({ bot_id: botId, user_id: ownerId, test: true });
  expect(request?.headers['x-webhook-test']).toBe('true');
  expect(answer.data?.sendTestWebhook).toEqual({
    __typename: 'Delivery',
    id: request?.headers['x-webhook-delivery'],
    kind: 'TEST',
  });
  const votes = await service.services.db.sql`select from votes where bot_id = ${botId}`;
  expect(votes).toHaveLength(0);
});

test('no workflow and no history has the id of a user, so that a deleted account leaves nothing there', async () => {
  const bot = await given(service.services).listing().withWebhook(receiver.url).approved();
  const userId = newUserId();
  const cookie = await service.signIn(userId, 'Ada');
  const before = receiver.received.length;
  await service.graphql(CAST, { id: bot.id }, { cookie });
  await receiver.until(before + 1);
  const id = String(receiver.received[before]?.headers['x-webhook-delivery']);
  await ended(id);
  const deletion = 'mutation { result: deleteAccount(confirmation: "Ada") { __typename } }';
  const { data } = await service.graphql(deletion, {}, { cookie });
  expect(data?.result).toEqual({ __typename: 'DeleteAccountPayload' });

  const connection = await connectTemporal();
  const { workflow } = new Client({ connection });
  const listed: string[] = [];
  // A new workflow is in the list a moment later.
  while (!listed.includes(id)) {
    listed.length = 0;
    for await (const { workflowId } of workflow.list()) listed.push(workflowId);
  }
  const kept: string[] = [];
  for (const workflowId of listed) {
    const handle = workflow.getHandle(workflowId);
    const [{ raw }, history] = [await handle.describe(), await handle.fetchHistory()];
    kept.push(readable(raw) + readable(history));
  }
  await connection.close();
  expect(kept[listed.indexOf(id)]).toContain(`Vote for bot ${bot.id}`);
  expect(kept.filter((text) => text.includes(userId))).toEqual([]);
}, 60_000);

function connectTemporal(): Promise<Connection> {
  const { ports } = present(findOwner(present(service.environment.DATA_DIR))?.temporal);
  return Connection.connect({ address: addressOf(ports) });
}

/** As JSON, in which the bytes of payloads are text instead of base64. */
function readable(value: object): string {
  return JSON.stringify(value, (name, part) =>
    name === 'data' && typeof part === 'string' ? Buffer.from(part, 'base64').toString() : part,
  );
}

test('a hundred votes at once all arrive, each delivery once', async () => {
  const { bots, users } = await service.seed({ bots: 5, users: 20, webhookUrl: receiver.url });
  const before = receiver.received.length;
  const cookies = await Promise.all(users.map((user) => service.signIn(user.id)));
  await Promise.all(
    cookies.flatMap((cookie) => bots.map((bot) => service.graphql(CAST, { id: bot.id }, { cookie }))),
  );
  await receiver.until(before + 100);
  const ids = receiver.received.slice(before).map((request) => String(request.headers['x-webhook-delivery']));
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(await ended(id)).toMatchObject({ state: 'delivered' });
}, 60_000);

test('deliveries add no hook to the promises of the process', () => {
  expect(globalHandlers.promiseHookInstalled).toBe(false);
});

test('a delivery outlives its terminated workflow, and goes on with the attempt that it had reached', async () => {
  receiver.answer = () => 503;
  const listing = given(service.services).listing();
  const { id: botId } = await listing.withWebhook(receiver.url).votes(1).approved();
  const { sql } = service.services.db;
  let failed: { id: string }[] = [];
  while (failed.length === 0) {
    await delay(20);
    failed = await sql<{ id: string }[]>`
      select id from deliveries where bot_id = ${botId} and next_attempt_at is not null`;
  }
  const { id } = first(failed);

  receiver.answer = () => 200;
  const connection = await connectTemporal();
  await new Client({ connection }).workflow.getHandle(id).terminate();
  await connection.close();
  // As if the minute until the retry, and the time that it may be late, had gone by.
  await sql`update deliveries set next_attempt_at = now() - interval '1 minute' where id = ${id}`;
  expect(await ended(id)).toMatchObject({ state: 'delivered' });
  expect(await attemptsOf(service.services, id)).toMatchObject([
    { round: 1, number: 1, statusCode: 503 },
    { round: 1, number: 2, statusCode: 200 },
  ]);
  const arrived = receiver.received.filter(({ body }) => body.bot_id === botId);
  expect(arrived.map(({ headers }) => headers['x-webhook-delivery'])).toEqual([id, id]);
}, 60_000);

async function ended(deliveryId: string): Promise<{ state: string; botId: string } | undefined> {
  for (;;) {
    const [delivery] = await service.services.db.sql<{ state: string; botId: string }[]>`
      select state, bot_id as "botId" from deliveries where id = ${deliveryId}`;
    if (delivery?.state !== 'pending') return delivery;
    await delay(20);
  }
}
