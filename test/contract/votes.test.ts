import { describe, expect, test } from 'vitest';
import { listVoidings, restoreVotes, voidVotes } from '../../src/domain/moderation/void-votes.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { newUserId } from '../kit/ids.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

const subject = useService(70);
const list = (bot: Bot, query = '') => subject.ask('GET', bot, `votes${query}`);
const encode = (text: string) => Buffer.from(text).toString('base64url');

/** Adds many votes at once, a second apart. */
async function addVotes(bot: Bot, count: number): Promise<void> {
  await subject.services.db.sql`
    insert into votes (bot_id, user_id, voted_at)
    select ${bot.id}, (400000000000000000 + i)::text, timestamptz '2026-01-01T00:00:00Z' + i * interval '1 second'
    from generate_series(1, ${count}::int) as i`;
}

const lengthOf = (body: Record<string, unknown>) => (body.votes as unknown[]).length;

describe('GET /api/v1/bots/{id}/votes', () => {
  test('answers an empty log with no entries and no cursor', async () => {
    const answer = await list(subject.bot());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ votes: [], next_cursor: null });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('lists ids and times with milliseconds and nothing else, newest first', async () => {
    const [bot, other, userId] = [subject.bot(), subject.bot(), newUserId()];
    const times = ['2026-01-31T12:00:00.000Z', '2025-12-31T23:59:59.999Z', '2026-02-01T00:00:00.001Z'];
    for (const time of times) await subject.addVote(bot, userId, new Date(time));
    await subject.addVote(other, userId, new Date('2026-01-15T00:00:00.000Z'));
    expect((await list(bot)).body).toEqual({
      votes: [
        { user_id: userId, voted_at: '2026-02-01T00:00:00.001Z' },
        { user_id: userId, voted_at: '2026-01-31T12:00:00.000Z' },
        { user_id: userId, voted_at: '2025-12-31T23:59:59.999Z' },
      ],
      next_cursor: null,
    });
  });

  test('keeps votes whose window has passed: the log is only appended to', async () => {
    const [bot, userId] = [subject.bot(), newUserId()];
    await subject.addVote(bot, userId, new Date('2015-01-01T00:00:00.000Z'));
    expect(lengthOf((await list(bot)).body)).toBe(1);
  });

  test('keeps voided votes as they were, and names them beside the log; /check says that there is none', async () => {
    const [bot, kept, voided] = [subject.bot(), newUserId(), newUserId()];
    const { services } = subject;
    const check = async (userId: string) => (await subject.ask('GET', bot, `check?userId=${userId}`)).body;
    for (const userId of [kept, voided]) await castVote(services, bot.id, userId);
    const before = (await list(bot)).body;
    const [from, until] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    await voidVotes(services, newUserId(), bot.id, { userIds: [voided], from, until, reason: 'Fake votes.' });
    const votes = before.votes as { user_id: string }[];
    expect((await list(bot)).body).toEqual({
      ...before,
      voided: votes.filter(({ user_id }) => user_id === voided),
    });
    expect(await check(voided)).toEqual({ voted: 0, hasVoted: false, votedAt: null, nextVoteAt: null });
    expect(await check(kept)).toMatchObject({ voted: 1, hasVoted: true });
    const [voiding] = await listVoidings(services, bot.id);
    await restoreVotes(services, newUserId(), bot.id, voiding?.id ?? '');
    expect((await list(bot)).body).toEqual(before);
    expect(await check(voided)).toMatchObject({ voted: 1, hasVoted: true });
  });

  test.each([
    ['no limit', '', 100],
    ['limit=1', '?limit=1', 1],
    ['limit=2', '?limit=2', 2],
    ['limit=999', '?limit=999', 999],
    ['limit=1000', '?limit=1000', 1000],
  ])('gives as many entries as asked for: %s', async (_, query, length) => {
    const bot = subject.bot();
    await addVotes(bot, 1001);
    const { body } = await list(bot, query);
    expect(lengthOf(body)).toBe(length);
    expect(body.next_cursor).toEqual(expect.any(String));
  });

  test.each([
    ['0', '?limit=0'],
    ['-1', '?limit=-1'],
    ['1001', '?limit=1001'],
    ['a number past every integer', `?limit=${'9'.repeat(400)}`],
    ['nothing', '?limit='],
    ['no value', '?limit'],
    ['white space before', '?limit=%205'],
    ['white space after', '?limit=5%20'],
    ['a sign', '?limit=%2B5'],
    ['5.0', '?limit=5.0'],
    ['5.5', '?limit=5.5'],
    ['1e2', '?limit=1e2'],
    ['0x10', '?limit=0x10'],
    ['a word', '?limit=all'],
    ['true', '?limit=true'],
    ['null', '?limit=null'],
    ['digits of another script', `?limit=${encodeURIComponent('٥')}`],
    ['two numbers', '?limit=5&limit=5'],
    ['a number and nothing', '?limit=5&limit='],
  ])('refuses the limit %s', async (_, query) => {
    expectFailure(await list(subject.bot(), query), 400);
  });

  const user = '300000000000000001';
  test.each([
    ['nothing', ''],
    ['a word', 'next'],
    ['a number', '100'],
    ['an id', user],
    ['an empty position', encode('.')],
    ['a position without a user', encode('1769860800000.')],
    ['a position without a time', encode(`.${user}`)],
    ['a position with a user of 16 digits', encode('1769860800000.1234567890123456')],
    ['a position with a user of 20 digits', encode('1769860800000.12345678901234567890')],
    ['a position before time began', encode(`-1.${user}`)],
    ['a position with a fraction', encode(`1769860800000.5.${user}`)],
    ['a position with more after it', encode(`1769860800000.${user}x`)],
    ['a position in the year 10000', encode(`253402300800000.${user}`)],
    ['a position in the year 33658', encode(`999999999999999.${user}`)],
    ['a position past every date', encode(`9999999999999999.${user}`)],
    ['a position of words', encode(`now.${user}`)],
    ['JSON of another service', encode('{"id": 5, "direction": "next"}')],
    ['text that SQL would read', encode("1769860800000.1' or '1'='1")],
    ['a UUID', '0190e1c5-7a4e-7cc3-98b5-000000000000'],
    ['a NUL', '%00'],
    ['bytes that are not UTF-8', '%ff'],
  ])('refuses a cursor that is %s', async (_, cursor) => {
    const bot = subject.bot();
    await subject.addVote(bot, user, new Date('2026-01-01T00:00:00.000Z'));
    expectFailure(await list(bot, `?cursor=${cursor}`), 400);
  });

  test('refuses two cursors', async () => {
    const bot = subject.bot();
    await addVotes(bot, 3);
    const { body } = await list(bot, '?limit=1');
    expectFailure(await list(bot, `?cursor=${body.next_cursor}&cursor=${body.next_cursor}`), 400);
  });

  test('shows nothing of another bot to whoever has a cursor of its log', async () => {
    const [mine, other] = [subject.bot(), subject.bot()];
    await addVotes(other, 5);
    const { body } = await list(other, '?limit=1');
    const answer = await list(mine, `?cursor=${body.next_cursor}`);
    expect([200, 400]).toContain(answer.status);
    expect(answer.body.votes ?? []).toEqual([]);
  });

  test('ignores other query parameters', async () => {
    expect((await list(subject.bot(), '?userId=x&_=2')).status).toBe(200);
  });
});
