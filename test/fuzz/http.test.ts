import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepLog } from '../kit/kept-log.ts';
import { present } from '../kit/present.ts';
import { exchange, readAnswers } from '../kit/raw.ts';
import { forFile, startService } from '../kit/service.ts';
import { assertInTime, SECONDS, SEED, Tally } from './budget.ts';
import { type Connection, connections } from './http-cases.ts';

const { lines, log } = keepLog('warn');
const service = await forFile(
  startService({ REQUEST_TIMEOUT_SECONDS: '1', KEEP_ALIVE_SECONDS: '5' }, 'web', log),
);
const bot = present((await service.seed({ users: 0 })).bots[0]);
const cases = connections({ botId: bot.id, token: bot.token });

/** At the same time: most of them wait for a time-out. */
const CONNECTIONS = 250;
/** Of a sample, which is made anew with the next seed. */
const SAMPLE = 500;
/** A connection whose request never ends is closed after one second, an idle one after five. */
const CLOSED_MS = 20_000;
/** What is left of pools and caches that have their size. */
const MEMORY_BYTES = 48 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

describe('Whatever bytes are sent', () => {
  test('every connection is answered as HTTP has it or closed, never with 500, and leaves nothing behind', async () => {
    const tally = new Tally();
    const socketsBefore = sockets();
    await run(200, SEED - 1, tally);
    collectGarbage();
    const memoryBefore = process.memoryUsage().heapUsed;

    const end = performance.now() + SECONDS * 1000;
    for (let seed = SEED; performance.now() < end; seed++) await run(SAMPLE, seed, tally, end);
    tally.print('Malformed HTTP');
    expect(tally.total).toBeGreaterThan(200);

    const health = await fetch(`${service.url}/api/health`, { headers: { connection: 'close' } });
    expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ status: 'ok' })]);
    for (let waited = 0; sockets() > socketsBefore && waited < 100; waited++) await delay(100);
    expect(sockets()).toBeLessThanOrEqual(socketsBefore);
    collectGarbage();
    expect(process.memoryUsage().heapUsed - memoryBefore).toBeLessThan(MEMORY_BYTES);
    expect(lines).toEqual([]);
  });
});

const almostHost = fc.oneof(
  fc.domain(),
  fc.ipV4Extended(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.webAuthority({ withIPv4: true, withIPv6: true, withPort: true, withUserInfo: true }),
  fc.string({ unit: fc.constantFrom(...'ax0159.:-_[]%@/'), maxLength: 20 }),
);

test.each([
  ['in the header', (host: string) => `GET /api/health HTTP/1.1\r\nHost: ${host}\r\n`],
  ['in the target', (host: string) => `GET http://${host}/api/health HTTP/1.1\r\nHost: a\r\n`],
])('Whatever host is named %s, the answer is 200 or 400', async (place, head) => {
  const tally = new Tally();
  const property = fc.asyncProperty(almostHost, async (host) => {
    const { text } = await exchange(service.url, [`${head(host)}Connection: close\r\n\r\n`]);
    const [answer, ...more] = readAnswers(text);
    expect(more).toEqual([]);
    // A path in the place of a host leads to another address, which is not there.
    const statuses = host.includes('/') ? [200, 400, 404] : [200, 400];
    expect(statuses).toContain(answer?.status);
    expect(lines).toEqual([]);
    tally.add(answer?.status ?? 'closed');
  });
  await assertInTime(property, 0.3);
  tally.print(`Hosts ${place}`);
  expect(tally.of(200)).toBeGreaterThan(0);
  expect(tally.of(400)).toBeGreaterThan(0);
});

/** Opens the connections of a sample, some at a time, until `end`. */
async function run(size: number, seed: number, tally: Tally, end = Number.POSITIVE_INFINITY): Promise<void> {
  const sample = fc.sample(cases, { seed, numRuns: size }).entries();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const [index, connection] of sample) {
        if (performance.now() > end) return;
        const before = lines.length;
        const outcome = await play(connection).catch((error: unknown) => {
          throw new Error(`Sample ${seed}, case ${index}: ${String(error)}\n${JSON.stringify(connection)}`);
        });
        tally.add(outcome);
        if (lines.length > before)
          throw new Error(
            `Sample ${seed}, near case ${index}: logged ${lines[before]?.msg}\n${JSON.stringify(connection)}`,
          );
      }
    }),
  );
}

/** @returns the statuses, in a word; throws what is wrong with the answers */
async function play({ messages, cuts, pauseMs, ending }: Connection): Promise<string> {
  const bytes = Buffer.from(messages.join(''), 'latin1');
  const { hostname, port } = new URL(service.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: ending === 'half-close' });
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = new Promise<boolean>((resolve) => {
    socket.once('close', () => resolve(true));
    socket.once('end', () => socket.end());
    const late = setTimeout(() => resolve(false), CLOSED_MS);
    socket.once('close', () => clearTimeout(late));
  });
  let from = 0;
  for (const at of [...cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length]) {
    if (socket.writable) socket.write(bytes.subarray(from, at));
    from = at;
    if (cuts.length > 0) await delay(pauseMs);
  }
  if (ending === 'abort') socket.destroy();
  if (ending === 'half-close') socket.end();
  if (!(await closed)) {
    socket.destroy();
    throw new Error(`The connection stays open after ${JSON.stringify(text.slice(0, 300))}`);
  }
  if (/^HTTP\/1\.1 50[024] /m.test(text)) throw new Error(`Answered ${JSON.stringify(text.slice(0, 500))}`);
  if (ending !== 'wait') return ending;
  const answers = readAnswers(text, messages.some((message) => message.includes('HEAD')) ? 'unknown' : []);
  return (
    answers
      .map(({ status }) => status)
      .at(-1)
      ?.toString() ?? 'closed'
  );
}
