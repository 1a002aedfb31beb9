import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sinks } from '@temporalio/workflow';
import { openMigratedDatabase } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createBatches } from '../src/domain/batches.ts';
import { castVote } from '../src/domain/cast-vote.ts';
import { createSecretBox } from '../src/domain/secret-box.ts';
import { startEmbeddedTemporal } from '../src/embedded/temporal.ts';
import { findTemporalCli } from '../src/embedded/temporal-cli.ts';
import { readRecord } from '../src/embedded/temporal-record.ts';
import { createLog } from '../src/log.ts';
import { createSender } from '../src/net/sender.ts';
import { seed } from '../src/seed/seed.ts';
import { createMetrics } from '../src/workflows/metrics.ts';
import { SEARCH_ATTRIBUTES } from '../src/workflows/search-attributes.ts';
import { openSession, type Session } from '../src/workflows/session.ts';
import { installTemporalRuntime } from '../src/workflows/worker.ts';

/** Tells this process that a no-op workflow ran, without a round trip. */
export interface BenchSinks extends Sinks {
  bench: { done(): void };
}

const ROUNDS = 5;
const BATCH = 400;
const SINGLES = 60;
const IN_FLIGHT = 24;
const TASK_QUEUE = 'bench';

/**
 * Deliveries against no-op workflows, on one Temporal server and one worker, in turns: how many a second when there are
 * plenty, and how long one takes alone. Only the ratios mean anything on another machine. There are two kinds of no-op
 * workflow: started as a client does by default, and started eagerly, as deliveries are. The eager one is the bare cost of
 * a workflow's existence: no activity, no search attribute.
 */
async function main(): Promise<void> {
  const parts = new AsyncDisposableStack();
  try {
    const bench = await open(parts);
    await bench.noops(100, true);
    await bench.deliveries(100);
    const runs: Record<'noop' | 'eager' | 'delivery', Timed[]> = { noop: [], eager: [], delivery: [] };
    for (let round = 1; round <= ROUNDS; round += 1) {
      const noop = await timed(() => bench.noops(BATCH, false), bench.pids);
      const delivery = await timed(() => bench.deliveries(BATCH), bench.pids);
      const eager = await timed(() => bench.noops(BATCH, true), bench.pids);
      runs.noop.push(noop);
      runs.delivery.push(delivery);
      runs.eager.push(eager);
      print(
        `round ${round}: ${rate(noop.ms)} no-op workflows/s, ${rate(eager.ms)} started eagerly, ${rate(delivery.ms)} deliveries/s`,
      );
    }
    const latency = await latencies(bench);
    for (const [index, name] of ['worker', 'Temporal server', 'embedded database'].entries()) {
      const each = (kind: Timed[]) => median(kind.map((run) => (run.cpuMs[index] ?? 0) / BATCH)).toFixed(2);
      print(
        `CPU of the ${name}: ${each(runs.noop)} ms a no-op workflow, ${each(runs.eager)} ms one started eagerly, ` +
          `${each(runs.delivery)} ms a delivery`,
      );
    }
    const ratio = (kind: Timed[]) =>
      median(kind.map((run, round) => run.ms / (runs.delivery[round]?.ms ?? Number.NaN))).toFixed(2);
    print(
      `deliveries a second / no-op workflows a second: median ${ratio(runs.noop)} (wanted: 0.95 or more)`,
    );
    print(`deliveries a second / no-op workflows started eagerly: median ${ratio(runs.eager)}`);
    print(
      `vote to received POST ${latency.delivery.toFixed(1)} ms, no-op workflow ${latency.noop.toFixed(1)} ms (started to done), ` +
        `ratio of medians ${(latency.delivery / latency.noop).toFixed(2)} (wanted: 1.5 or less)`,
    );
  } finally {
    await parts.disposeAsync();
  }
}

interface Bench {
  /** The Temporal server's and the embedded database's, as far as there are such. */
  readonly pids: readonly number[];
  noops(count: number, eagerly: boolean): Promise<void>;
  deliveries(count: number): Promise<void>;
  oneNoop(): Promise<void>;
  oneVote(): Promise<void>;
}

