import { AccountTooYoungError } from '../kernel/errors.ts';
import type { WithClock } from '../kernel/needs.ts';
import { snowflakeTime } from '../kernel/snowflake.ts';

/**
 * Requires the minimum age of the user's account, if one is configured.
 *
 * @throws {AccountTooYoungError} with the time at which the account may vote
 */
export function requireOldEnough(
  { minimumAccountAgeMs, now }: { readonly minimumAccountAgeMs: number } & WithClock,
  userId: string,
): void {
  if (minimumAccountAgeMs === 0) return;
  const mayVoteAt = new Date(snowflakeTime(userId).getTime() + minimumAccountAgeMs);
  if (now() < mayVoteAt) throw new AccountTooYoungError(mayVoteAt);
}
