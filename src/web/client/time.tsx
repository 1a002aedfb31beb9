import { useEffect, useState } from 'preact/hooks';
import { DAY_MS } from '../../lib/day.ts';
import { ACTIVE_MS } from '../../terms/activity.ts';
import { locale } from '../words/current-language.ts';

const dates = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
const short = new Intl.DateTimeFormat(locale(), {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});
const exact = new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeStyle: 'long' });

/**
 * A time in the reader's time zone.
 *
 * @param isRecent whether it is known to be recent: it has seconds then, and no year
 */
export function Time({ at, isRecent = false }: { at: string; isRecent?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={exact.format(date)}>
      {(isRecent ? short : dates).format(date)}
    </time>
  );
}

/** A time in the reader's time zone, as a part of a sentence. */
export const formatMoment = (at: string | number): string => dates.format(new Date(at));

const AGO_TICK_MS = 15_000;

/** How long ago a time was, such as "2 hours ago". */
export function Ago({ at }: { at: string }) {
  const now = useNow(AGO_TICK_MS);
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {formatRelative(at, Math.max(now, Date.parse(at)))}
    </time>
  );
}

/**
 * The current time in milliseconds, which draws the component again at each tick.
 *
 * @param everyMs between two ticks
 */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

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
  ['day', DAY_MS],
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

/** Whether a bot that has reported before, at this time for the last time, has not reported for a day. */
export function isSilent(checkedInAt: string | null): checkedInAt is string {
  return checkedInAt !== null && Date.now() - Date.parse(checkedInAt) > ACTIVE_MS;
}

/** The value of a `datetime-local` control: in the reader's time zone, without naming it. Empty without a time. */
export function toLocalTime(time: string | number | null | undefined): string {
  if (time === null || time === undefined) return '';
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @returns an ISO 8601 timestamp; undefined for a text that is no time */
export function readTime(text: string): string | undefined {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
