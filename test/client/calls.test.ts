import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, type ClientOptions, createClient, type Vote } from '../../packages/client/src/index.ts';
import { newUserId } from '../kit/ids.ts';
import { type Bot, useService } from '../kit/use-service.ts';

const HOUR = 60 * 60 * 1000;
const subject = useService(30);
const clientOf = ({ id, token }: Bot, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: subject.service.url, botId: id, token, ...options });
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error,
  );

afterEach(() => void vi.restoreAllMocks());

describe('reportStats', () => {
  test('stores the server count, which the widget shows', async () => {
    const bot = subject.bot();
    expect(await clientOf(bot).reportStats(1234)).toBe(1234);
    expect((await subject.service.call('GET', `/widget/${bot.id}`)).body.server_count).toBe(1234);
  });

  test.each([-1, 1.5, Number.NaN, 2 ** 31])('sends nothing for the count %d', async (count) => {
    const fetch = vi.fn<typeof globalThis.fetch>();
    await expect(clientOf(subject.bot(), { fetch }).reportStats(count)).rejects.toThrow(RangeError);
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('putCommands', () => {
  test('replaces the commands, and tells how many there are', async () => {
    const bot = subject.bot();
    const client = clientOf(bot);
    const ping = { name: 'ping', description: 'Answers with pong.', options: [{ name: 'times' }] };
    const help = { name: 'help', description: 'Shows all commands.' };
    expect(await client.putCommands([ping, help, ping])).toBe(2);
    expect(await client.putCommands([help])).toBe(1);
    expect(await subject.commandsOf(bot)).toEqual([help]);
    expect(await client.putCommands([])).toBe(0);
  });

  test('takes a map of objects with toJSON, and leaves commands of context menus out', async () => {
    const bot = subject.bot();
    const builder = { toJSON: () => ({ name: 'ping', description: 'Answers with pong.', type: 1 }) };
    const contextMenu = { name: 'Report message', description: '', type: 3 };
    const commands = new Map<string, typeof builder | typeof contextMenu>([
      ['1', builder],
      ['2', contextMenu],
    ]);
    expect(await clientOf(bot).putCommands(commands)).toBe(1);
    expect(await subject.commandsOf(bot)).toEqual([{ name: 'ping', description: 'Answers with pong.' }]);
  });

  test('fails with the sentence of the service for a command that it refuses', async () => {
    const error = await failureOf(clientOf(subject.bot()).putCommands([{ name: 'ping' }]));
    expect(error).toMatchObject({ name: 'ApiError', status: 400, code: 'INVALID_REQUEST' });
    expect(String(error)).toContain('commands[0].description');
  });
});

describe('checkVote', () => {
  test.each([Number('750000000000000001'), 750000000000000001n, '12', '', undefined, ' 750000000000000001'])(
    'refuses an id that is no string of digits, before it asks: %s',
    async (id) => {
      const bot = subject.bot();
      const asked = () => clientOf(bot).checkVote(id as string);
      await expect(asked).rejects.toThrow(TypeError);
      expect(() => clientOf(bot, { botId: id as string })).toThrow(TypeError);
      if (typeof id === 'number') await expect(asked).rejects.toThrow('as a string: JavaScript rounds');
    },
  );

  test('tells of a vote within 12 hours, with its times as dates', async () => {
    const [bot, userId] = [subject.bot(), newUserId()];
    const votedAt = new Date(Date.now() - HOUR);
    await subject.addVote(bot, userId, votedAt);
    expect(await clientOf(bot).checkVote(userId)).toEqual({
      hasVoted: true,
      votedAt,
      nextVoteAt: new Date(votedAt.getTime() + 12 * HOUR),
    });
    expect(await clientOf(bot).checkVote(newUserId())).toEqual({
      hasVoted: false,
      votedAt: null,
      nextVoteAt: null,
    });
  });
});

describe('votes', () => {
  async function allOf(votes: AsyncIterable<Vote>): Promise<Vote[]> {
    const all = [];
    for await (const vote of votes) all.push(vote);
    return all;
  }

  async function addVotes(bot: Bot, count: number): Promise<string[]> {
    const entries = [];
    for (let minute = count; minute > 0; minute--) {
      const userId = newUserId();
      await subject.addVote(bot, userId, new Date(Date.UTC(2026, 0, 1, 0, minute)));
      entries.push(userId);
    }
    return entries;
  }

  test('reads all pages to the end, newest first', async () => {
    const bot = subject.bot();
    const userIds = await addVotes(bot, 11);
    const send = vi.fn(fetch);
    const votes = await allOf(clientOf(bot, { fetch: send }).votes({ pageSize: 2 }));
    expect(votes.map((vote) => vote.userId)).toEqual(userIds);
    expect(votes[0]?.votedAt).toEqual(new Date(Date.UTC(2026, 0, 1, 0, 11)));
    expect(send).toHaveBeenCalledTimes(6);
  });

  test('waits for the rate limit in the middle of a long log', async () => {
    const bot = subject.bot();
    const userIds = await addVotes(bot, 65);
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const sleep = vi.fn(async (ms: number) => {
      now += ms;
    });
    const votes = await allOf(clientOf(bot, { sleep }).votes({ pageSize: 1 }));
    expect(votes.map((vote) => vote.userId)).toEqual(userIds);
    expect(sleep.mock.calls.map(([ms]) => ms)).toEqual([60_000]);
  });

  test('asks for no further page when the reader stops', async () => {
    const bot = subject.bot();
    await addVotes(bot, 5);
    const send = vi.fn(fetch);
    for await (const _ of clientOf(bot, { fetch: send }).votes({ pageSize: 2 })) break;
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('reads an empty log', async () => {
    expect(await allOf(clientOf(subject.bot()).votes())).toEqual([]);
  });

  test('ends with the reason of its signal', async () => {
    const reason = new Error('No longer needed.');
    const reading = clientOf(subject.bot()).votes({ signal: AbortSignal.abort(reason) });
    await expect(reading.next()).rejects.toBe(reason);
  });
});

describe('A refusal', () => {
  test('for a wrong token has a code, is not retried, and does not show the token', async () => {
    const bot = { ...subject.bot(), token: 'blt_wrong-token' };
    const send = vi.fn(fetch);
    const client = clientOf(bot, { fetch: send });
    const error = await failureOf(client.reportStats(5));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401, code: 'INVALID_TOKEN', retryAfter: undefined });
    expect(send).toHaveBeenCalledTimes(1);
    const shown = inspect([error, client], { depth: null, showHidden: true });
    expect(shown).toContain('Invalid token.');
    expect(shown).not.toContain(bot.token);
  });

  test('for a bot that is not the token’s has a code', async () => {
    const client = clientOf({ ...subject.bot(), id: newUserId() });
    expect(await failureOf(client.checkVote(newUserId()))).toMatchObject({
      status: 404,
      code: 'BOT_NOT_FOUND',
    });
  });

  test('for the rate limit is retried after the seconds that the service names', async () => {
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const waits: number[] = [];
    const sleep = async (ms: number) => {
      waits.push(ms);
      now += ms;
    };
    const client = clientOf(subject.bot(), { sleep });
    for (let count = 0; count < 10; count++) await client.putCommands([]);
    expect(waits).toEqual([]);
    expect(await client.putCommands([])).toBe(0);
    expect(waits).toEqual([60_000]);
  });

  test('for the rate limit is an error with retryAfter when retries are off, or the wait is too long', async () => {
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const bot = subject.bot();
    for (let count = 0; count < 10; count++) await clientOf(bot).putCommands([]);
    now += 20_000;
    const refused = { name: 'ApiError', status: 429, code: 'RATE_LIMITED', retryAfter: 40 };
    expect(await failureOf(clientOf(bot).putCommands([], { retries: 0 }))).toMatchObject(refused);
    expect(await failureOf(clientOf(bot, { longestWaitMs: 39_999 }).putCommands([]))).toMatchObject(refused);
  });
});

test.each([
  ['a bot id of letters', { botId: 'my-bot' }],
  ['an empty token', { token: '' }],
  ['a token with a line feed', { token: 'blt_secret\n' }],
  ['a base URL without a protocol', { baseUrl: 'bots.example' }],
  ['a base URL of another protocol', { baseUrl: 'ftp://bots.example' }],
])('createClient refuses %s, and does not show the token', (_, wrong) => {
  const options = { baseUrl: 'https://bots.example', botId: newUserId(), token: 'blt_secret', ...wrong };
  const create = () => createClient(options);
  expect(create).toThrow(TypeError);
  expect(create).not.toThrow(/blt_secret/);
});
