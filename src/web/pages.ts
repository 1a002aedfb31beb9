import type { VNode } from 'preact';
import { html } from './html.ts';
import { wordWait } from './plural.ts';
import { text } from './text.ts';

const numbers = new Intl.NumberFormat(text.locale);
const times = new Intl.DateTimeFormat(text.locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const days = new Intl.DateTimeFormat(text.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(text.locale, { numeric: 'always' });

export const formatNumber = (value: number) => numbers.format(value);

/** @param seconds from now */
export function whenAgain(seconds: number): string {
  return wordWait(seconds, text.tryAgain);
}

/** In no sentence. */
const NAME = '\0';

/**
 * A sentence with a name in it. One that is written from right to left does not turn the rest around.
 *
 * @param say the sentence, in which the name stands once
 */
export function WithName(say: (name: string) => string, name: string): VNode {
  const [before, after] = say(NAME).split(NAME);
  return html`${before}<bdi>${name}</bdi>${after}`;
}

/** A moment, readable as it is; the script of the pages writes it as the reader is used to. */
export function Time(iso: string): VNode {
  return html`<time datetime=${iso} data-moment>${text.utc(times.format(new Date(iso)))}</time>`;
}

/**
 * A day, readable as it is; the script of the pages writes it as the reader is used to.
 *
 * @param day of UTC, as `2026-01-31`
 */
export function Day(day: string): VNode {
  return html`<time datetime=${day} data-day>${days.format(new Date(day))}</time>`;
}

const UNITS = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const;

/** How long ago, in the largest unit that fits; under a minute in seconds. */
function ago(iso: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 1000));
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
  return relative.format(-Math.floor(seconds / length), unit);
}

/** A bot that posts as often as the contract asks for has reported within this time. */
const ONLINE_MS = 30 * 60 * 1000;

/** A bot's sign of life. */
export function Liveness(checkedInAt: string | null, now: Date): VNode {
  if (checkedInAt === null) return html`<span class="life">${text.bot.neverReported}</span>`;
  const isOnline = now.getTime() - Date.parse(checkedInAt) < ONLINE_MS;
  return html`<span class=${isOnline ? 'life online' : 'life'}>${isOnline ? text.bot.reported : text.bot.silent}
    ${' '}<time datetime=${checkedInAt} data-ago title=${text.utc(times.format(new Date(checkedInAt)))}>${ago(checkedInAt, now)}</time></span>`;
}

/** Its place is kept while the page loads; beside the name it tells a reader of the screen nothing more. */
export function Avatar(url: string, size: number): VNode {
  return html`<img class="avatar" src=${url} alt="" width=${size} height=${size} loading=${size > 64 ? 'eager' : 'lazy'} decoding="async" />`;
}

export function MessagePage(title: string, message: string): VNode {
  return html`<h1>${title}</h1><p>${message}</p><p><a href="/">${text.navigation.backToAll}</a></p>`;
}
