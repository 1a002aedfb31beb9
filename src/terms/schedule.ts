import { MINUTE_MS } from '../lib/day.ts';

/** The delays between the attempts of a delivery, in milliseconds (section 6 of the contract). */
export const RETRY_AFTER_MS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS);

/** How many attempts a round of a delivery has. */
export const ATTEMPTS = RETRY_AFTER_MS.length + 1;

/** From the first attempt of a round to its last one, in milliseconds, without the time of the requests. */
export const SCHEDULE_MS = RETRY_AFTER_MS.reduce((sum, delay) => sum + delay, 0);

/** After how many first attempts that failed in a row an owner can have deliveries held. */
export const HOLD_AFTER: readonly number[] = [3, 10, 50];
