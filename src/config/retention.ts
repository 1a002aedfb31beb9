import { z } from 'zod';
import type { Reading } from './reading.ts';
import { integer } from './values.ts';

const days = (fallback: number, description: string) =>
  integer(0, 36_500, 'days').default(fallback).meta({ description, isGrave: true });

export const retention = z
  .object({
    RETENTION_DELIVERIES_DAYS: days(90, 'Deliveries that have ended, with their attempts'),
    RETENTION_ATTEMPT_BODIES_DAYS: days(30, 'Responses of receivers, up to 4 kB each'),
    RETENTION_REPORTS_DAYS: days(365, "Reports that moderators have closed, and moderators' notes"),
    RETENTION_DAILY_COUNTS_DAYS: days(400, 'Votes and servers per day'),
  })
  .meta({
    title: 'Retention',
    notes: `
- After so many days a worker deletes these rows, in small batches, every six hours. 0 keeps them for ever.
- The last ten attempts of each bot always stay, since the edit page shows them. So do 90 days of daily numbers, which
  the charts show, and each bot's last server count before that.
- A response to an attempt that was made more than a day after its vote stays until its delivery is deleted.
- Sessions that have ended are deleted without a setting. Votes are never deleted.
  Old months can move to a cheaper disk: [operating.md](operating/database.md#votes-by-month).
`,
  });

export function readRetention({ values }: Reading<typeof retention>) {
  return {
    /** How long old rows are kept; 0 keeps them for ever. */
    retention: {
      deliveriesDays: values.RETENTION_DELIVERIES_DAYS,
      attemptBodiesDays: values.RETENTION_ATTEMPT_BODIES_DAYS,
      reportsDays: values.RETENTION_REPORTS_DAYS,
      dailyCountsDays: values.RETENTION_DAILY_COUNTS_DAYS,
    },
  };
}
