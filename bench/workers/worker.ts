import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import type { BenchDatabase } from '../compare/database.ts';
import { TASK_QUEUE } from '../support.ts';

/** The deliveries are for so many bots. */
export const BOTS = 50;
const POLL_MS = 25;

/** A worker as in production: `node src/main.ts worker`. */
export interface Worker {
  readonly pid: number;
  /** Ends it as an operator does, and waits for its end. */
  stop(): Promise<void>;
}

/** @param parts ends it, if nothing else has */
export function startWorker(
  environment: Readonly<Record<string, string>>,
  parts: AsyncDisposableStack,
): Worker {
  const worker = spawn(process.execPath, [new URL('../../src/main.ts', import.meta.url).pathname, 'worker'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = async () => {
    if (worker.exitCode !== null) return;
    worker.kill('SIGTERM');
    await once(worker, 'exit');
  };
  parts.defer(stop);
  return { pid: worker.pid ?? 0, stop };
}

/** Waits until so many workers ask Temporal for work on a task queue. */
export async function untilPolled(address: string, workers: number, name = TASK_QUEUE): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    const pollers = new Set<string | null | undefined>();
    while (pollers.size < workers) {
      await delay(200);
      const queue = await connection.workflowService.describeTaskQueue({
        namespace: 'default',
        taskQueue: { name },
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
 * @param tracedOf100 how many of a hundred belong to a recorded trace
 * @returns the time in milliseconds
 */
export async function deliver(
  { db: { sql } }: BenchDatabase,
  deliveries: number,
  tracedOf100 = 0,
): Promise<number> {
  const start = performance.now();
  await sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, traceparent)
    select gen_random_uuid(), bot.id, 'vote', '200000000000000001', now(), 'pending', now(),
      case when number % 100 < ${tracedOf100}::int
        then concat('00-', md5(random()::text), '-', left(md5(random()::text), 16), '-01') end
    from generate_series(1, ${deliveries}) number
    join (select id, row_number() over () - 1 as place from bots limit ${BOTS}) bot
      on bot.place = number % ${BOTS}`;
  for (;;) {
    const [row] = await sql`select exists (select from deliveries where state = 'pending') as "isWaiting"`;
    if (!row?.isWaiting) return performance.now() - start;
    await delay(POLL_MS);
  }
}
