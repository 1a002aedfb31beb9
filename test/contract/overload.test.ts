import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { type OwnService, startOwnService } from '../domain/support.ts';
import { newUserId } from './subject.ts';

const STRANGERS = 400;

let service: OwnService;
let bot: { id: string; token: string };
beforeAll(async () => {
  service = await startOwnService({ CONCURRENT_STRANGER_REQUESTS: '4', MAX_WAIT_MS: '500' });
  const [seeded] = (await service.seed({ bots: 50 })).bots;
  if (!seeded) throw new Error('Nothing was seeded.');
  bot = seeded;
});
afterAll(() => service?.close());

interface Got {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
  readonly tookMs: number;
}

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

function get(path: string, headers: Record<string, string> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    request(`${service.url}${path}`, { headers, agent }, (response) => {
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
  while (!isOver) results.push(await ask());
  await ended;
  return results;
}

test('While hundreds of strangers search, bots and health are answered, and who cannot be served is told when to try again', async () => {
  const searching = Promise.all(
    Array.from({ length: STRANGERS }, async (_, index) => {
      const answers: Got[] = [];
      for (let round = 0; round < 3; round++) answers.push(await get(`/?search=bot+${index}-${round}`));
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
  expect((await get('/?search=bot')).status).toBe(200);
});

test('A browser that is refused gets a page, and a GraphQL client the errors of GraphQL', async () => {
  const crowd = Promise.all(Array.from({ length: STRANGERS }, () => get('/?search=bot+2')));
  const [page, graphql] = await Promise.all([
    get('/?search=other', { accept: 'text/html,*/*' }),
    get('/graphql?query={__typename}'),
    crowd,
  ]);
  expect(page).toMatchObject({ status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
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

// The embedded database has one session for everybody: a lock in it stops nobody else.
test.runIf(process.env.DATABASE_URL)(
  'While a table that pages read is locked, bots and health are answered, and pages fail within five seconds',
  async () => {
    const other = openDatabase({ url: service.environment.DATABASE_URL ?? '' }, 1);
    try {
      const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const locking = other.sql.begin(async (transaction) => {
        await transaction`lock table daily_votes in access exclusive mode`;
        lock();
        await released;
      });
      await locked;
      const pages = Promise.all(Array.from({ length: 50 }, () => get(`/bot/${bot.id}?${Math.random()}`)));
      const asked = during(pages, async () => [await check(), await get('/api/health')]);
      for (const { status, tookMs } of await pages) {
        expect([500, 503]).toContain(status);
        expect(tookMs).toBeLessThan(5500);
      }
      const others = (await asked).flat();
      expect(others.every(({ status }) => status === 200)).toBe(true);
      release();
      await locking;
      await expect.poll(async () => (await get(`/bot/${bot.id}`)).status, { timeout: 15_000 }).toBe(200);
    } finally {
      await other.close();
    }
  },
);
