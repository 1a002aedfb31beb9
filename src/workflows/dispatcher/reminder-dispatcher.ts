import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from 'pino';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import {
  type ClaimedReminder,
  claimReminders,
  deleteEnded,
  markStarted,
} from '../../domain/vote/reminders.ts';
import { grpcDeadline } from '../../lib/grpc-deadline.ts';
import { type Repeated, repeat } from '../../lib/repeat.ts';
import type { remindToVote } from '../remind-to-vote.ts';
import { createWorkOutage } from '../temporal/faults.ts';

/** Nobody waits for it: reminders are due after hours. */
const EVERY_MS = 5000;
/** Half of what the dispatcher of deliveries starts at once, so that these come first. */
const BATCH = 12;
/** The time limit of a call. */
const CALL_MS = 5000;

export interface ReminderDispatcherOptions {
  readonly client: Pick<Client, 'workflow' | 'withDeadline'>;
  readonly taskQueue: string;
  readonly services: WithDatabase & WithClock;
  readonly log: Logger;
}

/** Starts a workflow for each reminder, again for those that are late, and ends those that nobody wants any more. */
export function startReminderDispatcher(options: ReminderDispatcherOptions): Repeated {
  const outage = createWorkOutage(options.log, {
    away: 'Reminders cannot be handed to Temporal; they wait in the database.',
    back: 'Reminders are handed to Temporal again.',
  });
  return repeat(EVERY_MS, async () => void (await outage.watch(dispatchReminders(options))));
}

/**
 * Starts and ends the workflows of all reminders that need it now.
 *
 * @returns how many it handled
 * @throws when Temporal or the database does not respond: their lease ends, and a later round tries again
 */
export async function dispatchReminders(options: ReminderDispatcherOptions): Promise<number> {
  const { client, services } = options;
  let handled = 0;
  let page = await claimReminders(services, BATCH);
  while (page.length > 0) {
    await client.withDeadline(grpcDeadline(CALL_MS), () =>
      Promise.all(page.map((reminder) => (reminder.isEnded ? end : start)(options, reminder))),
    );
    await markStarted(services, page);
    await deleteEnded(services, page);
    handled += page.length;
    page = page.length < BATCH ? [] : await claimReminders(services, BATCH);
  }
  return handled;
}

const workflowIdOf = ({ id }: ClaimedReminder) => `reminder-${id}`;

/** A workflow that runs already is left alone: it learns of a new time when its own is over. */
async function start(
  { client, taskQueue }: ReminderDispatcherOptions,
  reminder: ClaimedReminder,
): Promise<void> {
  await client.workflow.start<typeof remindToVote>('remindToVote', {
    taskQueue,
    workflowId: workflowIdOf(reminder),
    workflowIdConflictPolicy: 'USE_EXISTING',
    args: [reminder.id, reminder.dueAt.toISOString()],
    staticSummary: 'Reminder of the next vote',
  });
}

async function end({ client }: ReminderDispatcherOptions, reminder: ClaimedReminder): Promise<void> {
  try {
    await client.workflow.getHandle<typeof remindToVote>(workflowIdOf(reminder)).signal('endReminder');
  } catch (error) {
    // It was never started, or has just ended.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
