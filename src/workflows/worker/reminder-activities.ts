import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import { remind } from '../../domain/vote/reminders.ts';

export interface ReminderActivities {
  /**
   * Tells a user that they can vote again.
   *
   * @param dueAt the time that was waited for, in ISO 8601
   * @returns the time to wait for, if the user has voted meanwhile; null when there is nothing more to do
   */
  remind(reminderId: string, dueAt: string): Promise<string | null>;
}

export function createReminderActivities(services: WithDatabase & WithClock): ReminderActivities {
  return {
    remind: async (reminderId, dueAt) =>
      (await remind(services, reminderId, new Date(dueAt)))?.toISOString() ?? null,
  };
}
