/**
 * Measures what a request, a vote and a delivery cost: CPU of each server, operations of Redis, bytes on disk and in
 * the log of PostgreSQL. `docs/capacity.md` calculates with the results. It also says what a service without work uses.
 * For Linux only.
 *
 * Options: `--rounds` (5), `--seconds` of each round (4), `--deliveries` (3000), `--idle` seconds (60).
 */
import { measureDeliveries } from './capacity/deliveries.ts';
import { measureRequests } from './capacity/requests.ts';
import { openSetting } from './capacity/setting.ts';
import { requireWrk } from './compare/wrk.ts';
import { closeOnSignal, readNumbers } from './support.ts';

const { rounds, seconds, deliveries, idle } = readNumbers({
  rounds: 5,
  seconds: 4,
  deliveries: 3000,
  idle: 60,
});

async function main(): Promise<void> {
  await requireWrk();
  await using parts = new AsyncDisposableStack();
  closeOnSignal(parts);
  const setting = await openSetting(parts);
  if (rounds > 0) await measureRequests(setting, rounds, seconds);
  await measureDeliveries(setting, deliveries, idle);
}

await main();
