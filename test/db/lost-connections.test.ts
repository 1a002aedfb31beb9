import { setTimeout as delay } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';
import { afterAll, test as always, beforeAll, beforeEach, expect, inject } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { type OwnPostgres, startPostgres } from '../kit/postgres.ts';
import { whileAway } from '../kit/while-away.ts';

const program = inject('parts').postgres;
const test = always.skipIf(!program);

/** A transaction stores these, all or none. */
const PARTS = [1, 2, 3];
/** Before which of its statements a connection is lost: of the first, the second, the third, or the commit. */
const MOMENTS = [0, 1, 2, 3];
/** Long enough that the pool has opened the lost connection again, and given it to others. */
const RECONNECTED_MS = 300;
const OTHERS = 4;

const parts = new AsyncDisposableStack();
let server: OwnPostgres;
/** Connections that nothing happens to. */
let watch: Sql;
let db: Database;
beforeAll(async () => {
  if (!program) return;
  server = await startPostgres(program, parts);
  const unharmed = openDatabase({ url: `${server.url}?application_name=watch` }, 2);
  parts.defer(() => unharmed.close());
  watch = unharmed.sql;
  await whileAway(() => watch`create table stored (run int not null, part int not null)`);
  // A commit that takes a while, so that it can be interrupted.
  await watch.unsafe(`
    create function linger() returns trigger language plpgsql as 'begin perform pg_sleep(0.05); return null; end';
    create constraint trigger linger after insert on stored initially deferred
      for each row when (new.part = 0) execute function linger()`);
});
beforeEach(async () => {
  if (!program) return;
  await watch`truncate stored`;
  // Few connections, so that a lost one is soon another transaction's.
  db = openDatabase({ url: server.url }, 3);
});
afterAll(() => parts.disposeAsync());

let runs = 0;
const insert = (sql: Sql | TransactionSql, run: number, part: number) =>
  sql`insert into stored (run, part) values (${run}, ${part})`;
const terminate = (pid: number) => watch`select pg_terminate_backend(${pid})`;
async function pidOf(sql: Sql | TransactionSql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

/** What is stored of each transaction, by its run. */
async function stored(): Promise<Map<number, number[]>> {
  const rows = await watch<{ run: number; parts: number[] }[]>`
    select run, array_agg(part order by part) as parts from stored group by run`;
  return new Map(rows.map((row) => [row.run, row.parts]));
}

/** Other transactions and statements that use the same pool meanwhile. */
async function withOthers<Result>(work: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const acknowledged: number[] = [];
  const others = Array.from({ length: OTHERS }, async () => {
    while (!isOver) {
      const run = runs++;
      const storing = db.sql.begin(async (sql) => {
        for (const part of PARTS) await insert(sql, run, part);
      });
      await storing.then(
        () => acknowledged.push(run),
        () => delay(5),
      );
      await db.sql`select 1`.catch(() => {});
    }
  });
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(others);
    await db.close();
    const after = await stored();
    expect(acknowledged.length).toBeGreaterThan(0);
    // A statement that went astray would make one of these too long or too short.
    for (const run of acknowledged) expect.soft(after.get(run)).toEqual(PARTS);
  }
}

type Way = (sql: TransactionSql, run: number, lose: (moment: number) => Promise<unknown>) => Promise<unknown>;

/** How a transaction may go about its work. None of them minds a failure: each goes on to the end. */
const WAYS: Record<string, Way> = {
  'one statement after the other': async (sql, run, lose) => {
    for (const part of PARTS) {
      await lose(part - 1);
      await insert(sql, run, part).catch(() => {});
    }
    await lose(PARTS.length);
  },
  'one after the other, with a pause in which the connection is opened again': async (sql, run, lose) => {
    for (const part of PARTS) {
      if (await lose(part - 1)) await delay(RECONNECTED_MS);
      await insert(sql, run, part).catch(() => {});
    }
    if (await lose(PARTS.length)) await delay(RECONNECTED_MS);
    await insert(sql, run, 4).catch(() => {});
  },
  'all statements at once': async (sql, run, lose) => {
    const losing = Promise.all(MOMENTS.map(lose));
    await Promise.allSettled(PARTS.map((part) => insert(sql, run, part)));
    await losing;
    await delay(RECONNECTED_MS);
    await Promise.allSettled(PARTS.map((part) => insert(sql, run, part)));
  },
  'with savepoints': async (sql, run, lose) => {
    for (const part of PARTS) {
      await sql
        .savepoint(async (inner) => {
          await lose(part - 1);
          await insert(inner, run, part);
        })
        .catch(() => delay(RECONNECTED_MS));
    }
    await lose(PARTS.length);
  },
};

test.for(Object.entries(WAYS))(
  'a transaction whose connection is lost stores nothing, whatever it sends afterwards: %s',
  async ([, way]) => {
    await withOthers(async () => {
      const lost = MOMENTS.flatMap((moment) => [moment, moment, moment]).map(async (moment) => {
        const run = runs++;
        const running = db.sql.begin(async (sql) => {
          const pid = await pidOf(sql);
          await way(sql, run, async (now) => now === moment && (await terminate(pid)));
        });
        // The first thing that went wrong, not that it could not be rolled back.
        await expect
          .soft(running)
          .rejects.toMatchObject({ code: expect.stringMatching(/^(CONNECTION_CLOSED|ECONNRESET|EPIPE)$/) });
        return run;
      });
      const ended = await Promise.all(lost);
      await delay(RECONNECTED_MS);
      const after = await stored();
      for (const run of ended) expect.soft(after.get(run)).toBeUndefined();
    });
  },
);

