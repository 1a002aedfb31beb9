import { DAY_MS } from '../lib/day.ts';

/** A bot is active until this time has passed without a report. */
export const ACTIVE_MS = DAY_MS;

/**
 * After this time without a report, a bot that has reported before counts as dead: its page warns before somebody adds
 * it, lists have it after others, and its managers are told.
 */
export const DEAD_AFTER_MS = 7 * DAY_MS;
