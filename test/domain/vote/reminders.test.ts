import { describe, expect, test } from 'vitest';
import { NotFoundError, UnauthenticatedError } from '../../../src/domain/kernel/errors.ts';
import { addFavourite, readRelation, removeFavourite } from '../../../src/domain/member/favourites.ts';
import { listNotices } from '../../../src/domain/notices/read.ts';
import { eraseUser } from '../../../src/domain/privacy/erase-user.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { setFavouriteReminders, setReminder, tellDue } from '../../../src/domain/vote/reminders.ts';
import { given, putInState } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { present } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

const { services } = await forFile(startOwnService());
const { sql } = services.db;

const hour = (hours: number) => after(NOON, hours * HOUR_MS);
const now = (hours = 0) => at(services, hour(hours));
const approved = () => given(now()).listing().approved();
/** A user and a bot. */
const pair = async () => ({ userId: await given(now()).user(), botId: (await approved()).id });

/** The reminders of a user that run. */
const runningOf = (userId: string) =>
  sql<{ id: string; botId: string; dueAt: Date }[]>`
    select id, bot_id as "botId", due_at as "dueAt" from reminders
    where user_id = ${userId} and not is_ended order by due_at`.then((rows) => [...rows]);
const onlyOf = async (userId: string) => present((await runningOf(userId))[0]);
const toldOf = async (userId: string) =>
  (await listNotices(services, userId, { limit: 100, inverted: false })).map(({ kind, botId, data }) => ({
    kind,
    botId,
    data,
  }));

describe('A reminder', () => {
  test('begins with each vote for a bot whose reminders a user wants, and with no other vote', async () => {
    const { userId, botId } = await pair();
    const other = await approved();
    await setReminder(now(), userId, botId, true);
    await setReminder(now(), userId, botId, true);
    expect(await runningOf(userId)).toEqual([]);
    await castVote(now(), botId, userId);
    await castVote(now(), other.id, userId);
    await castVote(now(), botId, await given(now()).user());
    expect(await runningOf(userId)).toMatchObject([{ botId, dueAt: hour(12) }]);
    expect(await readRelation(services, { botId, userId })).toEqual({
      isFavourite: false,
      wantsReminder: true,
      votedAt: NOON,
    });
    expect(await readRelation(services, { botId: other.id, userId })).toEqual({
      isFavourite: false,
      wantsReminder: false,
      votedAt: NOON,
    });
    const rows = await sql`select from reminders where bot_id in ${sql([botId, other.id])}`;
    expect(rows).toHaveLength(1);
  });

  test('begins at once for a user who waits for the next vote, and ends when they no longer want it', async () => {
    const { userId, botId } = await pair();
    await castVote(now(), botId, userId);
    await setReminder(now(1), userId, botId, true);
    expect(await runningOf(userId)).toMatchObject([{ botId, dueAt: hour(12) }]);
    await setReminder(now(2), userId, botId, false);
    expect(await runningOf(userId)).toEqual([]);
    expect(await readRelation(services, { botId, userId })).toEqual({
      isFavourite: false,
      wantsReminder: false,
      votedAt: NOON,
    });
  });

  test('does not begin when the window of the last vote is over', async () => {
    const { userId, botId } = await pair();
    await castVote(now(), botId, userId);
    await setReminder(now(12), userId, botId, true);
    expect(await runningOf(userId)).toEqual([]);
  });

  test('does not begin for a vote before a take-over, and a vote after it moves the one that runs', async () => {
    const { userId, botId } = await pair();
    await setReminder(now(), userId, botId, true);
    await castVote(now(), botId, userId);
    const { id } = await onlyOf(userId);
    await sql`update bots set owned_since = ${hour(1)} where id = ${botId}`;
    const late = await given(now()).user();
    await sql`insert into vote_windows (bot_id, user_id, voted_at) values (${botId}, ${late}, ${NOON})`;
    await setReminder(now(2), late, botId, true);
    expect(await runningOf(late)).toEqual([]);
    await castVote(now(3), botId, userId);
    expect(await runningOf(userId)).toEqual([{ id, botId, dueAt: hour(15) }]);
  });

  test('is refused for a bot that is not public, and for an erased account', async () => {
    const { userId, botId } = await pair();
    await putInState(services, botId, 'suspended');
    for (const id of [botId, newBotId(), '\0'])
      await expect(setReminder(now(), userId, id, true)).rejects.toThrow(NotFoundError);
    // A wish from before can be taken back.
    await setReminder(now(), userId, botId, false);
    await expect(setReminder(now(), newUserId(), botId, true)).rejects.toThrow(UnauthenticatedError);
    await expect(setFavouriteReminders(now(), newUserId(), true)).rejects.toThrow(UnauthenticatedError);
  });

  test('that a process of an earlier version has ended begins anew, with the wish and with a vote', async () => {
    const { userId, botId } = await pair();
    await castVote(now(), botId, userId);
    await setReminder(now(), userId, botId, true);
    const endAsBefore = () =>
      sql`update reminders set is_ended = true, start_at = ${NOON} where user_id = ${userId}`;
    await endAsBefore();
    await setReminder(now(1), userId, botId, true);
    expect(await runningOf(userId)).toMatchObject([{ botId, dueAt: hour(12) }]);
    await endAsBefore();
    await castVote(now(12), botId, userId);
    expect(await runningOf(userId)).toMatchObject([{ botId, dueAt: hour(24) }]);
  });
});

