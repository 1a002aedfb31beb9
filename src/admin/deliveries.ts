import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config/config.ts';
import type { DeliveryState } from '../db/delivery-tables.ts';
import {
  type CancelledDelivery,
  cancelAllPending,
  cancelDeliveries,
  countPending,
} from '../domain/delivery/cancel.ts';
import { type CountedDelivery, findDeliveries, nextAttemptOf } from '../domain/delivery/read.ts';
import { countFailed, resendAllFailed, resendDelivery, resendFailed } from '../domain/delivery/resend.ts';
import { requireSnowflake } from '../domain/kernel/ids.ts';
import { type Act, type AdminServices, dangerous, type Tools } from './command.ts';
import { counted, Refusal, type Result, tableOf, WrongUsage } from './result.ts';

const STATES = ['pending', 'delivered', 'failed', 'cancelled', 'held'] satisfies DeliveryState[];
const EVER = new Date(0);
const TEMPORAL_TIMEOUT_MS = 5000;

interface ListOptions {
  readonly state?: DeliveryState;
  readonly bot?: string;
  readonly limit: number;
}

interface Which {
  readonly id?: string;
  readonly bot?: string;
  readonly all?: boolean;
  readonly failedSince?: Date;
}

/** `deliveries`: webhook deliveries. */
export function addDeliveries(program: Command, act: Act): void {
  const deliveries = program.command('deliveries').description('list, requeue and cancel webhook deliveries');

  deliveries
    .command('list')
    .description('list deliveries, the newest first')
    .addOption(new Option('--state <state>', 'only those in this state').choices(STATES))
    .option('--bot <id>', 'only those of this bot')
    .option('--limit <number>', 'how many, at most 1000', readLimit, 20)
    .action(
      act<[], ListOptions>(async ({ open }, _, { state, bot, limit }) => {
        const found = await findDeliveries(await open(), { state, botId: bot }, limit);
        return { lines: describe(found), data: { deliveries: found.map(dataOf) } };
      }),
    );

  dangerous(deliveries.command('requeue'))
    .description('send failed deliveries again, with five new attempts each')
    .option('--id <id>', 'this delivery')
    .option('--bot <id>', 'those of this bot')
    .option('--failed-since <time>', 'those that failed at or after this time (ISO 8601)', readTime)
    .action(act<[], Which>(requeue));

  dangerous(deliveries.command('cancel'))
    .description('cancel pending deliveries: they are not sent, and cannot be requeued')
    .option('--id <id>', 'this delivery')
    .option('--bot <id>', 'those of this bot')
    .option('--all', 'those of all bots, for a copy of a database that must send nothing')
    .action(act<[], Which>(cancel));
}

async function requeue(
  { open, confirm }: Tools,
  _: readonly string[],
  { id, bot, failedSince }: Which,
): Promise<Result> {
  if (id === undefined && bot === undefined && failedSince === undefined) {
    throw new WrongUsage('Say which: --id, --bot or --failed-since.');
  }
  if (id !== undefined && (bot !== undefined || failedSince !== undefined)) {
    throw new WrongUsage('Use --id alone.');
  }
  if (bot !== undefined) requireSnowflake(bot, 'bot');
  const services = await open();
  if (id !== undefined) {
    const { botId } = await findOne(services, id);
    await confirm(`This sends delivery ${id} again.`);
    await resendDelivery(services, botId, id);
    return requeued(1, 0);
  }
  const since = failedSince ?? EVER;
  const failed = await countFailed(services, since, bot);
  if (failed.count === 0) return requeued(0, failed.withoutWebhook);
  await confirm(`This sends ${counted(failed.count, 'failed delivery', 'failed deliveries')} again.`);
  const count =
    bot === undefined ? await resendAllFailed(services, since) : await resendFailed(services, bot, since);
  return requeued(count, failed.withoutWebhook);
}

function requeued(count: number, withoutWebhook: number): Result {
  const lines = [`Requeued ${counted(count, 'delivery', 'deliveries')}.`];
  if (withoutWebhook > 0) {
    lines.push(
      `Left ${counted(withoutWebhook, 'failed delivery', 'failed deliveries')} of bots without a webhook.`,
    );
  }
  return { lines, data: { requeued: count, withoutWebhook } };
}

