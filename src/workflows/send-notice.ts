import { proxyActivities } from '@temporalio/workflow';
import type { Sending } from '../domain/notices/send.ts';
import type { NoticeActivities } from './worker/notice-activities.ts';

/** Six attempts in two and three quarter hours. A request to a receiver takes at most ten seconds. */
const { sendByChannel } = proxyActivities<NoticeActivities>({
  startToCloseTimeout: '30 seconds',
  retry: {
    initialInterval: '30 seconds',
    backoffCoefficient: 4,
    maximumInterval: '2 hours',
    maximumAttempts: 6,
  },
});
/** It is retried until the database responds. */
const { giveUp } = proxyActivities<NoticeActivities>({ startToCloseTimeout: '30 seconds' });

/**
 * Sends a notice by a channel. Its id, its input and its history hold neither user nor address: these stay in the
 * database, where an erasure finds them.
 */
export async function sendNotice(sending: Sending): Promise<void> {
  try {
    await sendByChannel(sending);
  } catch {
    await giveUp(sending);
  }
}
