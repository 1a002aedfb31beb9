import {
  ScheduleAlreadyRunning,
  type ScheduleClient,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';

/** Of the schedule, and the beginning of the ids of its runs. */
export const SCHEDULE_ID = 'refresh-listings';

function scheduleOf(taskQueue: string): Omit<ScheduleOptions, 'scheduleId'> {
  return {
    // Not everybody's at the same minute.
    spec: { intervals: [{ every: '1 day' }], jitter: '1 hour' },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 hour' },
    action: {
      type: 'startWorkflow',
      workflowType: 'refreshListings',
      workflowId: SCHEDULE_ID,
      taskQueue,
      args: [],
      workflowExecutionTimeout: '20 hours',
    },
  };
}

/**
 * Makes sure that the namespace has the schedule of the daily refresh, once, and as this version wants it. Whether an
 * operator has paused it stays as it is.
 *
 * @throws when Temporal does not allow or know it
 */
export async function ensureSchedule(schedules: ScheduleClient, taskQueue: string): Promise<void> {
  const schedule = scheduleOf(taskQueue);
  try {
    await schedules.create({ scheduleId: SCHEDULE_ID, ...schedule });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await schedules.getHandle(SCHEDULE_ID).update(({ state }) => ({ ...schedule, state }));
  }
}

/** Where applications are not looked up, nothing is to be refreshed. */
export async function removeSchedule(schedules: ScheduleClient): Promise<void> {
  try {
    await schedules.getHandle(SCHEDULE_ID).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}