test('a transaction whose connection is lost while it is committed is stored whole or not at all', async () => {
  await withOthers(async () => {
    const ended = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const run = runs++;
        let killing: Promise<unknown> = Promise.resolve();
        const running = db.sql.begin(async (sql) => {
          const pid = await pidOf(sql);
          for (const part of [0, ...PARTS]) await insert(sql, run, part);
          killing = delay(index * 6).then(() => terminate(pid));
        });
        const isAcknowledged = await running.then(
          () => true,
          () => false,
        );
        await killing;
        return { run, isAcknowledged };
      }),
    );
    expect(ended.some(({ isAcknowledged }) => !isAcknowledged)).toBe(true);
    const after = await stored();
    for (const { run, isAcknowledged } of ended) {
      if (isAcknowledged || after.has(run)) expect.soft(after.get(run)).toEqual([0, ...PARTS]);
    }
  });
});

test('statements that are sent after a transaction has ended are refused, and go to nobody else', async () => {
  const run = runs++;
  let late: TransactionSql | undefined;
  await db.sql.begin(async (sql) => {
    late = sql;
    for (const part of PARTS) await insert(sql, run, part);
  });
  await expect(insert(late as TransactionSql, run, 4)).rejects.toMatchObject({ code: 'TRANSACTION_OVER' });
  expect((await stored()).get(run)).toEqual(PARTS);
  await db.close();
});

test('a reserved connection that is lost goes to nobody else: its statements are refused, and its release is harmless', async () => {
  await withOthers(async () => {
    const run = runs++;
    const own = await db.sql.reserve();
    await own`begin`;
    await insert(own, run, 1);
    await terminate(await pidOf(own));
    const sent = await Promise.allSettled([insert(own, run, 2), insert(own, run, 3)]);
    expect(sent.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await delay(RECONNECTED_MS);
    await expect(insert(own, run, 4)).rejects.toMatchObject({ code: 'CONNECTION_RELEASED' });
    own.release();
    expect((await stored()).get(run)).toBeUndefined();
  });
});

test('a transaction behind a hundred statements on one connection is still one transaction', async () => {
  const two = openDatabase({ url: server.url }, 2);
  for (let ahead = 199; ahead <= 203; ahead += 1) {
    const run = runs++;
    const statements = Array.from({ length: ahead }, (_, index) =>
      index < 2 ? two.sql`select pg_sleep(0.05)` : two.sql`select 1`,
    );
    const others = Promise.all(statements.map((statement) => statement.execute()));
    const storing = two.sql.begin(async (sql) => {
      for (const part of PARTS) await insert(sql, run, part);
    });
    await Promise.all([others, storing]);
    expect.soft((await stored()).get(run), `${ahead} ahead`).toEqual(PARTS);
  }
  await Promise.all([two.close(), db.close()]);
});

test('connections that are lost again and again under load heal at once', async () => {
  let isOver = false;
  const load = Array.from({ length: 12 }, async () => {
    while (!isOver) {
      await db.sql
        .begin(async (sql) => {
          await sql`select set_config('jit', 'off', true)`;
          await sql`select ${'x'.repeat(2000)}::text`;
        })
        .catch(() => delay(1));
      await db.sql`select 1`.catch(() => delay(1));
    }
  });
  for (let time = 0; time < 20; time += 1) {
    await delay(50);
    await watch`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bot-listing'`;
  }
  isOver = true;
  const start = performance.now();
  await Promise.all(load);
  await Promise.all(Array.from({ length: 30 }, (_, index) => db.sql`select ${index}::int`));
  expect(performance.now() - start).toBeLessThan(2000);
  await db.close();
});

test('without a server every statement fails soon, however many wait; with it back they work within two seconds', async () => {
  await db.sql`select 1`;
  server.server.hold();
  server.server.kill('SIGQUIT');
  await expect
    .poll(() => db.sql`select 1`.then(String, (error) => error.code), { timeout: 10_000 })
    .toBe('ECONNREFUSED');
  const start = performance.now();
  const results = await Promise.allSettled([
    ...Array.from({ length: 300 }, () => db.sql`select 1`),
    ...Array.from({ length: 50 }, () => db.sql.begin((sql) => sql`select 1`)),
    db.sql.reserve(),
  ]);
  expect(performance.now() - start).toBeLessThan(2000);
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  server.server.release();
  await whileAway(() => watch`select 1`);
  const back = performance.now();
  await expect
    .poll(
      () =>
        db.sql`select 1`.then(
          () => true,
          () => false,
        ),
      { timeout: 2000 },
    )
    .toBe(true);
  await Promise.all(Array.from({ length: 50 }, () => db.sql`select 1`));
  expect(performance.now() - back).toBeLessThan(2000);
  await db.close();
});
