import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import postgres from 'postgres';
import { expect, test, vi } from 'vitest';
import type { Database } from '../../../src/db/client.ts';
import { NotFoundError, VoteWindowActiveError } from '../../../src/domain/kernel/errors.ts';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { castVote, recordVotes } from '../../../src/domain/vote/cast.ts';
import type { Services } from '../../../src/schema/context.ts';
import { type GivenListing, given } from '../../kit/given.ts';
import { RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startService, type TestService } from '../../kit/service.ts';
import { statementsDuring } from '../../kit/statements.ts';
import { votesOf } from '../../kit/stored.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

/** Two services that share a database, as two processes do. */
const service = await forFile(startService());
const other = await forFile(startService());

const newBot = () => given(service.services).listing().withWebhook(RECEIVER).approved();
const NOTHING = { log: [], windows: [], deliveries: [], count: 0 };
const once = (userId: string, votedAt = NOON) => {
  const vote = `${userId} ${votedAt.toISOString()}`;
  return { log: [vote], windows: [vote], deliveries: [vote], count: 1 };
};
/** A batch belongs to the services that it is called with, so these are used for all votes of a test. */
const atNoon = (): Services => at(service.services, NOON);

test('votes of two users for two bots share a statement, and each gets its own result', async () => {
  const [first, second] = [await newBot(), await newBot()];
  // Votes of a statement for a bot follow each other in this order.
  const [ada = '', ben = ''] = [newUserId(), newUserId()].sort();
  await castVote(at(service.services, after(NOON, -HOUR_MS)), second.id, ben);
  const services = atNoon();
  const results: PromiseSettledResult<unknown>[] = [];
  const statements = await statementsDuring(services.db, async () => {
    const votes = [
      castVote(services, first.id, ada),
      castVote(services, second.id, ben),
      castVote(services, second.id, ada),
      castVote(services, newUserId(), ada),
    ];
    results.push(...(await Promise.allSettled(votes)));
  });
  const recorded = {
    status: 'fulfilled',
    value: { votedAt: NOON, nextVoteAt: after(NOON, 12 * HOUR_MS) },
  };
  expect(results[0]).toEqual(recorded);
  expect(results[1]).toMatchObject({ reason: { nextVoteAt: after(NOON, 11 * HOUR_MS) } });
  expect(results[2]).toEqual(recorded);
  expect(results[3]).toMatchObject({ reason: expect.any(NotFoundError) });
  const writing = statements.filter((statement) => statement.includes('insert into vote_windows'));
  // A second one looks for the unknown bot again, which could have been locked.
  expect(writing.map((statement) => statement.includes('skip locked'))).toEqual([true, false]);
  expect(await votesOf(services, first.id)).toEqual(once(ada));
  expect((await votesOf(services, second.id)).count).toBe(2);
});

test('of votes of one user for one bot in one statement the first is recorded, and the others learn the time left', async () => {
  const { id } = await newBot();
  const userId = newUserId();
  const services = atNoon();
  const [first, ...results] = await Promise.allSettled([1, 2, 3].map(() => castVote(services, id, userId)));
  expect(first).toMatchObject({ value: { votedAt: NOON } });
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(reasons).toEqual([expect.any(VoteWindowActiveError), expect.any(VoteWindowActiveError)]);
  for (const reason of reasons) expect(reason).toMatchObject({ nextVoteAt: after(NOON, 12 * HOUR_MS) });
  expect(await votesOf(services, id)).toEqual(once(userId));
});

test('a bot that is removed while a statement waits for it gets no vote, and the other bots get theirs', async () => {
  const [removed, kept] = [await newBot(), await newBot()];
  const [ada, ben] = [newUserId(), newUserId()];
  const services = atNoon();
  // Settled from the start: the refusal may come before the transaction is known to have ended.
  const votes: Promise<PromiseSettledResult<unknown>[]>[] = [];
  await service.services.db.orm.transaction(async (transaction) => {
    const within = { ...services, db: { ...services.db, orm: transaction as unknown as Database['orm'] } };
    await removeListing(within, removed.id, removed.ownerId);
    votes.push(Promise.allSettled([castVote(services, removed.id, ada), castVote(services, kept.id, ben)]));
    // The statement waits for the lock of the listing.
    await delay(100);
  });
  const [refused, recorded] = (await votes[0]) ?? [];
  expect(refused).toMatchObject({ reason: expect.any(NotFoundError) });
  expect(recorded).toMatchObject({ value: { votedAt: NOON } });
  expect(await votesOf(services, removed.id)).toEqual(NOTHING);
  expect(await votesOf(services, kept.id)).toEqual(once(ben));
});

test('votes for other bots do not wait for a bot whose listing is locked, and those for it go on when it is free', async () => {
  const [locked, ...free] = [await newBot(), await newBot(), await newBot()] as const;
  const services = atNoon();
  const waiting: Promise<unknown>[] = [];
  const isDone = vi.fn();
  await service.services.db.sql.begin(async (sql) => {
    await sql`select from bots where id = ${locked.id} for update`;
    waiting.push(castVote(services, locked.id, newUserId()).then(isDone));
    // These meet the lock in each of their statements.
    for (let round = 0; round < 5; round++) {
      waiting.push(castVote(services, locked.id, newUserId()).then(isDone));
      await Promise.all(free.map(({ id }) => castVote(services, id, newUserId())));
    }
    expect(isDone).not.toHaveBeenCalled();
  });
  await Promise.all(waiting);
  expect((await votesOf(services, locked.id)).count).toBe(6);
  for (const { id } of free) expect((await votesOf(services, id)).count).toBe(5);
});

