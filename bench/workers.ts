/**
 * Measures how many deliveries a second one, two and three workers make on one machine, with a PostgreSQL server and a
 * Temporal dev server, and how much memory each worker has afterwards. Workers run as in production:
 * `node src/main.ts worker`.
 */
import { readFileSync } from 'node:fs';
import { makeFolder } from '../test/kit/folder.ts';
import { findServer, makeDatabase } from './compare/database.ts';
import {
  closeOnSignal,
  median,
  print,
  readNumbers,
  startReceiver,
  startTemporal,
  TASK_QUEUE,
  table,
} from './support.ts';
import { BOTS, deliver, startWorker, untilPolled } from './workers/worker.ts';

const options = readNumbers({ workers: 3, deliveries: 1500, rounds: 3 });
const { workers: WORKERS, deliveries: DELIVERIES, rounds: ROUNDS } = options;
const WARM_UP = 500;

async function main(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  closeOnSignal(parts);
  const dataDir = await makeFolder('bench', parts);
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
