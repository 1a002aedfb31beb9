import type { Database } from '../../db/client.ts';
import type { Sender } from '../../net/sender.ts';

/*
 * The dependencies of domain functions. Each function names the ones that it needs. `src/app.ts` opens them, and
 * tests pass their own.
 */

export interface WithDatabase {
  readonly db: Database;
}

export interface WithClock {
  readonly now: () => Date;
}

export interface WithRandom {
  /** Cryptographically secure random bytes. */
  readonly randomBytes: (length: number) => Buffer;
}

/** Sends HTTP requests to other servers. */
export interface WithSender {
  readonly sender: Sender;
}
