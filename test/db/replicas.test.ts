import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';
import {
  createPrimaryLog,
  MAX_LAG_MS,
  MAX_SILENCE_MS,
  openReplicas,
  readPosition,
} from '../../src/db/replicas.ts';
import { startDatabase } from '../kit/database.ts';
import { makeFolder } from '../kit/folder.ts';
import { type OwnPostgres, startPostgres } from '../kit/postgres.ts';
import { whileAway } from '../kit/while-away.ts';
import { writeCertificate } from '../net/support/certificate.ts';

const at = (bytes: number, timeline = 1, identifier = 'one') => ({ identifier, timeline, bytes });
const standby = (...position: Parameters<typeof at>) => ({ ...at(...position), isStandby: true });

/** A primary that was asked once a second, and is at these bytes, and the time since the last one. */
function logOf(bytes: readonly number[], laterMs = 0) {
  const log = createPrimaryLog(() => (bytes.length - 1) * 1000 + laterMs);
  for (const [second, each] of bytes.entries()) log.note(at(each), second * 1000);
  return log;
}

test('a replica that has replayed everything is not behind, however long nobody has written', () => {
  const idle = logOf(Array(100).fill(50), 20);
  expect(idle.judge(standby(50))).toEqual({ status: 'ok', lagMs: 20 });
});

test('a replica is as old as the last position of the primary that it has reached', () => {
  const written = logOf([10, 20, 30, 40, 50, 60, 70, 80, 90]);
  expect(written.judge(standby(90))).toEqual({ status: 'ok', lagMs: 0 });
  expect(written.judge(standby(75))).toEqual({ status: 'ok', lagMs: 2000 });
  expect(written.judge(standby(40))).toEqual({ status: 'ok', lagMs: MAX_LAG_MS });
  expect(written.judge(standby(39))).toEqual({ status: 'behind', lagMs: MAX_LAG_MS + 1000 });
  expect(written.judge(standby(5))).toEqual({ status: 'behind', lagMs: 8000 });
});

test('while the primary tells nothing, a replica that was near it is used for a minute, and no other one', () => {
  expect(logOf([10], MAX_SILENCE_MS).judge(standby(10))).toEqual({ status: 'ok', lagMs: MAX_SILENCE_MS });
  expect(logOf([10], MAX_SILENCE_MS + 1).judge(standby(10)).status).toBe('behind');
  const written = logOf([10, 20, 30, 40, 50, 60, 70], MAX_LAG_MS + 1);
  expect(written.judge(standby(20)).status).toBe('ok');
  expect(written.judge(standby(19)).status).toBe('behind');
  expect(createPrimaryLog().judge(standby(10)).status).toBe('behind');
});

test('what is a primary, on another timeline or of another database is no replica, wherever it is', () => {
  const log = logOf([10]);
  expect(log.judge({ ...at(10), isStandby: false }).status).toBe('primary');
  expect(log.judge({ ...at(10, 2), isStandby: false }).status).toBe('primary');
  expect(log.judge(standby(10, 2)).status).toBe('behind');
  expect(log.judge(standby(10, 1, 'other')).status).toBe('another database');
  // After a failover, positions of the timeline before say nothing.
  log.note(at(20, 2), 0);
  expect(log.judge(standby(10, 1)).status).toBe('behind');
  expect(log.judge(standby(15, 2)).status).toBe('behind');
  expect(log.judge(standby(20, 2)).status).toBe('ok');
});

test('another database of the same cluster is another one', async () => {
  await using parts = new AsyncDisposableStack();
  const identifiers: string[] = [];
  for (const _ of [1, 2]) {
    const db = openDatabase({ url: (await startDatabase('without tables', parts)).url }, 1);
    parts.defer(() => db.close());
    identifiers.push((await readPosition(db)).identifier, (await readPosition(db)).identifier);
  }
  const [one, again, other] = identifiers;
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});

