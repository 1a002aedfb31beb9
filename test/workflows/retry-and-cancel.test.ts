import { Client, Connection } from '@temporalio/client';
import { expect } from 'vitest';
import { pauseWebhook, resumeWebhook } from '../../src/domain/delivery/hold.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { createLog } from '../../src/lib/log.ts';
import { ATTEMPTS } from '../../src/terms/schedule.ts';
import { ownDatabase } from '../kit/database.ts';
import { startDevServer } from '../kit/dev-server.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { onTemporal } from '../kit/on-temporal.ts';
import { first } from '../kit/present.ts';
import { startReceiver } from '../kit/receiver.ts';
import { forFile, startService } from '../kit/service.ts';
import { attemptsOf, deliveryOf } from '../kit/stored.ts';

const RETRY = `mutation ($botId: ID!, $id: ID!) {
  result: retryDelivery(botId: $botId, deliveryId: $id) { ... on Delivery { state } ... on Error { code message } }
}`;
const CANCEL = RETRY.replace('retryDelivery', 'cancelDelivery');

const { test, temporal, receiver, web } = await onTemporal(async (cli, parts) => {
  const receiver = await forFile(startReceiver());
  const own = await ownDatabase(parts);
  const temporal = await startDevServer(cli, parts);
  const environment = { ...own, LOG_LEVEL: 'fatal', TEMPORAL_ADDRESS: temporal.address };
  // Two processes' parts: the one with the mutation has no connection to Temporal.
  const web = await forFile(startService(environment, 'web'));
  const worker = await forFile(startService(environment, 'worker'));
  await worker.deliveriesReady;
  return { temporal, receiver, web };
}, createLog('fatal'));

/** A delivery whose first attempt has failed. It waits for a minute. */
async function waiting() {
  receiver.answer = () => 503;
  receiver.received.length = 0;
  const listing = given(web.services).listing();
  const { id: botId, ownerId } = await listing.withWebhook(receiver.url).votes(1).approved();
  const { id } = first(
    await web.services.db.sql<{ id: string }[]>`select id from deliveries where bot_id = ${botId}`,
  );
  await expect
    .poll(async () => (await deliveryOf(web.services, id)).nextAttemptAt, { timeout: 20_000 })
    .not.toBeNull();
  const cookie = await web.signIn(ownerId);
  const act = async (document: string) =>
    (await web.graphql(document, { botId, id }, { cookie })).data?.result;
  const ends = (state: string, timeout = 20_000) =>
    expect.poll(async () => (await deliveryOf(web.services, id)).state, { timeout }).toBe(state);
  return { id, act, ends };
}

async function workflowOf(id: string) {
  const connection = await Connection.connect({ address: temporal.address });
  try {
    const { status, historyLength } = await new Client({ connection }).workflow.getHandle(id).describe();
    return { status: status.name, historyLength };
  } finally {
    await connection.close();
  }
}

test('a waiting delivery that its owner retries goes out at once, in the same workflow, and is then delivered', async () => {
  const { id, act, ends } = await waiting();
  receiver.answer = () => 200;
  expect(await act(RETRY)).toEqual({ state: 'PENDING' });
  await ends('delivered');
  expect(await attemptsOf(web.services, id)).toMatchObject([
    { number: 1, statusCode: 503 },
    { number: 2, statusCode: 200 },
  ]);
  expect(receiver.received.map(({ headers }) => headers['x-webhook-delivery'])).toEqual([id, id]);
  await expect.poll(() => workflowOf(id)).toMatchObject({ status: 'COMPLETED' });
  expect(await act(RETRY)).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await act(CANCEL)).toMatchObject({ code: 'INVALID_INPUT' });
}, 60_000);

test('retried again and again it makes no more attempts than the schedule has', async () => {
  const { id, act, ends } = await waiting();
  for (let number = 2; number <= ATTEMPTS; number++) {
    expect(await act(RETRY)).toEqual({ state: 'PENDING' });
    await expect
      .poll(async () => (await attemptsOf(web.services, id)).length, { timeout: 20_000 })
      .toBe(number);
  }
  await ends('failed');
  expect(await act(RETRY)).toMatchObject({ code: 'INVALID_INPUT' });
  expect(receiver.received).toHaveLength(ATTEMPTS);
}, 90_000);

test('the workflow of a delivery that its owner cancels ends, and nothing more is sent', async () => {
  const { id, act } = await waiting();
  expect(await act(CANCEL)).toEqual({ state: 'CANCELLED' });
  await expect.poll(async () => (await workflowOf(id)).status, { timeout: 30_000 }).toBe('COMPLETED');
  await expect
    .poll(async () => (await deliveryOf(web.services, id)).nextAttemptAt, { timeout: 20_000 })
    .toBeNull();
  expect(await deliveryOf(web.services, id)).toMatchObject({ state: 'cancelled' });
  expect(receiver.received).toHaveLength(1);
}, 60_000);

test('a pause ends the workflow of a waiting delivery, and after a resume all go out, oldest first and each once', async () => {
  const { id, act } = await waiting();
  const { services } = web;
  const [row] = await services.db.sql<{ botId: string; ownerId: string }[]>`
    select deliveries.bot_id as "botId", bot_owners.user_id as "ownerId"
    from deliveries join bot_owners using (bot_id) where deliveries.id = ${id}`;
  const { botId, ownerId } = first(row ? [row] : []);
  await pauseWebhook(services, botId, ownerId);
  await expect.poll(async () => (await workflowOf(id)).status, { timeout: 30_000 }).toBe('COMPLETED');
  expect(await act(RETRY)).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('held') });
  for (let vote = 0; vote < 60; vote += 1) await castVote(services, botId, newUserId());
  expect(receiver.received).toHaveLength(1);

  receiver.answer = () => 200;
  await resumeWebhook(services, botId, ownerId);
  // Votes in the middle of the release wait behind the others.
  for (let vote = 0; vote < 10; vote += 1) await castVote(services, botId, newUserId());
  const states = async () => {
    const rows = await services.db.sql`
      select state, hold, count(*)::int from deliveries join webhooks using (bot_id)
      where bot_id = ${botId} group by 1, 2`;
    return [...rows];
  };
  await expect.poll(states, { timeout: 60_000 }).toEqual([{ state: 'delivered', hold: null, count: 71 }]);
  const sent = receiver.received.slice(1).map(({ headers }) => headers['x-webhook-delivery']);
  const order = await services.db.sql<{ id: string }[]>`
    select id from deliveries where bot_id = ${botId} order by created_at, id`;
  expect(sent.toSorted()).toEqual(order.map((each) => each.id).toSorted());
  // Eight are under way at a time, of the 32 that are due.
  for (const [place, { id: each }] of order.entries())
    expect(Math.abs(sent.indexOf(each) - place)).toBeLessThan(32);
}, 120_000);

test('while Temporal is away a retry waits in the outbox, and goes out when Temporal is back', async () => {
  const { id, act, ends } = await waiting();
  receiver.answer = () => 200;
  await temporal.stop();
  expect(await act(RETRY)).toEqual({ state: 'PENDING' });
  expect(await act(RETRY)).toMatchObject({
    code: 'INVALID_INPUT',
    message: 'An attempt is already in progress or due.',
  });
  expect(receiver.received).toHaveLength(1);
  await temporal.start();
  await ends('delivered', 60_000);
  expect(await attemptsOf(web.services, id)).toHaveLength(2);
}, 120_000);
