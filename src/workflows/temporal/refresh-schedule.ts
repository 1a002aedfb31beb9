import {
  ScheduleAlreadyRunning,
  type ScheduleClient,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';

/** The schedule's id. The ids of its runs start with it. Services that share a namespace have one schedule each. */
export function scheduleIdOf(taskQueue: string): string {
  return `refresh-listings/${taskQueue}`;
}

function scheduleOf(taskQueue: string): Omit<ScheduleOptions, 'scheduleId'> {
  return {
    // So that not all services ask the platform in the same minute.
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
 * Creates the schedule of this task queue's daily refresh, or updates it to this version. If an operator has paused it,
 * it stays paused.
 *
 * @throws when Temporal refuses it, or has no schedules
 */
export async function ensureSchedule(schedules: ScheduleClient, taskQueue: string): Promise<void> {
  if (await makeSchedule(schedules, taskQueue)) return;
  const schedule = scheduleOf(taskQueue);
  await schedules.getHandle(scheduleIdOf(taskQueue)).update(({ state }) => ({ ...schedule, state }));
}

/**
 * Creates the schedule if it does not exist. That takes one call.
 *
 * @returns whether it was created
 * @throws when Temporal refuses it, or has no schedules
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

/** Removes the schedule: without look-ups of applications, nothing needs a refresh. */
export async function removeSchedule(schedules: ScheduleClient, taskQueue: string): Promise<void> {
  try {
    await schedules.getHandle(scheduleIdOf(taskQueue)).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}
