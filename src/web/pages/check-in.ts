import type { VNode } from 'preact';
import { html, renderPart } from '../html.ts';
import { text } from '../text.ts';
import { formatUtc } from './time.ts';

/** A bot counts as online for this long after a report. */
const ONLINE_MS = 30 * 60 * 1000;

const UNITS = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const;
const relative = new Intl.RelativeTimeFormat(text.locale, { numeric: 'always' });

/** How long ago a bot has reported last, marked when that is recent. */
export function CheckIn(checkedInAt: string | null, now: Date): VNode {
  if (checkedInAt === null) return html`<span class="life">${text.bot.neverReported}</span>`;
  const isOnline = now.getTime() - Date.parse(checkedInAt) < ONLINE_MS;
  const label = isOnline ? text.bot.reported : text.bot.silent;
  return html`
    <span class=${isOnline ? 'life online' : 'life'}>
      ${label}${' '}
      <time datetime=${checkedInAt} data-ago title=${formatUtc(checkedInAt)}>${ago(checkedInAt, now)}</time>
    </span>
  `;
}

/** In the largest unit of which one has passed; in seconds under a minute. */
function ago(iso: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 1000));
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
  return relative.format(-Math.floor(seconds / length), unit);
}

/** The cached page's placeholder for the check-in. No stored text holds this character: PostgreSQL refuses it. */
export const CHECK_IN_PLACEHOLDER = '\0';

/** Replaces the placeholder in a rendered page. */
export function withCheckIn(page: string, checkedInAt: string | null, now: Date): string {
  return page.replaceAll(CHECK_IN_PLACEHOLDER, () => renderPart(CheckIn(checkedInAt, now)));
}
