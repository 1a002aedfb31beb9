import { describe, expect, test } from 'vitest';
import { send } from '../kit/send.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

const MIB = 1024 * 1024;
const subject = useService(80);

const endpoints = [
  { method: 'POST', endpoint: 'stats', body: '{"server_count": 5}', head: '{"server_count":5,"padding":"' },
  { method: 'PUT', endpoint: 'commands', body: '{"commands": []}', head: '{"commands":[],"padding":"' },
];

function path(bot: Bot, endpoint: string): string {
  return `/api/v1/bots/${bot.id}/${endpoint}`;
}

function bodyOfSize(head: string, bytes: number): string {
  const tail = '"}';
  return head + 'x'.repeat(bytes - head.length - tail.length) + tail;
}

describe.each(endpoints)('The body of $method $endpoint', ({ method, endpoint, body, head }) => {
  test.each([
    ['empty', ''],
    ['white space', ' \n'],
    ['cut off', '{"server_count": 5, "commands": ['],
    ['JSON and more', `${body} x`],
    ['two values', `${body}${body}`],
    ['with a comma too many', '{"server_count": 5, "commands": [],}'],
    ['in single quotes', "{'server_count': 5, 'commands': []}"],
    ['NaN', '{"server_count": NaN, "commands": NaN}'],
    ['a number with leading zeros', '{"server_count": 05, "commands": 05}'],
    ['a form', 'server_count=5&commands=[]'],
    ['with a raw line feed in a string', '{"server_count": 5, "commands": [], "a": "\n"}'],
  ])('is refused as no JSON when it is %s', async (_, text) => {
    const bot = subject.bot();
    expectFailure(await subject.ask(method, bot, endpoint, text), 400, 'Invalid JSON body.');
  });

  test.each([
    ['null', 'null'],
    ['true', 'true'],
    ['a number', '5'],
    ['a string', '"server_count"'],
    ['an empty array', '[]'],
    ['an array around the object', `[${body}]`],
  ])('is refused as no object when it is %s', async (_, text) => {
    const bot = subject.bot();
    expectFailure(await subject.ask(method, bot, endpoint, text), 400, 'The JSON body must be an object.');
  });

  test('is refused when there is none', async () => {
    expectFailure(await subject.ask(method, subject.bot(), endpoint), 400, 'Invalid JSON body.');
  });

  test.each([
    ['as it is', (bytes: Buffer) => ({ headers: { 'content-length': `${bytes.length}` }, pieces: [bytes] })],
    ['in chunks', (bytes: Buffer) => ({ headers: {}, pieces: [bytes] })],
  ])('is refused when it is not UTF-8, sent %s', async (_, sent) => {
    const bot = subject.bot();
    const bytes = Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0xc3]), Buffer.from('"}')]);
    const { headers, pieces } = sent(bytes);
    const answer = await send(subject.service.url, method, path(bot, endpoint), {
      headers: { authorization: bot.token, ...headers },
      pieces,
    });
    expect(answer.status).toBe(400);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense', ''])(
    'is read as JSON whatever its content type says: %o',
    async (type) => {
      const bot = subject.bot();
      const answer = await send(subject.service.url, method, path(bot, endpoint), {
        headers: { authorization: bot.token, ...(type && { 'content-type': type }) },
        pieces: [body],
      });
      expect(answer.status).toBe(200);
    },
  );

  test('is read in pieces, even where a character is cut in two', async () => {
    const bot = subject.bot();
    const bytes = Buffer.from(`${head}🦊é"}`);
    const answer = await send(subject.service.url, method, path(bot, endpoint), {
      headers: { authorization: bot.token },
      pieces: Array.from(bytes, (_, index) => bytes.subarray(index, index + 1)),
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['with its length declared', true],
    ['in chunks without a length', false],
  ])('may have 1 MiB and not a byte more, %s', async (_, declared) => {
    const bot = subject.bot();
    const post = (bytes: number) =>
      send(subject.service.url, method, path(bot, endpoint), {
        headers: { authorization: bot.token, ...(declared && { 'content-length': `${bytes}` }) },
        pieces: [bodyOfSize(head, bytes)],
      });
    expect((await post(MIB)).status).toBe(200);
    const refused = await post(MIB + 1);
    expect(refused.status).toBe(413);
    expect(refused.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(refused.text)).toEqual({ error: expect.any(String) });
  });

  test('is counted in bytes and not in characters', async () => {
    const bot = subject.bot();
    const text = bodyOfSize(head, MIB / 2 + 100).replaceAll('x', 'é');
    expect((await subject.ask(method, bot, endpoint, text)).status).toBe(413);
  });

  test.each([
    ['with its length declared', true],
    ['in chunks without a length', false],
  ])('is refused with an answer that arrives, however large it is, %s', async (_, declared) => {
    const bot = subject.bot();
    const piece = 'x'.repeat(MIB);
    const refused = await send(subject.service.url, method, path(bot, endpoint), {
      headers: { authorization: bot.token, ...(declared && { 'content-length': `${16 * MIB}` }) },
      pieces: Array.from({ length: 16 }, () => piece),
    });
    expect(refused.status).toBe(413);
    expect((await subject.ask(method, bot, endpoint, body)).status).toBe(200);
  });
});