describe('Reminders of all favourites', () => {
  test('begin for those that wait, with votes, and with new favourites', async () => {
    const { userId, botId } = await pair();
    const [marked, later, unmarked] = [await approved(), await approved(), await approved()];
    for (const id of [botId, marked.id]) await addFavourite(now(), userId, id);
    for (const id of [botId, later.id, unmarked.id]) await castVote(now(), id, userId);
    expect(await runningOf(userId)).toEqual([]);
    await setFavouriteReminders(now(1), userId, true);
    expect(await runningOf(userId)).toMatchObject([{ botId }]);
    await castVote(now(2), marked.id, userId);
    expect(await runningOf(userId)).toMatchObject([{ botId }, { botId: marked.id, dueAt: hour(14) }]);
    await addFavourite(now(3), userId, later.id);
    expect((await runningOf(userId)).map((one) => one.botId).sort()).toEqual(
      [botId, marked.id, later.id].sort(),
    );
  });

  test('end with the wish and with the mark, unless the reminders of that bot are wanted', async () => {
    const { userId, botId } = await pair();
    const [kept, unmarked] = [await approved(), await approved()];
    const ids = [botId, kept.id, unmarked.id];
    for (const id of ids) await addFavourite(now(), userId, id);
    for (const id of ids) await castVote(now(), id, userId);
    await setFavouriteReminders(now(), userId, true);
    await setReminder(now(), userId, kept.id, true);
    await removeFavourite(now(), userId, unmarked.id);
    expect((await runningOf(userId)).map((one) => one.botId).sort()).toEqual([botId, kept.id].sort());
    await setFavouriteReminders(now(), userId, false);
    expect(await runningOf(userId)).toMatchObject([{ botId: kept.id }]);
    await setFavouriteReminders(now(), userId, true);
    await setReminder(now(), userId, kept.id, false);
    expect((await runningOf(userId)).map((one) => one.botId).sort()).toEqual([botId, kept.id].sort());
  });
});