test('when the server ends the connection or cannot serve, no vote is sent again', async () => {
  const { id } = await newBot();
  for (const code of ['57P01', '55P03', '53200']) {
    const refused = Object.assign(Object.create(postgres.PostgresError.prototype), {
      severity: 'ERROR',
      code,
    });
    const { services, statements } = observed(service, () => Promise.reject(refused));
    const votes = [castVote(services, id, newUserId()), castVote(services, id, newUserId())];
    for (const result of await Promise.allSettled(votes)) expect(result).toMatchObject({ reason: refused });
    expect(statements(), code).toBe(1);
  }
});

test('when the connection is lost every caller gets the error, and no vote is sent again', async () => {
  const { id } = await newBot();
  const gone = Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' });
  // The statement is done, but its response is lost.
  const { services, statements } = observed(service, () => Promise.reject(gone));
  const users = [newUserId(), newUserId(), newUserId()];
  const results = await Promise.allSettled(users.map((userId) => castVote(services, id, userId)));
  for (const result of results) expect(result).toMatchObject({ reason: gone });
  expect(statements()).toBe(1);
  expect((await votesOf(service.services, id)).count).toBe(users.length);
});

test('statements of two processes for the same bots in opposite order do not deadlock', async () => {
  const rounds = 40;
  const bots = await Promise.all(Array.from({ length: 8 }, newBot));
  const users = Array.from({ length: 4 }, newUserId);
  const castAll = async (process: TestService, order: readonly GivenListing[]) => {
    const { services } = process;
    for (let round = 0; round < rounds; round++) {
      const now = after(NOON, round * 12 * HOUR_MS);
      const casts = order.flatMap(({ id: botId }) =>
        users.map((userId) => ({ botId, userId, at: now, deliveryId: newId(services, now) })),
      );
      await recordVotes(services, casts, false);
    }
  };
  const deadlocks = async () => {
    const [{ counted } = { counted: undefined }] = await service.services.db.sql`
      select deadlocks::int as counted from pg_stat_database where datname = current_database()`;
    return counted;
  };
  const before = await deadlocks();
  await Promise.all([
    castAll(service, bots),
    castAll(other, bots.toReversed()),
    castAll(service, bots.slice(4)),
    castAll(other, bots.slice(2, 6).toReversed()),
  ]);
  expect(await deadlocks()).toBe(before);
  for (const { id } of bots) {
    const { log, count } = await votesOf(service.services, id);
    expect(log).toHaveLength(count);
    expect(count).toBeGreaterThanOrEqual(rounds * users.length);
  }
});

test('a double click that also reaches a process of the version before, which locks in another order, is one vote', async () => {
  const { id } = await newBot();
  const userId = newUserId();
  const clicked: Promise<unknown>[] = [];
  await other.services.db.sql.begin(async (sql) => {
    // Of the two that lock each other out, PostgreSQL ends the one that looks first.
    await sql`set local deadlock_timeout = '1min'`;
    await sql`insert into vote_windows (bot_id, user_id, voted_at) values (${id}, ${userId}, ${NOON})`;
    clicked.push(castVote(atNoon(), id, userId).catch((error: unknown) => error));
    // It has the lock of the numbers, and waits for that of the window.
    await delay(200);
    await sql`update bot_stats set vote_count = vote_count + 1 where bot_id = ${id}`;
  });
  expect(await clicked[0]).toBeInstanceOf(VoteWindowActiveError);
  expect((await votesOf(service.services, id)).count).toBe(1);
});

test('votes for any bots at once are recorded like the same votes one after the other, each at a time of its own', async () => {
  const votes = fc.array(fc.record({ user: fc.nat(3), bot: fc.nat(2) }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(votes, async (casts) => {
      const bots = [await newBot(), await newBot(), await newBot()];
      const users = Array.from({ length: 4 }, newUserId);
      const services = atNoon();
      const results = await Promise.allSettled(
        casts.map(({ user, bot }) => castVote(services, bots[bot]?.id ?? '', users[user] ?? '')),
      );
      const nameOf = ({ user, bot }: { user: number; bot: number }) => `${user} ${bot}`;
      const isFirst = casts.map(
        (cast, index) => casts.findIndex((one) => nameOf(one) === nameOf(cast)) === index,
      );
      expect(results.map(({ status }) => status === 'fulfilled')).toEqual(isFirst);
      for (const [bot, { id }] of bots.entries()) {
        const voters = new Set(casts.filter((cast) => cast.bot === bot).map(({ user }) => users[user]));
        const log = [...voters].sort().map((userId, ms) => `${userId} ${after(NOON, ms).toISOString()}`);
        expect(await votesOf(services, id)).toEqual({
          ...{ log, windows: log, deliveries: log },
          count: log.length,
        });
      }
    }),
    { numRuns: 10 },
  );
});

/** The services of a process at noon, with their statements counted. */
function observed(process: TestService, then = async (rows: unknown) => rows) {
  let statements = 0;
  const { db } = process.services;
  const sql = new Proxy(db.sql, {
    apply(target, self, [text, ...values]: [TemplateStringsArray, ...unknown[]]) {
      const query = Reflect.apply(target, self, [text, ...values]);
      // A part of a statement.
      if (!text.join().includes('insert into vote_windows')) return query;
      statements += 1;
      return query.then(then);
    },
  });
  return { services: { ...at(process.services, NOON), db: { ...db, sql } }, statements: () => statements };
}
