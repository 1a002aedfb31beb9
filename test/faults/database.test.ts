import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, onTestFailed, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { startReceiver } from '../kit/receiver.ts';
import { forFile } from '../kit/service.ts';
import { type Stack, startStack } from '../kit/stack.ts';
import { FAULTS, mountDisk, SETTINGS } from './database-faults.ts';
import { type MixedLoad, type Sent, startMixedLoad } from './mixed-load.ts';
import { whatIsWrong } from './stored.ts';

const RESTARTS = Number(process.env.FAULT_RESTARTS ?? 8);
const MODERATOR = '199999999999999999';
/** What a request may take at most, whatever the state of the database. */
const ANSWER_MS = 5000;
/** When a fault must have shown in the answers. */
const SHOWN_MS = 20_000;
/** How long a fault lasts, in milliseconds. */
const LASTS_MS: Readonly<Record<string, number>> = { 'one table locked': 30_000, silent: 12_000 };
const DEFAULT_LASTS_MS = 4000;
/** When bursts of requests must be answered well, after the server's return. */
const BURSTS_S = [1, 5];
/** After the last restart also much later: a connection may have been left broken. Deliveries end meanwhile. */
const LATE_BURSTS_S = [1, 15, 60];
const BURST = 30;
/** How long the load goes on before the first fault, in milliseconds. Before the others it has been calm again. */
const CALM_MS = 2000;

const opened = await forFile(new AsyncDisposableStack());
let disk: string;
let stack: Stack;
let admin: ReturnType<typeof openDatabase>['sql'];
let load: MixedLoad;
const receiver = await forFile(startReceiver());
beforeAll(async () => {
  disk = await mountDisk(opened);
  stack = await startStack({
    env: { ADMIN_USER_IDS: MODERATOR, APPLICATION_LOOKUP_URL: 'off' },
    postgres: { settings: SETTINGS, parent: disk },
  });
  opened.defer(() => stack.close());
  const pool = openDatabase({ url: `${stack.databaseUrl}?application_name=admin&idle_timeout=600` }, 1, {
    isPatient: true,
  });
  opened.defer(() => pool.close());
  admin = pool.sql;
  const sample = await stack.seed({ bots: 50, users: 800, votes: 0, webhookUrl: receiver.url });
  load = await startMixedLoad(stack, sample, MODERATOR);
  await delay(CALM_MS);
});

const print = (line: string) => process.stdout.write(`${line}\n`);
const pids = () => [stack.parts.web.pid, stack.parts.worker.pid];

const slowest = (sent: readonly Sent[]) => Math.max(0, ...sent.map(({ tookMs }) => tookMs));

function summary(name: string, sent: readonly Sent[]): string {
  const failed = sent.filter(({ isGood }) => !isGood);
  const statuses = Map.groupBy(failed, ({ status }) => status);
  const counts = [...statuses].map(([status, list]) => `${list.length} × ${status}`).join(', ');
  const seconds = (slowest(sent) / 1000).toFixed(2);
  return `${name}: ${sent.length} requests, ${failed.length} failed (${counts}), slowest ${seconds} s`;
}

/** Whatever happens to the database, each request is answered: with what was asked for, or with 500 or 503. */
function checkAnswers(sent: readonly Sent[]): void {
  for (const one of sent) {
    const { kind, status, tookMs, isGood, answer } = one;
    if (tookMs > ANSWER_MS) expect.soft({ kind, status, tookMs }).toBe('answered in time');
    // GraphQL says it in the body.
    const isFault = status === 500 || status === 503 || (status === 200 && answer.includes('"errors"'));
    if (!isGood && !isFault) expect.soft({ kind, status, answer }).toBe('a fault');
  }
}

async function untilBack(): Promise<void> {
  while (
    !(await admin`select 1`.then(
      () => true,
      () => false,
    ))
  )
    await delay(20);
}

async function checkBursts(name: string, bursts: readonly number[]): Promise<void> {
  const back = performance.now();
  for (const second of bursts) {
    await delay(Math.max(0, second * 1000 - (performance.now() - back)));
    const burst = await load.burst(BURST);
    print(summary(`  burst ${second} s after it is back`, burst));
    expect
      .soft(
        burst.filter(({ isGood }) => !isGood),
        `${name}, ${second} s later`,
      )
      .toEqual([]);
  }
}

test.for(Object.entries(FAULTS))(
  'PostgreSQL %s: the process lives, answers within five seconds, and heals without a restart',
  async ([name, breakIt]) => {
    onTestFailed(() => {
      print(`web:\n${stack.parts.web.output().slice(-2000)}`);
    });
    const before = pids();
    await untilBack();
    const [start, first] = [performance.now(), load.sent.length];
    const mend = await breakIt({ stack, disk, admin });
    const hasShown = () => load.sent.slice(first).some(({ isGood }) => !isGood);
    await delay(LASTS_MS[name] ?? DEFAULT_LASTS_MS);
    while (!hasShown() && performance.now() - start < SHOWN_MS) await delay(100);
    await mend();
    await untilBack();
    print(summary(`\n${name}`, load.sent.slice(first)));
    expect.soft(hasShown()).toBe(true);
    await checkBursts(name, BURSTS_S);
    checkAnswers(load.sent.slice(first));
    expect(pids()).toEqual(before);
  },
);

test(`after ${RESTARTS} restarts of PostgreSQL under load the process is the same each time`, async () => {
  const before = pids();
  const first = load.sent.length;
  let alive = 0;
  for (let time = 0; time < RESTARTS; time += 1) {
    stack.parts.PostgreSQL.kill(time % 2 ? 'SIGQUIT' : 'SIGINT');
    await delay(300);
    await untilBack();
    await delay(1000);
    if (pids().every((pid, index) => pid === before[index])) alive += 1;
  }
  print(summary(`\n${RESTARTS} restarts, process alive ${alive} of ${RESTARTS}`, load.sent.slice(first)));
  expect(alive).toBe(RESTARTS);
  await checkBursts('restarts', LATE_BURSTS_S);
  checkAnswers(load.sent.slice(first));
});

test('after all of it everything that was acknowledged is stored, once, and nothing in part', async () => {
  await load.stop();
  const { acknowledged } = load;
  print(
    `\nacknowledged: ${acknowledged.votes.length} votes, ${acknowledged.submitted.length} submissions, ` +
      `${acknowledged.approved.length} approvals, ${acknowledged.reports.length} reports, ` +
      `${acknowledged.sessions.length} sign-ins`,
  );
  for (const list of [
    acknowledged.votes,
    acknowledged.submitted,
    acknowledged.approved,
    acknowledged.reports,
  ])
    expect(list.length).toBeGreaterThan(20);
  expect(await whatIsWrong(stack.db, acknowledged)).toEqual({});
  const undelivered = () => stack.db.sql`select id from deliveries where state <> 'delivered'`;
  await expect.poll(async () => (await undelivered()).length, { timeout: 120_000, interval: 500 }).toBe(0);
  for (const part of [stack.parts.web, stack.parts.worker]) expect(part.unaskedEnds).toEqual([]);
});
