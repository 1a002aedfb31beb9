import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import type { Seeded } from '../../src/seed/seed.ts';
import { retryNow } from '../../src/workflows/deliver-vote.ts';
import { cast, keyOf, signIn } from '../faults/vote-stream.ts';
import { makeFolder } from '../kit/folder.ts';
import { present } from '../kit/present.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { type Stack, startStack } from '../kit/stack.ts';
import {
  archivingTo,
  backUpPostgres,
  backUpTemporal,
  findBackupProgram,
  makeSharedFolder,
  restorePostgres,
  restoreTemporal,
  stop,
} from './backups.ts';

const BOTS = 6;
/** Each of them votes once for every bot, in the phase of their group. */
const GROUP = 15;
const GROUPS = 5;
const PATIENCE_MS = 240_000;
/** A waiting delivery that the database does not know wakes up after a minute. Then some time passes. */
const WAKE_MS = 80_000;

interface Row {
  readonly id: string;
  readonly key: string;
  readonly botId: string;
  readonly state: string;
  readonly attempts: number;
}

const opened = new AsyncDisposableStack();
let receiver: Receiver;
let stack: Stack;
let temporal: Client;
let folder: string;
/** Where PostgreSQL archives its log. */
let archive: string;
let program: string;
let sample: Seeded;
let groups: (() => Promise<void>)[];
/** Bots whose receivers refuse. */
const refusing = new Set<string>();

beforeAll(async () => {
  program = present(findBackupProgram());
  folder = await makeFolder('backups', opened);
  await makeSharedFolder(folder);
  archive = await makeSharedFolder(join(folder, 'wal'));
  receiver = await startReceiver();
  opened.defer(() => receiver.close());
  receiver.answer = ({ body }) => (refusing.has(body.bot_id) ? 500 : 200);
  stack = await startStack({ postgres: { configuration: archivingTo(archive) } });
  opened.defer(() => stack.close());
  const connection = await Connection.connect({ address: stack.temporalAddress });
  opened.defer(() => connection.close());
  temporal = new Client({ connection });
  sample = await stack.seed({ bots: BOTS, users: GROUP * GROUPS, votes: 0, webhookUrl: receiver.url });
  const cookies: string[] = [];
  for (const { id } of sample.users) cookies.push(await signIn(stack.url, id));
  groups = Array.from({ length: GROUPS }, (_, group) => async () => {
    for (const { id } of sample.bots) {
      const mine = cookies.slice(group * GROUP, (group + 1) * GROUP);
      await Promise.all(mine.map((cookie) => cast(stack.url, cookie, id)));
    }
  });
});
afterAll(() => opened.disposeAsync());

const print = (line: string) => process.stdout.write(`${line}\n`);
const bot = (place: number) => present(sample.bots[place]).id;
const castGroup = (group: number) => present(groups[group])();

async function readDeliveries(): Promise<Row[]> {
  const rows = await stack.db.sql<(Omit<Row, 'key'> & { userId: string; votedAt: Date })[]>`
    select id, bot_id as "botId", user_id as "userId", voted_at as "votedAt", state,
      (select count(*)::int from delivery_attempts where delivery_id = id) as attempts
    from deliveries order by id`;
  return rows.map(({ userId, votedAt, ...row }) => ({
    ...row,
    key: keyOf(row.botId, userId, votedAt.toISOString()),
  }));
}

async function until(what: string, isSo: (rows: readonly Row[]) => boolean): Promise<Row[]> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const rows = await readDeliveries();
    if (isSo(rows)) return rows;
    if (Date.now() > deadline) throw new Error(`${what}: ${JSON.stringify(count(rows))}`);
    await delay(250);
  }
}

const count = (rows: readonly Row[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(rows, ({ state }) => state)).map(([state, all]) => [state, all?.length]),
  );

/** What came to the receiver since the request with this number, by delivery. */
function sentSince(first: number): Map<string, number> {
  const sent = new Map<string, number>();
  for (const { headers } of receiver.received.slice(first)) {
    const id = String(headers['x-webhook-delivery']);
    sent.set(id, (sent.get(id) ?? 0) + 1);
  }
  return sent;
}

const hurry = (rows: readonly Row[]) =>
  Promise.all(rows.map(({ id }) => temporal.workflow.getHandle(id).signal(retryNow)));

const isTried = ({ attempts }: Row) => attempts > 0;

async function readTime(): Promise<string> {
  const [time] = await stack.db.sql<{ now: string }[]>`select clock_timestamp()::text as now`;
  return present(time).now;
}

/** The timelines of the archived log. */
async function readTimelines(): Promise<string[]> {
  await stack.db.sql`select pg_switch_wal()`;
  return [...new Set((await readdir(archive)).map((file) => file.slice(0, 8)))].sort();
}

