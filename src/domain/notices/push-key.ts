import { createECDH } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import type { Database } from '../../db/client.ts';
import { PUSH_KEY_OWNER } from '../../db/notice-tables.ts';
import type { WithSecrets } from '../kernel/needs.ts';

/** The key by which push services know this service (RFC 8292), both parts in base64url. */
export interface PushKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * Reads the key for pushes. Whoever needs it first makes it; of several processes that make one at once, one wins.
 *
 * @throws when the key that seals it is missing here
 */
export async function readPushKey({
  db: { sql },
  secrets,
}: WithSecrets & { readonly db: { readonly sql: Database['sql'] | TransactionSql } }): Promise<PushKey> {
  const read = () =>
    sql<{ publicKey: string; sealed: Buffer }[]>`
      select public_key as "publicKey", sealed_private_key as sealed from push_keys`;
  let [stored] = await read();
  if (!stored) {
    const made = makeKey();
    await sql`
      insert into push_keys (public_key, sealed_private_key)
      values (${made.publicKey}, ${secrets.seal(made.privateKey, PUSH_KEY_OWNER)}) on conflict do nothing`;
    [stored] = await read();
  }
  if (!stored) throw new Error('An insert left no row.');
  return { publicKey: stored.publicKey, privateKey: secrets.open(stored.sealed, PUSH_KEY_OWNER) };
}

/** A key pair on the curve P-256. */
function makeKey(): PushKey {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys('base64url');
  // Without the zeros at its beginning, it may be shorter.
  const privateKey = Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  return { publicKey, privateKey };
}
