import type { Job } from '../../domain/kernel/job.ts';
import type { WithHold } from '../../domain/kernel/needs.ts';
import type { WithPlatform } from '../../domain/platform/look-up.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/day.ts';

/** The deletion of old rows ends after this time. The next one continues. */
export const LONGEST_RETENTION_MS = 30 * MINUTE_MS;
export const RETENTION: Job = { name: 'retention', leaseMs: LONGEST_RETENTION_MS + 5 * MINUTE_MS };
export const VOTE_MONTHS: Job = { name: 'vote months', leaseMs: HOUR_MS };
export const NOTICES: Job = { name: 'notices', leaseMs: 10 * MINUTE_MS };
export const REFRESH: Job = { name: 'refresh', leaseMs: 10 * MINUTE_MS };

/** The jobs that the workers of this service do: with held deliveries, or without look-ups, they refresh nothing. */
export function jobsOf({ isHeld, platform }: WithHold & WithPlatform): readonly Job[] {
  const always = [RETENTION, VOTE_MONTHS, NOTICES];
  return isHeld() || !platform ? always : [...always, REFRESH];
}
