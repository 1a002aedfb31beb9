import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { generateToken } from '../../src/domain/identity/tokens.ts';
import { newUserId } from '../kit/ids.ts';
import { first, present } from '../kit/present.ts';
import { forFile, startOwnService, startService, type TestService } from '../kit/service.ts';
import { statementsDuring } from '../kit/statements.ts';
import { expectFailure } from './expect-failure.ts';

const random = () => randomBytes(32).toString('base64url');
const inventedSession = () => `session=${random()}`;
const inventedToken = () => `blt_${random()}`;

const service = await forFile(
  startOwnService({ CONCURRENT_MEMBER_REQUESTS: '1', CONCURRENT_BOT_REQUESTS: '1' }),
);
/** Another process with the same database. */
const other = await forFile(startService(service.environment));

const newBot = async () => first((await service.seed({ bots: 1, users: 0 })).bots);
const check = (token: string, botId = newUserId()) =>
  service.call('GET', `/api/v1/bots/${botId}/check?userId=${newUserId()}`, { token });
const viewerOf = async (cookie: string, at: TestService = service) =>
  (await at.graphql('{ viewer { name } }', {}, { cookie })).data?.viewer;

describe('A session that somebody has invented', () => {
  test('takes no place of members, while its page is made', async () => {
    const cookie = await service.signIn();
    let crowd: Promise<unknown> | undefined;
    // A page waits as long as its table is locked. The viewer is read from another one.
    const seen = await service.services.db.sql.begin(async (sql) => {
      await sql`lock table bots in access exclusive mode`;
      const ask = () => fetch(`${service.url}/bots?q=bot`, { headers: { cookie: inventedSession() } });
      crowd = Promise.all(Array.from({ length: 3 }, async () => (await ask()).text()));
      return viewerOf(cookie);
    });
    await crowd;
    expect(seen).toEqual({ name: 'Tester' });
  });
});

describe('A token that somebody has invented', () => {
  test('is looked up once in a few seconds, and is refused as before then', async () => {
    const token = inventedToken();
    const { id } = await newBot();
    const { db } = service.services;
    expect(await statementsDuring(db, async () => expectFailure(await check(token, id), 401))).toHaveLength(
      1,
    );
    const again = await statementsDuring(db, async () => {
      expectFailure(await check(token, id), 401);
      const report = { token, body: { server_count: 5 } };
      expectFailure(await service.call('POST', `/api/v1/bots/${id}/stats`, report), 401);
      const headers = { authorization: token };
      expect((await service.graphql('{ __typename }', {}, headers)).data).toEqual({ __typename: 'Query' });
    });
    expect(again).toHaveLength(0);
  });

  test('counts soon after it has become known, even if it was sent again and again', async () => {
    const { id, token } = await newBot();
    const { sql } = service.services.db;
    const [row] = await sql`delete from api_tokens where bot_id = ${id} returning *`;
    const status = async () => (await check(token, id)).status;
    for (let round = 0; round < 5; round++) expect(await status()).toBe(401);
    await sql`insert into api_tokens ${sql(present(row))}`;
    // Each poll is a refusal that must not prolong the memory of the one before.
    await expect.poll(status, { interval: 500, timeout: 15_000 }).toBe(200);
  });

  test('is refused with 401 however many others come with it', async () => {
    const { id } = await newBot();
    const answers = await Promise.all(Array.from({ length: 100 }, () => check(inventedToken(), id)));
    for (const answer of answers) expectFailure(answer, 401);
  });
});

describe('Beside invented ones', () => {
  test('a session and a token that another process has made count at the first request', async () => {
    const crowd = Array.from({ length: 50 }, () => [viewerOf(inventedSession()), check(inventedToken())]);
    const cookie = await other.signIn(newUserId(), 'Ada');
    const { id } = await newBot();
    const { token } = await generateToken(other.services, id);
    expect(await viewerOf(cookie)).toEqual({ name: 'Ada' });
    expect((await check(token, id)).status).toBe(200);
    await Promise.all(crowd.flat());
  });

  test('a session that has ended is a stranger’s from then on, and another one of its user counts', async () => {
    const userId = newUserId();
    const [ended, kept] = [await service.signIn(userId), await service.signIn(userId)];
    expect(await viewerOf(ended)).toEqual({ name: 'Tester' });
    const response = await fetch(`${other.url}/sign-out`, { method: 'POST', headers: { cookie: ended } });
    expect(response.ok).toBe(true);
    expect(await viewerOf(ended)).toBeNull();
    expect(await viewerOf(kept)).toEqual({ name: 'Tester' });
  });

  test('a token that is replaced again and again is refused, and the newest counts at once', async () => {
    const { id, token } = await newBot();
    const tokens = [token];
    for (let round = 0; round < 5; round++) {
      expect((await check(present(tokens.at(-1)), id)).status).toBe(200);
      tokens.push((await generateToken(other.services, id)).token);
      for (const old of tokens.slice(0, -1)) expectFailure(await check(old, id), 401);
    }
    expect((await check(present(tokens.at(-1)), id)).status).toBe(200);
  });
});
