import { hkdfSync } from 'node:crypto';

const KEY_ID_BYTES = 4;
const FINGERPRINT_BYTES = 32;

/** A key that seals, and what it is called by. */
export interface Key {
  /** Named by the values that it sealed. Four bytes, derived from the key. */
  readonly id: Buffer;
  readonly bytes: Uint8Array;
  /** Tells whether another process has the same key, and nothing about the key: an HKDF of 32 random bytes. */
  readonly fingerprint: Buffer;
}

/** The keys that a process has. */
export interface Keyring {
  /** What is sealed from now on is sealed with this one. */
  readonly current: Key;
  /** All of them, the current one first. */
  readonly keys: readonly Key[];
}

/**
 * @param current 32 bytes
 * @param earlier keys that still open what they sealed, 32 bytes each
 */
export function createKeyring(current: Uint8Array, ...earlier: readonly Uint8Array[]): Keyring {
  const key = keyOf(current);
  return { current: key, keys: [key, ...earlier.map(keyOf)] };
}

function keyOf(bytes: Uint8Array): Key {
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', bytes, '', `bot-listing encryption key: ${label}`, length));
  return { id: derive('id', KEY_ID_BYTES), bytes, fingerprint: derive('fingerprint', FINGERPRINT_BYTES) };
}
