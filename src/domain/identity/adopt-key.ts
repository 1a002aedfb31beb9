import { asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { encryptionKeys, webhooks } from '../../db/tables.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import type { Keyring } from './keyring.ts';
import { createSecretBox } from './secret-box.ts';

const PAGE = 500;

/**
 * Finds out whether this process has the key that the database's secrets are sealed with. The first process says which one
 * that is: of several that start at once with different keys, one. In a database that was used before keys were written
 * down, the key must open a secret that is stored there, if there is any.
 *
 * @returns false when it is another key
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

/** @returns undefined while no key is written down */
async function isCurrent({ orm }: Pick<Database, 'orm'>, { current }: Keyring): Promise<boolean | undefined> {
  const [known] = await orm
    .select({ fingerprint: encryptionKeys.fingerprint })
    .from(encryptionKeys)
    .where(eq(encryptionKeys.isCurrent, true));
  return known && current.fingerprint.equals(known.fingerprint);
}

/** Whether any stored secret opens; also when there is none. */
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
