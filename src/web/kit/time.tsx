import type { VNode } from 'preact';
import { perLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { formatUtc } from '../words/utc.ts';

const days = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** A time in UTC. `public.ts` rewrites it in the reader's time zone and format. */
export function Time({ at }: { at: string }): VNode {
  return (
    <time datetime={at} data-moment>
      {formatUtc(at)}
    </time>
  );
}

/**
 * A sentence with a time in it.
 *
 * @param say makes the sentence; the time stands in it once
 */
export function TimeInSentence({
  say,
  iso,
}: {
  say: (values: { readonly time: string }) => string;
  iso: string;
}): VNode {
  const [before, after] = say({ time: '\0' }).split('\0');
  return (
    <>
      {before}
      <Time at={iso} />
      {after}
    </>
  );
}

const relative = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'always' }));

const UNITS = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const;

/** How long ago something was: "3 hours ago", in the largest unit of which one has passed. `public.ts` goes on with it. */
export function Ago({ iso, now }: { iso: string; now: Date }): VNode {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 1000));
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
  return (
    <time datetime={iso} data-ago title={formatUtc(iso)}>
      {relative().format(-Math.floor(seconds / length), unit)}
    </time>
  );
}

/** When something will be: "in 12 hours". `public.ts` rewrites it as "tomorrow at 06:09" in the reader's time zone. */
export function Soon({ iso, now }: { iso: string; now: Date }): VNode {
  const minutes = Math.max(1, Math.ceil((Date.parse(iso) - now.getTime()) / 60_000));
  const hours = Math.ceil(minutes / 60);
  const wait =
    minutes < 60
      ? relative().format(minutes, 'minute')
      : hours < 48
        ? relative().format(hours, 'hour')
        : relative().format(Math.ceil(hours / 24), 'day');
  return (
    <time
      datetime={iso}
      data-soon={messages.common.soon({ day: '{day}', time: '{time}' })}
      title={formatUtc(iso)}
    >
      {wait}
    </time>
  );
}

/**
 * A day. `public.ts` rewrites it in the reader's format.
 *
 * @param day of UTC, as `2026-01-31`
 */
export function Day({ day }: { day: string }): VNode {
  return (
    <time datetime={day} data-day>
      {days().format(new Date(day))}
    </time>
  );
}

/** A length of time in milliseconds as whole hours and minutes, rounded up. */
export function hoursAndMinutes(ms: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.max(0, Math.ceil(ms / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/**
 * A wait in words: in seconds below two minutes, in minutes below two hours, else in hours.
 *
 * @param seconds the length of the wait
 */
export function wordWait(
  seconds: number,
  labels: Readonly<Record<'seconds' | 'minutes' | 'hours', (values: { readonly count: number }) => string>>,
): string {
  if (seconds < 120) return labels.seconds({ count: Math.ceil(seconds) });
  if (seconds < 7200) return labels.minutes({ count: Math.ceil(seconds / 60) });
  return labels.hours({ count: Math.ceil(seconds / 3600) });
}
