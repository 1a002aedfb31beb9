import type { Command } from 'commander';
import { cancelAllPending, countPending } from '../domain/delivery/cancel.ts';
import { holdAll, isHeldNow, releaseAll } from '../domain/delivery/hold-all.ts';
import { countWaiting, retryWaiting } from '../domain/delivery/resend.ts';
import { requireSnowflake } from '../domain/kernel/ids.ts';
import { countSendings, dropSendings } from '../domain/notices/send.ts';
import { type Act, dangerous, type Tools } from './command.ts';
import { counted, NotDone, type Result, WrongUsage } from './result.ts';

/**
 * Owners retry and cancel single deliveries on their dashboard.
 *
 * `deliveries retry`: what helps after an outage of receivers or of the way to them.
 *
 * `deliveries hold` and `release`: what copies and moved databases need. They hold from their first start.
 *
 * `deliveries cancel`: what a copy of a database needs, so also for what waits to be told by email, push and chat. The
 * reconciler of the workers ends the workflows of cancelled deliveries.
 */
export function addDeliveries(program: Command, act: Act): void {
  const deliveries = program
    .command('deliveries')
    .description('retry, hold, release or cancel webhook deliveries');
  dangerous(deliveries.command('retry'))
    .description('make the next attempt of deliveries that wait for it now; they get no more attempts by it')
    .option('--bot <id>', 'those of a bot')
    .option('--all', 'those of all bots')
    .action(act<[], Chosen>(retry));
  deliveries
    .command('hold')
    .description('hold all deliveries, notices and emails; votes are recorded')
    .action(act(hold));
  dangerous(deliveries.command('release'))
    .description('send what is held, as on a database that was moved, or a copy that is to send')
    .action(act(release));
  dangerous(deliveries.command('cancel'))
    .description('cancel pending deliveries and notices: they are not sent, and cannot be resent')
    .option('--all', 'those of all bots, for a copy of a database that must send nothing')
    .action(act<[], { readonly all?: boolean }>(cancel));
}

interface Chosen {
  readonly bot?: string;
  readonly all?: boolean;
}

async function retry(tools: Tools, _: readonly string[], { bot, all }: Chosen): Promise<Result> {
  if ((bot !== undefined) === (all === true)) {
    throw new WrongUsage('Add --bot ID, or --all: it retries the deliveries of all bots.');
  }
  if (bot !== undefined) requireSnowflake(bot, 'bot');
  const services = await tools.open();
  const waiting = await countWaiting(services, bot);
  const whose = bot === undefined ? 'of all bots' : `of the bot ${bot}`;
  if (waiting > 0) {
    const what = counted(waiting, 'waiting delivery', 'waiting deliveries');
    await tools.confirm(`This makes the next attempt of ${what} ${whose} now.`);
  }
  const retried = waiting > 0 ? await retryWaiting(services, bot) : 0;
  const lines = [`Retried ${counted(retried, 'delivery', 'deliveries')} ${whose}.`];
  return { lines, data: { retried } };
}

const LEARNT = 'Running processes learn it within two seconds.';

async function hold(tools: Tools): Promise<Result> {
  await holdAll(await tools.open());
  return {
    lines: [`All deliveries, notices and emails are held. ${LEARNT} Attempts under way end within ten.`],
    data: { held: true },
  };
}

async function release(tools: Tools): Promise<Result> {
  const services = await tools.open();
  if (!(await isHeldNow(services)))
    throw new NotDone('Nothing is held. A copy holds when its service starts.');
  const what = counted(await countPending(services), 'pending delivery', 'pending deliveries');
  const also = counted(await countSendings(services), 'notice', 'notices');
  await tools.confirm(`This sends ${what} and ${also} that wait, and all later ones.`);
  await releaseAll(services);
  return { lines: [`${what} and ${also} are sent. ${LEARNT}`], data: { held: false } };
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
