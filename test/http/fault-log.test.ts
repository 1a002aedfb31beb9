import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { createFaultLog, TooLateError } from '../../src/http/fault-log.ts';
import { requestFields } from '../../src/lib/log.ts';
import { withRequest } from '../../src/lib/request-id.ts';

const EVERY_MS = 100;
const parts = new AsyncDisposableStack();
afterAll(() => parts.disposeAsync());

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly failed?: number;
  readonly fault?: string;
  readonly requestId?: string;
  readonly requestIds?: readonly string[];
}

function startLog(askDatabase: () => PromiseLike<unknown>) {
  const lines: Line[] = [];
  const stream = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const onFault = createFaultLog(
    pino({ base: null, mixin: requestFields }, stream),
    askDatabase,
    parts,
    EVERY_MS,
  );
  return { lines, onFault };
}

async function errorOf(promise: PromiseLike<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('an outage of the database is a line at its start, counts now and then, and a line at its end; not one per request', async () => {
  const nobody = openDatabase({ url: `postgres://postgres@127.0.0.1:${await freePort(0)}/postgres` }, 2);
  parts.defer(() => nobody.close());
  const away = await errorOf(nobody.sql`select 1`);
  let isBack = false;
  const { lines, onFault } = startLog(() => (isBack ? Promise.resolve() : nobody.sql`select 1`));
  const start = performance.now();
  let failed = 0;
  while (failed < 60 || performance.now() - start < 4 * EVERY_MS) {
    onFault(away, 'searchBots');
    failed += 1;
    await delay(1);
  }
  const spent = performance.now() - start;
  await delay(3 * EVERY_MS);
  expect(lines.map(({ msg }) => msg)).not.toContain('The database serves requests again.');
  isBack = true;
  await expect.poll(() => lines.at(-1)?.msg, { timeout: 10_000 }).toBe('The database serves requests again.');
  expect(lines[0]).toMatchObject({ msg: 'Requests fail because of the database.', operation: 'searchBots' });
  expect(lines[0]?.fault).toMatch(/ECONNREFUSED|CONNECTION_CLOSED/);
  expect(lines.at(-1)).toMatchObject({ failed });
  expect(lines.length).toBeLessThanOrEqual(3 + Math.ceil(spent / EVERY_MS));
  // The next outage is told of like the first.
  onFault(away, 'searchBots');
  expect(lines.at(-1)).toMatchObject({ msg: 'Requests fail because of the database.' });
});

test.each([
  ['while the database is away', Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' })],
  ['while responses are late', new TooLateError()],
])('the id of each failed request is in the log, %s', async (_, error) => {
  const { lines, onFault } = startLog(() => Promise.resolve());
  const ids = Array.from({ length: 30 }, (_, index) => `request-${index}`);
  for (const id of ids) {
    withRequest({ 'x-request-id': id }, () => onFault(error, 'searchBots'));
    await delay(10);
  }
  const logged = () =>
    lines.flatMap(({ msg, requestId, requestIds = [] }) => [
      ...(requestId === undefined ? [] : [requestId]),
      ...(msg.includes(' still ') ? requestIds : []),
    ]);
  await expect.poll(() => lines.at(-1)?.msg).toMatch(/ again\.$/);
  expect(logged()).toEqual(ids);
  // A slow machine makes two outages of them.
  const ends = lines.filter(({ msg }) => msg.endsWith(' again.'));
  expect(ends.reduce((sum, { failed = 0 }) => sum + failed, 0)).toBe(ids.length);
  expect(lines.length).toBeLessThan(10);
});

test('however long the ids are that clients choose, a line is short enough for logs; ids that wait are logged at the end', async () => {
  await using closing = new AsyncDisposableStack();
  const lines: string[] = [];
  const log = pino({ base: null, mixin: requestFields }, { write: (line) => void lines.push(line) });
  const onFault = createFaultLog(log, () => Promise.resolve(), closing, 3_600_000);
  for (let index = 0; index < 1000; index++) {
    const id = String(index).padStart(64, 'x');
    withRequest({ 'x-request-id': id }, () => onFault(new TooLateError(), 'searchBots'));
  }
  expect(lines).toHaveLength(1);
  await closing.disposeAsync();
  expect(lines).toHaveLength(2);
  expect(lines[1]?.length).toBeLessThan(16_000);
  const { requestIds, more } = JSON.parse(lines[1] ?? '');
  expect([requestIds.length, more]).toEqual([208, 999]);
});

test('every fault that is not the database’s has a line of its own, also one of another server that is away', async () => {
  const { lines, onFault } = startLog(() => Promise.resolve());
  const refused = await errorOf(fetch(`http://127.0.0.1:${await freePort(0)}`));
  for (const error of [new TypeError('a bug'), refused, 'thrown']) onFault(error, 'page');
  expect(lines.map(({ msg, fault }) => [msg, fault])).toEqual([
    ['A request failed.', 'TypeError'],
    ['A request failed.', expect.stringContaining('ECONNREFUSED')],
    ['A request failed.', 'string'],
  ]);
});
