import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { ReminderActivities } from './worker/reminder-activities.ts';

/** Retried until the database responds. */
const { remind } = proxyActivities<ReminderActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** The user no longer wants to be reminded. */
export const endReminder = defineSignal('endReminder');

/**
 * Waits until a user can vote for a bot again, and tells them. A vote that is cast meanwhile begins another wait. The
 * history holds neither the user nor the bot, since Temporal keeps it after they are gone.
 *
 * @param dueAt the end of the wait, in ISO 8601
 */
export async function remindToVote(reminderId: string, dueAt: string): Promise<void> {
  let isEnded = false;
  setHandler(
    endReminder,
    () => {
      isEnded = true;
    },
    { description: 'End without a notice.' },
  );
  let next: string | null = dueAt;
  while (next !== null && !isEnded) {
    // biome-ignore lint/plugin: in workflow code, this is the time of the history
    const waitMs = Date.parse(next) - Date.now();
    if (waitMs > 0) await condition(() => isEnded, waitMs, { summary: 'until voting is open again' });
    if (!isEnded) next = await remind(reminderId, next);
  }
}
