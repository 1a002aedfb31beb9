import { asc, desc, eq, type InferSelectModel } from 'drizzle-orm';
import { PUSH_KEY_OWNER } from '../../db/notice-tables.ts';
import { encryptionKeys } from '../../db/tables.ts';
import { ConflictError } from '../kernel/errors.ts';
import { inParts } from '../kernel/in-batches.ts';
import type { WithClock, WithDatabase, WithRandom } from '../kernel/needs.ts';
import { createSecretBox, type Key, type Keyring, keyIdOf, keyThatOpens, prefixOf } from './secret-box.ts';

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
    for (const { owner, sealed } of page) {
      const key = keyThatOpens(keys, sealed, owner);
      if (key) return key;
    }
  }
  return hasSecrets ? undefined : configured;
}

/** Rows of one short statement. */
const PAGE = 500;

/** Lists the keys that the database knows, the current one first. */
export function listKeys({ db }: WithDatabase): Promise<InferSelectModel<typeof encryptionKeys>[]> {
  const { isCurrent, createdAt, id } = encryptionKeys;
  return db.orm.select().from(encryptionKeys).orderBy(desc(isCurrent), desc(createdAt), asc(id));
}

/** Which keys seal the stored secrets. */
export interface SealedSecrets {
  /** The number of secrets by the id of their key. */
  readonly byKey: ReadonlyMap<string, number>;
  /** Secrets that no key of this process opens. */
  readonly unreadable: number;
  /** False when the limit ended the count. */
  readonly isComplete: boolean;
}

/**
 * Opens the stored secrets, and counts them by the key that seals them. A secret whose key this process lacks counts
 * under the id that it names, and as unreadable.
 *
 * @param limit the largest number of secrets to open
 */
export async function inspectSecrets(
  services: WithDatabase,
  keyring: Keyring,
  limit = Number.POSITIVE_INFINITY,
): Promise<SealedSecrets> {
  const byKey = new Map<string, number>();
  let unreadable = 0;
  let seen = 0;
  for await (const page of secretsOf(services)) {
    for (const { owner, sealed } of page) {
      if (seen === limit) return { byKey, unreadable, isComplete: false };
      seen += 1;
      const key = keyThatOpens(keyring.keys, sealed, owner);
      if (!key) unreadable += 1;
      const id = key ? key.id.toString('hex') : keyIdOf(sealed);
      if (id !== undefined) byKey.set(id, (byKey.get(id) ?? 0) + 1);
    }
  }
  return { byKey, unreadable, isComplete: true };
}

/**
 * Finds the keys that the database knows, that seal stored secrets, and that this process lacks: deliveries would wait
 * here. A known key that no secret needs any more is forgotten.
 *
 * @returns the ids of the keys, usually none
 */
export async function findMissingKeys({ db }: WithDatabase, keyring: Keyring): Promise<string[]> {
  const recorded = await listKeys({ db });
  const lacking = recorded.filter(
    ({ fingerprint, isCurrent }) =>
      !isCurrent && !keyring.keys.some((key) => key.fingerprint.equals(fingerprint)),
  );
  // Only after a key was replaced: other starts read no secrets.
  if (lacking.length === 0) return [];
  const { byKey, unreadable } = await inspectSecrets({ db }, keyring);
  const named = lacking.filter(({ id }) => byKey.has(id)).map(({ id }) => id);
  if (named.length > 0) return named;
  // Secrets of an older form name no key, so any of these keys may seal those that do not open.
  if (unreadable > 0) return lacking.map(({ id }) => id);
  await db.sql`
    delete from encryption_keys where not is_current and id = any(${lacking.map(({ id }) => id)}::text[])`;
  return [];
}

/**
 * Makes the configured key of this process the one that seals new secrets, in all processes that have it. The keyring
 * must have the key that does so now. Call it when every process has both.
 *
 * @returns false when it is the current key already
 * @throws {ConflictError} when another command has changed the current key
 */
