import type { Settings } from './settings.ts';
import { integer } from './values.ts';

export interface RetentionConfig {
  /** How long old rows are kept; 0 keeps them for ever. */
  readonly retention: {
    readonly deliveriesDays: number;
    readonly attemptBodiesDays: number;
    readonly reportsDays: number;
    readonly dailyCountsDays: number;
  };
}

const days = integer(0, 36_500);

export function readRetention({ read }: Settings): RetentionConfig {
  return {
    retention: {
      deliveriesDays: read('RETENTION_DELIVERIES_DAYS', days) ?? 90,
      attemptBodiesDays: read('RETENTION_ATTEMPT_BODIES_DAYS', days) ?? 30,
      reportsDays: read('RETENTION_REPORTS_DAYS', days) ?? 365,
      dailyCountsDays: read('RETENTION_DAILY_COUNTS_DAYS', days) ?? 400,
    },
  };
}
