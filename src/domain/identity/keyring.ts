import { hkdfSync } from 'node:crypto';

export const KEY_ID_BYTES = 4;
const FINGERPRINT_BYTES = 32;

/** An encryption key and its id. */
export interface Key {
  /** Four bytes, derived from the key. Sealed values contain it. */
  readonly id: Buffer;
  readonly bytes: Uint8Array;
  /** Compares keys between processes without revealing them: an HKDF of 32 random bytes. */
  readonly fingerprint: Buffer;
}

/** The keys of a process. */
export interface Keyring {
  /** Seals new values. At first the configured key; the database may name another one of the ring. */
  readonly current: Key;
  /** The key that the configuration puts first. While a key is replaced, it is the new one. */
  readonly configured: Key;
  /** All keys, the configured one first. They open values. */
  readonly keys: readonly Key[];
  /**
   * Seals new values with another key of the ring from now on.
   *
   * @returns false when the ring has no key with this fingerprint; then nothing changes
   */
  choose(fingerprint: Uint8Array): boolean;
}

/**
 * Makes a keyring.
 *
 * @param configured 32 bytes; it seals new values until another key is chosen
 * @param others 32 bytes each; they open values, and can be chosen
 */
export function createKeyring(configured: Uint8Array, ...others: readonly Uint8Array[]): Keyring {
  const first = keyOf(configured);
  const keys = [first, ...others.map(keyOf)];
  let current = first;
  return {
    get current() {
      return current;
    },
    configured: first,
    keys,
    choose(fingerprint) {
      const chosen = keys.find((key) => key.fingerprint.equals(fingerprint));
      current = chosen ?? current;
      return chosen !== undefined;
    },
  };
}

function keyOf(bytes: Uint8Array): Key {
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', bytes, '', `bot-listing encryption key: ${label}`, length));
  return { id: derive('id', KEY_ID_BYTES), bytes, fingerprint: derive('fingerprint', FINGERPRINT_BYTES) };
}
