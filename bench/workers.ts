/**
 * Measures how many deliveries a second one, two and three workers make on one machine, with a PostgreSQL server and a
 * Temporal dev server, and how much memory each worker has afterwards. Workers run as in production:
 * `node src/main.ts worker`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Connection } from '@temporalio/client';
import { type BenchDatabase, findServer, makeDatabase } from './compare/database.ts';
import { table } from './compare/table.ts';
import { closeOnSignal, median, print, startReceiver, startTemporal, TASK_QUEUE } from './support.ts';

const { values: options } = parseArgs({
  options: {
    workers: { type: 'string', default: '3' },
    deliveries: { type: 'string', default: '1500' },
    rounds: { type: 'string', default: '3' },
  },
});
const WORKERS = Number(options.workers);
const DELIVERIES = Number(options.deliveries);
const ROUNDS = Number(options.rounds);
const WARM_UP = 500;
const BOTS = 50;
const POLL_MS = 25;

async function main(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  closeOnSignal(parts);
  const dataDir = await mkdtemp(join(tmpdir(), 'bot-listing-bench-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const database = await makeDatabase(await findServer(parts), parts);
  const { address } = await startTemporal(dataDir, parts);
  const receiver = await startReceiver(parts);
  await database.seed({ bots: BOTS, users: 0, votes: 0, webhookUrl: `${receiver.url}/200` });

  const environment = {
    ...database.environment,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_TASK_QUEUE: TASK_QUEUE,
    WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  };
  const pids: number[] = [];
  const rates: number[] = [];
  const rows: string[][] = [];
  for (let workers = 1; workers <= WORKERS; workers += 1) {
    pids.push(startWorker(environment, parts));
    await untilPolled(address, workers);
    await deliver(database, WARM_UP);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await deliver(database, DELIVERIES));
    rates.push((DELIVERIES / median(times)) * 1000);
    rows.push([
      `${workers}`,
      (rates.at(-1) ?? 0).toFixed(0),
      ((rates.at(-1) ?? 0) / (rates[0] ?? 0)).toFixed(2),
      pids.map((pid) => residentMb(pid).toFixed(0)).join(' + '),
    ]);
  }
  print(`medians of ${ROUNDS} rounds of ${DELIVERIES} deliveries`);
  print(table(['workers', 'deliveries/s', 'of one', 'memory MB'], rows));
}

/** @returns the id of the process */
function startWorker(environment: Readonly<Record<string, string>>, parts: AsyncDisposableStack): number {
  const worker = spawn(process.execPath, [new URL('../src/main.ts', import.meta.url).pathname, 'worker'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  parts.defer(async () => {
    worker.kill('SIGTERM');
    await once(worker, 'exit');
  });
  return worker.pid ?? 0;
}

/** Waits until so many workers ask Temporal for work. */
async function untilPolled(address: string, workers: number): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    const pollers = new Set<string | null | undefined>();
    while (pollers.size < workers) {
      await delay(200);
      const queue = await connection.workflowService.describeTaskQueue({
        namespace: 'default',
        taskQueue: { name: TASK_QUEUE },
        taskQueueType: 1,
      });
      pollers.clear();
      for (const { identity } of queue.pollers ?? []) pollers.add(identity);
    }
  } finally {
    await connection.close();
  }
}

/**
 * Puts deliveries into the outbox at once, and waits until they are made.
 *
 * @returns the time in milliseconds
 */
async function deliver({ db: { sql } }: BenchDatabase, deliveries: number): Promise<number> {
  const start = performance.now();
  await sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
    select gen_random_uuid(), bot.id, 'vote', '200000000000000001', now(), 'pending', now()
    from generate_series(1, ${deliveries}) number
    join (select id, row_number() over () - 1 as place from bots) bot on bot.place = number % ${BOTS}`;
  for (;;) {
    const [row] = await sql`select exists (select from deliveries where state = 'pending') as "isWaiting"`;
    if (!row?.isWaiting) return performance.now() - start;
    await delay(POLL_MS);
  }
}

/** @returns resident memory of a process in megabytes */
function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

await main();
