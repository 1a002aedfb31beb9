import { locale } from '../words/current-language.ts';

const milliseconds = new Intl.NumberFormat(locale(), { style: 'unit', unit: 'millisecond' });
const seconds = new Intl.NumberFormat(locale(), {
  style: 'unit',
  unit: 'second',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const minutes = new Intl.NumberFormat(locale(), { style: 'unit', unit: 'minute' });
const MINUTE_MS = 60_000;
const share = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
const narrow = new Intl.RelativeTimeFormat(locale(), {
  style: locale().startsWith('en') ? 'narrow' : 'short',
});
const moments = new Intl.DateTimeFormat(locale(), { dateStyle: 'short', timeStyle: 'medium' });

/** A date with its time, in the reader's time zone. */
export const formatTime = (time: string) => moments.format(new Date(time));
/** Rounds down: 999 of 1000 are not 100 %. */
export const formatShare = (part: number) => share.format(Math.floor(part * 1000) / 1000);
export const formatDuration = (ms: number) => {
  if (ms < 1000) return milliseconds.format(ms);
  return ms < MINUTE_MS ? seconds.format(ms / 1000) : minutes.format(Math.round(ms / MINUTE_MS));
};

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
  return relativeTo(iso, now, relative);
}

/** The same in few characters, such as "5m ago". The shortest German form, "vor 5 m", reads as metres. */
export function formatAge(iso: string, now: number): string {
  // A millisecond ago at least: Intl writes 0 as "in 0s", but what rounds to -0 as "0s ago".
  return relativeTo(iso, Math.max(now, Date.parse(iso) + 1), narrow);
}

function relativeTo(iso: string, now: number, format: Intl.RelativeTimeFormat): string {
  const ms = Date.parse(iso) - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(ms) >= length) return format.format(Math.round(ms / length), unit);
  }
  return format.format(Math.round(ms / 1000), 'second');
}
