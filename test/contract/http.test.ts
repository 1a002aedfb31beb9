import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { newUserId } from '../kit/ids.ts';
import { keepLog } from '../kit/kept-log.ts';
import { present } from '../kit/present.ts';
import { exchange, type RawAnswer, readAnswers } from '../kit/raw.ts';
import { forFile, startService } from '../kit/service.ts';

const { lines, log } = keepLog('warn');
const service = await forFile(startService({ REQUEST_TIMEOUT_SECONDS: '2' }, 'web', log));
const bot = present((await service.seed({ users: 0 })).bots[0]);
// A request that is wrong in itself breaks nothing of ours.
afterEach(() => expect(lines.splice(0)).toEqual([]));

const ask = async (...pieces: (string | Uint8Array | number)[]): Promise<RawAnswer[]> =>
  readAnswers((await exchange(service.url, pieces)).text);
const askOnce = async (...pieces: (string | Uint8Array | number)[]): Promise<RawAnswer> => {
  const answers = await ask(...pieces);
  expect(answers).toHaveLength(1);
  return present(answers[0]);
};

function expectRefusal(answer: RawAnswer, status: number): void {
  expect([answer.status, answer.body]).toEqual([status, expect.stringMatching(/^\{"error":"[^"]+\."\}$/)]);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
}

const HOST = 'Host: bots.example\r\n';
const CLOSE = 'Connection: close\r\n\r\n';
/** A report of stats up to its chunks. */
const CHUNKED = [
  `POST /api/v1/bots/{id}/stats HTTP/1.1\r\n${HOST}Authorization: {token}\r\n`,
  'Transfer-Encoding: chunked\r\n\r\n',
].join('');

describe('The target of a request', () => {
  test.each([
    'http://bots.example/api/health',
    'HTTP://bots.example:8080/api/health',
    'https://bots.example/api/health?a=b',
    'http://[::1]:3000/api/health',
  ])('may be absolute: %s', async (target) => {
    const answer = await askOnce(`GET ${target} HTTP/1.1\r\nHost: other.example\r\n${CLOSE}`);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      expect.objectContaining({ status: 'ok' }),
    ]);
  });

  test('may be absolute for a page, one from the cache and a report as well', async () => {
    for (let round = 0; round < 2; round++) {
      for (const path of [`/bot/${bot.id}`, `/widget/${bot.id}.svg`, '/bots?query=a']) {
        const answer = await askOnce(
          `GET http://bots.example${path} HTTP/1.1\r\nHost: bots.example\r\n${CLOSE}`,
        );
        expect([path, answer.status]).toEqual([path, 200]);
      }
    }
    const body = '{"server_count":7}';
    const answer = await askOnce(
      `POST http://bots.example/api/v1/bots/${bot.id}/stats HTTP/1.1\r\nHost: bots.example\r\n` +
        `Authorization: ${bot.token}\r\nContent-Length: ${body.length}\r\n${CLOSE}${body}`,
    );
    expect([answer.status, answer.body]).toEqual([200, '{"success":true,"server_count":7}']);
  });

  test('that is absolute says which host is meant, whatever the Host header says', async () => {
    const form = `id=${newUserId()}&name=Anybody&return=/`;
    const signIn = async (target: string, host: string) => {
      const post = `POST ${target}/sign-in HTTP/1.1\r\nHost: ${host}\r\nConnection: keep-alive\r\n`;
      const end = `GET /livez HTTP/1.1\r\nHost: a\r\n${CLOSE}`;
      const answers = await ask(`${post}Content-Length: ${form.length}\r\n\r\n${form}${end}`);
      expect(answers).toHaveLength(2);
      return answers[0]?.status;
    };
    expect(await signIn('http://evil.example', 'localhost')).toBe(403);
    expect(await signIn('http://localhost', 'evil.example')).toBe(303);
  });

  test('may be the whole server, for its options', async () => {
    const answer = await askOnce(`OPTIONS * HTTP/1.1\r\nHost: bots.example\r\n${CLOSE}`);
    expect([answer.status, answer.headers.allow]).toEqual([204, 'GET, HEAD, POST, PUT, OPTIONS']);
  });

  test.each([
    ['the whole server, to be read', 'GET *'],
    ['no address', 'GET api/health'],
    ['of another protocol', 'GET ftp://bots.example/'],
    ['without a host', 'GET http:///api/health'],
    ['with a user', 'GET http://user@bots.example/'],
    ['with a port that is none', 'GET http://bots.example:99999/'],
    ['with an address that is none', 'GET http://1.2.3.4.5/'],
  ])('is refused with 400 when it is %s', async (_, line) => {
    expectRefusal(await askOnce(`${line} HTTP/1.1\r\nHost: bots.example\r\n\r\n`), 400);
  });

  test.each(['bots.example:443', '127.0.0.1:1'])(
    'leads through to no other server: CONNECT %s',
    async (target) => {
      expectRefusal(await askOnce(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`, 'more'), 501);
    },
  );
});

describe('The host of a request', () => {
  test.each([
    'bots.example:99999',
    '1.2.3.4.5',
    '0x100000000',
    '256.1.1.1',
    'xn--a',
    'a..1',
    '[1::2::3]',
    '..',
  ])('is refused with 400 when nobody can have it: %s', async (host) => {
    for (const path of ['/api/health', '/', `/bot/${bot.id}`, '/graphql?query={health{ok}}', '/livez']) {
      const [answer] = await ask(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}`);
      // Some of them name an address in an odd way.
      if (URL.canParse(`http://${host}`)) expect([path, present(answer).status]).toEqual([path, 200]);
      else expectRefusal(present(answer), 400);
    }
  });

  test('is needed in HTTP/1.1, and not in HTTP/1.0, which closes the connection', async () => {
    expectRefusal(await askOnce('GET /api/health HTTP/1.1\r\n\r\n'), 400);
    const { text, closed } = await exchange(service.url, ['GET /api/health HTTP/1.0\r\n\r\n']);
    expect([readAnswers(text)[0]?.status, closed]).toEqual([200, true]);
    expect((await askOnce('GET / HTTP/1.0\r\nHost: bots.example\r\n\r\n')).status).toBe(200);
  });

  test('is not known when there are two', async () => {
    for (const path of ['/api/health', `/bot/${bot.id}`, '/livez']) {
      expectRefusal(await askOnce(`GET ${path} HTTP/1.1\r\nHost: a.example\r\nhost: a.example\r\n\r\n`), 400);
    }
  });
});

test('Two Authorization headers are refused with 400, whichever of them is valid', async () => {
  const path = `/api/v1/bots/${bot.id}/votes`;
  for (const [one, other] of [
    [bot.token, 'x'],
    ['x', bot.token],
    [bot.token, bot.token],
  ]) {
    const headers = `Authorization: ${one}\r\nX-Between: 1\r\nAUTHORIZATION: ${other}\r\n`;
    expectRefusal(await askOnce(`GET ${path} HTTP/1.1\r\nHost: bots.example\r\n${headers}\r\n`), 400);
  }
});

describe('What is not HTTP', () => {
  test.each<[string, number, string]>([
    ['an unknown method', 501, `FETCH / HTTP/1.1\r\n${HOST}\r\n`],
    ['another protocol', 400, '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
    ['no request line', 400, 'hello\r\n\r\n'],
    ['another version', 505, `GET / HTTP/3.7\r\n${HOST}\r\n`],
    ['HTTP/2 without being asked', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a header without a name', 400, `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`],
    [
      'a header with white space in its name',
      400,
      `GET / HTTP/1.1\r\n${HOST}Content-Length : 5\r\n\r\nhello`,
    ],
    ['a folded header', 400, `GET / HTTP/1.1\r\n${HOST}X-A: b\r\n c: d\r\n\r\n`],
    ['a header with NUL', 400, `GET / HTTP/1.1\r\n${HOST}X-A: b\0c\r\n\r\n`],
    ['headers without end', 431, `GET / HTTP/1.1\r\n${HOST}X-A: ${'b'.repeat(20_000)}\r\n\r\n`],
    ['a target without end', 431, `GET /${'b'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`],
    [
      'a length beside chunks',
      400,
      `POST /graphql HTTP/1.1\r\n${HOST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`,
    ],
    ['two lengths', 400, `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['a length that is none', 400, `POST / HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`],
    [
      'chunks inside of something else',
      400,
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, x\r\n\r\n`,
    ],
    ['a chunk of a strange size', 400, `${CHUNKED}xyz\r\n`],
    ['a chunk with extensions without end', 413, `${CHUNKED}1;${'a'.repeat(20_000)}\r\n`],
    ['an expectation', 417, `POST / HTTP/1.1\r\n${HOST}Expect: 200-ok\r\nContent-Length: 1\r\n\r\na`],
  ])('is refused in the form of all refusals: %s, %i', async (_, status, text) => {
    expectRefusal(await askOnce(text.replace('{id}', bot.id).replace('{token}', bot.token)), status);
  });

  test('does not cut off or overtake the answer to a request before it', async () => {
    const answers = await ask(`GET /api/health HTTP/1.1\r\n${HOST}\r\nnonsense\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expectRefusal(present(answers[1]), 400);
  });

  test('is told to a client that goes on sending, and then the connection is closed', async () => {
    const more = Array.from({ length: 20 }, () => 'x'.repeat(64 * 1024));
    const { text, closed } = await exchange(service.url, [
      `nonsense\r\n\r\n`,
      ...more.flatMap((piece) => [piece, 5]),
    ]);
    expectRefusal(present(readAnswers(text)[0]), 400);
    expect(closed).toBe(true);
  });
});

test('100-continue is met', async () => {
  const text = [
    `POST /api/v1/bots/${bot.id}/stats HTTP/1.1`,
    'Host: bots.example',
    `Authorization: ${bot.token}`,
    'Expect: 100-continue',
    'Content-Length: 18',
    CLOSE,
  ].join('\r\n');
  const { text: came } = await exchange(service.url, [text, 100, '{"server_count":9}']);
  expect(came).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
});

test('100-continue is never written into an answer: it waits for the answers to earlier requests', async () => {
  const first = 'OPTIONS /api/v1/bots/1/stats HTTP/1.1\r\nHost: a\r\n\r\n';
  // What is sent as bytes, and not as text, was mixed up.
  const second = 'GET /favicon.ico HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n';
  const answers = await ask(`${first}${second}${CLOSE}`, 100, '{}');
  expect(answers.map(({ status }) => status)).toEqual([405, 200]);
  expect(answers[1]?.body).toMatch(/^<svg /);
});

describe('A request that does not arrive in time', () => {
  test('is answered with 408, and its connection is closed', async () => {
    const token = `Authorization: ${bot.token}\r\n`;
    const cutOff = [
      '',
      'GET / HTTP/1.1\r\nHost: bots.exa',
      `POST /api/v1/bots/${bot.id}/stats HTTP/1.1\r\nHost: a\r\n${token}Content-Length: 9\r\n\r\n{`,
      'POST /sign-in HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\nContent-Length: 9\r\n\r\n{',
      'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ];
    const came = await Promise.all(cutOff.map((text) => exchange(service.url, [text], { quietMs: 10_000 })));
    for (const [index, { text, closed }] of came.entries()) {
      const answers = readAnswers(text);
      expect([index, answers.length, closed]).toEqual([index, 1, true]);
      expectRefusal(present(answers[0]), 408);
    }
  });
});

describe('A client that goes away in the middle of its own request', () => {
  const cookie = () => service.signIn();
  test.each([
    ['a form', 'POST /sign-in', 'Connection: keep-alive\r\n'],
    ['a vote', 'POST /bot/{id}/vote', ''],
    ['a report', 'POST /bot/{id}/report', ''],
    ['a document', 'POST /graphql', 'Content-Type: application/json\r\n'],
    ['a count', 'POST /api/v1/bots/{id}/stats', 'Authorization: {token}\r\n'],
    ['a list of commands', 'PUT /api/v1/bots/{id}/commands', 'Authorization: {token}\r\n'],
  ])('is no fault of the service: %s', async (_, line, headers) => {
    const start = `${line} HTTP/1.1\r\nHost: localhost\r\nCookie: ${await cookie()}\r\n${headers}`;
    const filled = start.replace('{id}', bot.id).replace('{token}', bot.token);
    for (const body of ['Content-Length: 100\r\n\r\n{"a', 'Transfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n']) {
      await exchange(service.url, [filled + body, 60], { destroy: true });
    }
    await delay(100);
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
  });
});

describe('Every answer to programs', () => {
  test.each([
    ...[
      'GET /api/health',
      'HEAD /api/health',
      'POST /api/health',
      'TRACE /api/health',
      'GET /api/openapi.json',
    ],
    ...['GET /api/unknown', 'GET /api/v1/bots/{id}/votes', 'POST /api/v1/bots/{id}/stats', 'GET /livez'],
    ...[
      'GET /widget/{id}',
      'GET /widget/{id}.svg',
      'GET /widget/{id}.svg?theme=dark',
      'HEAD /widget/{id}.svg',
    ],
    ...['GET /widget/123456789012345678', 'GET /widget/123456789012345678.svg'],
    ...['GET /graphql?query={health{ok}}', 'GET /graphql?query={', 'GET /graphql', 'POST /graphql'],
    ...['OPTIONS /graphql', 'DELETE /graphql', 'TRACE /graphql', 'TRACE /', 'PROPFIND /', 'PURGE /bot/{id}'],
  ])('is taken for what it says it is: %s', async (asked) => {
    const [method = '', path = ''] = asked.replace('{id}', bot.id).split(' ');
    // The second time it may come from the cache.
    for (const headers of ['', '', 'If-None-Match: *\r\n']) {
      const request = `${method} ${path} HTTP/1.1\r\nHost: bots.example\r\n${headers}${CLOSE}`;
      const answer = present(readAnswers((await exchange(service.url, [request])).text, [method])[0]);
      expect(answer.status).toBeLessThan(500);
      if (headers && path.startsWith(`/widget/${bot.id}`)) expect(answer.status).toBe(304);
      if (['TRACE', 'PROPFIND', 'PURGE'].includes(method)) expect(answer.status).toBe(405);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test.each(['', '?theme=dark'])('that is a picture runs nothing and loads nothing: %o', async (query) => {
    for (let round = 0; round < 2; round++) {
      const { headers } = await service.call('GET', `/widget/${bot.id}.svg${query}`);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    }
  });
});

describe('/livez', () => {
  test('says that the process runs, to GET and HEAD alone, and is kept by no cache', async () => {
    const { status, headers, body } = await service.call('GET', '/livez');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await service.call('HEAD', '/livez?probe=1')).status).toBe(200);
    const refused = await service.call('POST', '/livez', { body: {} });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('needs no database', async () => {
    await using own = await startService({ LOG_LEVEL: 'silent' });
    await own.services.db.close();
    expect((await own.call('GET', '/livez', { token: 'x' })).body).toEqual({ status: 'ok' });
    expect((await fetch(`${own.url}/livez`, { headers: { cookie: 'session=x' } })).status).toBe(200);
    expect((await own.call('GET', '/api/health')).status).toBe(503);
  });
});
