import { sleep } from '@temporalio/workflow';

/** Sleeps for two hours of the workflow's time; returns how long that was, in milliseconds. */
export async function sleepTwoHours(): Promise<number> {
  const startedAt = Date.now();
  await sleep('2h');
  return Date.now() - startedAt;
}
