import type { UserActor } from '../domain/identity/actor.ts';
import { RateLimitedError } from '../domain/kernel/errors.ts';
import type { ContextOf } from './context.ts';

/** How many requests of a user wait for strangers' servers at once. */
const MOST_PER_USER = 2;
/** How many requests wait in a process: a quarter of the slots that members have by default. */
const MOST = 16;
const RETRY_AFTER_SECONDS = 10;

/** How many requests of each user wait in this process. Users without one are absent. */
const waiting = new Map<string, number>();
let total = 0;

/**
 * Does work that waits for a stranger's server while its user waits for the response. Such work takes places of its
 * own, so that silent servers never hold the slots of all members.
 *
 * @throws {RateLimitedError} when too much of such work runs already, of this user or in all
 */
export async function waitOutside<Result>(
  { viewer: { userId } }: ContextOf<UserActor>,
  work: () => Promise<Result>,
): Promise<Result> {
  const own = waiting.get(userId) ?? 0;
  if (own >= MOST_PER_USER || total >= MOST) {
    throw new RateLimitedError(RETRY_AFTER_SECONDS, 'outside.tooMany');
  }
  waiting.set(userId, own + 1);
  total += 1;
  try {
    return await work();
  } finally {
    total -= 1;
    const left = (waiting.get(userId) ?? 1) - 1;
    if (left > 0) waiting.set(userId, left);
    else waiting.delete(userId);
  }
}
