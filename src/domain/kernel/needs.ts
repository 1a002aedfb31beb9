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

/** Knows whether anything leaves this service. */
export interface WithHold {
  /** Whether all deliveries are held, as those of a copy: votes are recorded, and nothing is sent. */
  readonly isHeld: () => boolean;
}

/** Learns of faults that do not fail their request. */
export interface WithFaultLog {
  readonly onFault: (error: unknown, operation: string) => void;
}

/** Encrypts values that are stored and read again. */
export interface SecretBox {
  /**
   * Encrypts a secret.
   *
   * @param owner the row that stores the value; in another row it does not open
   */
  seal(secret: string, owner: string): Buffer;
  /**
   * Decrypts a sealed value.
   *
   * @throws when the value was changed, belongs to another owner, or was sealed with a key that is missing here
   */
  open(sealed: Uint8Array, owner: string): string;
}

export interface WithSecrets {
  readonly secrets: SecretBox;
}
