import type { VNode } from 'preact';
import { messages } from '../words/messages.ts';
import { hoursAndMinutes } from './time.tsx';

/** The time left when the page was rendered. `public.js` turns it into a countdown, and at its end into `over`. */
export function Countdown(until: string, now: Date, over: string): VNode {
  const left = messages.vote.left(hoursAndMinutes(Date.parse(until) - now.getTime()));
  return (
    <span data-until={until} data-over={over}>
      {left}
    </span>
  );
}
