import { hkdfSync } from 'node:crypto';

const KEY_ID_BYTES = 4;
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
  /** Seals new values. */
  readonly current: Key;
  /** All keys, the current one first. */
  readonly keys: readonly Key[];
}

/**
 * Makes a keyring.
 *
 * @param current 32 bytes; it seals new values
 * @param earlier 32 bytes each; they open values that they sealed before
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
