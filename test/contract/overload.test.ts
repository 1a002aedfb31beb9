import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { newUserId } from '../kit/ids.ts';
import { startPostgres } from '../kit/postgres.ts';
import { first } from '../kit/present.ts';
import { forFile, startOwnService, startService } from '../kit/service.ts';
import { whileAway } from '../kit/while-away.ts';

const STRANGERS = 400;

const service = await forFile(startOwnService({ CONCURRENT_STRANGER_REQUESTS: '1', MAX_WAIT_MS: '50' }));
const bot = first((await service.seed({ bots: 50 })).bots);

interface Got {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
  readonly tookMs: number;
}

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** @param path as it is sent */
function get(path: string, headers: Record<string, string> = {}, url = service.url): Promise<Got> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, headers, agent }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += String(chunk);
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body,
          tookMs: performance.now() - start,
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const check = () => get(`/api/v1/bots/${bot.id}/check?userId=${newUserId()}`, { authorization: bot.token });

/** Asks again and again, until the rest is done. */
async function during<Result>(work: Promise<unknown>, ask: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    results.push(await ask());
    // A token has 600 checks a minute.
    await delay(50);
  }
  await ended;
  return results;
}

test('While hundreds of strangers search, bots and health are answered, and the rest are told when to try again', async () => {
  const searching = Promise.all(
    Array.from({ length: STRANGERS }, async (_, index) => {
      const answers: Got[] = [];
      for (let round = 0; round < 3; round++) answers.push(await get(`/bots?q=bot+${index}-${round}`));
      return answers;
    }),
  );
  const asked = during(searching, async () => [await check(), await get('/api/health')]);
  const answers = (await searching).flat();
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, body } of refused) {
    expect(headers).toMatchObject({ 'retry-after': '2', 'content-type': 'application/json; charset=utf-8' });
    expect(JSON.parse(body)).toEqual({ error: 'The service is busy: try again in a few seconds.' });
  }
  const others = (await asked).flat();
  expect(others.length).toBeGreaterThan(0);
  expect(others.every(({ status }) => status === 200)).toBe(true);
  expect((await get('/bots?q=bot')).status).toBe(200);
});

test('A browser that is refused gets a page, and a GraphQL client the errors of GraphQL', async () => {
  let crowd: Promise<unknown> | undefined;
  // The one slot stays taken as long as its search waits for the table.
  const [page, graphql] = await service.services.db.sql.begin(async (sql) => {
    await sql`lock table bots in access exclusive mode`;
    crowd = Promise.all(Array.from({ length: 5 }, () => get('/bots?q=bot+2')));
    return Promise.all([
      get('/bots?q=other', { accept: 'text/html,*/*', 'accept-encoding': 'br' }),
      get('/graphql?query={__typename}'),
    ]);
  });
  await crowd;
  expect(page).toMatchObject({ status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
  // Compression would cost more than the refusal itself.
  expect(page.headers['content-encoding']).toBeUndefined();
  expect(page.body).toContain('<h1>We are busy</h1>');
  expect(graphql.status).toBe(503);
  expect(JSON.parse(graphql.body)).toEqual({
    errors: [
      {
        message: 'The service is busy: try again in a few seconds.',
        extensions: { code: 'OVERLOADED', retryAfter: 2 },
      },
    ],
  });
});

test.each([
  '/assets/../bots?q=',
  '/api/health/%2e%2e/%2e%2e/bots?q=',
  '/docs/assets/.%2E/../bots?q=',
  '/robots.txt/../bots?q=',
  '/api/v1/../../bots?q=',
])('A search is a search whatever its path looks like: %s', async (path) => {
  const answers = await Promise.all(
    Array.from({ length: STRANGERS }, (_, index) => get(`${path}${index}`, { authorization: bot.token })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toContain(503);
});

describe('On a PostgreSQL', () => {
  const program = inject('parts').postgres;
  test.skipIf(!program)(
    'while a table that pages read is locked, bots and health are answered, and pages fail within five seconds',
    async () => {
      await using parts = new AsyncDisposableStack();
      if (!program) return;
      const { url } = await startPostgres(program, parts);
      const other = openDatabase({ url }, 1);
      parts.defer(() => other.close());
      await whileAway(() => other.sql`select 1`);
      const own = await startService({ DATABASE_URL: url, HOST: '127.0.0.1', LOG_LEVEL: 'silent' });
      parts.defer(() => own.close());
      const [ours] = (await own.seed()).bots;
      const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const locking = other.sql
        .begin(async (transaction) => {
          await transaction`lock table daily_votes in access exclusive mode`;
          lock();
          await released;
        })
        .catch(() => {});
      try {
        await locked;
        const ask = (path: string, headers = {}) => get(path, headers, own.url);
        const token = { authorization: ours?.token ?? '' };
        const pages = Promise.all(Array.from({ length: 50 }, () => ask(`/bot/${ours?.id}?${Math.random()}`)));
        const asked = during(pages, async () => [
          await ask(`/api/v1/bots/${ours?.id}/check?userId=${newUserId()}`, token),
          await ask('/api/health'),
        ]);
        for (const { status, tookMs } of await pages) {
          expect([500, 503]).toContain(status);
          expect(tookMs).toBeLessThan(5000);
        }
        expect(new Set((await asked).flat().map(({ status }) => status))).toEqual(new Set([200]));
        release();
        await locking;
        const isBack = async () => (await ask(`/bot/${ours?.id}`)).status;
        await expect.poll(isBack, { timeout: 15_000 }).toBe(200);
      } finally {
        release();
        await locking;
      }
    },
  );
});
