import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../src/embedded/database.ts';
import { cleanUp, exists, killNow, newFolder, startSubject, until } from './processes.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const log = pino({ level: 'silent' });
const opened: { sql: Sql[]; databases: EmbeddedDatabase[] } = { sql: [], databases: [] };
const leftovers: string[] = [];
let template: string;

beforeAll(async () => {
  template = join(newFolder(), 'data');
  const database = await startEmbeddedDatabase({ dataDir: template, log });
  const sql = connect(database);
  await sql`create table item (id int primary key)`;
  await close();
});
afterEach(close);
afterAll(async () => {
  await cleanUp();
  for (const folder of leftovers) rmSync(folder, { recursive: true });
});

async function close(): Promise<void> {
  for (const sql of opened.sql.splice(0)) await sql.end({ timeout: 1 });
  for (const database of opened.databases.splice(0)) await database.stop();
}

/** A data folder as it is after a first run: making one takes seconds. */
function dataFolder(...below: string[]): string {
  const dataDir = join(newFolder(), ...below);
  cpSync(join(template, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
  return dataDir;
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, log });
  opened.databases.push(database);
  return database;
}

function connect(database: EmbeddedDatabase, max = 10): Sql {
  const sql = postgres({ ...database.options, max, onnotice: () => undefined });
  opened.sql.push(sql);
  return sql;
}

/** Inserts until told to stop, over reconnections; returns the rows that were acknowledged. */
function insertStream(sql: Sql): { acknowledged: number[]; stop(): Promise<void> } {
  const acknowledged: number[] = [];
  let going = true;
  let id = 0;
  const done = (async () => {
    while (going) {
      const next = id++;
      await sql`insert into item values (${next})`.then(
        () => acknowledged.push(next),
        // A pool that has ended refuses at once, and this loop must not keep the process busy for good.
        () => delay(1),
      );
    }
  })();
  return {
    acknowledged,
    stop: () => {
      going = false;
      return done;
    },
  };
}

async function expectAll(sql: Sql, acknowledged: number[]): Promise<void> {
  expect(acknowledged.length).toBeGreaterThan(0);
  const rows = await sql<{ id: number }[]>`select id from item`;
  const found = new Set(rows.map((row) => row.id));
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
}

describe('the embedded database', () => {
  test('gives each of many concurrent clients its own answers, errors and transactions', async () => {
    const database = await start(dataFolder());
    const pools = [connect(database), connect(database)];
    const workers = Array.from({ length: 40 }, async (_, worker) => {
      const sql = pools[worker % 2] as Sql;
      for (let round = 0; round < 20; round++) {
        const id = worker * 1000 + round;
        const [echo] = await sql.unsafe(`select $1::int as id, ${round} as c${round}`, [id]);
        expect(echo).toEqual({ id, [`c${round}`]: round });
        await expect(sql`select ${id}::int from nowhere`).rejects.toThrow('does not exist');
        const rollback = sql.begin(async (tx) => {
          await tx`insert into item values (${-id - 1})`;
          throw new Error(`undo ${id}`);
        });
        await expect(rollback).rejects.toThrow(`undo ${id}`);
        await sql.begin(async (tx) => {
          await tx`insert into item values (${id})`;
          const [{ n } = { n: 0 }] =
            await tx`select count(*)::int as n from item where id in (${id}, ${-id - 1})`;
          expect(n).toBe(1);
        });
      }
    });
    await Promise.all(workers);
    const [{ n } = { n: 0 }] = await connect(database)`select count(*)::int as n from item`;
    expect(n).toBe(800);
  });

  test('undoes the transaction of a client that vanishes, and goes on with the others', async () => {
    const database = await start(dataFolder());
    const leaving = connect(database, 1);
    const staying = connect(database, 1);
    const begun = Promise.withResolvers<void>();
    const transaction = leaving.begin(async (tx) => {
      await tx`insert into item values (1)`;
      begun.resolve();
      await new Promise(() => undefined);
    });
    transaction.catch(() => undefined);
    await begun.promise;
    const waiting = staying`select * from item`.execute();
    await leaving.end({ timeout: 0 });
    expect(await waiting).toHaveLength(0);
  });

  test('refuses COPY FROM STDIN with a sentence and goes on', async () => {
    const sql = connect(await start(dataFolder()));
    await expect(sql.unsafe('copy item from stdin')).rejects.toThrow('COPY FROM STDIN does not work');
    await expect(sql`copy item from stdin`.writable()).rejects.toThrow('COPY FROM STDIN does not work');
    expect(await sql`select 'copy item from stdin' as text`).toEqual([{ text: 'copy item from stdin' }]);
  });

  test('is found by a second process, which goes on when the first is killed with kill -9', async () => {
    const dataDir = dataFolder();
    const first = await startSubject({ use: 'database', dataDir });
    const sql = connect(await start(dataDir));
    const stream = insertStream(sql);
    await until('rows through the first process', () => stream.acknowledged.length > 50);
    await killNow(first.process);
    const before = stream.acknowledged.length;
    await until('rows after its death', () => stream.acknowledged.length > before + 50);
    await stream.stop();
    await expectAll(sql, stream.acknowledged);
  });

  test('has every acknowledged row after its own process was killed with kill -9, again and again', async () => {
    const database = await start(dataFolder());
    const sql = connect(database);
    const stream = insertStream(sql);
    for (let round = 0; round < 3; round++) {
      const before = stream.acknowledged.length;
      await until('rows', () => stream.acknowledged.length > before + 100);
      if (database.pid !== undefined) process.kill(database.pid, 'SIGKILL');
    }
    const before = stream.acknowledged.length;
    await until('rows after the last time', () => stream.acknowledged.length > before + 100);
    await stream.stop();
    await expectAll(sql, stream.acknowledged);
  });

  test('ends with a parent that was killed with kill -9, and what it leaves does not block the next start', async () => {
    const dataDir = dataFolder();
    const { process: parent, report } = await startSubject({ use: 'database', dataDir });
    const childPid = report.childPid as number;
    const other = await startSubject({ use: 'database', dataDir });
    // Both at once: the leader has no time to remove its socket and its pid file.
    process.kill(childPid, 'SIGKILL');
    await killNow(parent);
    await killNow(other.process);
    await until(
      'the children are gone',
      () => !exists(childPid) && !exists(other.report.childPid as number),
      5_000,
    );
    const sql = connect(await start(dataDir));
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test('works in a folder whose path is too long for a socket', async () => {
    const database = await start(dataFolder('x'.repeat(60), 'y'.repeat(60)));
    const { host } = database.options;
    leftovers.push(host);
    expect(host.length).toBeLessThan(80);
    expect(statSync(host).mode & 0o777).toBe(0o700);
    expect(await connect(database)`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test('hands over without a lost row when the process that serves it stops', async () => {
    const dataDir = dataFolder();
    const first = await start(dataDir);
    const second = await start(dataDir);
    const sql = connect(second);
    const stream = insertStream(sql);
    await until('rows', () => stream.acknowledged.length > 50);
    await first.stop();
    const before = stream.acknowledged.length;
    await until('rows after the hand-over', () => stream.acknowledged.length > before + 50);
    await stream.stop();
    await expectAll(sql, stream.acknowledged);
  });
});
