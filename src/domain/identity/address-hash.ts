import { createHmac } from 'node:crypto';
import type { WithDatabase, WithSecrets } from '../kernel/needs.ts';
import { readPushKey } from '../notices/push-key.ts';

/** Hashes the addresses of voters. */
export interface WithAddressHash {
  /**
   * @param address what the rate limits count by: an IPv4 address, or the /64 of an IPv6 address
   * @param at the hashes of different days (UTC) have nothing in common
   * @returns null when the key cannot be read: a vote does not depend on it
   */
  readonly hashAddress: (address: string, at: Date) => Promise<string | null>;
}

/**
 * Makes the hash of addresses. Its key is derived from the private key of pushes (as in `hashUserId`), so that all
 * processes have the same one, and is read once a day.
 */
export function createAddressHash(services: WithDatabase & WithSecrets): WithAddressHash['hashAddress'] {
  let dayOfKey = '';
  let key: Promise<Buffer | null> = Promise.resolve(null);
  const readKey = async (day: string) => {
    const { privateKey } = await readPushKey(services);
    return createHmac('sha256', privateKey).update(`addresses of ${day}`).digest();
  };
  return async (address, at) => {
    const day = at.toISOString().slice(0, 10);
    if (day !== dayOfKey) {
      dayOfKey = day;
      key = readKey(day).catch(() => {
        dayOfKey = '';
        return null;
      });
    }
    const secret = await key;
    return secret && createHmac('sha256', secret).update(address).digest('base64url').slice(0, 22);
  };
}
