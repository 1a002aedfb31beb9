import { patched, proxyActivities, sleep } from '@temporalio/workflow';
import {
  type DeliverVoteInput,
  type DeliverVoteResult,
  deliverVote as deliverVoteOfToday,
} from '../../src/workflows/deliver-vote.ts';

const { prepare } = proxyActivities<{ prepare(): Promise<void> }>({ startToCloseTimeout: '30 seconds' });

/** What a later release could make of the delivery workflow. Neither version continues what the other one began. */
export async function deliverVote(input: DeliverVoteInput): Promise<DeliverVoteResult> {
  // The code of today knows neither the marker of this patch nor the activity.
  if (patched('prepare')) await prepare();
  // A mistake, which the replay test would find: what the code of today began has no such step.
  else await sleep(1);
  return deliverVoteOfToday(input);
}
