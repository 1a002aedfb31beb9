import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { EarlierActivities } from './worker/earlier-activities.ts';

/*
 * Workflows that earlier versions started and that may still wait. Nothing starts them any more: what they waited for
 * are rows that are due. They go with the next release.
 */

/*
 * With the limits of those versions, because one of their workers may take an activity that is scheduled here: without
 * them, it would try to send a notice again each second.
 */
const { remind, giveUp } = proxyActivities<EarlierActivities>({ startToCloseTimeout: '30 seconds' });
const { sendByChannel } = proxyActivities<EarlierActivities>({
  startToCloseTimeout: '30 seconds',
  retry: {
    initialInterval: '30 seconds',
    backoffCoefficient: 4,
    maximumInterval: '2 hours',
    maximumAttempts: 6,
  },
});
const { refreshBatch } = proxyActivities<EarlierActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1 minute', maximumInterval: '1 hour', maximumAttempts: 8 },
});

/** Waited until a user could vote for a bot again. A worker of an earlier version may name another time to wait for. */
export async function remindToVote(reminderId: string, dueAt: string): Promise<void> {
  let isEnded = false;
  setHandler(defineSignal('endReminder'), () => {
    isEnded = true;
  });
  let next: string | null = dueAt;
  while (next !== null && !isEnded) {
    // biome-ignore lint/plugin: in workflow code, this is the time of the history
    const waitMs = Date.parse(next) - Date.now();
    if (waitMs > 0) await condition(() => isEnded, waitMs);
    if (!isEnded) next = await remind(reminderId, next);
  }
}

/** Sent a notice by a channel. */
export async function sendNotice(sending: Parameters<EarlierActivities['sendByChannel']>[0]): Promise<void> {
  try {
    await sendByChannel(sending);
  } catch {
    await giveUp(sending);
  }
}

/** Refreshed listings, one batch after the other. A worker of an earlier version may name where the next one starts. */
export async function refreshListings({ after }: { readonly after: string } = { after: '' }): Promise<void> {
  let next: string | null = after;
  while (next !== null) ({ next } = await refreshBatch(next));
}
