import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../src/db/client.ts';
import { generateToken } from '../../../src/domain/identity/tokens.ts';
import { NotFoundError, VoteWindowActiveError } from '../../../src/domain/kernel/errors.ts';
import { listMoves, moveListing } from '../../../src/domain/listing/moves.ts';
import { findListing } from '../../../src/domain/listing/read.ts';
import { submitListing } from '../../../src/domain/listing/submit.ts';
import { readRelation } from '../../../src/domain/member/favourites.ts';
import { moderateListing } from '../../../src/domain/moderation/decide.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { serverCountPerDay, votesPerDay } from '../../../src/domain/stats/charts.ts';
import { reportStats } from '../../../src/domain/stats/report.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { listVotes } from '../../../src/domain/vote/log.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { FIELDS } from '../../kit/listing-input.ts';
import { reporter } from '../../kit/reporter.ts';
import { forFile, startService } from '../../kit/service.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

const { services } = await forFile(startService());

/** Listings are submitted at noon here, and others act in the seconds after. */
const later = (seconds: number) => at(services, after(NOON, 1000 * seconds));

async function approve(botId: string): Promise<void> {
  const { revision } = (await findListing(services, botId)) ?? { revision: 0 };
  const judgement = { decision: 'approve', revision, closesReports: false } as const;
  await moderateListing(services, newUserId(), botId, judgement);
}

/** An approved listing with an owner, a co-owner, somebody who is only invited, a vote and a server count. */
async function listed() {
  const { id: botId, ownerId: userId } = await given(at(services, NOON)).listing().approved();
  const coOwner = await given(services).coOwnerOf(botId);
  const invited = await given(services).invitedTo(botId);
  const voter = newUserId();
  await castVote(later(10), botId, voter);
  const { token } = await generateToken(services, botId);
  await reportStats(later(10), reporter({ id: botId, token }), { server_count: 7 });
  return { botId, userId, coOwner, invited, voter };
}

/** All that can be read of what a listing gathered, half a minute later. */
async function gathered(botId: string, voter: string) {
  const now = later(30);
  const [log, relation, votes, servers, listing, moves] = await Promise.all([
    listVotes(now, botId, undefined, undefined),
    readRelation(now, { botId, userId: voter }),
    votesPerDay(now, botId, 1),
    serverCountPerDay(now, botId, 1),
    findListing(now, botId),
    listMoves(now, botId),
  ]);
  return {
    log: log.votes.length,
    hasVoted: relation.votedAt !== null,
    voteCount: listing?.voteCount,
    votesToday: votes[0]?.votes,
    serverCount: listing?.serverCount,
    serversToday: servers[0]?.serverCount,
    moves: moves.map(({ fromState, toState }) => `${fromState} ${toState}`),
  };
}

const EMPTY = {
  log: 0,
  hasVoted: false,
  voteCount: 0,
  votesToday: 0,
  serverCount: null,
  serversToday: null,
  moves: ['null pending'],
};
const KEPT = { log: 1, hasVoted: true, voteCount: 1, votesToday: 1, serverCount: 7, serversToday: 7 };

