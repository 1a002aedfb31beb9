import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, test as always, beforeAll, expect, inject } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { startPostgres } from '../kit/postgres.ts';
import { whileAway } from '../kit/while-away.ts';

const program = inject('parts').postgres;
const test = always.skipIf(!program);

const parts = new AsyncDisposableStack();
let watch: Database;
let db: Database;
beforeAll(async () => {
  if (!program) return;
  const { url } = await startPostgres(program, parts);
  watch = openDatabase({ url: `${url}?application_name=watch` }, 1, { isPatient: true });
  parts.defer(() => watch.close());
  await whileAway(() => watch.sql`create table stored (run int not null)`);
  db = openDatabase({ url }, 1, { forRequests: true, inTurn: true });
  parts.defer(() => db.close());
});
afterAll(() => parts.disposeAsync());

const store = (run: number) => db.sql`insert into stored (run) values (${run})`;

/** Does some work while nobody else can use the table. */
const whileLocked = <Result>(work: () => Promise<Result>) =>
  watch.sql.begin(async (sql) => {
    await sql`lock table stored in access exclusive mode`;
    return work();
  });

test('statements that wait for one lock are refused within 3.5 seconds, and those never sent do not run later', async () => {
  const outcomes = await whileLocked(() => {
    const start = performance.now();
    return Promise.all(
      [1, 2, 3, 4, 5].map(async (run) => {
        const code = await store(run).then(
          () => 'stored',
          (error) => error.code,
        );
        return { code, tookMs: performance.now() - start };
      }),
    );
  });
  for (const { tookMs } of outcomes) expect(tookMs).toBeLessThan(3500);
  const codes = outcomes.map(({ code }) => code);
  expect(codes).toContain('CONNECTION_QUEUE_TIMEOUT');
  expect(new Set(codes)).toEqual(new Set(['55P03', 'CONNECTION_QUEUE_TIMEOUT']));
  await delay(500);
  expect(await watch.sql`select run from stored`).toEqual([]);
});

test('a transaction that found no connection in time has not begun, and the next one has its connection', async () => {
  const transaction = (run: number) => db.sql.begin((sql) => sql`insert into stored (run) values (${run})`);
  const refused = await whileLocked(async () => {
    const outcomes = await Promise.allSettled([store(1), transaction(2), transaction(3)]);
    return outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
  });
  expect(refused).toHaveLength(3);
  expect(refused.every((code) => code === '55P03' || code === 'CONNECTION_QUEUE_TIMEOUT')).toBe(true);
  await transaction(4);
  expect(await watch.sql`select run from stored`).toEqual([{ run: 4 }]);
});

test('statements that find a connection in time are all answered, whatever else waits', async () => {
  await watch.sql`truncate stored`;
  await Promise.all(Array.from({ length: 40 }, (_, run) => store(run)));
  const [row] = await watch.sql`select count(*)::int from stored`;
  expect(row).toEqual({ count: 40 });
});
