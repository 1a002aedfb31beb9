import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { createFaultLog } from '../../src/http/fault-log.ts';

const EVERY_MS = 100;
const parts = new AsyncDisposableStack();
afterAll(() => parts.disposeAsync());

function startLog(askDatabase: () => PromiseLike<unknown>) {
  const lines: { level: number; msg: string; failed?: number; fault?: string }[] = [];
  const stream = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const onFault = createFaultLog(pino({ base: null }, stream), askDatabase, parts, EVERY_MS);
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
