import { AccountTooYoungError } from './errors.ts';
import type { Services } from './services.ts';
import { snowflakeTime } from './snowflake.ts';

/**
 * Only accounts that have existed for a while vote, where the configuration wants that.
 *
 * @throws {AccountTooYoungError} with the time from which on the account may vote
 */
export function requireOldEnough(
  { minimumAccountAgeMs, now }: Pick<Services, 'minimumAccountAgeMs' | 'now'>,
  userId: string,
): void {
  if (minimumAccountAgeMs === 0) return;
  const mayVoteAt = new Date(snowflakeTime(userId).getTime() + minimumAccountAgeMs);
  if (now() < mayVoteAt) throw new AccountTooYoungError(mayVoteAt);
}
