import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newUserId } from '../kit/ids.ts';
import { type Bot, useService } from '../kit/use-service.ts';

const subject = useService(16);
const LIST = `query ($id: ID!, $first: Int, $filter: DeliveryFilter) {
  result: bot(botId: $id) { deliveries(first: $first, filter: $filter) { id state userId } }
}`;
const RETRY = `mutation ($id: ID!, $deliveryId: ID!) {
  result: retryDelivery(botId: $id, deliveryId: $deliveryId) {
    ... on Delivery { state nextAttemptAt } ... on Error { code message }
  }
}`;

/** Adds a delivery that is so many minutes old, and waits for an hour if it is pending. */
async function add({ id: botId }: Bot, state: string, minutes = 0, userId = newUserId()) {
  const id = randomUUID();
  const isPending = state === 'pending';
  await subject.services.db.sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, dispatched_at, next_attempt_at)
    values (${id}, ${botId}, 'vote', ${userId}, now(), ${state}, now() - ${minutes}::int * interval '1 minute',
      now(), ${isPending ? new Date(Date.now() + 3_600_000) : null})`;
  return id;
}

async function asOwner<Result>(document: string, variables: object): Promise<Result> {
  return subject.graphql(document, variables, await subject.signIn(subject.ownerId));
}

async function listed(bot: Bot, filter: object, first = 10): Promise<string[]> {
  const { deliveries } = await asOwner<{ deliveries: { id: string }[] }>(LIST, { id: bot.id, first, filter });
  return deliveries.map(({ id }) => id);
}

test('deliveries are filtered by state, user and time, newest first, and conditions are combined', async () => {
  const bot = subject.bot();
  const userId = newUserId();
  const old = await add(bot, 'delivered', 120, userId);
  const failed = await add(bot, 'failed', 60, userId);
  const other = await add(bot, 'failed', 30);
  const waits = await add(bot, 'pending', 5, userId);
  await add(subject.bot(), 'failed', 1, userId);
  expect(await listed(bot, {})).toEqual([waits, other, failed, old]);
  expect(await listed(bot, { state: 'FAILED' })).toEqual([other, failed]);
  expect(await listed(bot, { state: 'FAILED' }, 1)).toEqual([other]);
  expect(await listed(bot, { userId })).toEqual([waits, failed, old]);
  expect(await listed(bot, { userId, state: 'DELIVERED' })).toEqual([old]);
  expect(await listed(bot, { userId: newUserId() })).toEqual([]);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  expect(await listed(bot, { from: minutesAgo(61), to: minutesAgo(29) })).toEqual([other, failed]);
  expect(await listed(bot, { from: minutesAgo(59) })).toEqual([waits, other]);
  expect(await listed(bot, { userId: null, state: null, from: null, to: null })).toHaveLength(4);
});

test.each([{ userId: 'x' }, { userId: '1\0' }, { userId: "1' or 1=1" }])(
  'a filter by %j is refused as invalid input',
  async (filter) => {
    const cookie = await subject.signIn(subject.ownerId);
    const { errors } = await subject.service.graphql(LIST, { id: subject.bot().id, filter }, { cookie });
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['INVALID_INPUT']);
  },
);

test('a delivery of another bot is as absent as one that does not exist', async () => {
  const bot = subject.bot();
  const find = (id: string) =>
    asOwner('query ($id: ID!, $of: ID!) { result: bot(botId: $of) { delivery(id: $id) { id } } }', {
      of: bot.id,
      id,
    });
  const mine = await add(bot, 'failed');
  expect(await find(mine)).toEqual({ delivery: { id: mine } });
  for (const id of [await add(subject.bot(), 'failed'), randomUUID(), 'x', '\0']) {
    expect(await find(id)).toEqual({ delivery: null });
  }
});

test('a waiting delivery is retried, and another owner cannot do that', async () => {
  const bot = subject.bot();
  const deliveryId = await add(bot, 'pending');
  const stranger = await subject.signIn();
  expect(await subject.graphql(RETRY, { id: bot.id, deliveryId }, stranger)).toMatchObject({
    code: 'FORBIDDEN',
  });
  expect(await asOwner(RETRY, { id: subject.bot().id, deliveryId })).toMatchObject({ code: 'NOT_FOUND' });
  const { nextAttemptAt } = await asOwner<{ nextAttemptAt: string }>(RETRY, { id: bot.id, deliveryId });
  expect(Math.abs(Date.parse(nextAttemptAt) - Date.now())).toBeLessThan(60_000);
});

test('retries are limited per bot, whoever of its owners asks', async () => {
  const bot = subject.bot();
  const codes: unknown[] = [];
  for (let made = 0; made < 13; made++) {
    const { code } = await asOwner<{ code: string }>(RETRY, { id: bot.id, deliveryId: randomUUID() });
    codes.push(code);
  }
  expect(codes).toEqual([...Array.from({ length: 12 }, () => 'NOT_FOUND'), 'RATE_LIMITED']);
  const other = await asOwner(RETRY, { id: subject.bot().id, deliveryId: randomUUID() });
  expect(other).toMatchObject({ code: 'NOT_FOUND' });
});

test('a cancelled delivery has no next attempt', async () => {
  const bot = subject.bot();
  const deliveryId = await add(bot, 'pending');
  const cancelled = await asOwner(RETRY.replace('retryDelivery', 'cancelDelivery'), {
    id: bot.id,
    deliveryId,
  });
  expect(cancelled).toEqual({ state: 'CANCELLED', nextAttemptAt: null });
});

test.each([
  ['paused', 'PAUSED'],
  ['failing', 'FAILING'],
  ['releasing', 'RELEASING'],
  // The hold ended in the moment when the vote was cast.
  [null, 'RELEASING'],
])(
  'a held delivery of a webhook with the hold %s says %s, and one that has ended nothing',
  async (hold, reason) => {
    const bot = subject.bot();
    const { sql } = subject.services.db;
    await asOwner(
      'mutation ($id: ID!, $url: String!) { result: setWebhook(botId: $id, url: $url) { __typename } }',
      { id: bot.id, url: 'https://93.184.216.34/hook' },
    );
    await sql`update webhooks set hold = ${hold}, held_since = now() where bot_id = ${bot.id}`;
    await add(bot, 'held', 1);
    await add(bot, 'failed', 2);
    const document = LIST.replace('{ id state userId }', '{ state holdReason }');
    expect(await asOwner(document, { id: bot.id, first: 10 })).toEqual({
      deliveries: [
        { state: 'HELD', holdReason: reason },
        { state: 'FAILED', holdReason: null },
      ],
    });
  },
);
