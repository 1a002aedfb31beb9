import { describe, expect, test } from 'vitest';
import { writeCursor } from '../../../src/domain/kernel/keyset-cursor.ts';
import { addFavourite } from '../../../src/domain/member/favourites.ts';
import { listOwnVotes, suggestVotes } from '../../../src/domain/member/votes.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { given, putInState } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

const { services } = await forFile(startOwnService());

const now = (hours = 0) => at(services, after(NOON, hours * HOUR_MS));
const approved = () => given(now()).listing().approved();
const ALL = { limit: 100, inverted: false };

/** The bots that a user has voted for at these hours, by hour. */
async function votedAt(userId: string, ...hours: number[]): Promise<Record<number, string>> {
  const ids: Record<number, string> = {};
  for (const hour of hours) {
    const { id } = await approved();
    await castVote(now(hour), id, userId);
    ids[hour] = id;
  }
  return ids;
}

describe("A user's votes", () => {
  const listed = async (userId: string, hour: number, isOpen?: boolean, range = ALL) =>
    (await listOwnVotes(now(hour), userId, isOpen, range)).map(({ listing }) => listing.id);

  test('are listed by bot, the newest first, and told apart by their window', async () => {
    const userId = newUserId();
    const ids = await votedAt(userId, 0, 5, 11);
    await castVote(now(1), (await approved()).id, newUserId());
    expect(await listed(userId, 12)).toEqual([ids[11], ids[5], ids[0]]);
    // The window of the first one ends at this instant.
    expect(await listed(userId, 12, true)).toEqual([ids[0]]);
    expect(await listed(userId, 12, false)).toEqual([ids[11], ids[5]]);
    await castVote(now(12), ids[0] ?? '', userId);
    expect(await listed(userId, 12)).toEqual([ids[0], ids[11], ids[5]]);
    expect(await listed(userId, 12, true)).toEqual([]);
  });

  test('are paged in both directions', async () => {
    const userId = newUserId();
    const ids = await votedAt(userId, 0, 1, 2, 3);
    const cursor = (hour: number) => writeCursor({ time: now(hour).now(), id: ids[hour] ?? '' });
    const range = (more: object) => ({ ...ALL, ...more }) as typeof ALL;
    expect(await listed(userId, 4, undefined, range({ limit: 2 }))).toEqual([ids[3], ids[2]]);
    expect(await listed(userId, 4, undefined, range({ after: cursor(2) }))).toEqual([ids[1], ids[0]]);
    const back = range({ limit: 1, inverted: true, before: cursor(1) });
    expect(await listed(userId, 4, undefined, back)).toEqual([ids[2]]);
    await expect(listed(userId, 4, undefined, range({ after: 'AAAA' }))).rejects.toThrow(
      'A cursor must come',
    );
  });

  test('leave out hidden bots, and votes for the bot of earlier owners', async () => {
    const userId = newUserId();
    const ids = await votedAt(userId, 0, 1, 2);
    await putInState(services, ids[1] ?? '', 'suspended');
    await services.db.sql`update bots set owned_since = ${now(3).now()} where id = ${ids[2] ?? ''}`;
    expect(await listed(userId, 4)).toEqual([ids[0]]);
  });
});

describe('Suggested votes', () => {
  const suggested = async (userId: string, hour: number, except = '', limit = 12) =>
    (await suggestVotes(now(hour), userId, except, limit)).map(({ id }) => id);

  test('are favourites, then bots with earlier votes, then bots that trend; none twice', async () => {
    const userId = await given(now()).user();
    const ids = await votedAt(userId, 0, 1, 2);
    const [marked, trending] = [await approved(), await approved()];
    await services.db.sql`update bot_stats set trend = 1000000 where bot_id = ${trending.id}`;
    await addFavourite(now(), userId, marked.id);
    await addFavourite(now(1), userId, ids[0] ?? '');
    const found = await suggested(userId, 14);
    expect(found.slice(0, 5)).toEqual([ids[0], marked.id, ids[2], ids[1], trending.id]);
    expect(new Set(found).size).toBe(found.length);
    expect(await suggested(userId, 14, ids[0], 2)).toEqual([marked.id, ids[2]]);
  });

  test('are only public bots that are open for this user', async () => {
    const userId = await given(now()).user();
    const ids = await votedAt(userId, 0, 6);
    const hidden = await approved();
    await addFavourite(now(), userId, hidden.id);
    await addFavourite(now(), userId, ids[6] ?? '');
    await putInState(services, hidden.id, 'suspended');
    const found = await suggested(userId, 13);
    expect(found[0]).toBe(ids[0]);
    expect(found).not.toContain(ids[6]);
    expect(found).not.toContain(hidden.id);
  });
});
