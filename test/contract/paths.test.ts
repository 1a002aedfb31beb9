import { describe, expect, test } from 'vitest';
import { newUserId } from '../kit/ids.ts';
import { send } from '../kit/send.ts';
import { useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

const subject = useService(60);
const userId = newUserId();

describe('A path that is none of the interface', () => {
  test.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/bots',
    '/api/v1/bots/',
    '/api/v1/bots/123456789012345678',
    '/api/v1/bots/123456789012345678/',
    '/api/v1/bots/123456789012345678/stat',
    '/api/v1/bots/123456789012345678/stats/more',
    '/api/v1/bots/123456789012345678/Stats',
    '/api/v1/bots/123456789012345678/1/stats',
    '/api/v1/bots/stats',
    '/api/v2/bots/123456789012345678/stats',
    '/api/v1/health',
    '/api/health/more',
    '/api/bots/123456789012345678/stats',
    '/api/openapi',
    '/api/openapi.json.bak',
    '/api/%00',
    '/api/%E0%A4%A',
    '/widget',
    '/widget/',
    '/widget/1/2',
  ])('%s is answered with 404 whatever the method', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expectFailure(await subject.service.call(method, path), 404);
    }
  });

  test('is answered with 404 without asking for a token, and is not changed by one', async () => {
    const bot = subject.bot();
    expectFailure(await subject.ask('POST', bot, 'unknown', { server_count: 5 }), 404);
    expectFailure(await subject.ask('POST', { ...bot, token: 'unknown' }, 'unknown'), 404);
  });
});

const ID = '123456789012345678';

describe('A wrong base address', () => {
  test.each([
    [`//api/v1/bots/${ID}/stats`, `/api/v1/bots/${ID}/stats`],
    [`/v1/bots/${ID}/stats`, `/api/v1/bots/${ID}/stats`],
    [`/API/v1/bots/${ID}/check?userId=1`, `/api/v1/bots/${ID}/check`],
    [`/api/bots/${ID}/votes`, `/api/v1/bots/${ID}/votes`],
    [`/api/v2/bots/${ID}/Commands/`, `/api/v1/bots/${ID}/commands`],
    [`/api//v1//bots/${ID}//stats`, `/api/v1/bots/${ID}/stats`],
    [`/api/v1/api/v1/bots/${ID}/stats`, `/api/v1/bots/${ID}/stats`],
    [`/bots/${ID}/stats`, `/api/v1/bots/${ID}/stats`],
    [`/v1/bots/<script>/votes/stream`, '/api/v1/bots/{id}/votes/stream'],
    ['/API', '/api/v1/bots/'],
    ['/v10/me', '/api/v1/bots/'],
  ])('%s gets JSON that names the right one', async (path, right) => {
    for (const method of ['GET', 'POST', 'PUT']) {
      const answer = await subject.service.call(method, path);
      expectFailure(answer, 404);
      expect(answer.body.error).toContain(right);
    }
  });

  test.each(['/apis', '/version', '/bots', '/bots/', `/bot/${ID}/votes`])('%s is a page', async (path) => {
    const { headers } = await subject.service.call('GET', path);
    expect(headers.get('content-type')).toContain('text/html');
  });
});

describe('A query parameter of another list', () => {
  test.each(['page', 'offset', 'before', 'after', 'since', 'skip', 'Page'])(
    '%s of the log is refused with the name of ours, after token and limit',
    async (name) => {
      const bot = subject.bot();
      expectFailure(
        await subject.ask('GET', bot, `votes?${name}=2`),
        400,
        `There is no query parameter ${name.toLowerCase()}: pass the next_cursor of a response as cursor.`,
      );
      expectFailure(await subject.ask('GET', { ...bot, token: 'unknown' }, `votes?${name}=2`), 401);
    },
  );

  test.each([
    ['votes?Limit=5', 'Limit', 'limit'],
    ['votes?CURSOR=a', 'CURSOR', 'cursor'],
    [`check?userId=${userId}&userid=1`, 'userid', 'userId'],
  ])('one of ours in other case is refused with its name: %s', async (path, given, name) => {
    const answer = await subject.ask('GET', subject.bot(), path);
    const sentence = `There is no query parameter ${given}: write ${name}, since upper and lower case matter.`;
    expectFailure(answer, 400, sentence);
  });

  test('any other one is ignored, such as one against caches', async () => {
    const bot = subject.bot();
    expect((await subject.ask('GET', bot, 'votes?_=17&limit=5')).status).toBe(200);
    expect((await subject.ask('GET', bot, `check?userId=${userId}&page=2`)).status).toBe(200);
  });
});

