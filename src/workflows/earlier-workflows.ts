import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { EarlierActivities } from './worker/earlier-activities.ts';

/*
 * Workflows that earlier versions started and that may still wait. Nothing starts them any more: what they waited for
 * are rows that are due. They go with the next release.
 */

const { remind, sendByChannel, giveUp, refreshBatch } = proxyActivities<EarlierActivities>({
  startToCloseTimeout: '30 seconds',
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

/** Refreshed listings, one batch after the other. A worker of an earlier version may name a next one. */
export async function refreshListings(): Promise<void> {
  while ((await refreshBatch()).next !== null);
}
