/**
 * Measures what a request, a vote and a delivery cost: CPU of each server, operations of Redis, bytes on disk and in
 * the log of PostgreSQL. `docs/capacity.md` calculates with the results. It also says what a service without work uses.
 * For Linux only.
 *
 * Options: `--rounds` (5), `--seconds` of each round (4), `--deliveries` (3000), `--idle` seconds (60).
 */
import { parseArgs } from 'node:util';
import { measureDeliveries } from './capacity/deliveries.ts';
import { measureRequests } from './capacity/requests.ts';
import { openSetting } from './capacity/setting.ts';
import { requireWrk } from './compare/wrk.ts';
import { closeOnSignal } from './support.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    deliveries: { type: 'string', default: '3000' },
    idle: { type: 'string', default: '60' },
  },
});

async function main(): Promise<void> {
  await requireWrk();
  await using parts = new AsyncDisposableStack();
  closeOnSignal(parts);
  const setting = await openSetting(parts);
  if (Number(values.rounds) > 0)
    await measureRequests(setting, Number(values.rounds), Number(values.seconds));
  await measureDeliveries(setting, Number(values.deliveries), Number(values.idle));
}

await main();