describe('a removed listing that is submitted again', () => {
  test.each(['userId', 'coOwner'] as const)(
    'by its %s of before goes on with all it gathered',
    async (who) => {
      const { botId, userId, voter, ...people } = await listed();
      await removeListing(later(11), botId, userId);
      const manager = { userId, ...people }[who];
      await submitListing(later(12), { botId, userId: manager, fields: FIELDS });
      expect(await gathered(botId, voter)).toEqual({
        ...KEPT,
        moves: ['null pending', 'pending approved', 'approved removed', 'removed pending'],
      });
      await approve(botId);
      await expect(castVote(later(20), botId, voter)).rejects.toThrow(VoteWindowActiveError);
    },
  );

  test.each(['a stranger', 'somebody who was only invited'])(
    'by %s starts empty, before and after it is approved',
    async (who) => {
      const { botId, userId, invited, voter } = await listed();
      const successor = who === 'a stranger' ? await given(services).user() : invited;
      await removeListing(later(11), botId, userId);
      await submitListing(later(12), { botId, userId: successor, fields: FIELDS });
      expect(await gathered(botId, voter)).toEqual(EMPTY);
      await approve(botId);
      expect(await gathered(botId, voter)).toEqual({ ...EMPTY, moves: ['null pending', 'pending approved'] });

      // Whoever voted for the bot of before may vote for this one at once, and once.
      const { votedAt } = await castVote(later(20), botId, voter);
      expect(votedAt).toEqual(later(20).now());
      await expect(castVote(later(21), botId, voter)).rejects.toMatchObject({
        nextVoteAt: after(votedAt, 12 * HOUR_MS),
      });
      await castVote(later(21), botId, newUserId());
      const now = await gathered(botId, voter);
      expect(now).toMatchObject({ log: 2, hasVoted: true, voteCount: 2, votesToday: 2 });
      const page = await listVotes(services, botId, 1, undefined);
      const last = await listVotes(services, botId, 1, page.nextCursor);
      expect(last).toEqual({ votes: [{ userId: voter, votedAt }], voided: [], nextCursor: null });
    },
  );

  test('keeps what was before for moderators, marked, with the number of votes', async () => {
    const { botId, userId } = await listed();
    await removeListing(later(11), botId, userId);
    const successor = await given(services).user();
    await submitListing(later(12), { botId, userId: successor, fields: FIELDS });
    const moves = await listMoves(services, botId, true);
    expect(moves.map(({ toState, isBeforeTakeOver }) => [toState, isBeforeTakeOver])).toEqual([
      ['pending', true],
      ['approved', true],
      ['removed', true],
      ['pending', false],
    ]);
    expect(moves.map(({ votesBefore }) => votesBefore)).toEqual([null, null, null, 1]);
    expect(moves.at(-1)).toMatchObject({ fromState: 'removed', userId: successor });
    // Nobody else reads so much as that there was one.
    expect(await listMoves(services, botId)).toMatchObject([
      { fromState: null, votesBefore: null, isBeforeTakeOver: false },
    ]);
    const [log] = await services.db.sql`select count(*)::int from votes where bot_id = ${botId}`;
    expect(log).toEqual({ count: 1 });
  });

  test('by its first owner, after another had it, starts empty for them, too: neither gets what the other had', async () => {
    const { botId, userId, voter } = await listed();
    await removeListing(later(11), botId, userId);
    const second = await given(services).user();
    await submitListing(later(12), { botId, userId: second, fields: FIELDS });
    await approve(botId);
    const another = newUserId();
    await castVote(later(13), botId, another);
    await removeListing(later(14), botId, second);
    await submitListing(later(15), { botId, userId, fields: FIELDS });
    expect(await gathered(botId, voter)).toEqual(EMPTY);
    expect(await gathered(botId, another)).toEqual(EMPTY);
    const moves = await listMoves(services, botId, true);
    expect(moves.map(({ votesBefore }) => votesBefore).filter((votes) => votes !== null)).toEqual([1, 1]);
    expect(moves.filter(({ isBeforeTakeOver }) => isBeforeTakeOver)).toHaveLength(6);
  });

  test('goes on from its take-over when the new owner removes and submits it again', async () => {
    const { botId, userId, voter } = await listed();
    await removeListing(later(11), botId, userId);
    const second = await given(services).user();
    await submitListing(later(12), { botId, userId: second, fields: FIELDS });
    await removeListing(later(13), botId, second);
    await submitListing(later(14), { botId, userId: second, fields: FIELDS });
    expect(await gathered(botId, voter)).toEqual({
      ...EMPTY,
      moves: ['null pending', 'pending removed', 'removed pending'],
    });
  });
});

test('a rejected listing that a stranger submits starts empty, and one that its owner resubmits goes on', async () => {
  const { botId, userId, voter } = await listed();
  await removeListing(later(11), botId, userId);
  await submitListing(later(12), { botId, userId, fields: FIELDS });
  const reject = {
    botId,
    from: ['pending'],
    to: 'rejected',
    userId: newUserId(),
    reason: 'It is not a bot.',
  } as const;
  await moveListing(later(13), reject);
  await moveListing(later(14), { botId, from: ['rejected'], to: 'pending', userId });
  expect(await gathered(botId, voter)).toMatchObject(KEPT);
  await moveListing(later(15), reject);
  await submitListing(later(16), { botId, userId: await given(services).user(), fields: FIELDS });
  expect(await gathered(botId, voter)).toEqual(EMPTY);
});

test('votes of one millisecond, and of processes whose clocks differ, stay on their side of a take-over', async () => {
  const { botId, userId, voter } = await listed();
  const early = newUserId();
  // This process is two minutes ahead, and the next ones are not.
  await castVote(later(130), botId, early);
  await removeListing(later(10), botId, userId);
  await submitListing(later(10), { botId, userId: await given(services).user(), fields: FIELDS });
  await approve(botId);
  expect(await gathered(botId, early)).toMatchObject({ log: 0, hasVoted: false, voteCount: 0 });
  // The very millisecond of their votes for the bot of before.
  const again = await castVote(later(130), botId, early);
  const behind = await castVote(later(11), botId, voter);
  expect([again.votedAt, behind.votedAt]).toEqual([after(NOON, 130_001), after(NOON, 130_002)]);
  const { votes } = await listVotes(services, botId, undefined, undefined);
  expect(votes.map((vote) => vote.userId).sort()).toEqual([early, voter].sort());
  expect(await gathered(botId, voter)).toMatchObject({ hasVoted: true, voteCount: 2, votesToday: 2 });
});

