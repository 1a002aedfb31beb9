import { describe, expect, test } from 'vitest';
import { AccountTooYoungError } from '../../../src/domain/kernel/errors.ts';
import { SNOWFLAKE_EPOCH_MS, snowflakeTime } from '../../../src/domain/kernel/ids.ts';
import { requireOldEnough } from '../../../src/domain/vote/cast.ts';
import { after, NOON } from '../../kit/time.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../../web/page.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

function idMadeAt(time: Date): string {
  return String(BigInt(time.getTime() - SNOWFLAKE_EPOCH_MS) << 22n);
}

test("an id tells when it was made, as the chat platform's documentation shows it", () => {
  expect(snowflakeTime('175928847299117063').toISOString()).toBe('2016-04-30T11:18:25.796Z');
});

test('an account may vote from the instant on that it is old enough, and not before', () => {
  const services = (now: Date) => ({ minimumAccountAgeMs: 7 * DAY_MS, now: () => now });
  const userId = idMadeAt(NOON);
  const opens = after(NOON, 7 * DAY_MS);
  expect(() => requireOldEnough(services(opens), userId)).not.toThrow();
  try {
    requireOldEnough(services(after(opens, -1)), userId);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(AccountTooYoungError);
    expect(error).toMatchObject({ code: 'ACCOUNT_TOO_YOUNG', mayVoteAt: opens });
  }
});

test('without a minimum every id may vote, also one from the future', () => {
  const services = { minimumAccountAgeMs: 0, now: () => NOON };
  expect(() => requireOldEnough(services, '9223372036854775807')).not.toThrow();
});

describe('Where accounts must be a week old', () => {
  const subject = useService(2, { VOTE_MIN_ACCOUNT_AGE_DAYS: '7' });
  const document = `mutation ($id: ID!) { result: castVote(botId: $id) {
    __typename ... on AccountTooYoungError { code mayVoteAt } } }`;

  test('a young one is told when it may vote, by the schema and on the page, and an old one votes', async () => {
    const { id } = subject.bot();
    const made = new Date(Date.now() - 6 * DAY_MS);
    const young = await subject.service.signIn(idMadeAt(made));
    const mayVoteAt = after(made, 7 * DAY_MS).toISOString();
    expect(await subject.graphql(document, { id }, young)).toEqual({
      __typename: 'AccountTooYoungError',
      code: 'ACCOUNT_TOO_YOUNG',
      mayVoteAt,
    });
    const page = await visit(subject.service, `/bot/${id}/vote`, { cookie: young, form: {} });
    expect(page.status).toBe(403);
    expect(page.html).toContain(`<time datetime="${mayVoteAt}"`);
    const old = await subject.service.signIn(idMadeAt(new Date(Date.now() - 8 * DAY_MS)));
    expect(await subject.graphql(document, { id }, old)).toEqual({ __typename: 'CastVotePayload' });
    expect(await subject.service.services.db.sql`select from votes where bot_id = ${id}`).toHaveLength(1);
  });
});
