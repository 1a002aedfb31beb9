/**
 * Measures how many deliveries a second one, two and three workers make on one machine, with a PostgreSQL server and a
 * Temporal dev server, and how much memory each worker has afterwards. Workers run as in production:
 * `node src/main.ts worker`.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findServer, makeDatabase } from './compare/database.ts';
import { table } from './compare/table.ts';
import { closeOnSignal, median, print, startReceiver, startTemporal, TASK_QUEUE } from './support.ts';
import { BOTS, deliver, startWorker, untilPolled } from './workers/worker.ts';

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
    pids.push(startWorker(environment, parts).pid);
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

/** @returns resident memory of a process in megabytes */
function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

await main();
