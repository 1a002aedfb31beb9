// A day is a day of UTC. It must not move into the reader's time zone.
const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const numbers = new Intl.NumberFormat();
const milliseconds = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'millisecond' });
const seconds = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'second',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

export const formatDay = (day: string) => days.format(new Date(day));
export const formatNumber = (number: number) => numbers.format(number);
export const formatDuration = (ms: number) =>
  ms < 1000 ? milliseconds.format(ms) : seconds.format(ms / 1000);

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * A time relative to now, such as "in 5 minutes".
 *
 * @param now in milliseconds
 */
export function formatRelative(iso: string, now: number): string {
  const ms = Date.parse(iso) - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(ms) >= length) return relative.format(Math.round(ms / length), unit);
  }
  return relative.format(Math.round(ms / 1000), 'second');
}