async function cancel(tools: Tools, _: readonly string[], { id, bot, all }: Which): Promise<Result> {
  const given = [id, bot, all].filter((each) => each !== undefined);
  if (given.length !== 1) throw new WrongUsage('Say which: --id, --bot or --all.');
  // A wrong id is refused before the question.
  if (bot !== undefined) requireSnowflake(bot, 'bot');
  const services = await tools.open();
  if (all) {
    const pending = await countPending(services);
    if (pending === 0) return cancelled(tools, []);
    const what = counted(pending, 'pending delivery', 'pending deliveries');
    await tools.confirm(`This cancels ${what} of all bots. They cannot be requeued.`);
    return cancelled(tools, await cancelAllPending(services));
  }
  if (id !== undefined) {
    const { botId } = await findOne(services, id);
    await tools.confirm(`This cancels delivery ${id} of bot ${botId}. It cannot be requeued.`);
    return cancelled(tools, await cancelDeliveries(services, { id }));
  }
  await tools.confirm(`This cancels all pending deliveries of bot ${bot}. They cannot be requeued.`);
  return cancelled(tools, await cancelDeliveries(services, { botId: bot as string }));
}

async function cancelled(tools: Tools, ended: readonly CancelledDelivery[]): Promise<Result> {
  const workflows = await endWorkflows(
    tools.config(),
    ended.filter(({ hasWorkflow }) => hasWorkflow),
  );
  return {
    lines: [`Cancelled ${counted(ended.length, 'delivery', 'deliveries')}.`, ...workflows.lines],
    data: { cancelled: ended.length, workflows: workflows.signalled },
  };
}

/**
 * Ends the workflows of cancelled deliveries where Temporal responds. Otherwise they end by themselves: their next
 * attempt finds the delivery cancelled.
 *
 * While deliveries are held, it leaves Temporal alone. In a copy of a database, deliveries and their workflows have the
 * ids of the original, whose workflows must go on.
 *
 * @returns how many got the signal, and a line for the operator
 */
async function endWorkflows(
  config: Config,
  deliveries: readonly CancelledDelivery[],
): Promise<{ signalled: number; lines: string[] }> {
  if (deliveries.length === 0) return { signalled: 0, lines: [] };
  if (config.holdsDeliveries) {
    const what = counted(deliveries.length, 'workflow');
    return { signalled: 0, lines: [`Deliveries are held: Temporal was not told about ${what}.`] };
  }
  // Only this command needs Temporal's SDK.
  const { connectTemporal, findTemporal, signalStopped } = await import('../workflows/temporal/client.ts');
  try {
    const location = findTemporal(config);
    if (!location) throw new Error('No dev server runs.');
    const temporal = await connectTemporal(location, TEMPORAL_TIMEOUT_MS);
    const signalled = await signalStopped(temporal, deliveries, TEMPORAL_TIMEOUT_MS).finally(temporal.close);
    return { signalled, lines: [`Ended ${counted(signalled, 'workflow')}.`] };
  } catch {
    const what = counted(deliveries.length, 'workflow');
    return {
      signalled: 0,
      lines: [`Temporal does not respond: ${what} may wait until the next attempt, and send nothing then.`],
    };
  }
}

async function findOne(services: AdminServices, id: string): Promise<CountedDelivery> {
  const [found] = await findDeliveries(services, { id }, 1);
  if (!found) throw new Refusal('Delivery not found.');
  return found;
}

function describe(found: readonly CountedDelivery[]): string[] {
  if (found.length === 0) return ['No delivery found.'];
  const rows = found.map((delivery) => {
    const end = delivery.finishedAt ?? delivery.nextAttemptAt;
    return [
      delivery.id,
      delivery.botId,
      delivery.kind,
      delivery.state,
      String(delivery.attempts),
      delivery.createdAt.toISOString(),
      end?.toISOString() ?? '',
    ];
  });
  return tableOf(['DELIVERY', 'BOT', 'KIND', 'STATE', 'ATTEMPTS', 'RECORDED', 'ENDED OR DUE'], rows);
}

function dataOf(delivery: CountedDelivery): object {
  const { id, botId, kind, state, round, attempts, ...times } = delivery;
  const nextAttemptAt = nextAttemptOf(delivery);
  const { createdAt, finishedAt } = times;
  return { id, botId, kind, state, round, attempts, createdAt, nextAttemptAt, finishedAt };
}

function readLimit(value: string): number {
  const limit = Number(value);
  if (!/^\d{1,4}$/.test(value) || limit < 1 || limit > 1000) throw new InvalidArgumentError('Use 1 to 1000.');
  return limit;
}

function readTime(value: string): Date {
  const time = new Date(value);
  if (!/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('Use a time such as 2026-03-04T12:00:00Z.');
  }
  return time;
}
