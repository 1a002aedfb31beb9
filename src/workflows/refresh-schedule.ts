import {
  ScheduleAlreadyRunning,
  type ScheduleClient,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';

/** Of the schedule, and the beginning of the ids of its runs: services that share a namespace have one each. */
export function scheduleIdOf(taskQueue: string): string {
  return `refresh-listings/${taskQueue}`;
}

function scheduleOf(taskQueue: string): Omit<ScheduleOptions, 'scheduleId'> {
  return {
    // Not everybody's at the same minute.
    spec: { intervals: [{ every: '1 day' }], jitter: '1 hour' },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 hour' },
    action: {
      type: 'startWorkflow',
      workflowType: 'refreshListings',
      workflowId: scheduleIdOf(taskQueue),
      taskQueue,
      args: [],
      workflowExecutionTimeout: '20 hours',
    },
  };
}

/**
 * Makes sure that the namespace has the schedule of this task queue's daily refresh, once, and as this version wants it. Whether an
 * operator has paused it stays as it is.
 *
 * @throws when Temporal does not allow or know it
 */
export async function ensureSchedule(schedules: ScheduleClient, taskQueue: string): Promise<void> {
  if (await makeSchedule(schedules, taskQueue)) return;
  const schedule = scheduleOf(taskQueue);
  await schedules.getHandle(scheduleIdOf(taskQueue)).update(({ state }) => ({ ...schedule, state }));
}

/**
 * Makes the schedule where there is none: what one call finds out.
 *
 * @returns whether there was none
 * @throws when Temporal does not allow or know it
 */
export async function makeSchedule(schedules: ScheduleClient, taskQueue: string): Promise<boolean> {
  try {
    await schedules.create({ scheduleId: scheduleIdOf(taskQueue), ...scheduleOf(taskQueue) });
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}

/** Where applications are not looked up, nothing is to be refreshed. */
export async function removeSchedule(schedules: ScheduleClient, taskQueue: string): Promise<void> {
  try {
    await schedules.getHandle(scheduleIdOf(taskQueue)).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}
