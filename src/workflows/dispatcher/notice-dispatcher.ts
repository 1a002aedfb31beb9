import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import { claimSendings, noteStarted, type Sending } from '../../domain/notices/send.ts';
import { type Repeated, repeat } from '../../lib/repeat.ts';
import type { sendNotice } from '../send-notice.ts';
import { createWorkOutage } from '../temporal/faults.ts';

const EVERY_MS = 1000;
/** Starts of workflows that are under way at once. */
const BATCH = 24;

export interface NoticeDispatcherOptions {
  readonly client: Pick<Client, 'workflow'>;
  readonly taskQueue: string;
  readonly services: WithDatabase & WithClock;
  readonly log: Logger;
}

/** Starts a workflow for each notice that is due to leave the site. */
export function startNoticeDispatcher(options: NoticeDispatcherOptions): Repeated {
  const outage = createWorkOutage(options.log, {
    away: 'Notices cannot be sent. They wait in the database.',
    back: 'Notices are sent again.',
  });
  const repeated = repeat(EVERY_MS, async () => {
    if ((await outage.watch(dispatchNotices(options))) === BATCH) repeated.soon();
  });
  return repeated;
}

/**
 * Starts the workflows of the sendings that have been due for longest. One whose workflow was lost is due again three
 * hours later, and one whose start failed after a minute: a workflow that runs already goes on.
 *
 * @returns how many it started
 * @throws when Temporal or the database does not respond
 */
export async function dispatchNotices({
  client,
  taskQueue,
  services,
}: NoticeDispatcherOptions): Promise<number> {
  const due = await claimSendings(services, BATCH);
  if (due.length === 0) return 0;
  const starts = await Promise.allSettled(due.map((sending) => start(client, taskQueue, sending)));
  const started = due.filter((_, index) => starts[index]?.status === 'fulfilled');
  await noteStarted(services, started);
  const failed = starts.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return started.length;
}

function start({ workflow }: Pick<Client, 'workflow'>, taskQueue: string, sending: Sending) {
  const { noticeId, channelId } = sending;
  return workflow.start<typeof sendNotice>('sendNotice', {
    taskQueue,
    workflowId: `notice-${noticeId}-${channelId}`,
    workflowIdConflictPolicy: 'USE_EXISTING',
    args: [sending],
    staticSummary: 'Notice',
  });
}