test('PostgreSQL restored to an earlier time than Temporal, after a wrong guess: all that it knows arrives, and nothing else is sent', async () => {
  onTestFailed(() => {
    print(`The worker:\n${stack.parts.worker.output().slice(-3000)}`);
  });
  const backup = join(folder, 'base');
  await backUpPostgres(program, stack, backup);
  const tooEarly = await readTime();
  for (const place of [0, 1]) refusing.add(bot(place));
  await castGroup(0);
  await until('first attempts', (rows) => rows.length === GROUP * BOTS && rows.every(isTried));
  // These votes are in the outbox at the time of the restore, and delivered later.
  stack.parts.worker.hold();
  stack.parts.worker.kill();
  await castGroup(1);
  const known = await readDeliveries();
  const time = await readTime();
  await delay(1500);

  // From here on, Temporal is ahead: more votes, and a second attempt of some that wait for it.
  stack.parts.worker.release();
  await castGroup(2);
  const later = await until(
    'first attempts',
    (rows) => rows.length === 3 * GROUP * BOTS && rows.every(isTried),
  );
  const ids = new Set(known.map(({ id }) => id));
  const ahead = known.filter(
    ({ botId, state, attempts }) => botId === bot(0) && state === 'pending' && attempts > 0,
  );
  await hurry(ahead);
  await until(
    'second attempts',
    (rows) => rows.filter(({ attempts }) => attempts === 2).length >= ahead.length,
  );

  await stop(stack.parts.web);
  await stop(stack.parts.worker);
  await stack.db.sql`select pg_switch_wal()`;
  await stop(stack.parts.PostgreSQL);
  await restorePostgres(stack, backup, tooEarly);
  expect(await readDeliveries()).toEqual([]);
  await stack.db.sql`create table of_a_wrong_guess ()`;
  expect(await readTimelines()).toEqual(['00000001']);
  await stop(stack.parts.PostgreSQL);
  const replaceOld = await restorePostgres(stack, backup, time);
  expect((await readDeliveries()).map(({ id, state }) => ({ id, state }))).toEqual(
    known.map(({ id, state }) => ({ id, state })),
  );
  expect(await readTimelines()).toEqual(['00000001']);
  await replaceOld();
  await expect.poll(readTimelines, { timeout: PATIENCE_MS }).toEqual(['00000001', '00000002']);
  await backUpPostgres(program, stack, join(folder, 'base-after'));
  const first = receiver.received.length;
  const restartedAt = Date.now();
  refusing.clear();
  stack.parts.worker.release();
  stack.parts.web.release();
  await until('some deliveries', (rows) =>
    rows.some(({ state }, index) => state === 'delivered' && known[index]?.state === 'pending'),
  );
  await hurry(ahead);
  const ended = await until('all deliveries', (rows) => rows.every(({ state }) => state === 'delivered'));
  await delay(Math.max(0, restartedAt + WAKE_MS - Date.now()));

  const sent = sentSince(first);
  const unknown = later.filter(({ id }) => !ids.has(id));
  const arrived = new Set(
    receiver.received.map(({ body }) => keyOf(body.bot_id, body.user_id, body.voted_at)),
  );
  print(
    `\nPostgreSQL restored: ${known.length} votes known (${JSON.stringify(count(known))}), ${unknown.length} votes ` +
      `unknown; ${sent.size} deliveries sent after it, of which ${[...sent.keys()].filter((id) => !ids.has(id)).length} unknown`,
  );
  expect(unknown).toHaveLength(GROUP * BOTS);
  expect(unknown.filter(({ state }) => state === 'pending')).toHaveLength(2 * GROUP);
  expect([...sent.keys()].filter((id) => !ids.has(id))).toEqual([]);
  expect(ended.filter(({ key }) => !arrived.has(key))).toEqual([]);
  // What it knew as delivered is not sent again, and what it did not is.
  const pending = known.filter(({ state }) => state === 'pending').map(({ id }) => id);
  expect([...sent.keys()].sort()).toEqual(pending.sort());
  // The workflows of the others were there, and tried.
  expect(stack.parts.worker.output()).toContain("is not in this worker's database");
});

test('Temporal restored to an earlier time than PostgreSQL: all arrives, and nothing that had arrived is sent again', async () => {
  onTestFailed(() => {
    print(`The worker:\n${stack.parts.worker.output().slice(-3000)}`);
  });
  for (const place of [0, 1]) refusing.add(bot(place));
  const before = (await readDeliveries()).length;
  await castGroup(3);
  await until('first attempts', (rows) => rows.length === before + GROUP * BOTS && rows.every(isTried));
  const backup = join(folder, 'temporal');
  await stop(stack.parts.Temporal);
  await backUpTemporal(stack, backup);
  stack.parts.Temporal.release();

  // From here on, PostgreSQL is ahead: some of the waiting deliveries arrive, and more votes come.
  refusing.delete(bot(0));
  await untilTemporalAnswers();
  await hurry((await readDeliveries()).filter(({ botId, state }) => botId === bot(0) && state === 'pending'));
  await castGroup(4);
  await until(
    'first attempts',
    (rows) =>
      rows.length === before + 2 * GROUP * BOTS &&
      rows.every(isTried) &&
      rows.every(
        ({ state, botId }) => (state === 'pending') === refusing.has(botId) || state === 'delivered',
      ),
  );
  await stop(stack.parts.Temporal);
  const known = await readDeliveries();
  await restoreTemporal(stack, backup);
  const first = receiver.received.length;
  const restartedAt = Date.now();
  refusing.clear();
  stack.parts.Temporal.release();
  const ended = await until('all deliveries', (rows) => rows.every(({ state }) => state === 'delivered'));
  await delay(Math.max(0, restartedAt + WAKE_MS - Date.now()));

  const sent = sentSince(first);
  const arrived = new Set(
    receiver.received.map(({ body }) => keyOf(body.bot_id, body.user_id, body.voted_at)),
  );
  print(
    `\nTemporal restored: ${known.length} votes known (${JSON.stringify(count(known))}); ` +
      `${sent.size} deliveries sent after it, ${[...sent.values()].filter((times) => times > 1).length} of them twice`,
  );
  expect(ended.filter(({ key }) => !arrived.has(key))).toEqual([]);
  const pending = known.filter(({ state }) => state === 'pending').map(({ id }) => id);
  expect(pending).toHaveLength(2 * GROUP);
  expect([...sent.keys()].sort()).toEqual(pending.sort());
});

async function untilTemporalAnswers(): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await temporal.workflowService.getSystemInfo({});
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(200);
    }
  }
}
