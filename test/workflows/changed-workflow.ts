import { sleep } from '@temporalio/workflow';

/** What a careless change could make of the delivery workflow. */
export async function deliverVote(): Promise<void> {
  await sleep(1);
}
