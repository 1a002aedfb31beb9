import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { MEMORY_ENVIRONMENT, MEMORY_OPTIONS } from '../src/lib/memory-options.ts';
import { seed } from '../src/seed/seed.ts';
import { type Bench, openBench, print, readNumbers, startReceiver } from './support.ts';

/**
 * `made` is how many attempts each delivery has made before this worker gets it. With 3, the worker makes the fourth
 * attempt. Then all deliveries wait for two hours, so no retry comes due during the measurement. With 4, they wait at
 * once, as after a loss of Temporal's storage.
 */
const { deliveries: WAITING, made: MADE } = readNumbers({ deliveries: 10_000, made: 3 });
/** Deliveries that wait before the first measurement, so that their code is loaded and compiled by then. */
const WARM_UP = 1000;
const LAST_WAIT_MS = 2 * 60 * 60 * 1000;
const MAX_MB = 50;
const WAITS = "state = 'pending' and dispatched_at is not null and next_attempt_at > now()";
const SAMPLES = 5;
const SAMPLE_EVERY_MS = 2000;

/**
 * Measures how much memory 10 000 deliveries that wait for their retry add to the worker. Before that, the worker
 * makes as many deliveries that succeed. Its allocators keep the memory for this work, whether deliveries wait or not.
 */
async function main(): Promise<void> {
  const parts = new AsyncDisposableStack();
  try {
    const bench = await openBench(parts);
    const { services } = bench;
    const receiver = await startReceiver(parts);
    const sizes = { bots: 50, users: 0, votes: 0 };
    const healthy = await seed(services, { ...sizes, webhookUrl: `${receiver.url}/200` });
    const failing = await seed(services, { ...sizes, webhookUrl: `${receiver.url}/500` });
    const measure = startWorker(bench, parts);
    await put(bench, healthy.bots, WAITING, 0);
    await until(async () => (await count(bench, "state = 'delivered'")) === WAITING);
    await put(bench, failing.bots, WARM_UP, MADE);
    await until(async () => (await count(bench, WAITS)) === WARM_UP);
    const before = await measure();
    print(`worker with ${WAITING} delivered and ${WARM_UP} waiting: ${describe(before)}`);
    await put(bench, failing.bots, WAITING, MADE);
    await until(async () => (await count(bench, WAITS)) === WARM_UP + WAITING);
    const after = await measure();
    print(`${WAITING} more are waiting: ${describe(after)}`);
    const added = (after.rss - before.rss) / 2 ** 20;
    print(
      `memory that ${WAITING} deliveries waiting for their retry add to the worker: ${added.toFixed(1)} MB, ` +
        `${((added * 1024) / WAITING).toFixed(2)} KB each (wanted: under ${MAX_MB} MB)`,
    );
  } finally {
    await parts.disposeAsync();
  }
}

/** @returns a function that measures the worker's memory while it is idle: the smallest of several samples */
function startWorker({ environment }: Bench, parts: AsyncDisposableStack) {
  const worker = fork(new URL('../src/main.ts', import.meta.url), ['worker'], {
    // The memory options too: a process with a channel to its parent does not restart itself with them.
    execArgv: [
      ...MEMORY_OPTIONS,
      '--expose-gc',
      '--import',
      new URL('./memory-probe.ts', import.meta.url).href,
    ],
    env: { ...MEMORY_ENVIRONMENT, ...process.env, ...environment, LOG_LEVEL: 'warn' },
  });
  parts.defer(async () => {
    worker.kill('SIGTERM');
    await once(worker, 'exit');
  });
  return async () => {
    const samples: NodeJS.MemoryUsage[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      await delay(SAMPLE_EVERY_MS);
      worker.send('measure');
      const [usage] = await once(worker, 'message');
      samples.push(usage);
    }
    return samples.reduce((least, sample) => (sample.rss < least.rss ? sample : least));
  };
}

/** Puts deliveries into the outbox, each with this number of failed attempts. */
async function put({ services }: Bench, bots: readonly { id: string }[], deliveries: number, made: number) {
  const nextAttemptAt = made < 4 ? null : new Date(Date.now() + LAST_WAIT_MS);
  await services.db.sql`
    with delivery as (
      insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, next_attempt_at)
      select gen_random_uuid(), (${bots.map(({ id }) => id)}::text[])[1 + number % ${bots.length}], 'vote',
        '200000000000000001', now(), 'pending', now(), ${nextAttemptAt}::timestamptz
      from generate_series(1, ${deliveries}) number
      returning id, bot_id
    )
    insert into delivery_attempts
      (delivery_id, round, number, bot_id, started_at, duration_ms, status_code, failure, excerpt)
    select id, 1, number, bot_id, now(), 1, 500, 'status', '' from delivery, generate_series(1, ${made}) number`;
}

async function count({ services }: Bench, condition: string): Promise<number> {
  const [row] = await services.db.sql.unsafe(`select count(*)::int as n from deliveries where ${condition}`);
  return row?.n ?? 0;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await delay(500);
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const describe = ({ rss, heapUsed, external }: NodeJS.MemoryUsage) =>
  `${megabytes(rss)} resident, ${megabytes(heapUsed)} of it used by the main heap, ${megabytes(external)} external`;

await main();
