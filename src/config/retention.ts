import { resolve } from 'node:path';
import type { Settings } from './settings.ts';
import { integer, text } from './values.ts';

export interface RetentionConfig {
  /** How long old rows are kept; 0 keeps them for ever. */
  readonly retention: {
    readonly deliveriesDays: number;
    readonly attemptBodiesDays: number;
    readonly reportsDays: number;
    readonly dailyCountsDays: number;
    /** How many whole months of votes stay in the database. Older ones go into files. */
    readonly votesMonths: number;
  };
  /** Folder for files with old votes. */
  readonly archiveDir?: string;
}

const days = integer(0, 36_500);

export function readRetention({ read, problems }: Settings): RetentionConfig {
  const votesMonths = read('RETENTION_VOTES_MONTHS', integer(0, 1200)) ?? 0;
  const archiveDir = read('ARCHIVE_DIR', text);
  if (votesMonths > 0 && !archiveDir) problems.push('ARCHIVE_DIR is required with RETENTION_VOTES_MONTHS');
  return {
    retention: {
      deliveriesDays: read('RETENTION_DELIVERIES_DAYS', days) ?? 90,
      attemptBodiesDays: read('RETENTION_ATTEMPT_BODIES_DAYS', days) ?? 30,
      reportsDays: read('RETENTION_REPORTS_DAYS', days) ?? 365,
      dailyCountsDays: read('RETENTION_DAILY_COUNTS_DAYS', days) ?? 400,
      votesMonths,
    },
    ...(archiveDir && { archiveDir: resolve(archiveDir) }),
  };
}
