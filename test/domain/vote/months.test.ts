import { afterEach, beforeEach, expect, test } from 'vitest';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { makeVoteMonths, monthStart } from '../../../src/domain/vote/months.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { type OwnService, startOwnService } from '../../kit/service.ts';
import { statementsDuring } from '../../kit/statements.ts';
import { after, at, DAY_MS } from '../../kit/time.ts';
import { addVotes as addVotesTo, makePastMonths, readPages } from '../../kit/vote-log.ts';

let service: OwnService;
let botId: string;
beforeEach(async () => {
  service = await startOwnService();
  botId = (await given(service.services).listing().approved()).id;
});
afterEach(() => service.close());

/** The partitions in the order of their months, with the number of their votes. */
async function partitions(): Promise<Record<string, number>> {
  const { sql } = service.services.db;
  const names = await sql<{ name: string; from: string | null }[]>`
    select relname as name, substring(pg_get_expr(relpartbound, oid) from 'FROM [(]''([^'']+)''')::timestamptz as from
    from pg_class where oid in (select inhrelid from pg_inherits where inhparent = 'votes'::regclass)
    order by 2 nulls first`;
  const counts: Record<string, number> = {};
  for (const { name } of names) {
    const [row] = await sql<{ count: number }[]>`select count(*)::int from vote_months.${sql(name)}`;
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

async function startOfRest(): Promise<Date> {
  const rows = await service.services.db.sql<{ start: Date }[]>`
    select substring(pg_get_expr(relpartbound, oid) from 'FROM [(]''([^'']+)''')::timestamptz as start
    from pg_class where oid = 'vote_months.votes_rest'::regclass`;
  return first(rows).start;
}

const nameOf = (time: Date) => `votes_${time.toISOString().slice(0, 7).replace('-', '_')}`;

const addVotes = (times: readonly Date[]) => addVotesTo(service.services, botId, times);
const readAll = async (limit: number) => (await readPages(service.services, botId, limit)).flat();

test('a new database has a partition until a month to come and one for the rest', async () => {
  const rest = await startOfRest();
  expect(rest.getTime()).toBeGreaterThan(Date.now() + 27 * DAY_MS);
  expect(await partitions()).toEqual({ [`votes_until_${nameOf(rest).slice(6)}`]: 0, votes_rest: 0 });
});

test('the coming three months get partitions, once', async () => {
  const rest = await startOfRest();
  const services = at(service.services, after(rest, 10 * DAY_MS));
  expect(await makeVoteMonths(services)).toBe(4);
  expect(Object.keys(await partitions()).slice(1)).toEqual([
    nameOf(rest),
    nameOf(monthStart(rest, 1)),
    nameOf(monthStart(rest, 2)),
    nameOf(monthStart(rest, 3)),
    'votes_rest',
  ]);
  // A lock of the votes, for nothing, would hold up those who vote.
  const statements = await statementsDuring(services.db, async () =>
    expect(await makeVoteMonths(services)).toBe(0),
  );
  expect(statements).toEqual([expect.stringContaining('pg_get_expr')]);
  expect(await makeVoteMonths(at(service.services, monthStart(rest, 1)))).toBe(1);
});

test('pages of any size give the votes of all months once, newest first, also at the edges of months', async () => {
  await makePastMonths(service.services, new Date('2026-01-01'), new Date('2026-08-01'));
  const edges = ['2026-02-01', '2026-03-01', '2026-07-01', '2026-01-01'].map((day) => new Date(day));
  const times = edges.flatMap((edge) => [-1, 0, 1].map((ms) => after(edge, ms)));
  const votes = await addVotes([...times, new Date('2015-01-01'), new Date('2026-04-15')]);
  expect(await partitions()).toMatchObject({
    votes_before: 2,
    votes_2026_01: 3,
    votes_2026_02: 3,
    votes_2026_04: 1,
    votes_2026_05: 0,
    votes_2026_06: 1,
    votes_2026_07: 2,
  });
  for (const limit of [1, 2, 3, 5, 13, 14, 15]) expect(await readAll(limit)).toEqual(votes);
});

test('a vote is stored and listed when no worker has made its month', async () => {
  const rest = await startOfRest();
  const later = after(rest, 400 * DAY_MS);
  const { votedAt } = await castVote(at(service.services, later), botId, newUserId());
  expect(votedAt).toEqual(later);
  expect(await partitions()).toMatchObject({ votes_rest: 1 });
});

test('votes that are in the rest stay where they are: it becomes their partition, and a new one its successor', async () => {
  const rest = await startOfRest();
  await addVotes([rest, after(rest, 40 * DAY_MS), after(rest, 70 * DAY_MS)]);
  const now = after(rest, 75 * DAY_MS);
  const months = [2, 3].map((later) => monthStart(now, later));
  expect(await makeVoteMonths(at(service.services, now))).toBe(2);
  expect(await partitions()).toEqual({
    [`votes_until_${nameOf(rest).slice(6)}`]: 0,
    [`${nameOf(rest)}_until_${nameOf(first(months)).slice(6)}`]: 3,
    ...Object.fromEntries(months.map((month) => [nameOf(month), 0])),
    votes_rest: 0,
  });
  // Once more, with the same name of the last partition and its index.
  await addVotes([after(now, 200 * DAY_MS)]);
  expect(await makeVoteMonths(at(service.services, after(now, 201 * DAY_MS)))).toBe(2);
  expect(await service.services.db.sql`select from votes`).toHaveLength(4);
});

test('with a vote of a far future nothing changes, and votes are stored as before', async () => {
  const rest = await startOfRest();
  await addVotes([after(rest, 4000 * DAY_MS)]);
  const before = await partitions();
  const services = at(service.services, after(rest, DAY_MS));
  await expect(makeVoteMonths(services)).rejects.toThrow(/votes_month/);
  expect(await partitions()).toEqual(before);
  await addVotes([after(rest, 3000 * DAY_MS)]);
  expect(await partitions()).toMatchObject({ votes_rest: 2 });
});

test('while somebody holds the votes, it gives up soon, so that votes do not wait for it', async () => {
  const { sql } = service.services.db;
  const held = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const dump = sql.begin(async (transaction) => {
    await transaction`lock table votes in access share mode`;
    holding.resolve();
    await held.promise;
  });
  await holding.promise;
  const before = await partitions();
  const services = at(service.services, await startOfRest());
  const started = performance.now();
  const refused = expect(makeVoteMonths(services)).rejects.toThrow(/lock timeout/);
  await castVote(service.services, botId, newUserId());
  await refused;
  expect(performance.now() - started).toBeLessThan(1500);
  expect(Object.keys(await partitions())).toEqual(Object.keys(before));
  held.resolve();
  await dump;
  expect(await makeVoteMonths(services)).toBe(4);
});

test('votes that are cast while months are made are all stored', async () => {
  const services = at(service.services, after(await startOfRest(), DAY_MS));
  const casting = Array.from({ length: 60 }, () => castVote(services, botId, newUserId()));
  const [made] = await Promise.all([makeVoteMonths(services), ...casting]);
  expect(made).toBeGreaterThan(0);
  expect(await service.services.db.sql`select from votes where bot_id = ${botId}`).toHaveLength(60);
});