describe('A body with a content coding', () => {
  test.each(['gzip', 'br', 'deflate', 'GZIP', 'aws-chunked'])('%s is refused with 415', async (coding) => {
    const bot = subject.bot();
    const ask = (token: string) =>
      fetch(`${subject.service.url}/api/v1/bots/${bot.id}/stats`, {
        method: 'POST',
        headers: { authorization: token, 'content-encoding': coding },
        body: JSON.stringify({ server_count: 5 }),
      });
    const answer = await ask(bot.token);
    expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
    expect(await answer.json()).toEqual({
      error: `The request body has the content coding ${coding}: send it without one.`,
    });
    expect((await ask('blt_unknown')).status).toBe(401);
  });

  test('identity is none', async () => {
    const bot = subject.bot();
    const { status } = await fetch(`${subject.service.url}/api/v1/bots/${bot.id}/stats`, {
      method: 'POST',
      headers: { authorization: bot.token, 'content-encoding': 'identity' },
      body: JSON.stringify({ server_count: 5 }),
    });
    expect(status).toBe(200);
  });
});

describe.each([
  { path: '/api/v1/bots/123456789012345678/stats', allow: 'POST' },
  { path: '/api/v1/bots/123456789012345678/commands', allow: 'PUT' },
  { path: '/api/v1/bots/123456789012345678/check', allow: 'GET, HEAD' },
  { path: '/api/v1/bots/123456789012345678/votes', allow: 'GET, HEAD' },
  { path: '/api/health', allow: 'GET, HEAD' },
  { path: '/api/openapi.json', allow: 'GET, HEAD' },
  { path: '/widget/123456789012345678', allow: 'GET, HEAD' },
  { path: '/widget/123456789012345678.svg', allow: 'GET, HEAD' },
])('The path $path', ({ path, allow }) => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
  const wrong = methods.filter((method) => !allow.split(', ').includes(method));
  test.each([...wrong, ...(allow.includes('HEAD') ? [] : ['HEAD'])])(
    `answers %s with 405 and allows ${allow}`,
    async (method) => {
      for (const asked of [path, `${path}/`, `${path}?a=b`]) {
        const answer = await subject.service.call(method, asked);
        expect(answer.status).toBe(405);
        expect(answer.headers.get('allow')).toBe(allow);
        if (method === 'HEAD') expect(answer.body.text).toBe('');
        else expectFailure(answer, 405);
      }
    },
  );
});

const reads = [
  ['check', (id: string) => `/api/v1/bots/${id}/check?userId=${userId}`],
  ['votes', (id: string) => `/api/v1/bots/${id}/votes`],
  ['health', () => '/api/health'],
  ['openapi', () => '/api/openapi.json'],
  ['widget', (id: string) => `/widget/${id}`],
  ['widget picture', (id: string) => `/widget/${id}.svg`],
] as const;

describe('A path that is only read', () => {
  test.each(reads)('is answered to HEAD as to GET, without the body: %s', async (_, pathOf) => {
    const bot = subject.bot();
    const get = await subject.service.call('GET', pathOf(bot.id), { token: bot.token });
    const head = await subject.service.call('HEAD', pathOf(bot.id), { token: bot.token });
    expect(get.status).toBe(200);
    expect(head.status).toBe(200);
    expect(head.body.text ?? '').toBe('');
    for (const name of ['content-type', 'cache-control', 'etag']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test('is answered to HEAD with the status of a refusal', async () => {
    const bot = subject.bot();
    const status = async (path: string, token?: string) =>
      (await subject.service.call('HEAD', path, token === undefined ? {} : { token })).status;
    expect(await status(`/api/v1/bots/${bot.id}/votes`)).toBe(401);
    expect(await status(`/api/v1/bots/${newUserId()}/votes`, bot.token)).toBe(404);
    expect(await status(`/api/v1/bots/${bot.id}/votes?limit=0`, bot.token)).toBe(400);
  });
});

describe('A slash at the end', () => {
  test.each(reads)('is tolerated: %s', async (_, pathOf) => {
    const bot = subject.bot();
    const path = pathOf(bot.id).replace(/\?|$/, (end) => `/${end}`);
    expect((await subject.service.call('GET', path, { token: bot.token })).status).toBe(200);
  });

  test.each([
    ['POST', 'stats/', { server_count: 5 }],
    ['PUT', 'commands/', { commands: [] }],
  ])('is tolerated: %s %s', async (method, endpoint, body) => {
    expect((await subject.ask(method, subject.bot(), endpoint, body)).status).toBe(200);
  });
});

test.each([
  '/api/v1/../../etc/passwd',
  '//api/health',
  '/api//health',
  '/api/v1/bots//stats',
  '/api/\\health',
])('The raw path %s does not break the service', async (path) => {
  const answer = await send(subject.service.url, 'GET', path);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect((await subject.service.call('GET', '/api/health')).status).toBe(200);
});
