import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Seeded } from '../../src/seed/seed.ts';
import { isReadable } from '../../src/terms/command-names.ts';
import { given } from '../kit/given.ts';
import { type Answer, forFile, startService, type TestService } from '../kit/service.ts';
import { assertInTime, SECONDS, Tally } from './budget.ts';

type Bot = Pick<Seeded['bots'][number], 'id' | 'token'>;

const bots: Bot[] = [];
let next = 0;
const service = await forFile(startService());
// On a busy machine, one statement for all of them takes longer than the service gives a statement.
while (bots.length < 4000) bots.push(...(await service.seed({ bots: 500, users: 0 })).bots);

/** Another bot each time, so that none comes to its limits. */
const nextBot = (): Bot => bots[next++ % bots.length] as Bot;
const ask = (method: string, bot: Bot, endpoint: string, body?: string) =>
  call(method, `/api/v1/bots/${bot.id}/${endpoint}`, {
    token: bot.token,
    ...(body !== undefined && { body }),
  });

/** A request that may be repeated: a connection that was idle may be closed by the service when it is used again. */
async function call(...request: Parameters<TestService['call']>): Promise<Answer> {
  try {
    return await service.call(...request);
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(Object(error.cause), 'code') !== 'ECONNRESET') throw error;
    return service.call(...request);
  }
}

const MAX_INTEGER = 2_147_483_647;
/** Text at and around the bounds of lengths, of characters with one to four bytes and of halves of characters. */
const text = (max: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.string({ unit: fc.constantFrom('\0', '\ud83e', '\udd8a', 'a', '🦊', '\u2028'), maxLength: 4 }),
    fc
      .tuple(fc.constantFrom('a', 'é', '世', '🦊'), fc.constantFrom(1, max - 1, max, max + 1, 2 * max))
      .map(([letter, length]) => letter.repeat(length)),
  );
const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, true, '5', 5, [], {}));
const isText = (value: unknown, max: number) =>
  typeof value === 'string' &&
  value.isWellFormed() &&
  !value.includes('\0') &&
  value.length > 0 &&
  [...value].length <= max;

/** A failure as section 7 of the contract has it, with nothing internal in its sentence. */
function expectFailure({ status, headers, body }: Answer, expected: number): void {
  expect(status).toBe(expected);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(body).sort()).toEqual(expected === 429 ? ['error', 'retryAfter'] : ['error']);
  expect(body.error).toMatch(/^\S.{0,300}\.$/s);
  expect(body.error).not.toMatch(/select |insert |update |postgres|node_modules|\bat .+:\d+/i);
  if (expected === 429) expect(Number.isInteger(body.retryAfter) && Number(body.retryAfter) > 0).toBe(true);
}

test('POST /stats takes exactly the bodies that the contract allows, and says what it stored', async () => {
  const tally = new Tally();
  const names = ['server_count', 'guildCount', 'guilds'];
  const number = fc.oneof(
    fc.integer({ min: 0, max: MAX_INTEGER }),
    fc.constantFrom<unknown>(-1, 0, -0, 0.5, 1e3, MAX_INTEGER, MAX_INTEGER + 1, 1e308, '5', null, true, [5]),
    anyValue,
  );
  const member = fc.tuple(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fc.string() }),
    number,
  );
  const body = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.array(member, { maxLength: 3 }).map((members): unknown => Object.fromEntries(members)),
    },
    { weight: 1, arbitrary: anyValue },
  );
  await assertInTime(
    fc.asyncProperty(body, async (value) => {
      const given = names.filter(
        (name) => Object.hasOwn(Object(value), name) && !Array.isArray(value) && typeof value !== 'string',
      );
      const count: unknown = Reflect.get(Object(value), given[0] ?? '');
      const isGood =
        given.length === 1 && Number.isInteger(count) && Number(count) >= 0 && Number(count) <= MAX_INTEGER;
      const answer = await ask('POST', nextBot(), 'stats', JSON.stringify(value));
      tally.add(answer.status);
      if (!isGood) return expectFailure(answer, 400);
      expect(answer.body).toEqual({ success: true, server_count: Math.abs(Number(count)) });
    }),
  );
  tally.print('Stats');
  expect(tally.of(200) > 0 && tally.of(400) > 0).toBe(true);
});

test('PUT /commands drops duplicates, counts code points and refuses a list as a whole', async () => {
  const tally = new Tally();
  const command = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record<unknown>({
        name: fc.constantFrom('a', 'b', 'A', 'é', 'é'),
        description: fc.constantFrom('x', 'y'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ name: text(32), description: text(100), type: anyValue }, { requiredKeys: [] }),
    },
    { weight: 1, arbitrary: anyValue },
  );
  const list = fc.oneof(
    { weight: 8, arbitrary: fc.array(command, { maxLength: 5 }) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(99, 100, 101)
        .map((size) => Array.from({ length: size }, (_, index) => ({ name: `c${index}`, description: 'd' }))),
    },
  );
  await assertInTime(
    fc.asyncProperty(list, async (commands) => {
      const bot = nextBot();
      const isGood =
        commands.length <= 100 &&
        commands.every(
          (entry) =>
            isText(Reflect.get(Object(entry), 'name'), 32) &&
            isReadable(Reflect.get(Object(entry), 'name')) &&
            isText(Reflect.get(Object(entry), 'description'), 100),
        );
      const answer = await ask('PUT', bot, 'commands', JSON.stringify({ commands }));
      tally.add(answer.status);
      if (!isGood) return expectFailure(answer, 400);
      const kept = new Map<string, { name: string; description: string }>();
      for (const { name, description } of commands as { name: string; description: string }[]) {
        if (!kept.has(name)) kept.set(name, { name, description });
      }
      expect(answer.body).toEqual({ success: true, count: kept.size });
      const shown = await service.graphql(
        'query ($id: ID!) { bot(botId: $id) { commands { name description } } }',
        { id: bot.id },
      );
      expect(shown.data?.bot.commands).toEqual([...kept.values()]);
    }),
  );
  tally.print('Commands');
  expect(tally.of(200) > 0 && tally.of(400) > 0).toBe(true);
});

