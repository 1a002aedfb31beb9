import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { generateToken } from '../../src/domain/identity/tokens.ts';
import { putInState } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { forFile, startOwnService, startService } from '../kit/service.ts';
import { statementsDuring } from '../kit/statements.ts';
import { expectFailure } from './expect-failure.ts';

const service = await forFile(startOwnService());
/** Another process with the same database. */
const other = await forFile(startService(service.environment));

interface Bot {
  readonly id: string;
  readonly token: string;
}

const report = ({ id, token }: Bot, body: unknown = { server_count: 5 }) =>
  service.call('POST', `/api/v1/bots/${id}/stats`, { token, body });
const check = ({ id, token }: Bot, userId = newUserId()) =>
  service.call('GET', `/api/v1/bots/${id}/check?userId=${userId}`, { token });

/** A bot whose token the service has verified before. */
async function knownBot(): Promise<Bot> {
  const bot = present((await service.seed({ bots: 1, users: 0 })).bots[0]);
  expect((await report(bot)).status).toBe(200);
  return bot;
}

async function countOf({ id }: Bot): Promise<number | null> {
  const [row] = await service.services.db
    .sql`select server_count as count from bot_stats where bot_id = ${id}`;
  return row?.count;
}

test('a report and a check of a bot that the process knows cost one statement each', async () => {
  const bot = await knownBot();
  const { db } = service.services;
  expect(await statementsDuring(db, () => report(bot, { server_count: 6 }))).toHaveLength(1);
  expect(await statementsDuring(db, () => check(bot))).toHaveLength(1);
  expect(await countOf(bot)).toBe(6);
});

test('a token that another process has replaced is refused at once, whatever is sent, and stores nothing', async () => {
  const bot = await knownBot();
  const { token } = await generateToken(other.services, bot.id);
  expectFailure(await report(bot, { server_count: 9 }), 401);
  expect(await countOf(bot)).toBe(5);
  const again = await knownBot();
  await generateToken(other.services, again.id);
  expectFailure(await report(again, 'no object'), 401);
  expectFailure(await report({ id: newUserId(), token: again.token }), 401);
  expectFailure(await check(again), 401);
  expectFailure(await check(again, 'no id'), 401);
  expect((await report({ id: bot.id, token }, { server_count: 9 })).status).toBe(200);
  expect(await countOf(bot)).toBe(9);
});

test('the token of a listing that another process has removed is refused at once, and stores nothing', async () => {
  const bot = await knownBot();
  await putInState(other.services, bot.id, 'removed');
  expectFailure(await report(bot, { server_count: 9 }), 401);
  expectFailure(await check(bot), 401);
  expect(await countOf(bot)).toBe(5);
});

test("a known bot cannot report for another one, not even next to that one's own report", async () => {
  const [bot, victim] = [await knownBot(), await knownBot()];
  const [theft, own] = await Promise.all([
    report({ id: victim.id, token: bot.token }, { server_count: 8 }),
    report(victim, { server_count: 7 }),
  ]);
  expectFailure(theft, 404);
  expect(own.status).toBe(200);
  expect([await countOf(victim), await countOf(bot)]).toEqual([7, 5]);
});

test('a token that is replaced while the body arrives is refused with 401, and stores nothing', async () => {
  const bot = present((await service.seed({ bots: 1, users: 0 })).bots[0]);
  const before = await countOf(bot);
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const sending = request(`${service.url}/api/v1/bots/${bot.id}/stats`, {
    method: 'POST',
    headers: { authorization: bot.token },
  })
    .on('response', (response) => resolve(response.resume().statusCode))
    .on('error', reject);
  sending.write('{"server_count":');
  // The token is looked up before the body is read.
  await delay(300);
  await generateToken(other.services, bot.id);
  sending.end(' 9}');
  expect(await promise).toBe(401);
  expect(await countOf(bot)).toBe(before);
});

test('a refused token learns nothing of the rate limit', async () => {
  const bot = await knownBot();
  await generateToken(other.services, bot.id);
  const { headers } = await report(bot);
  expect(headers.get('ratelimit')).toBeNull();
  expect(headers.get('ratelimit-policy')).toBeNull();
});
