import { describe, expect, test } from 'vitest';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { send } from '../kit/send.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

const subject = useService(40);
const forms = [
  { form: 'JSON', end: '', type: 'application/json; charset=utf-8' },
  { form: 'a picture', end: '.svg', type: 'image/svg+xml; charset=utf-8' },
];

const get = (bot: Bot, end: string, headers: Record<string, string> = {}) =>
  send(subject.service.url, 'GET', `/widget/${bot.id}${end}`, { headers });

test('The widget as JSON tells the public numbers of a bot and nothing else', async () => {
  const bot = subject.bot();
  await subject.ask('POST', bot, 'stats', { server_count: 1234 });
  await subject.services.db.sql`
    update bots set name = 'Ünï "code" 🦊', short_description = '<b>' where id = ${bot.id}`;
  await subject.services.db.sql`
    update bot_stats set vote_count = 2147483647, checked_in_at = '2026-01-31T12:00:00.007Z'
    where bot_id = ${bot.id}`;
  const answer = await subject.service.call('GET', `/widget/${bot.id}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    id: bot.id,
    name: 'Ünï "code" 🦊',
    short_description: '<b>',
    server_count: 1234,
    votes: 2_147_483_647,
    checked_in_at: '2026-01-31T12:00:00.007Z',
  });
});

test('The widget of a bot that never reported has no number and no check-in', async () => {
  const bot = subject.bot();
  await subject.services.db.sql`
    update bot_stats set server_count = null, checked_in_at = null where bot_id = ${bot.id}`;
  const answer = await subject.service.call('GET', `/widget/${bot.id}`);
  expect(answer.body).toMatchObject({ server_count: null, checked_in_at: null });
  expect((await get(bot, '.svg')).text).not.toContain('null');
});

describe.each(forms)('The widget as $form', ({ end, type }) => {
  test('may be embedded anywhere, and is cached for 5 minutes', async () => {
    const { status, headers } = await get(subject.bot(), end);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
  });

  test('is answered with 304 and no body to whoever has it', async () => {
    const bot = subject.bot();
    const etag = String((await get(bot, end)).headers.etag);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `"a" , W/${etag},"b"`, '*']) {
      const answer = await get(bot, end, { 'if-none-match': tags });
      expect(answer.status).toBe(304);
      expect(answer.text).toBe('');
      expect(answer.headers).toMatchObject({
        etag,
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
      });
    }
  });

  test('is answered in full to whoever has another', async () => {
    const bot = subject.bot();
    const { headers, text } = await get(bot, end);
    const etag = String(headers.etag);
    for (const tags of ['"other"', '', etag.slice(1, -1), `${etag.slice(0, -2)}"`]) {
      const answer = await get(bot, end, { 'if-none-match': tags });
      expect(answer).toMatchObject({ status: 200, text });
    }
  });

  test('has another ETag as soon as the bot reports another number', async () => {
    const bot = subject.bot();
    const { headers } = await get(bot, end);
    await subject.ask('POST', bot, 'stats', { server_count: 3 });
    const answer = await get(bot, end, { 'if-none-match': String(headers.etag) });
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).not.toBe(headers.etag);
  });

  test('needs no token and does not look at one', async () => {
    const [bot, other] = [subject.bot(), subject.bot()];
    for (const authorization of ['nonsense and more', 'Bearer unknown', other.token]) {
      expect((await get(bot, end, { authorization })).status).toBe(200);
    }
  });

  test.each([
    ['an id of nobody', () => newUserId()],
    ['an id of 16 digits', () => '1234567890123456'],
    ['an id of 20 digits', () => '12345678901234567890'],
    ['a word', () => 'melody'],
    ['an id with an escape', () => '%31'.repeat(18)],
    ['text that SQL would read', () => "1'%20or%20'1'='1"],
  ])('is answered with 404 for %s', async (_, id) => {
    const answer = await subject.service.call('GET', `/widget/${id()}${end}`);
    expectFailure(answer, 404, 'Bot not found.');
    expect(answer.headers.get('cache-control') ?? '').not.toContain('max-age=300');
  });

  test('has no rate limit', async () => {
    const bot = subject.bot();
    const headers = { authorization: bot.token };
    for (let round = 0; round < 7; round++) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => get(bot, end, headers)));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
      expect(present(answers[0]).headers.ratelimit).toBeUndefined();
    }
  });
});

test.each(['.png', '.SVG', '.json', '.svg.svg'])('A widget ending in %s does not exist', async (end) => {
  expectFailure(await subject.service.call('GET', `/widget/${subject.bot().id}${end}`), 404);
});
