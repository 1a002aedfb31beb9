import type { Sending } from '../../domain/notices/send.ts';

/** What the workflows of earlier versions call. They have nothing left to do, and end. */
export interface EarlierActivities {
  /** The row of the reminder is told when it is due. */
  remind(reminderId: string, dueAt: string): Promise<string | null>;
  /** The row of the sending is due three hours after the start of its workflow, which has made its attempts by then. */
  sendByChannel(sending: Omit<Sending, 'tries'>): Promise<void>;
  giveUp(sending: Omit<Sending, 'tries'>): Promise<void>;
  /** A regular job refreshes what is left. */
  refreshBatch(after: string): Promise<{ readonly next: string | null }>;
}

export const EARLIER_ACTIVITIES: EarlierActivities = {
  remind: async () => null,
  sendByChannel: async () => {},
  giveUp: async () => {},
  refreshBatch: async () => ({ next: null }),
};
