import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { eraseUser } from '../../../src/domain/privacy/erase-user.ts';
import { castVote, recordVotes } from '../../../src/domain/vote/cast.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startService } from '../../kit/service.ts';
import { at } from '../../kit/time.ts';
import { openVoteEvents, type VoteEvents } from '../../kit/vote-events.ts';

/** Votes are cast in both, and streams are open in the first. */
const services = [await forFile(startService()), await forFile(startService())] as const;
const [{ services: first, url }, { services: second }] = services;

const newBot = () => given(first).listing().withToken().approved();
/** The users in the order of the log. */
const logOf = async (botId: string) =>
  (
    await first.db.sql<{ userId: string }[]>`
      select user_id as "userId" from votes where bot_id = ${botId} order by voted_at, user_id`
  ).map(({ userId }) => userId);
const usersOf = async (stream: VoteEvents, count: number) =>
  (await stream.take(count)).map(({ userId }) => userId);

test('a vote whose transaction stays open is not skipped, and an earlier one that waits for it comes after it', async () => {
  const bot = await newBot();
  const stream = await openVoteEvents(url, bot);
  const [holder, waiter] = [newUserId(), newUserId()];
  const opened = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const { db } = second;
  const held = db.sql.begin(async (transaction) => {
    const sql = transaction as unknown as typeof db.sql;
    await castVote({ ...second, db: { ...db, sql } }, bot.id, holder);
    opened.resolve();
    await holding.promise;
  });
  await opened.promise;
  const minuteAgo = new Date(first.now().getTime() - 60_000);
  const other = castVote(at(first, minuteAgo), bot.id, waiter);
  const arriving = usersOf(stream, 2);
  expect(await Promise.race([other, arriving, delay(800, 'nothing')])).toBe('nothing');
  holding.resolve();
  await Promise.all([held, other]);
  expect(await arriving).toEqual([holder, waiter]);
  expect(await logOf(bot.id)).toEqual([holder, waiter]);
  stream.leave();
});

test('a process whose clock is behind adds its votes at the end of the log', async () => {
  const bot = await newBot();
  const stream = await openVoteEvents(url, bot);
  const users = Array.from({ length: 3 }, newUserId);
  for (const [index, userId] of users.entries()) {
    const behind = new Date(second.now().getTime() - index * 60_000);
    await castVote(at(second, behind), bot.id, userId);
    expect(await usersOf(stream, 1)).toEqual([userId]);
  }
  expect(await logOf(bot.id)).toEqual(users);
  stream.leave();
});

test('a vote of the same statement whose user is erased while a client is away is not skipped', async () => {
  const bot = await newBot();
  const [ada, ben] = [newUserId(), newUserId()].sort();
  const now = first.now();
  const casts = [ada, ben].map((userId = '') => ({
    botId: bot.id,
    userId,
    at: now,
    deliveryId: newId(first, now),
  }));
  const since = now.toISOString();
  await recordVotes(first, casts, false);
  const stream = await openVoteEvents(url, bot, { since });
  expect(await usersOf(stream, 1)).toEqual([ada]);
  stream.leave();
  await eraseUser(first, ben ?? '', { removesListings: false });
  const [, erased] = await logOf(bot.id);
  const resumed = await openVoteEvents(url, bot, { lastEventId: stream.lastId() });
  expect(await usersOf(resumed, 1)).toEqual([erased]);
  resumed.leave();
});

test('streams have all votes of two processes once, in the order of the log, also those that cannot keep up or come back', async () => {
  const bot = await newBot();
  const users = Array.from({ length: 600 }, newUserId);
  const open = (lastEventId?: string) => openVoteEvents(url, bot, { lastEventId });
  const [steady, slow, firstOfMany] = await Promise.all([open(), open(), open()]);
  const steadily = usersOf(steady, users.length);

  const comingBack = (async () => {
    const seen: string[] = [];
    let stream = firstOfMany;
    for (;;) {
      seen.push(...(await usersOf(stream, 50)));
      stream.leave();
      if (seen.length === users.length) break;
      stream = await open(stream.lastId());
    }
    return seen;
  })();
  let next = 0;
  const castAll = async (caster: typeof first) => {
    for (let userId = users[next++]; userId !== undefined; userId = users[next++]) {
      // Some take a connection of their own, and all of them race.
      await castVote(next % 3 === 0 ? at(caster, caster.now()) : caster, bot.id, userId);
      if (next % 50 === 0) await delay(20);
    }
  };
  await Promise.all([first, second, first, second, first, second].map(castAll));
  const log = await logOf(bot.id);
  expect(log.toSorted()).toEqual(users.toSorted());
  expect(await steadily).toEqual(log);
  expect(await comingBack).toEqual(log);
  expect(await usersOf(slow, users.length)).toEqual(log);
  steady.leave();
  slow.leave();
});