describe('a vote that is in flight while the listing is removed and taken over', () => {
  /** Holds a listing's row as a removal does, until it is told to end it. */
  async function removing(botId: string, userId: string) {
    const locked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const removed = services.db.orm.transaction(async (orm) => {
      await moveListing({ ...later(11), db: { orm } }, { botId, from: ['approved'], to: 'removed', userId });
      locked.resolve();
      await go.promise;
    });
    await locked.promise;
    return {
      finish() {
        go.resolve();
        return removed;
      },
    };
  }

  test('waits for the removal and is refused: nothing of it reaches the next owner', async () => {
    const { botId, userId, voter } = await listed();
    const removal = await removing(botId, userId);
    const vote = castVote(later(20), botId, newUserId()).catch((error: unknown) => error);
    const isOver = await Promise.race([vote.then(() => true), delay(200, false)]);
    expect(isOver).toBe(false);
    await removal.finish();
    expect(await vote).toBeInstanceOf(NotFoundError);
    await submitListing(later(12), { botId, userId: await given(services).user(), fields: FIELDS });
    expect(await gathered(botId, voter)).toEqual(EMPTY);
    const [kept] = await services.db.sql`select count(*)::int from votes where bot_id = ${botId}`;
    expect(kept).toEqual({ count: 1 });
  });

  test('among many, is whole on one side: what is before and what counts are all votes that were taken', async () => {
    const { botId, userId, coOwner } = await listed();
    const voters = Array.from({ length: 40 }, newUserId);
    const casting = Promise.allSettled(
      voters.map(async (voter, index) => {
        await delay(index);
        return castVote(services, botId, voter);
      }),
    );
    await removeListing(services, botId, userId);
    const successor = await given(services).user();
    await submitListing(services, { botId, userId: successor, fields: FIELDS });
    await expect(submitListing(services, { botId, userId: coOwner, fields: FIELDS })).rejects.toThrow();
    await approve(botId);
    const taken = (await casting).filter(({ status }) => status === 'fulfilled').length;
    const [takeOver] = (await listMoves(services, botId, true)).filter(
      ({ votesBefore }) => votesBefore !== null,
    );
    const listing = await findListing(services, botId);
    const { votes } = await listVotes(services, botId, undefined, undefined);
    const [day] = await votesPerDay(services, botId, 1);
    expect(votes).toHaveLength(listing?.voteCount ?? -1);
    expect(day?.votes).toBe(votes.length);
    // One vote was there.
    expect((takeOver?.votesBefore ?? 0) + votes.length).toBe(taken + 1);
  });
});

test('the managers of a removed listing cannot change before it is submitted again', async () => {
  const { botId, userId } = await listed();
  await removeListing(later(11), botId, userId);
  const second = await given(services).user();
  let other: Promise<'refused' | 'had it'> | undefined;
  /** Somebody else submits and removes it between the question who managed it and the move. */
  const meanwhile = async () => {
    try {
      await submitListing(later(12), { botId, userId: second, fields: FIELDS });
      await removeListing(later(13), botId, second);
      return 'had it';
    } catch {
      return 'refused';
    }
  };
  type Orm = Database['orm'];
  const interrupted = <Target extends object>(
    target: Target,
    name: string,
    call: (value: never) => unknown,
  ) =>
    new Proxy(target, {
      get(of, key) {
        const value: unknown = key === name ? call : Reflect.get(of, key);
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
  const orm = interrupted(services.db.orm, 'transaction', (work: (transaction: object) => Promise<void>) =>
    services.db.orm.transaction((transaction) =>
      work(
        interrupted(transaction, 'execute', async (statement: Parameters<Orm['execute']>[0]) => {
          other ??= meanwhile();
          await Promise.race([other, delay(500)]);
          return transaction.execute(statement);
        }),
      ),
    ),
  );
  const db = { ...services.db, orm };
  await submitListing({ ...later(14), db }, { botId, userId, fields: FIELDS });
  const takeOvers = (await listMoves(services, botId, true)).filter(
    ({ votesBefore }) => votesBefore !== null,
  );
  expect([await other, takeOvers.length]).toEqual(['refused', 0]);
});
