import type { Command } from 'commander';
import { cancelAllPending, countPending } from '../domain/delivery/cancel.ts';
import { countSendings, dropSendings } from '../domain/notices/send.ts';
import { type Act, dangerous, type Tools } from './command.ts';
import { counted, type Result, WrongUsage } from './result.ts';

/**
 * `deliveries cancel`: what a copy of a database needs, so also what waits to be told by email, push and chat. Owners
 * cancel single deliveries on their dashboard. The reconciler of the workers ends the workflows of cancelled deliveries.
 */
export function addDeliveries(program: Command, act: Act): void {
  const deliveries = program.command('deliveries').description('cancel webhook deliveries');
  dangerous(deliveries.command('cancel'))
    .description('cancel pending deliveries and notices: they are not sent, and cannot be resent')
    .option('--all', 'those of all bots, for a copy of a database that must send nothing')
    .action(act<[], { readonly all?: boolean }>(cancel));
}

async function cancel(tools: Tools, _: readonly string[], { all }: { all?: boolean }): Promise<Result> {
  if (!all) throw new WrongUsage('Add --all: it cancels the deliveries of all bots.');
  const services = await tools.open();
  const pending = await countPending(services);
  const waiting = await countSendings(services);
  if (pending + waiting > 0) {
    const what = counted(pending, 'pending delivery', 'pending deliveries');
    const also = counted(waiting, 'notice', 'notices');
    await tools.confirm(
      `This cancels ${what} of all bots, and ${also} by email, push and chat. They cannot be resent.`,
    );
  }
  const cancelled = pending > 0 ? await cancelAllPending(services) : 0;
  const notices = waiting > 0 ? await dropSendings(services) : 0;
  const lines = [
    `Cancelled ${counted(cancelled, 'delivery', 'deliveries')} and ${counted(notices, 'notice', 'notices')}.`,
  ];
  return { lines, data: { cancelled, notices } };
}
