import { expect, test } from 'vitest';
import { SNOWFLAKE_EPOCH_MS } from '../../../src/domain/kernel/ids.ts';
import { voidVotes } from '../../../src/domain/moderation/void-votes.ts';
import { findSignalsOf, findVoteSignals } from '../../../src/domain/moderation/vote-signals.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, DAY_MS, HOUR_MS, MINUTE_MS, NOON } from '../../kit/time.ts';

const { services } = await forFile(startOwnService());

const noon = at(services, NOON);
let made = 0;
/** A user whose account on the chat platform is so old at noon. */
const aged = (ms: number) => {
  made += 1;
  return String((BigInt(NOON.getTime() - ms - SNOWFLAKE_EPOCH_MS) << 22n) + BigInt(made));
};
const old = () => aged(900 * DAY_MS);
const many = (count: number, make: () => string = old) => Array.from({ length: count }, make);
const listing = async () =>
  (
    await given(at(services, after(NOON, -30 * DAY_MS)))
      .listing()
      .approved()
  ).id;

/** Stores a vote, and the window of it if it is the newest of the user. */
async function vote(botId: string, userId: string, beforeNoonMs: number): Promise<void> {
  const votedAt = after(NOON, -beforeNoonMs);
  await services.db
    .sql`insert into votes (bot_id, user_id, voted_at) values (${botId}, ${userId}, ${votedAt})`;
  await services.db.sql`
    insert into vote_windows (bot_id, user_id, voted_at) values (${botId}, ${userId}, ${votedAt})
    on conflict (bot_id, user_id) do update set voted_at = greatest(vote_windows.voted_at, excluded.voted_at)`;
}
/** Votes of many users, spread over days before noon. */
async function spread(botId: string, userIds: readonly string[], days = 6): Promise<void> {
  for (const [index, userId] of userIds.entries())
    await vote(botId, userId, 2 * HOUR_MS + ((index * 7919) % (days * 24 * 60)) * MINUTE_MS);
}
async function signIn(userIds: readonly string[], beforeNoonMs: number): Promise<void> {
  for (const id of userIds)
    await services.db
      .sql`insert into users (id, name, created_at) values (${id}, 'Ada', ${after(NOON, -beforeNoonMs)})`;
}
const kinds = async (botId: string) => (await findVoteSignals(noon, botId)).map(({ kind }) => kind);

test('new accounts of the chat platform that vote within an hour are found, with the usual share', async () => {
  const id = await listing();
  await spread(id, many(60));
  await spread(
    id,
    many(6, () => aged(10 * MINUTE_MS + 6 * DAY_MS)),
    1,
  );
  const fresh = many(15, () => aged(2 * DAY_MS));
  for (const [index, userId] of fresh.entries()) await vote(id, userId, 10 * MINUTE_MS + index * 1000);
  const signal = first(await findVoteSignals(noon, id));
  expect(signal).toMatchObject({ kind: 'new_accounts', other: null, gapSeconds: null });
  expect(signal.voters.map(({ userId }) => userId).toSorted()).toEqual(fresh.toSorted());
  expect(signal.usualShare).toBeGreaterThan(0);
  expect(signal.usualShare).toBeLessThan(0.2);
});

test('people who sign in here for the first time are found only where that is unusual', async () => {
  const [unusual, usual] = [await listing(), await listing()];
  const regulars = many(40);
  await signIn(regulars, 60 * DAY_MS);
  await spread(unusual, regulars);
  for (const id of [unusual, usual]) {
    const fresh = many(15);
    await signIn(fresh, DAY_MS);
    for (const userId of fresh) await vote(id, userId, 10 * MINUTE_MS);
  }
  expect(await kinds(unusual)).toEqual(['new_accounts']);
  expect(await kinds(usual)).toEqual([]);
});

test('a popular bot that is featured has no signal: more votes, some of them from new accounts', async () => {
  const id = await listing();
  const regulars = many(100);
  await signIn(regulars.slice(30), 60 * DAY_MS);
  await signIn(regulars.slice(0, 30), 6 * DAY_MS);
  await spread(id, regulars);
  const crowd = [...many(60), ...many(20, () => aged(3 * DAY_MS))];
  await signIn(crowd.slice(0, 30), 60 * DAY_MS);
  await signIn(crowd.slice(30), HOUR_MS);
  for (const [index, userId] of crowd.entries()) await vote(id, userId, 10 * MINUTE_MS + index * 20_000);
  // Another popular bot beside it on the first page, which many of them also like.
  const other = await listing();
  await spread(other, many(100));
  for (const [index, userId] of crowd.slice(0, 25).entries())
    await vote(other, userId, 9 * MINUTE_MS + index * 20_000);
  // Faithful voters come each day, as people do.
  for (const [index, userId] of crowd.slice(0, 10).entries())
    for (let day = 1; day < 7; day += 1)
      await vote(id, userId, day * DAY_MS + ((index * 37 + day * day * 11) % 90) * MINUTE_MS);
  expect(await kinds(id)).toEqual([]);
  expect(await kinds(other)).toEqual([]);
});

