import type { Command } from 'commander';
import { cancelAllPending, countPending } from '../domain/delivery/cancel.ts';
import { type Act, dangerous, type Tools } from './command.ts';
import { counted, type Result, WrongUsage } from './result.ts';

/**
 * `deliveries cancel`: what a copy of a database needs. Owners cancel single deliveries on their dashboard. The reconciler
 * of the workers ends the workflows of cancelled deliveries.
 */
export function addDeliveries(program: Command, act: Act): void {
  const deliveries = program.command('deliveries').description('cancel webhook deliveries');
  dangerous(deliveries.command('cancel'))
    .description('cancel pending deliveries: they are not sent, and cannot be resent')
    .option('--all', 'those of all bots, for a copy of a database that must send nothing')
    .action(act<[], { readonly all?: boolean }>(cancel));
}

async function cancel(tools: Tools, _: readonly string[], { all }: { all?: boolean }): Promise<Result> {
  if (!all) throw new WrongUsage('Add --all: it cancels the deliveries of all bots.');
  const services = await tools.open();
  const pending = await countPending(services);
  if (pending > 0) {
    const what = counted(pending, 'pending delivery', 'pending deliveries');
    await tools.confirm(`This cancels ${what} of all bots. They cannot be resent.`);
  }
  const cancelled = pending > 0 ? await cancelAllPending(services) : 0;
  return { lines: [`Cancelled ${counted(cancelled, 'delivery', 'deliveries')}.`], data: { cancelled } };
}
