import { isSilent } from '../../client/silence.ts';
import { messages } from '../../words/messages.ts';
import type { OwnBot } from './documents.ts';

/** 0 for what needs its owner most. */
function rankOf({ state, checkedInAt }: OwnBot, now: number): number {
  if (state === 'REJECTED' || state === 'SUSPENDED') return 0;
  if (isSilent(checkedInAt, now)) return 1;
  return state === 'PENDING' ? 2 : 3;
}

/**
 * Sorts bots by what needs the owner's attention. Of two alike, the newer one stays first.
 *
 * @param now in milliseconds
 */
export function attentionFirst(bots: readonly OwnBot[], now: number): OwnBot[] {
  return bots.toSorted((one, other) => rankOf(one, now) - rankOf(other, now));
}

/** Whether the name, the id or the state of a bot holds all of these words. */
export function matches(bot: OwnBot, search: string, now: number): boolean {
  const silence = isSilent(bot.checkedInAt, now) ? messages.bots.silent : '';
  const whole =
    `${bot.name} ${bot.botId} ${messages.common.states[bot.state]} ${silence}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
