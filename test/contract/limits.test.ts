import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import type { Answer } from '../kit/service.ts';
import { type Bot, useService } from '../kit/use-service.ts';

const subject = useService(40);

const endpoints = [
  { name: 'stats', max: 60, method: 'POST', endpoint: 'stats', body: { server_count: 5 } },
  { name: 'commands', max: 10, method: 'PUT', endpoint: 'commands', body: { commands: [] } },
  { name: 'check', max: 600, method: 'GET', endpoint: `check?userId=${newUserId()}`, body: undefined },
  { name: 'votes', max: 60, method: 'GET', endpoint: 'votes', body: undefined },
];
type Endpoint = (typeof endpoints)[number];

const ask = (bot: Bot, { method, endpoint, body }: Endpoint) => subject.ask(method, bot, endpoint, body);
const times = <Result>(count: number, make: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, make));
const statuses = (answers: readonly Answer[]) => [...new Set(answers.map((answer) => answer.status))];

// The limiter's clock stands still and moves only where a test says so.
let time = performance.now();
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => time));
afterEach(() => void vi.restoreAllMocks());
const wait = (seconds: number) => {
  time += seconds * 1000;
};

describe.each(endpoints)('The budget of $method $endpoint', (endpoint) => {
  const { name, max } = endpoint;

  test(`admits ${max} requests a minute and refuses the next with retryAfter`, async () => {
    const bot = subject.bot();
    expect(statuses(await times(max, () => ask(bot, endpoint)))).toEqual([200]);
    const refused = await ask(bot, endpoint);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ error: 'Rate limit exceeded.', retryAfter: 60 });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('admits no more of many that arrive together', async () => {
    const bot = subject.bot();
    const answers = await times(max + 15, () => ask(bot, endpoint));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(max);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15);
  });

  test('tells how it stands in the RateLimit headers', async () => {
    const bot = subject.bot();
    const first = await ask(bot, endpoint);
    expect(first.headers.get('ratelimit-policy')).toBe(`"${name}";q=${max};w=60`);
    expect(first.headers.get('ratelimit')).toBe(`"${name}";r=${max - 1};t=60`);
    expect(first.headers.get('retry-after')).toBeNull();
    await times(max - 2, () => ask(bot, endpoint));
    wait(20);
    const last = await ask(bot, endpoint);
    expect(last.headers.get('ratelimit')).toBe(`"${name}";r=0;t=40`);
    const refused = await ask(bot, endpoint);
    expect(refused.headers.get('ratelimit-policy')).toBe(`"${name}";q=${max};w=60`);
    expect(refused.headers.get('ratelimit')).toBe(`"${name}";r=0;t=40`);
    expect(refused.body.retryAfter).toBe(40);
  });

  test('lets the next request pass after retryAfter whole seconds and counts no refused one', async () => {
    const bot = subject.bot();
    await times(max, () => ask(bot, endpoint));
    for (const left of [60, 50, 40, 30, 20, 10]) {
      const refused = await ask(bot, endpoint);
      expect(refused.body.retryAfter).toBe(left);
      wait(left === 10 ? 9.001 : 10);
    }
    const { status, body } = await ask(bot, endpoint);
    expect({ status, retryAfter: body.retryAfter }).toEqual({ status: 429, retryAfter: 1 });
    wait(Number(body.retryAfter));
    expect((await ask(bot, endpoint)).status).toBe(200);
  });

  test('slides: no minute has more than its requests', async () => {
    const bot = subject.bot();
    await times(max / 2, () => ask(bot, endpoint));
    wait(45);
    await times(max / 2, () => ask(bot, endpoint));
    wait(20);
    expect(statuses(await times(max / 2, () => ask(bot, endpoint)))).toEqual([200]);
    const refused = await ask(bot, endpoint);
    expect(refused.body.retryAfter).toBe(40);
  });

  test('counts requests that are answered with 404 or 400', async () => {
    const bot = subject.bot();
    const wrong = await times(max / 2, () => ask({ ...bot, id: newUserId() }, endpoint));
    expect(statuses(wrong)).toEqual([404]);
    expect(present(wrong[0]).headers.get('ratelimit')).toContain(`"${name}";r=`);
    const path = endpoint.endpoint.replace(/\?.*/, '');
    const bad = await times(max / 2, () =>
      endpoint.body
        ? subject.ask(endpoint.method, bot, path, '{')
        : subject.ask(endpoint.method, bot, `${path}?userId=x&limit=x`),
    );
    expect(statuses(bad)).toEqual([400]);
    expect((await ask(bot, endpoint)).status).toBe(429);
  });

  test('is of one token and one endpoint only', async () => {
    const [bot, other] = [subject.bot(), subject.bot()];
    await times(max, () => ask(bot, endpoint));
    expect((await ask(bot, endpoint)).status).toBe(429);
    expect((await ask(other, endpoint)).status).toBe(200);
    for (const another of endpoints.filter((candidate) => candidate !== endpoint)) {
      const answer = await ask(bot, another);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('ratelimit')).toBe(`"${another.name}";r=${another.max - 1};t=60`);
    }
  });
});

test('A new token has a new budget', async () => {
  const bot = subject.bot();
  const commands = present(endpoints[1]);
  await times(10, () => ask(bot, commands));
  expect((await ask(bot, commands)).status).toBe(429);
  const { token } = await subject.graphql<{ token: string }>(
    'mutation ($id: ID!) { result: generateToken(botId: $id) { ... on GenerateTokenPayload { token } } }',
    { id: bot.id },
    await subject.signIn(subject.ownerId),
  );
  const answer = await ask({ ...bot, token }, commands);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('ratelimit')).toBe('"commands";r=9;t=60');
});

test('Requests without a known token draw on nobody', async () => {
  const bot = subject.bot();
  const commands = present(endpoints[1]);
  const answers = await times(30, () => ask({ ...bot, token: `${bot.token}x` }, commands));
  expect(statuses(answers)).toEqual([401]);
  expect(present(answers[0]).headers.get('ratelimit')).toBeNull();
  expect((await ask(bot, commands)).headers.get('ratelimit')).toBe('"commands";r=9;t=60');
});
