import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { adoptKey } from '../../../src/domain/identity/sealed-secrets.ts';
import { createKeyring, createSecretBox, type Keyring } from '../../../src/domain/identity/secret-box.ts';
import { startOwnDatabase } from '../../kit/database.ts';
import { botIdOf, sealedBefore, storeSecrets } from '../../kit/stored-secrets.ts';
import { NOON } from '../../kit/time.ts';

const database = await startOwnDatabase('with tables');
const db = database.open();
beforeEach(async () => {
  await db.sql`truncate bots, encryption_keys cascade`;
});
afterAll(() => database.close());

const newKeyring = () => createKeyring(randomBytes(32));
const adopt = (keyring: Keyring, pool = db) => adoptKey({ db: pool, now: () => NOON, randomBytes }, keyring);

test('an empty database takes the first key: other processes with it may start, one with another key may not', async () => {
  const key = randomBytes(32);
  expect(await adopt(createKeyring(key))).toBe(true);
  expect(await adopt(newKeyring())).toBe(false);
  expect(await adopt(createKeyring(key))).toBe(true);
  const rows =
    await db.sql`select id, is_current as "isCurrent", created_at as "createdAt" from encryption_keys`;
  expect(rows).toEqual([
    { id: createKeyring(key).current.id.toString('hex'), isCurrent: true, createdAt: NOON },
  ]);
});

test('of several processes with different keys that start at once on an empty database, one starts', async () => {
  const keyrings = Array.from({ length: 6 }, newKeyring);
  const pools = keyrings.map(() => database.open());
  const adopted = await Promise.all(keyrings.map((keyring, index) => adopt(keyring, pools[index])));
  expect(adopted.filter(Boolean)).toHaveLength(1);
  for (const [index, keyring] of keyrings.entries()) expect(await adopt(keyring)).toBe(adopted[index]);
});

test('of several processes with one key that start at once, all do', async () => {
  const key = randomBytes(32);
  const pools = Array.from({ length: 4 }, () => database.open());
  expect(await Promise.all(pools.map((pool) => adopt(createKeyring(key), pool)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test('in a database that is older than the table of keys, the key must open a secret that is there', async () => {
  const key = randomBytes(32);
  await storeSecrets(db, 0, 2, (id) => sealedBefore(key, id));
  expect(await adopt(newKeyring())).toBe(false);
  expect(await db.sql`select from encryption_keys`).toHaveLength(0);
  expect(await adopt(createKeyring(key))).toBe(true);
  expect(await adopt(newKeyring())).toBe(false);
});

test('one that opens is enough, wherever it is: some may be damaged, or sealed with a key of long ago', async () => {
  const key = randomBytes(32);
  const lost = randomBytes(32);
  await storeSecrets(db, 0, 1000, (id) => sealedBefore(lost, id));
  const last = botIdOf(1000);
  await db.sql`update webhooks set sealed_secret = ${sealedBefore(key, last)} where bot_id = ${last}`;
  expect(await adopt(newKeyring())).toBe(false);
  expect(await adopt(createKeyring(key))).toBe(true);
});

test('what is written down of a key is neither the key nor a plain hash of it', async () => {
  const key = randomBytes(32);
  const keyring = createKeyring(key);
  await adopt(keyring);
  const [row] = await db.sql<{ fingerprint: Buffer }[]>`select fingerprint from encryption_keys`;
  expect(row?.fingerprint).toHaveLength(32);
  expect(row?.fingerprint.equals(key)).toBe(false);
  expect(row?.fingerprint.equals(createHash('sha256').update(key).digest())).toBe(false);
  // The id, which each sealed value shows, is no part of it.
  expect(row?.fingerprint.includes(keyring.current.id)).toBe(false);
  expect(createSecretBox(keyring, randomBytes).seal('', 'owner').subarray(1, 5)).toEqual(keyring.current.id);
});