async function open(parts: AsyncDisposableStack): Promise<Bench> {
  const log = createLog('warn', 2);
  installTemporalRuntime(log);
  const dataDir = await mkdtemp(join(tmpdir(), 'bot-listing-bench-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({ ...process.env, DATA_DIR: dataDir, WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8' });
  const cacheDir = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bot-listing');
  const cli = await findTemporalCli({ path: process.env.PATH ?? '', cacheDir, log });
  if (!cli) throw new Error('This measurement needs the Temporal CLI: put it on PATH or install Go.');
  const temporal = await startEmbeddedTemporal({ dataDir, cli, log, searchAttributes: SEARCH_ATTRIBUTES });
  parts.defer(() => temporal.stop());
  const db = await openMigratedDatabase(config, log, parts);
  const sender = createSender(config.webhooks);
  parts.defer(() => sender.close());

  const received = counter();
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received.add();
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  parts.defer(() => {
    receiver.close();
    receiver.closeAllConnections();
  });

  let session: Session | undefined;
  const services = {
    db,
    batches: createBatches(db),
    sender,
    secrets: createSecretBox(config.encryptionKey ?? randomBytes(32), randomBytes),
    now: () => new Date(),
    randomBytes,
    wakeDispatcher: () => session?.wake(),
  };
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`;
  const sample = await seed(services, { bots: 50, users: 2000, votes: 0, webhookUrl });
  const done = counter();
  const opened = await openSession({
    location: { connection: { address: temporal.address }, namespace: 'default' },
    taskQueue: TASK_QUEUE,
    services,
    metrics: createMetrics(services),
    log,
    workerOptions: {
      workflowsPath: new URL('./workflows.ts', import.meta.url).pathname,
      sinks: { bench: { done: { fn: () => done.add(), callDuringReplay: false } } },
    },
  });
  session = opened;
  const stop = Promise.withResolvers<void>();
  const running = opened.run(stop.promise);
  parts.defer(async () => {
    stop.resolve();
    await running;
    await opened.close();
  });

  const startNoop = (eagerly: boolean) =>
    opened.client.workflow.start('noop', {
      taskQueue: TASK_QUEUE,
      workflowId: randomUUID(),
      requestEagerStart: eagerly,
    });
  let voters = 0;
  return {
    pids: [readRecord(dataDir)?.server?.pid ?? 0, childOf(process.pid, 'database-child')],
    async noops(count, eagerly) {
      const target = done.value() + count;
      let started = 0;
      const lane = async () => {
        while (started < count) {
          started += 1;
          await startNoop(eagerly);
        }
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
      await done.until(target);
    },
    async deliveries(count) {
      const target = received.value() + count;
      // All are in the outbox before the first starts: casting is not what is measured here.
      await db.sql`
        insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
        select gen_random_uuid(), bot.id, 'vote', '200000000000000001', now(), 'pending', now()
        from generate_series(1, ${count}) number
        join (select id, row_number() over () - 1 as place from bots) bot on bot.place = number % ${sample.bots.length}`;
      opened.wake();
      await received.until(target);
    },
    async oneNoop() {
      const handle = await startNoop(true);
      await handle.result();
    },
    async oneVote() {
      const target = received.value() + 1;
      const user = sample.users[voters++];
      await castVote(services, sample.bots[0]?.id ?? '', user?.id ?? '');
      await received.until(target);
    },
  };
}

async function latencies(bench: Bench): Promise<{ noop: number; delivery: number }> {
  const noop: number[] = [];
  const delivery: number[] = [];
  for (let index = 0; index < SINGLES; index += 1) {
    noop.push((await timed(() => bench.oneNoop())).ms);
    delivery.push((await timed(() => bench.oneVote())).ms);
  }
  return { noop: median(noop), delivery: median(delivery) };
}

/** The child process of this one whose command line has the text, or 0. */
function childOf(parent: number, text: string): number {
  try {
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ');
    return Number(children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)) ?? 0);
  } catch {
    return 0;
  }
}

function counter() {
  let count = 0;
  let waiter: { target: number; resolve: () => void } | undefined;
  return {
    value: () => count,
    add() {
      count += 1;
      if (waiter && count >= waiter.target) waiter.resolve();
    },
    until: (target: number) =>
      new Promise<void>((resolve) => {
        waiter = { target, resolve };
        if (count >= target) resolve();
      }),
  };
}

async function timed(work: () => Promise<void>, others: readonly number[] = []): Promise<Timed> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const before = others.map(cpuOf);
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    ms: performance.now() - start,
    cpuMs: [(user + system) / 1000, ...others.map((pid, index) => cpuOf(pid) - (before[index] ?? 0))],
  };
}

interface Timed {
  readonly ms: number;
  /** CPU time of this process, and of the others in their order, in milliseconds. */
  readonly cpuMs: readonly number[];
}

/** What a process has used so far, in milliseconds; 0 where /proc does not tell. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const rate = (ms: number) => Math.round((BATCH / ms) * 1000);
const print = (line: string) => process.stdout.write(`${line}\n`);

if (import.meta.main) await main();
