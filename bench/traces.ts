/**
 * Measures what traces cost: `/check` of web processes, and deliveries of a worker, each without a collector, with one
 * trace in a hundred and with all of them. The processes run in turns. The collector is a process on the same cores.
 *
 * Options: `--rounds` (8), `--seconds` of a round of requests (3), `--deliveries` of a round (1500).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../test/kit/folder.ts';
import { type BenchDatabase, findServer, makeDatabase } from './compare/database.ts';
import { measureCell } from './compare/rounds.ts';
import { type Server, startService } from './compare/server.ts';
import { requireWrk } from './compare/wrk.ts';
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
import { deliver, startWorker, untilPolled } from './workers/worker.ts';

const options = readNumbers({ rounds: 8, seconds: 3, deliveries: 1500 });
const { rounds: ROUNDS, seconds: SECONDS, deliveries: DELIVERIES } = options;
const BOTS = 20_000;
const USERS = 20;
const WARM_UP = 500;

type Environment = Readonly<Record<string, string>>;

interface Kind {
  readonly name: string;
  readonly environment: Environment;
  /** How many of a hundred votes belong to a recorded trace. */
  readonly tracedOf100: number;
}

async function main(): Promise<void> {
  await requireWrk();
  await using parts = new AsyncDisposableStack();
  closeOnSignal(parts);
  const kinds = kindsFor(await startCollector(parts));
  const database = await makeDatabase(await findServer(parts), parts);
  const receiver = await startReceiver(parts);
  const seeded = await database.seed({
    bots: BOTS,
    users: USERS,
    votes: 0,
    webhookUrl: `${receiver.url}/200`,
  });
  await compareRequests(kinds, database, seeded);
  await compareDeliveries(kinds, database);
}

function kindsFor(collector: string): readonly Kind[] {
  const exporting = { OTEL_EXPORTER_OTLP_ENDPOINT: collector };
  const sampling = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' };
  return [
    { name: 'no collector', environment: {}, tracedOf100: 0 },
    // The same again shows by how much equal processes differ.
    { name: 'no collector, again', environment: {}, tracedOf100: 0 },
    { name: 'one trace in a hundred', environment: { ...exporting, ...sampling }, tracedOf100: 1 },
    { name: 'all traces', environment: exporting, tracedOf100: 100 },
  ];
}

async function startCollector(parts: AsyncDisposableStack): Promise<string> {
  const child = fork(new URL('./traces/collector.ts', import.meta.url));
  parts.defer(() => void child.kill());
  const [port] = await once(child, 'message');
  return `http://127.0.0.1:${port}`;
}

async function compareRequests(
  kinds: readonly Kind[],
  database: BenchDatabase,
  { bots, users }: Awaited<ReturnType<BenchDatabase['seed']>>,
): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const folder = await makeFolder('bench', parts);
  const [botFile, userFile] = [join(folder, 'bots'), join(folder, 'users')];
  await writeFile(botFile, bots.map(({ id, token }) => `${id} ${token}\n`).join(''));
  await writeFile(userFile, users.map(({ id }) => `${id}\n`).join(''));
  const servers: Server[] = [];
  for (const { name, environment } of kinds) {
    const server = await startService({ ...database.environment, ...environment }, parts);
    servers.push({ ...server, name });
  }
  let runs = 0;
  for (const connections of [1, 64]) {
    const cell = {
      load: 'check',
      connections,
      seconds: SECONDS,
      script: new URL('./rest/load.lua', import.meta.url),
    };
    const args = () => ['check', botFile, userFile, `${++runs}`];
    await measureCell(servers, { ...cell, rounds: 1, args });
    const measured = await measureCell(servers, { ...cell, rounds: ROUNDS, args });
    const [plain] = measured;
    print(`/check, ${connections} connections`);
    print(
      table(
        ['', 'requests/s', 'of no collector', 'p99 ms', 'memory MB'],
        measured.map(({ server, requestsPerSecond, p99Ms, memoryMb }) => [
          server,
          median(requestsPerSecond).toFixed(0),
          ratioOf(requestsPerSecond, plain?.requestsPerSecond ?? []),
          median(p99Ms).toFixed(2),
          memoryMb.toFixed(0),
        ]),
      ),
    );
  }
}

/** One worker at a time: two would share the outbox. */
async function compareDeliveries(kinds: readonly Kind[], database: BenchDatabase): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const dataDir = await makeFolder('bench', parts);
  const { address } = await startTemporal(dataDir, parts);
  const rates = kinds.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { environment, tracedOf100 }] of kinds.entries()) {
      const worker = startWorker(
        {
          ...database.environment,
          ...environment,
          TEMPORAL_ADDRESS: address,
          TEMPORAL_TASK_QUEUE: `${TASK_QUEUE}-${round}-${index}`,
          WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8',
          LOG_LEVEL: 'warn',
        },
        parts,
      );
      await untilPolled(address, 1, `${TASK_QUEUE}-${round}-${index}`);
      await deliver(database, WARM_UP, tracedOf100);
      const ms = await deliver(database, DELIVERIES, tracedOf100);
      rates[index]?.push((DELIVERIES / ms) * 1000);
      await worker.stop();
    }
  }
  print(`Deliveries of one worker, medians of ${ROUNDS} rounds of ${DELIVERIES}`);
  print(
    table(
      ['', 'deliveries/s', 'of no collector'],
      kinds.map(({ name }, index) => [
        name,
        median(rates[index] ?? []).toFixed(0),
        ratioOf(rates[index] ?? [], rates[0] ?? []),
      ]),
    ),
  );
}

const ratioOf = (ours: readonly number[], base: readonly number[]) =>
  median(ours.map((value, round) => value / (base[round] ?? Number.NaN))).toFixed(2);

await main();
