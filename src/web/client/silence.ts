const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether a bot that has reported before has not reported for a day.
 *
 * @param checkedInAt the time of its last report
 * @param now in milliseconds
 */
export function isSilent(checkedInAt: string | null, now: number): checkedInAt is string {
  return checkedInAt !== null && now - Date.parse(checkedInAt) > DAY_MS;
}
