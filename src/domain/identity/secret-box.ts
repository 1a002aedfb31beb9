import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Key, Keyring } from './keyring.ts';

/** What a sealed value begins with, before the id of its key. */
const VERSION = Buffer.from([1]);
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what has to be stored and read again. */
export interface SecretBox {
  /** @param owner the row it belongs to: a sealed value moved to another row does not open */
  seal(secret: string, owner: string): Buffer;
  /** @throws when the value was changed, or sealed for another owner or with a key that is not there */
  open(sealed: Uint8Array, owner: string): string;
}

export interface WithSecrets {
  readonly secrets: SecretBox;
}

/**
 * AES-256-GCM with a random nonce for each value: version, id of the key, nonce, ciphertext, tag. Values that were sealed before
 * keys had ids have neither version nor id.
 *
 * @param keyring its current key seals, and each of them opens
 * @param randomBytes the source of nonces
 */
export function createSecretBox(keyring: Keyring, randomBytes: (length: number) => Buffer): SecretBox {
  return {
    seal(secret, owner) {
      const { id, bytes } = keyring.current;
      const prefix = Buffer.concat([VERSION, id]);
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
      for (const { key, prefix } of candidates(keyring, value)) {
        try {
          return decrypt(key, value.subarray(prefix.length), Buffer.concat([prefix, Buffer.from(owner)]));
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
  };
}

/** By which keys a value may have been sealed. One without an id may begin like one with it, by chance. */
function* candidates({ keys }: Keyring, value: Buffer): Generator<{ key: Key; prefix: Buffer }> {
  for (const key of keys) {
    const prefix = Buffer.concat([VERSION, key.id]);
    if (value.subarray(0, prefix.length).equals(prefix)) yield { key, prefix };
  }
  for (const key of keys) yield { key, prefix: Buffer.alloc(0) };
}

function decrypt({ bytes }: Key, encrypted: Buffer, context: Buffer): string {
  const tagStart = encrypted.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', bytes, encrypted.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(context)
    .setAuthTag(encrypted.subarray(tagStart));
  return (
    decipher.update(encrypted.subarray(NONCE_BYTES, tagStart), undefined, 'utf8') + decipher.final('utf8')
  );
}
