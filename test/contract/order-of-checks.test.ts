import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { newUserId } from '../kit/ids.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

const subject = useService(30, { LOG_LEVEL: 'silent' });
const UNKNOWN = `blt_${'A'.repeat(43)}`;

/** What each endpoint takes, what it refuses with 400, and how often it may be asked. */
const endpoints = [
  { method: 'POST', good: 'stats', body: '{"server_count": 5}', bad: 'stats', badBody: '{', max: 60 },
  { method: 'PUT', good: 'commands', body: '{"commands": []}', bad: 'commands', badBody: '{', max: 10 },
  { method: 'GET', good: `check?userId=${newUserId()}`, bad: 'check?userId=x', max: 600 },
  { method: 'GET', good: 'votes', bad: 'votes?limit=0', max: 60 },
];

afterEach(() => void vi.restoreAllMocks());

describe.each(endpoints)('The checks of $method $good', ({ method, good, body, bad, badBody, max }) => {
  const ask = (id: string, token: string, isGood: boolean) => {
    const sent = isGood ? body : badBody;
    return subject.service.call(method, `/api/v1/bots/${id}/${isGood ? good : bad}`, {
      token,
      ...(sent !== undefined && { body: sent }),
    });
  };

  let spent: Bot;
  beforeAll(async () => {
    spent = subject.bot();
    const statuses = await Promise.all(
      Array.from({ length: max }, async () => (await ask(spent.id, spent.token, true)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await ask(spent.id, spent.token, true)).status).toBe(429);
  });

  test('see the token before the budget: an old token is unknown even where it had used its budget up', async () => {
    const bot = subject.bot();
    const cookie = await subject.signIn(subject.ownerId);
    await Promise.all(Array.from({ length: max }, () => ask(bot.id, bot.token, true)));
    expect((await ask(bot.id, bot.token, true)).status).toBe(429);
    await subject.graphql(
      'mutation ($id: ID!) { result: generateToken(botId: $id) { ... on GenerateTokenPayload { token } } }',
      { id: bot.id },
      cookie,
    );
    expectFailure(await ask(bot.id, bot.token, true), 401);
  });

  test('see the token before the id', async () => {
    expectFailure(await ask(newUserId(), UNKNOWN, true), 401);
    expectFailure(await ask('no-id', UNKNOWN, true), 401);
  });

  test('see the token before the request', async () => {
    expectFailure(await ask(subject.bot().id, UNKNOWN, false), 401);
  });

  test('see the budget before the id', async () => {
    const answer = await ask(newUserId(), spent.token, true);
    expect(answer).toMatchObject({ status: 429, body: { error: 'Rate limit exceeded.' } });
  });

  test('see the budget before the request', async () => {
    expect((await ask(spent.id, spent.token, false)).status).toBe(429);
  });

  test('see the id before the request', async () => {
    expectFailure(await ask(newUserId(), subject.bot().token, false), 404);
    expectFailure(await ask(subject.bot().id, subject.bot().token, false), 404);
  });

  test('see the request before the work is tried', async () => {
    const bot = subject.bot();
    const { services } = subject;
    const { db } = services;
    const broken = () => {
      throw new Error('This test lets the work fail.');
    };
    vi.spyOn(db.orm, 'update').mockImplementation(broken);
    vi.spyOn(db, 'sql').mockImplementation(broken);
    expectFailure(await ask(bot.id, bot.token, false), 400);
    expectFailure(await ask(bot.id, bot.token, true), 500);
  });
});