describe('A reminder that is due', () => {
  const running = async () => {
    const { userId, botId } = await pair();
    await setReminder(now(), userId, botId, true);
    await castVote(now(), botId, userId);
    return { userId, botId };
  };
  /** Tells all that is due after so many hours. */
  const tell = async (hours: number) => {
    while ((await tellDue(now(hours), 100)) > 0);
  };

  test('tells its user once, however many processes look, and is gone', async () => {
    await tell(1000);
    const { userId, botId } = await running();
    expect(await tellDue(now(11.99), 100)).toBe(0);
    const due = await Promise.all([1, 2, 3].map(() => tellDue(now(12), 100)));
    expect(due.toSorted()).toEqual([0, 0, 1]);
    expect(await toldOf(userId)).toEqual([{ kind: 'vote_open', botId, data: {} }]);
    expect(await runningOf(userId)).toEqual([]);
    const subjects = await sql`select subject from notices where user_id = ${userId}`;
    expect([...subjects]).toEqual([{ subject: `${botId} ${hour(12).toISOString()}` }]);
  });

  test('is told with the others, some at a time, the oldest first', async () => {
    await tell(1000);
    const { id: botId } = await approved();
    const users = await Promise.all([0, 1, 2].map(() => given(now()).user()));
    for (const [hours, userId] of users.entries()) {
      await setReminder(now(hours), userId, botId, true);
      await castVote(now(hours), botId, userId);
    }
    expect(await tellDue(now(15), 2)).toBe(2);
    expect((await Promise.all(users.map(toldOf))).map(({ length }) => length)).toEqual([1, 1, 0]);
    expect(await tellDue(now(15), 2)).toBe(1);
  });

  test('takes the place of the earlier notice of its bot, and of no other', async () => {
    const { userId, botId } = await pair();
    const other = await approved();
    for (const id of [botId, other.id]) await setReminder(now(), userId, id, true);
    for (const hours of [0, 13]) {
      for (const id of [botId, other.id]) await castVote(now(hours), id, userId);
      await tell(hours + 12);
      const [newest] = await listNotices(services, userId, { limit: 1, inverted: false });
      expect(newest?.createdAt).toEqual(hour(hours + 12));
      expect((await toldOf(userId)).map((notice) => notice.botId).toSorted()).toEqual(
        [botId, other.id].toSorted(),
      );
    }
  });

  test('and that begins anew because clocks differ tells its user no second time', async () => {
    const { userId, botId } = await running();
    await tell(12);
    await setReminder(now(11.9), userId, botId, false);
    await setReminder(now(11.9), userId, botId, true);
    expect(await runningOf(userId)).toMatchObject([{ dueAt: hour(12) }]);
    await tell(12);
    expect(await toldOf(userId)).toHaveLength(1);
  });

  test('of a window that a vote has opened anew tells its user after the new window', async () => {
    const { userId, botId } = await running();
    await castVote(now(12), botId, userId);
    await tell(23.9);
    expect(await toldOf(userId)).toEqual([]);
    await tell(24);
    expect(await toldOf(userId)).toHaveLength(1);
  });

  test.each(['suspended', 'removed'] as const)('tells nobody while the listing is %s', async (state) => {
    const { userId, botId } = await running();
    await putInState(services, botId, state);
    await tell(12);
    expect(await toldOf(userId)).toEqual([]);
    expect(await runningOf(userId)).toEqual([]);
  });

  test('tells nobody after it was ended, also by an earlier version, or after its user was erased', async () => {
    const [ended, before, erased] = [await running(), await running(), await running()];
    await setReminder(now(1), ended.userId, ended.botId, false);
    await sql`update reminders set is_ended = true where user_id = ${before.userId}`;
    await eraseUser(now(1), erased.userId, { removesListings: false });
    await tell(12);
    for (const { userId } of [ended, before, erased]) {
      expect(await toldOf(userId)).toEqual([]);
      expect([...(await sql`select from reminders where user_id = ${userId}`)]).toEqual([]);
    }
    for (const table of ['reminders', 'reminder_wishes', 'notices'])
      expect([...(await sql`select from ${sql(table)} where user_id = ${erased.userId}`)]).toEqual([]);
  });

  test('waits for nobody: what somebody changes now is told later', async () => {
    const [wish, move, free] = [await running(), await running(), await running()];
    await sql.begin(async (sql) => {
      await sql`select from users where id = ${wish.userId} for update`;
      await sql`select from bots where id = ${move.botId} for update`;
      await tell(12);
    });
    expect((await Promise.all([wish, move, free].map(({ userId }) => toldOf(userId)))).flat()).toHaveLength(
      1,
    );
    await tell(12);
    expect(await toldOf(wish.userId)).toHaveLength(1);
    expect(await toldOf(move.userId)).toHaveLength(1);
  });
});
