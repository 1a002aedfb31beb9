import { messages } from '../words/messages.ts';
import type { ListingNow, ModeratedBot } from './documents.ts';

const labels = messages.moderation;

/** Something that somebody else has done since the moderator opened a listing. */
export interface Overtaken {
  /** The sentence that tells it. */
  readonly text: string;
  /** Whether every decision has to wait until the moderator has seen it. Otherwise only publishing has to. */
  readonly stopsAll: boolean;
}

/** Without pictures that were taken down, which no decision rests on. */
const decisions = ({ history }: Pick<ListingNow, 'history'>) =>
  (history ?? []).filter(({ takenDown }) => takenDown === null);

/** What a decision is based on. */
type Seen = Pick<ModeratedBot, 'state' | 'revision' | 'history' | 'openReports'>;

/**
 * Says what somebody else has done with a listing since the moderator opened it, if a decision would rest on what is
 * over. An edit does not stop a rejection or suspension: an owner could prevent it with repeated edits.
 *
 * @param seen the listing as the moderator sees it
 * @param now the listing as it is; null when it does not exist any more. It may have been read before `seen`
 */
export function overtakenBy(seen: Seen, now: ListingNow | null): Overtaken | undefined {
  if (!now) return { text: labels.gone, stopsAll: true };
  if (now.revision > seen.revision || (now.revision === seen.revision && now.state !== seen.state)) {
    const moves = decisions(now);
    const last = moves.length > decisions(seen).length ? moves.at(-1) : undefined;
    if (!last) return { text: labels.changed, stopsAll: now.state !== seen.state };
    const name = last.userName ?? labels.somebody;
    return { text: labels.overtaken[last.toState]({ name }), stopsAll: true };
  }
  if (now.revision < seen.revision) return undefined;
  const open = new Set(now.openReports?.map(({ id }) => id));
  const isGone = seen.openReports?.some(({ id }) => !open.has(id));
  return isGone ? { text: labels.reportsClosed, stopsAll: true } : undefined;
}