describe.skipIf(!inject('parts').postgres)('A standby', () => {
  const parts = new AsyncDisposableStack();
  let second: OwnPostgres;
  let primary: Database;
  let operator: Database;
  beforeAll(async () => {
    const program = inject('parts').postgres ?? '';
    const first = await startPostgres(program, parts);
    primary = openDatabase({ url: first.url }, 4);
    parts.defer(() => primary.close());
    await whileAway(() => primary.sql`create table stored as select 1 as run`);
    const own = await writeCertificate(await makeFolder('replicas', parts), ['127.0.0.1']);
    const configuration = `ssl = on\nssl_cert_file = '${own.ssl_cert_file}'\nssl_key_file = '${own.ssl_key_file}'\n`;
    const settings = { max_standby_streaming_delay: '0' };
    second = await startPostgres(program, parts, { standbyOf: first.url, settings, configuration });
    operator = openDatabase({ url: second.url }, 1);
    parts.defer(() => operator.close());
    await whileAway(() => operator.sql`select 1`);
  });
  afterAll(() => parts.disposeAsync());

  /** @returns the replicas, once the only one is used */
  async function follow(opened: AsyncDisposableStack, { url = second.url, poolSize = 2 } = {}) {
    const replicas = openReplicas([url], { strangers: primary, health: primary }, poolSize, opened, {
      startAt: 0,
      onChange: () => {},
    });
    const state = () => replicas.states()[0];
    await expect.poll(() => state()?.isUsed).toBe(true);
    /** @returns whether a standby ran the statement */
    const look = async (seconds = 0) => {
      const rows = await replicas.db.sql<{ isStandby: boolean }[]>`
        select pg_is_in_recovery() as "isStandby", pg_sleep(${seconds})`;
      return rows[0]?.isStandby;
    };
    const query = (value: unknown) => replicas.db.sql`select ${value as string}`;
    return { turn: replicas.turn, state, look, query };
  }

  test('that is busy is kept, and a statement that finds no connection in time fails', async () => {
    await using opened = new AsyncDisposableStack();
    const { look, state, turn } = await follow(opened, { poolSize: 1 });
    const before = turn();
    const long = look(1.5);
    await expect(look()).rejects.toMatchObject({ code: 'CONNECTION_QUEUE_TIMEOUT' });
    expect([state()?.isUsed, turn()]).toEqual([true, before]);
    expect(await long).toBe(true);
  });

  test('is kept when a value cannot be sent, and the statement fails', async () => {
    await using opened = new AsyncDisposableStack();
    const { look, query, state, turn } = await follow(opened);
    const before = turn();
    await expect(query(undefined)).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' });
    expect(await look()).toBe(true);
    expect([state()?.isUsed, turn()]).toEqual([true, before]);
  });

  test('that cancels statements to replay the log is kept, they run on the primary, and one turn begins', async () => {
    await using opened = new AsyncDisposableStack();
    const { look, state, turn } = await follow(opened);
    await primary.sql`insert into stored values (2)`;
    await Promise.all([look(), look()]);
    const before = turn();
    const looking = Promise.all([look(1.8), look(1.8)]);
    const running = async () =>
      (
        await operator.sql`select from pg_stat_activity where query ~ 'as "isStandby", pg_sleep' and state = 'active'
        and pid <> pg_backend_pid()`
      ).length;
    await expect.poll(running).toBe(2);
    await primary.sql`delete from stored`;
    await primary.sql`vacuum stored`;
    expect(await looking).toEqual([false, false]);
    expect([state()?.isUsed, turn()]).toEqual([true, before + 1]);
    expect(await look()).toBe(true);
  });

  test.each([
    ['takes no TLS', 'TLS_REFUSED', '?sslmode=require', 'postgresql.conf', 'ssl = off\n'],
    ['refuses the user', '28000', '', 'pg_hba.conf', 'host all all 127.0.0.1/32 reject\n'],
  ])('that suddenly %s fails no statement and is left', async (_, code, query, file, line) => {
    await using opened = new AsyncDisposableStack();
    const url = second.url + query;
    const { look, state, turn } = await follow(opened, { url });
    const before = turn();
    const path = join(second.folder, 'cluster', file);
    await (code === '28000' ? writeFile : appendFile)(path, line);
    second.server.kill('SIGHUP');
    const refused = async () => {
      const db = openDatabase({ url }, 1);
      const error = await db.sql`select 1`.catch((reason) => reason);
      await db.close();
      return error.code;
    };
    await expect.poll(refused).toBe(code);
    expect(await Promise.all([look(), look()])).toEqual([false, false]);
    expect(turn()).toBeGreaterThan(before);
    await expect.poll(() => state()?.status, { timeout: 5000 }).toBe('unavailable');
    expect(await look()).toBe(false);
  });
});
