import type { VNode } from 'preact';
import { perLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';

const times = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);
const days = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** A time in UTC, in words. */
export const formatUtc = (iso: string) => messages.time.utc({ time: times().format(new Date(iso)) });

/** A time in UTC. `public.js` rewrites it in the reader's time zone and format. */
export function Time(iso: string): VNode {
  return (
    <time datetime={iso} data-moment>
      {formatUtc(iso)}
    </time>
  );
}

/**
 * A day. `public.js` rewrites it in the reader's format.
 *
 * @param day of UTC, as `2026-01-31`
 */
export function Day(day: string): VNode {
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
