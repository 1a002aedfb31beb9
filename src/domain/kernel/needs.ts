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

/** Where archives of old votes are. */
export interface WithArchive {
  /** The folder; undefined when there is none. All processes see the same files in it. */
  readonly archiveDir?: string | undefined;
}
