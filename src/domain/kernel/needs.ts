import type { Database } from '../../db/client.ts';
import type { Sender } from '../../net/sender.ts';

/*
 * What functions of the domain need from outside, each named at the function that needs it. The composition root opens
 * all of it, and tests give their own.
 */

export interface WithDatabase {
  readonly db: Database;
}

export interface WithClock {
  readonly now: () => Date;
}

export interface WithRandom {
  /** Secure random bytes. */
  readonly randomBytes: (length: number) => Buffer;
}

/** Requests to other servers. */
export interface WithSender {
  readonly sender: Sender;
}
