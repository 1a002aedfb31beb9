import { useEffect, useState } from 'preact/hooks';
import { locale } from '../words/current-language.ts';
import { formatRelative } from './format.ts';

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
