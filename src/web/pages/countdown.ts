import type { VNode } from 'preact';
import { html } from '../html.ts';
import { text } from '../text.ts';
import { hoursAndMinutes } from './time.ts';

/** The time left when the page was rendered. `public.js` turns it into a countdown, and at its end into `over`. */
export function Countdown(until: string, now: Date, over: string): VNode {
  const left = text.vote.left(hoursAndMinutes(Date.parse(until) - now.getTime()));
  return html`<span data-until=${until} data-over=${over}>${left}</span>`;
}
