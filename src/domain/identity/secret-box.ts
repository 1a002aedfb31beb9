import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { SecretBox } from '../kernel/needs.ts';

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

/** The first byte of a sealed value. The id of its key follows. */
const VERSION = Buffer.from([1]);
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Makes a box that encrypts with AES-256-GCM and a random nonce per value. A sealed value contains version, key id,
 * nonce, ciphertext and tag. Older values have neither version nor key id.
 *
 * @param keyring its current key seals, also when another one becomes current, and all its keys open
 * @param randomBytes the source of nonces
 */
export function createSecretBox(keyring: Keyring, randomBytes: (length: number) => Buffer): SecretBox {
  return {
    seal(secret, owner) {
      const { id, bytes } = keyring.current;
      const prefix = prefixOf({ id });
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(
        Buffer.concat([prefix, Buffer.from(owner)]),
      );
      return Buffer.concat([
        prefix,
        nonce,
        cipher.update(secret, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
    },
    open(sealed, owner) {
      const value = Buffer.from(sealed);
      let failure: unknown;
      for (const { key, prefix } of candidates(keyring.keys, value)) {
        try {
          return decrypt(key, prefix, value, owner);
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
  };
}

/** @returns the beginning of all values that this key seals: a version and the key's id */
export function prefixOf({ id }: Pick<Key, 'id'>): Buffer {
  return Buffer.concat([VERSION, id]);
}

/**
 * Reads the id of the key from a sealed value, in hexadecimal. Older values have none, and a few of them seem to have
 * one.
 */
export function keyIdOf(sealed: Buffer): string | undefined {
  const id = sealed.subarray(VERSION.length, VERSION.length + KEY_ID_BYTES);
  return sealed.subarray(0, VERSION.length).equals(VERSION) ? id.toString('hex') : undefined;
}

/** Finds the key that opens a sealed value; undefined when none does. */
export function keyThatOpens(keys: readonly Key[], sealed: Buffer, owner: string): Key | undefined {
  for (const { key, prefix } of candidates(keys, sealed)) {
    try {
      decrypt(key, prefix, sealed, owner);
      return key;
    } catch {
      // Another key may open it.
    }
  }
  return undefined;
}

/**
 * The keys that may have sealed a value. An older value without a key id may begin like one with an id, by chance.
 */
function* candidates(keys: readonly Key[], value: Buffer): Generator<{ key: Key; prefix: Buffer }> {
  for (const key of keys) {
    const prefix = prefixOf(key);
    if (value.subarray(0, prefix.length).equals(prefix)) yield { key, prefix };
  }
  for (const key of keys) yield { key, prefix: Buffer.alloc(0) };
}

function decrypt({ bytes }: Key, prefix: Buffer, sealed: Buffer, owner: string): string {
  const encrypted = sealed.subarray(prefix.length);
  const tagStart = encrypted.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', bytes, encrypted.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.concat([prefix, Buffer.from(owner)]))
    .setAuthTag(encrypted.subarray(tagStart));
  return (
    decipher.update(encrypted.subarray(NONCE_BYTES, tagStart), undefined, 'utf8') + decipher.final('utf8')
  );
}
