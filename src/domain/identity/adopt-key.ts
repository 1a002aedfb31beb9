import { eq } from 'drizzle-orm';
import { encryptionKeys } from '../../db/tables.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import type { Key, Keyring } from './keyring.ts';
import { secretsOf } from './sealed-secrets.ts';
import { keyThatOpens } from './secret-box.ts';

/**
 * Checks that this process has the key that seals the secrets in the database, and seals with it from now on. The first
 * process records its configured key. When several processes with different keys start at once, exactly one key is
 * recorded. An older database may have secrets but no recorded key: then a key of the ring must open at least one
 * stored secret, and this key is recorded.
 *
 * @returns false when this process does not have that key
 */
export async function adoptKey(
  { db, now }: WithDatabase & WithClock & WithRandom,
  keyring: Keyring,
): Promise<boolean> {
  const known = await useRecordedKey({ db }, keyring);
  if (known !== undefined) return known;
  const key = await keyOfStored({ db }, keyring);
  if (!key) return false;
  await db.orm
    .insert(encryptionKeys)
    .values({
      id: key.id.toString('hex'),
      fingerprint: key.fingerprint,
      isCurrent: true,
      createdAt: now(),
    })
    .onConflictDoNothing();
  return (await useRecordedKey({ db }, keyring)) ?? false;
}

/**
 * Seals with the key that the database names from now on. A process calls it again and again while it has several keys,
 * so that it learns when an operator has made another key the current one.
 *
 * @returns false when the ring lacks that key; undefined when no key is recorded yet
 */
export async function useRecordedKey({ db }: WithDatabase, keyring: Keyring): Promise<boolean | undefined> {
  const [known] = await db.orm
    .select({ fingerprint: encryptionKeys.fingerprint })
    .from(encryptionKeys)
    .where(eq(encryptionKeys.isCurrent, true));
  return known && keyring.choose(known.fingerprint);
}

/** @returns the key that opens a stored secret; without any secret, the configured key */
async function keyOfStored(services: WithDatabase, { configured, keys }: Keyring): Promise<Key | undefined> {
  let hasSecrets = false;
  for await (const page of secretsOf(services)) {
    hasSecrets = true;
    for (const { botId, sealed } of page) {
      const key = keyThatOpens(keys, sealed, botId);
      if (key) return key;
    }
  }
  return hasSecrets ? undefined : configured;
}
