/** A minute in milliseconds. */
export const MINUTE_MS = 60 * 1000;
/** An hour in milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS;
/** A day in milliseconds. */
export const DAY_MS = 24 * HOUR_MS;

/** The day of a time in UTC, such as `2026-01-31`. */
export const dayOf = (time: Date | number): string => new Date(time).toISOString().slice(0, 10);

/** The last days up to a time, that of the time included, oldest first. */
export const lastDays = (now: Date, days: number): string[] =>
  Array.from({ length: days }, (_, index) => dayOf(now.getTime() - (days - 1 - index) * DAY_MS));
