/**
 * Measures what a request, a vote and a delivery cost: CPU of each server, operations of Redis, bytes on disk and in
 * the log of PostgreSQL. `docs/capacity.md` calculates with the results. It also says what a service without work uses.
 * For Linux only.
 *
 * Options: `--rounds` (5), `--seconds` of each round (4), `--connections` (64), `--deliveries` (3000), `--idle` seconds
 * (60), `--bots` of the directory (20 000). How many there are: `--webs` processes (1), primaries of `--redis` (1 or 3),
 * `--replicas` of PostgreSQL (0), servers of `--temporal` (1).
 */
import { measureDeliveries } from './capacity/deliveries.ts';
import { measureRequests } from './capacity/requests.ts';
import { openSetting } from './capacity/setting.ts';
import { requireWrk } from './compare/wrk.ts';
import { closeOnSignal, readNumbers } from './support.ts';

const options = readNumbers({
  rounds: 5,
  seconds: 4,
  deliveries: 3000,
  idle: 60,
  bots: 20_000,
  webs: 1,
  connections: 64,
  redis: 1,
  replicas: 0,
  temporal: 1,
});

async function main(): Promise<void> {
  await requireWrk();
  await using parts = new AsyncDisposableStack();
  closeOnSignal(parts);
  const setting = await openSetting(parts, options);
  const { rounds, deliveries, idle, temporal } = options;
  if (rounds > 0) await measureRequests(setting, options);
  if (deliveries > 0) await measureDeliveries(setting, deliveries, idle, temporal);
}

await main();