export async function makeKeyCurrent(
  { db, now }: WithDatabase & WithClock,
  keyring: Keyring,
): Promise<boolean> {
  const { configured, current } = keyring;
  if (configured.fingerprint.equals(current.fingerprint)) return false;
  await db.sql.begin(async (sql) => {
    const replaced = await sql`
      update encryption_keys set is_current = false
      where is_current and fingerprint = ${current.fingerprint}::bytea`;
    if (replaced.count === 0) throw new ConflictError('key.changed');
    await sql`
      insert into encryption_keys (id, fingerprint, is_current, created_at)
      values (${configured.id.toString('hex')}, ${configured.fingerprint}::bytea, true, ${now()})
      on conflict (id) do update
        set is_current = true, fingerprint = excluded.fingerprint, created_at = excluded.created_at`;
  });
  return keyring.choose(configured.fingerprint);
}

/**
 * Seals stored secrets again with the current key of the ring, where another key seals them. It writes in short
 * statements. A secret that an owner replaces meanwhile stays as the owner wrote it. The secrets themselves do not
 * change.
 *
 * @returns how many it sealed again, and how many no key of the ring opens
 */
export async function resealSecrets(
  services: WithDatabase & WithRandom,
  keyring: Keyring,
): Promise<{ resealed: number; unreadable: number }> {
  const box = createSecretBox(keyring, services.randomBytes);
  let resealed = 0;
  let unreadable = 0;
  for await (const page of secretsOf(services, prefixOf(keyring.current))) {
    const readable = page.filter(({ owner, sealed }) => keyThatOpens(keyring.keys, sealed, owner));
    unreadable += page.length - readable.length;
    const rows = readable.map(({ owner, sealed }) => ({
      owner,
      before: sealed.toString('hex'),
      after: box.seal(box.open(sealed, owner), owner).toString('hex'),
    }));
    resealed += await inParts(rows, rows.length, (part) => writeSealed(services, part));
  }
  return { resealed, unreadable };
}

/** A secret before and after it was sealed again, in hexadecimal digits. */
interface Resealed {
  readonly owner: string;
  readonly before: string;
  readonly after: string;
}

/** @returns how many secrets it replaced: those that are still as before */
async function writeSealed({ db: { sql } }: WithDatabase, rows: readonly Resealed[]): Promise<number> {
  const { count } = await sql`
    with row as (
      select owner, decode(before, 'hex') as before, decode(after, 'hex') as after
      from unnest(
        ${rows.map((row) => row.owner)}::text[], ${rows.map((row) => row.before)}::text[],
        ${rows.map((row) => row.after)}::text[]
      ) as written(owner, before, after)
    ), of_webhooks as (
      update webhooks set sealed_secret = row.after from row
      where webhooks.bot_id = row.owner and webhooks.sealed_secret = row.before returning row.owner
    ), of_rotations as (
      update webhooks set next_sealed_secret = row.after from row
      where webhooks.bot_id = row.owner and webhooks.next_sealed_secret = row.before returning row.owner
    ), of_push as (
      update push_keys set sealed_private_key = row.after from row
      where row.owner = ${PUSH_KEY_OWNER} and push_keys.sealed_private_key = row.before returning row.owner
    )
    select from of_webhooks union all select from of_rotations union all select from of_push`;
  return count;
}

interface SealedSecret {
  readonly owner: string;
  readonly sealed: Buffer;
}

/** Reads the sealed secrets page by page. @param except leaves out those that begin with these bytes */
export async function* secretsOf(
  { db: { sql } }: WithDatabase,
  except?: Buffer,
): AsyncGenerator<readonly SealedSecret[]> {
  const isOther = (column: string) =>
    except ? sql`substring(${sql(column)} from 1 for ${except.length}::int) <> ${except}::bytea` : sql`true`;
  for (const column of ['sealed_secret', 'next_sealed_secret']) {
    for (let after = ''; ; ) {
      const page = await sql<SealedSecret[]>`
        select bot_id as owner, ${sql(column)} as sealed from webhooks
        where bot_id > ${after} and ${sql(column)} is not null and ${isOther(column)}
        order by bot_id limit ${PAGE}`;
      const last = page.at(-1);
      if (!last) break;
      yield page;
      after = last.owner;
    }
  }
  const push = await sql<SealedSecret[]>`
    select ${PUSH_KEY_OWNER} as owner, sealed_private_key as sealed from push_keys
    where ${isOther('sealed_private_key')}`;
  if (push.length > 0) yield push;
}
