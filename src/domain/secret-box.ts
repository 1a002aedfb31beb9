import { createCipheriv, createDecipheriv } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what has to be stored and read again. */
export interface SecretBox {
  /** @param owner the row it belongs to: a sealed value moved to another row does not open */
  seal(secret: string, owner: string): Buffer;
  /** @throws when the value was changed, sealed for another owner or with another key */
  open(sealed: Uint8Array, owner: string): string;
}

/**
 * AES-256-GCM with a random nonce for each value.
 *
 * @param key 32 bytes
 * @param randomBytes the source of nonces
 */
export function createSecretBox(key: Uint8Array, randomBytes: (length: number) => Buffer): SecretBox {
  return {
    seal(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed);
      const tagStart = bytes.length - TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(tagStart));
      return (
        decipher.update(bytes.subarray(NONCE_BYTES, tagStart), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}
