import { LRUCache } from 'lru-cache';
import type { Claim } from './credentials.ts';

/** Remembers which credentials this process has seen, and whether they were valid. */
export interface CredentialMemory {
  /**
   * @returns true for a credential that was valid when it was last checked. That may be out of date, so it allows
   *   nothing: it only decides the lane of a request. False for one that was invalid a few seconds ago. Such a
   *   credential rarely becomes valid: sessions and tokens are random, and nobody can send one before it is made. But
   *   an operator may restore a database that has it.
   */
  readonly recall: (claim: Claim) => boolean | undefined;
  /** Notes whether a credential is valid. */
  readonly note: (claim: Claim, isValid: boolean) => void;
}

/** Of each kind, with about 200 bytes each. */
const MAX_VALID = 50_000;
/** Invented credentials displace only each other. */
const MAX_INVALID = 5000;
const INVALID_MS = 5000;

/** Makes the memory of one process. */
export function createCredentialMemory(): CredentialMemory {
  const open = () => ({
    valid: new LRUCache<string, true>({ max: MAX_VALID }),
    invalid: new LRUCache<string, true>({ max: MAX_INVALID, ttl: INVALID_MS }),
  });
  const kinds = { token: open(), session: open() };
  return {
    recall({ kind, key }) {
      const { valid, invalid } = kinds[kind];
      if (valid.get(key)) return true;
      return invalid.get(key) ? false : undefined;
    },
    note({ kind, key }, isValid) {
      const { valid, invalid } = kinds[kind];
      (isValid ? valid : invalid).set(key, true);
      (isValid ? invalid : valid).delete(key);
    },
  };
}
