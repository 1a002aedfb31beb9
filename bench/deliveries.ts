import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundleWorkflowCode } from '@temporalio/worker';
import type { Sinks } from '@temporalio/workflow';
import { castVote } from '../src/domain/vote/cast.ts';
import { seed } from '../src/seed/seed.ts';
import { counter, median, openBench, print, TASK_QUEUE } from './support.ts';
import { cpuMsOf, treeOf } from './usage.ts';

/** A no-op workflow tells this process that it ran, without a round trip. */
export interface BenchSinks extends Sinks {
  bench: { done(): void };
}

const ROUNDS = 5;
const BATCH = 400;
const SINGLES = 60;
const IN_FLIGHT = 24;
const MIN_RATIO = { noop: 0.95, eager: 0.85 };
const MAX_LATENCY_RATIO = 1.5;

/**
 * Compares deliveries with no-op workflows on one Temporal server and one worker. It measures throughput under load,
 * and the latency of a single one. The rounds alternate. Only ratios can be compared between machines.
 *
 * There are two kinds of no-op workflow. One is started as clients do by default. The other is started eagerly, as
 * deliveries are: this is the cost of any workflow, without an activity or a search attribute.
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
        `round ${round}: ${rate(noop.ms)} no-op workflows/s, ${rate(eager.ms)} started eagerly, ` +
          `${rate(delivery.ms)} deliveries/s`,
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
    const verdict = (kind: 'noop' | 'eager') => {
      const ratio = median(runs[kind].map((run, round) => run.ms / (runs.delivery[round]?.ms ?? Number.NaN)));
      const wanted = MIN_RATIO[kind];
      return `median ${ratio.toFixed(2)} (wanted: ${wanted} or more), ${ratio >= wanted ? 'reached' : 'missed'}`;
    };
    print(
      `deliveries a second / no-op workflows a second, started as a client does by default: ${verdict('noop')}`,
    );
    print(`deliveries a second / no-op workflows a second, started eagerly: ${verdict('eager')}`);
    for (const [kind, name] of [
      ['noop', 'started as a client does by default'],
      ['eager', 'started eagerly'],
    ] as const) {
      const ratio = latency.delivery / latency[kind];
      print(
        `vote to received POST ${latency.delivery.toFixed(1)} ms, ` +
          `no-op workflow ${name} ${latency[kind].toFixed(1)} ms (start to run): ` +
          `ratio of medians ${ratio.toFixed(2)} (wanted: ${MAX_LATENCY_RATIO} or less), ` +
          `${ratio <= MAX_LATENCY_RATIO ? 'reached' : 'missed'}`,
      );
    }
  } finally {
    await parts.disposeAsync();
  }
}

interface Bench {
  /** Process ids of the Temporal server and of the embedded database; 0 for one that does not exist. */
  readonly pids: readonly number[];
  noops(count: number, eagerly: boolean): Promise<void>;
  deliveries(count: number): Promise<void>;
  oneNoop(eagerly: boolean): Promise<void>;
  oneVote(): Promise<void>;
}

async function open(parts: AsyncDisposableStack): Promise<Bench> {
  const { services, pids, work } = await openBench(parts);
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

  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`;
  const sample = await seed(services, { bots: 50, users: 2000, votes: 0, webhookUrl });
  const done = counter();
  const opened = await work({
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: new URL('./workflows.ts', import.meta.url).pathname,
    }),
    sinks: { bench: { done: { fn: () => done.add(), callDuringReplay: false } } },
  });

  const startNoop = (eagerly: boolean) =>
    opened.client.workflow.start('noop', {
      taskQueue: TASK_QUEUE,
      workflowId: randomUUID(),
      requestEagerStart: eagerly,
    });
  let voters = 0;
  return {
    pids,
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
      // All are in the outbox before the first one starts, since casting votes is not measured here.
      await services.db.sql`
        insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
        select gen_random_uuid(), bot.id, 'vote', '200000000000000001', now(), 'pending', now()
        from generate_series(1, ${count}) number
        join (select id, row_number() over () - 1 as place from bots) bot
          on bot.place = number % ${sample.bots.length}`;
      opened.wake();
      await received.until(target);
    },
    async oneNoop(eagerly) {
      const target = done.value() + 1;
      // The time ends when the workflow runs, as that of a delivery ends when its POST arrives. Neither includes the
      // report of the end to Temporal.
      await Promise.all([done.until(target), startNoop(eagerly)]);
    },
    async oneVote() {
      const target = received.value() + 1;
      const user = sample.users[voters++];
      await castVote(services, sample.bots[0]?.id ?? '', user?.id ?? '');
      await received.until(target);
    },
  };
}

/** Medians, in milliseconds. */
async function latencies(bench: Bench): Promise<Record<'noop' | 'eager' | 'delivery', number>> {
  const found: Record<'noop' | 'eager' | 'delivery', number[]> = { noop: [], eager: [], delivery: [] };
  for (let index = 0; index < SINGLES; index += 1) {
    found.noop.push((await timed(() => bench.oneNoop(false))).ms);
    found.delivery.push((await timed(() => bench.oneVote())).ms);
    found.eager.push((await timed(() => bench.oneNoop(true))).ms);
  }
  return { noop: median(found.noop), eager: median(found.eager), delivery: median(found.delivery) };
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
  /** CPU time of this process, then of the other processes in their order, in milliseconds. */
  readonly cpuMs: readonly number[];
}

/** @returns the CPU time of a process and its children so far, in milliseconds; 0 on a system without /proc */
function cpuOf(pid: number): number {
  try {
    return pid === 0 ? 0 : cpuMsOf(treeOf(pid));
  } catch {
    return 0;
  }
}

const rate = (ms: number) => Math.round((BATCH / ms) * 1000);

if (import.meta.main) await main();
