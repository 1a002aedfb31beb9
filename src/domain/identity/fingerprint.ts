import { hash } from 'node:crypto';

export const FINGERPRINT_DIGITS = 16;

/**
 * Names a token or secret without revealing it: the first digits of its SHA-256. All of them are 32 random bytes, so
 * nobody can guess them by that.
 */
export function fingerprintOf(secret: string): string {
  return hash('sha256', secret).slice(0, FINGERPRINT_DIGITS);
}