test('bots with the same voters within minutes are found from both sides', async () => {
  const [one, other] = [await listing(), await listing()];
  const shared = many(20);
  await spread(one, many(15));
  for (const [index, userId] of shared.entries()) {
    await vote(one, userId, HOUR_MS + index * 11 * MINUTE_MS);
    await vote(other, userId, HOUR_MS + index * 11 * MINUTE_MS - 4 * MINUTE_MS);
  }
  const twice = first(shared);
  await vote(one, twice, DAY_MS);
  const signal = first(await findVoteSignals(noon, one));
  // It shows all votes that its voiding would take.
  expect(signal.voters.find(({ userId }) => userId === twice)?.votes).toBe(2);
  expect(signal).toMatchObject({ kind: 'shared_voters', outOf: 35, other: { botId: other } });
  expect(signal.voters.map(({ userId }) => userId).toSorted()).toEqual(shared.toSorted());
  expect(await findVoteSignals(noon, other)).toMatchObject([
    { kind: 'shared_voters', other: { botId: one } },
  ]);
  expect(await findSignalsOf(noon, first(shared))).toMatchObject([{ botId: other }, { botId: one }]);
  expect(await findSignalsOf(noon, newUserId())).toEqual([]);
});

test('bots with the same voters at different times of the day are ordinary', async () => {
  const [one, other] = [await listing(), await listing()];
  for (const [index, userId] of many(20).entries()) {
    await vote(one, userId, HOUR_MS + index * MINUTE_MS);
    await vote(other, userId, HOUR_MS + index * MINUTE_MS + 6 * MINUTE_MS);
  }
  expect(await kinds(one)).toEqual([]);
});

test('votes that come every twelve hours to the half minute are found, and those of people are not', async () => {
  const id = await listing();
  const [program, person] = [old(), old()];
  for (let count = 0; count < 7; count += 1) {
    await vote(id, program, HOUR_MS + count * 12 * HOUR_MS + (count % 2) * 12_000);
    await vote(id, person, HOUR_MS + count * 12 * HOUR_MS + count * count * 3 * MINUTE_MS);
  }
  expect(await findVoteSignals(noon, id)).toMatchObject([
    { kind: 'even_gaps', outOf: 2, voters: [{ userId: program, votes: 7 }] },
  ]);
});

test('five users of one address within seconds are found; four, or five over the day, or of five addresses are not', async () => {
  const from = async (botId: string, address: string, beforeNoonMs: number) => {
    const castAt = after(NOON, -beforeNoonMs);
    const addressHash = await services.hashAddress(address, castAt);
    const userId = old();
    await castVote(at(services, castAt), botId, userId, { addressHash });
    return userId;
  };
  // The oldest first: each vote of a bot has a later time than those before it.
  const five = async (botId: string, addressOf: (index: number) => string, gapMs: number, count = 5) => {
    const users: string[] = [];
    for (let index = count - 1; index >= 0; index -= 1)
      users.push(await from(botId, addressOf(index), HOUR_MS + index * gapMs));
    return users;
  };
  const [busy, small, slow, apart] = [await listing(), await listing(), await listing(), await listing()];
  const users = await five(busy, () => '192.0.2.1', 15_000);
  await from(busy, '192.0.2.2', HOUR_MS - 1);
  await five(small, () => '192.0.2.1', 1000, 4);
  await five(slow, () => '192.0.2.1', 61_000);
  await five(apart, (index) => `192.0.2.${index}`, 1000);
  const signal = first(await findVoteSignals(noon, busy));
  expect(signal).toMatchObject({ kind: 'one_address', outOf: 6 });
  expect(signal.voters.map(({ userId }) => userId).toSorted()).toEqual(users.toSorted());
  for (const ordinary of [small, slow, apart]) expect(await kinds(ordinary)).toEqual([]);
});

test('voided votes are no signal any more, and neither are those older than seven days', async () => {
  const id = await listing();
  const [program, former] = [old(), old()];
  for (let count = 0; count < 7; count += 1) {
    await vote(id, program, HOUR_MS + count * 12 * HOUR_MS);
    await vote(id, former, 8 * DAY_MS + count * 12 * HOUR_MS);
  }
  const { from, until, voters } = first(await findVoteSignals(noon, id));
  expect(voters.map(({ userId }) => userId)).toEqual([program]);
  await voidVotes(noon, newUserId(), id, { userIds: [program], from, until, reason: 'It is a program.' });
  expect(await kinds(id)).toEqual([]);
});