test('query parameters of /check and /votes are read by their rules and by nothing else', async () => {
  const tally = new Tally();
  const digits = fc.oneof(
    fc.constantFrom(0, 1, 16, 17, 18, 19, 20).map((length) => '7'.repeat(length)),
    fc.string({ unit: fc.constantFrom('1', '٣', ' ', '\0', '+', '-', 'e'), maxLength: 20 }),
  );
  const limit = fc.oneof(
    fc.integer({ min: -5, max: 1005 }).map(String),
    fc.constantFrom('', ' 5', '05', '5.0', '1e2', '0x10', '٣', '99999', 'NaN'),
  );
  const cursor = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.tuple(fc.nat(), digits).map(([time, id]) => Buffer.from(`${time}.${id}`).toString('base64url')),
    fc
      .constantFrom('999999999999999.77777777777777777', '-1.77777777777777777', '1.1')
      .map((position) => Buffer.from(position).toString('base64url')),
  );
  await assertInTime(
    fc.asyncProperty(
      fc.oneof(digits, fc.string({ unit: 'binary' })),
      limit,
      fc.option(cursor),
      async (userId, size, place) => {
        const check = await ask(
          'GET',
          nextBot(),
          `check?${new URLSearchParams({ userId: userId.toWellFormed() })}`,
        );
        tally.add(`check ${check.status}`);
        if (/^[0-9]{17,19}$/.test(userId)) {
          expect(check.body).toEqual({ voted: 0, hasVoted: false, votedAt: null, nextVoteAt: null });
        } else expectFailure(check, 400);

        const query = new URLSearchParams({
          limit: size,
          ...(place !== null && { cursor: place.toWellFormed() }),
        });
        const votes = await ask('GET', nextBot(), `votes?${query}`);
        tally.add(`votes ${votes.status}`);
        const isLimit = /^[0-9]{1,4}$/.test(size) && Number(size) >= 1 && Number(size) <= 1000;
        const [, time, id] =
          /^(\d{1,15})\.(\d{17,19})$/.exec(Buffer.from(place ?? '', 'base64url').toString()) ?? [];
        const isCursor =
          place === null || (id !== undefined && Number(time) <= Date.UTC(9999, 11, 31, 23, 59, 59, 999));
        if (isLimit && isCursor) expect(votes.body).toEqual({ votes: [], next_cursor: null });
        else expectFailure(votes, 400);
      },
    ),
  );
  tally.print('Query parameters');
  for (const outcome of ['check 200', 'check 400', 'votes 200', 'votes 400'])
    expect(tally.of(outcome)).toBeGreaterThan(0);
});

test('of several things that are wrong the first counts: 401, then 429, then 404, then 400', async () => {
  const tally = new Tally();
  // A bot of its own: the others may have published commands within the last minute.
  const exhausted = await given(service.services).listing().withToken().approved();
  const spent = await Promise.all(
    Array.from({ length: 11 }, () => ask('PUT', exhausted, 'commands', '{"commands":[]}')),
  );
  expect(spent.filter(({ status }) => status === 429)).toHaveLength(1);
  const token = fc.constantFrom('good', 'good', 'good', 'exhausted', 'unknown', 'missing', 'unreadable');
  const id = fc.constantFrom(
    ...['own', 'own', 'own', 'own', 'own'],
    'of another',
    '999999999999999999',
    '1',
    '12345678901234567890',
    'null',
    '%00',
    '..%2f',
    '٣'.repeat(18),
    '%ff',
  );
  const body = fc.oneof(
    fc.constant('{"commands":[]}'),
    fc.constantFrom('', '{', '[]', '{}', '{"commands":0}', '\ufeff{}', 'null'),
    fc.string({ unit: 'binary' }),
  );
  await assertInTime(
    fc.asyncProperty(token, id, body, async (kind, whose, sent) => {
      const bot = kind === 'exhausted' ? exhausted : nextBot();
      const tokens: Record<string, string | undefined> = {
        unknown: `blt_${'x'.repeat(43)}`,
        unreadable: 'two words',
      };
      const authorization = kind in { good: 0, exhausted: 0 } ? bot.token : tokens[kind];
      const path =
        whose === 'own'
          ? bot.id
          : whose === 'of another'
            ? nextBot().id
            : encodeURI(decodeURIComponentSafe(whose));
      const answer = await call('PUT', `/api/v1/bots/${path}/commands`, {
        ...(authorization !== undefined && { token: authorization }),
        body: sent,
      });
      tally.add(answer.status);
      let expected = 200;
      if (kind !== 'good' && kind !== 'exhausted') expected = 401;
      else if (kind === 'exhausted') expected = 429;
      else if (whose !== 'own') expected = 404;
      else if (sent !== '{"commands":[]}') expected = 400;
      if (expected === 200) expect(answer.body).toEqual({ success: true, count: 0 });
      else expectFailure(answer, expected);
    }),
    // The window is a minute, which this must not outlast.
    Math.min(1, 40 / SECONDS),
  );
  tally.print('Order of the checks');
  for (const status of [200, 400, 401, 404, 429]) expect(tally.of(status)).toBeGreaterThan(0);
});

/** Escapes that are none stay as they are. */
function decodeURIComponentSafe(value: string): string {
  return value.startsWith('%') || value.includes('%2f') ? value : decodeURIComponent(value);
}
