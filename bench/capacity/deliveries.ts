import { setTimeout as delay } from 'node:timers/promises';
import { print, TASK_QUEUE, table } from '../support.ts';
import { growth, type Setting, startRole } from './setting.ts';
import { startCluster } from './temporal.ts';
import { connectionsOf, cpuMsOf, residentMbOf, treeOf } from './usage.ts';

/** Longer than an idle connection to PostgreSQL stays open. */
const SETTLE_MS = 15_000;

/** Measures what a delivery costs each server, and then what a service without work uses. */
export async function measureDeliveries(
  setting: Setting,
  deliveries: number,
  idleSeconds: number,
  temporals: number,
): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const { sql, folder, environment, walBytes, tableBytes } = setting;
  await sql`truncate deliveries cascade`;
  const cluster = await startCluster(folder, parts, temporals);
  const split = { ...environment, TEMPORAL_ADDRESS: cluster.address, TEMPORAL_TASK_QUEUE: TASK_QUEUE };
  const web = await startRole('web', split, parts);
  const worker = await startRole('worker', split, parts);
  await deliver(sql, 500);

  const cpu = async () => ({
    worker: cpuMsOf([worker.pid]),
    Temporal: cpuMsOf(cluster.temporal),
    "Temporal's PostgreSQL": cpuMsOf(treeOf(cluster.storage)),
    PostgreSQL: (await setting.cpuMs()).PostgreSQL,
    web: cpuMsOf([web.pid]),
  });
  const read = async () =>
    [
      await cpu(),
      await tableBytes(),
      await walBytes(),
      await cluster.bytes(),
      await cluster.transactions(),
    ] as const;
  const before = await read();
  const ms = await deliver(sql, deliveries);
  const after = await read();
  const each = (from: number, to: number, digits = 0) => ((to - from) / deliveries).toFixed(digits);
  print(`deliveries a second: ${((deliveries / ms) * 1000).toFixed(0)}`);
  for (const name of Object.keys(before[0]) as (keyof Awaited<ReturnType<typeof cpu>>)[]) {
    print(`CPU of a delivery, ${name}: ${each(before[0][name], after[0][name], 2)} ms`);
  }
  print(`bytes of a delivery: ${growth(before[1], after[1], deliveries)}`);
  print(`WAL bytes of a delivery: ${each(before[2], after[2])}`);
  print(`bytes of a delivery in the databases of Temporal: ${each(before[3], after[3])}`);
  print(`transactions of a delivery there: ${each(before[4], after[4], 1)}`);

  await delay(SETTLE_MS);
  const idle = await cpu();
  await delay(idleSeconds * 1000);
  const now = await cpu();
  const pids: Partial<Record<keyof typeof now, number>> = {
    web: web.pid,
    worker: worker.pid,
    ...(temporals === 1 && { Temporal: cluster.temporal[0] ?? 0 }),
  };
  const servers = {
    PostgreSQL: environment.DATABASE_URL,
    Redis: environment.REDIS_URL,
    Temporal: `grpc://${cluster.address}`,
  };
  const rows = (Object.keys(now) as (keyof typeof now)[]).map((name) => {
    const pid = pids[name];
    const ports = Object.values(servers).map((url = '') => Number(new URL(url).port));
    return [
      ...[name, ((now[name] - idle[name]) / idleSeconds / 10).toFixed(2)],
      ...[
        pid ? residentMbOf(pid).toFixed(0) : '',
        ...ports.map((port) => (pid ? `${connectionsOf(pid, port)}` : '')),
      ],
    ];
  });
  const columns = Object.keys(servers).map((name) => `to ${name}`);
  print(table([`idle for ${idleSeconds} s`, 'CPU %', 'MB', ...columns], rows));
}

/** @returns the time from the first delivery in the outbox to the last that is made, in milliseconds */
async function deliver(sql: Setting['sql'], deliveries: number): Promise<number> {
  const start = performance.now();
  await sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
    select gen_random_uuid(), bot.id, 'vote', '200000000000000001', now(), 'pending', now()
    from generate_series(1, ${deliveries}) number
    join (select id, row_number() over () - 1 as place from bots limit 50) bot on bot.place = number % 50`;
  for (;;) {
    const [row] = await sql`select exists (select from deliveries where state = 'pending') as "isWaiting"`;
    if (!row?.isWaiting) return performance.now() - start;
    await delay(50);
  }
}
