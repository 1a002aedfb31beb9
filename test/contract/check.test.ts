import { afterEach, describe, expect, test, vi } from 'vitest';
import { newUserId } from '../kit/ids.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

const HOUR = 60 * 60 * 1000;
const subject = useService(60);
const check = (bot: Bot, query: string) => subject.ask('GET', bot, `check${query}`);
const NOT_VOTED = { voted: 0, hasVoted: false, votedAt: null, nextVoteAt: null };

afterEach(() => void vi.restoreAllMocks());

describe('GET /api/v1/bots/{id}/check', () => {
  test('tells of a vote inside the window, with its time and the time of the next', async () => {
    const [bot, userId] = [subject.bot(), newUserId()];
    const votedAt = new Date(Date.now() - 3 * HOUR);
    await subject.addVote(bot, userId, votedAt);
    const answer = await check(bot, `?userId=${userId}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      voted: 1,
      hasVoted: true,
      votedAt: votedAt.toISOString(),
      nextVoteAt: new Date(votedAt.getTime() + 12 * HOUR).toISOString(),
    });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test.each([
    ['at the instant of the vote', 0, true],
    ['a millisecond before the 12 hours have passed', 12 * HOUR - 1, true],
    ['when exactly 12 hours have passed', 12 * HOUR, false],
    ['a millisecond after the 12 hours', 12 * HOUR + 1, false],
    ['a month later', 720 * HOUR, false],
  ])('answers %s by the 12-hour window', async (_, age, hasVoted) => {
    const [bot, userId] = [subject.bot(), newUserId()];
    const votedAt = new Date('2026-01-31T12:34:56.007Z');
    await subject.addVote(bot, userId, votedAt);
    vi.spyOn(subject.services, 'now').mockReturnValue(new Date(votedAt.getTime() + age));
    const { body } = await check(bot, `?userId=${userId}`);
    expect(body).toEqual(
      hasVoted
        ? {
            voted: 1,
            hasVoted: true,
            votedAt: '2026-01-31T12:34:56.007Z',
            nextVoteAt: '2026-02-01T00:34:56.007Z',
          }
        : NOT_VOTED,
    );
  });

  test('counts the newest vote of several', async () => {
    const [bot, userId] = [subject.bot(), newUserId()];
    const newest = new Date(Date.now() - HOUR);
    for (const age of [60, 1, 30])
      await subject.addVote(bot, userId, new Date(newest.getTime() - (age - 1) * HOUR));
    expect((await check(bot, `?userId=${userId}`)).body.votedAt).toBe(newest.toISOString());
  });

  test.each(['12345678901234567', '123456789012345678', '9999999999999999999', '00000000000000000'])(
    'answers for the id %s of a user who never voted',
    async (userId) => {
      const answer = await check(subject.bot(), `?userId=${userId}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(NOT_VOTED);
    },
  );

  test('does not count a vote for another bot, nor the vote of another user', async () => {
    const [mine, other, userId] = [subject.bot(), subject.bot(), newUserId()];
    await subject.addVote(other, userId, new Date());
    await subject.addVote(mine, newUserId(), new Date());
    expect((await check(mine, `?userId=${userId}`)).body).toEqual(NOT_VOTED);
    expect((await check(other, `?userId=${userId}`)).body.hasVoted).toBe(true);
  });

  test.each([
    ['is missing', ''],
    ['is missing beside others', '?user_id=123456789012345678&userid=123456789012345678'],
    ['is empty', '?userId='],
    ['is named without a value', '?userId'],
    ['has 16 digits', '?userId=1234567890123456'],
    ['has 20 digits', '?userId=12345678901234567890'],
    ['has a letter', '?userId=12345678901234567a'],
    ['has a sign', '?userId=-12345678901234567'],
    ['has white space before', '?userId=%20123456789012345678'],
    ['has white space after', '?userId=123456789012345678+'],
    ['has a line feed after', '?userId=123456789012345678%0A'],
    ['has a NUL after', '?userId=123456789012345678%00'],
    ['has digits of another script', `?userId=${encodeURIComponent('١'.repeat(18))}`],
    ['is a float', '?userId=123456789012345678.0'],
    ['is a name', '?userId=ada'],
    ['comes twice', '?userId=123456789012345678&userId=123456789012345678'],
    ['is an array', '?userId[]=123456789012345678'],
    ['is not UTF-8', '?userId=%ff%fe'],
  ])('refuses a userId that %s, and names it', async (_, query) => {
    const answer = await check(subject.bot(), query);
    expectFailure(answer, 400);
    expect(answer.body.error).toContain('userId');
  });

  test('ignores other query parameters', async () => {
    const answer = await check(subject.bot(), `?limit=x&userId=${newUserId()}&theme=`);
    expect(answer.body).toEqual(NOT_VOTED);
  });

  test('answers for a vote from the moment at which it was cast until the window has passed', async () => {
    const [bot, userId] = [subject.bot(), newUserId()];
    const cookie = await subject.signIn(userId);
    const cast = () =>
      subject.graphql<{ __typename: string; votedAt?: string; nextVoteAt: string }>(
        `mutation ($id: ID!) { result: castVote(botId: $id) {
          __typename ... on CastVotePayload { votedAt nextVoteAt } ... on VoteWindowActiveError { nextVoteAt } } }`,
        { id: bot.id },
        cookie,
      );
    const first = await cast();
    expect(first.__typename).toBe('CastVotePayload');
    const { body } = await check(bot, `?userId=${userId}`);
    expect(body).toEqual({
      voted: 1,
      hasVoted: true,
      votedAt: first.votedAt,
      nextVoteAt: first.nextVoteAt,
    });
    expect(await cast()).toEqual({ __typename: 'VoteWindowActiveError', nextVoteAt: first.nextVoteAt });

    vi.spyOn(subject.services, 'now').mockReturnValue(new Date(first.nextVoteAt));
    expect((await check(bot, `?userId=${userId}`)).body).toEqual(NOT_VOTED);
    expect((await cast()).votedAt).toBe(first.nextVoteAt);
    expect((await check(bot, `?userId=${userId}`)).body.votedAt).toBe(first.nextVoteAt);
  });

  test('gives each of many that ask together the answer for its own user', async () => {
    const bot = subject.bot();
    const votes = Array.from({ length: 30 }, (_, index) => ({
      userId: newUserId(),
      votedAt: index % 2 === 0 ? new Date(Date.now() - index * 1000) : undefined,
    }));
    for (const { userId, votedAt } of votes) if (votedAt) await subject.addVote(bot, userId, votedAt);
    const answers = await Promise.all(votes.map(({ userId }) => check(bot, `?userId=${userId}`)));
    expect(answers.map((answer) => answer.body.votedAt)).toEqual(
      votes.map(({ votedAt }) => votedAt?.toISOString() ?? null),
    );
  });
});
