/** What the workflows of earlier versions call. They have nothing left to do, and end. */
export interface EarlierActivities {
  /** The row of the reminder is told when it is due. */
  remind(reminderId: string, dueAt: string): Promise<string | null>;
}

export const EARLIER_ACTIVITIES: EarlierActivities = {
  remind: async () => null,
};
