import { asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { encryptionKeys, webhooks } from '../../db/tables.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import type { Keyring } from './keyring.ts';
import { createSecretBox } from './secret-box.ts';

const PAGE = 500;

/**
 * Checks that this process has the key that seals the secrets in the database. The first process records its key.
 * When several processes with different keys start at once, exactly one key is recorded. An older database may have
 * secrets but no recorded key: then the key must open at least one stored secret.
 *
 * @returns false when this process has another key
 */
export async function adoptKey(
  { db, now, randomBytes }: WithDatabase & WithClock & WithRandom,
  keyring: Keyring,
): Promise<boolean> {
  const known = await isCurrent(db, keyring);
  if (known !== undefined) return known;
  const { open } = createSecretBox(keyring, randomBytes);
  if (!(await opensStored(db, open))) return false;
  const { id, fingerprint } = keyring.current;
  await db.orm
    .insert(encryptionKeys)
    .values({ id: id.toString('hex'), fingerprint, isCurrent: true, createdAt: now() })
    .onConflictDoNothing();
  return (await isCurrent(db, keyring)) ?? false;
}

/** @returns undefined when no key is recorded yet */
async function isCurrent({ orm }: Pick<Database, 'orm'>, { current }: Keyring): Promise<boolean | undefined> {
  const [known] = await orm
    .select({ fingerprint: encryptionKeys.fingerprint })
    .from(encryptionKeys)
    .where(eq(encryptionKeys.isCurrent, true));
  return known && current.fingerprint.equals(known.fingerprint);
}

/** Whether the key opens any stored secret. True when there is none. */
async function opensStored(
  { orm }: Pick<Database, 'orm'>,
  open: (sealed: Uint8Array, owner: string) => string,
): Promise<boolean> {
  for (let after = ''; ; ) {
    const page = await orm
      .select({ botId: webhooks.botId, sealed: webhooks.sealedSecret })
      .from(webhooks)
      .where(gt(webhooks.botId, after))
      .orderBy(asc(webhooks.botId))
      .limit(PAGE);
    const last = page.at(-1);
    if (!last) return after === '';
    if (page.some(({ botId, sealed }) => opens(() => open(sealed, botId)))) return true;
    after = last.botId;
  }
}

function opens(open: () => string): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}
