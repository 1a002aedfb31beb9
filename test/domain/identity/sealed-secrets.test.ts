import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/db/client.ts';
import {
  adoptKey,
  findMissingKeys,
  inspectSecrets,
  listKeys,
  makeKeyCurrent,
  resealSecrets,
  useRecordedKey,
} from '../../../src/domain/identity/sealed-secrets.ts';
import { createKeyring, createSecretBox, type Keyring } from '../../../src/domain/identity/secret-box.ts';
import { readPushKey } from '../../../src/domain/notices/push-key.ts';
import { startOwnDatabase } from '../../kit/database.ts';
import { forFile } from '../../kit/service.ts';
import { botIdOf, sealedBefore, storeSecrets } from '../../kit/stored-secrets.ts';
import { NOON } from '../../kit/time.ts';

const database = await forFile(startOwnDatabase('with tables'));
const db = database.open();
beforeEach(async () => {
  await db.sql`truncate bots, encryption_keys cascade`;
});

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

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const idOf = (key: Buffer) => createKeyring(key).current.id.toString('hex');

const services = () => ({ db, now: () => NOON, randomBytes });
const store = (first: number, last: number, seal: (botId: string) => Buffer) =>
  storeSecrets(db, first, last, seal);

const sealedWith = (key: Buffer) => (botId: string) =>
  createSecretBox(createKeyring(key), randomBytes).seal(`whsec_${botId}`, botId);

async function secretOf(number: number, key: Buffer): Promise<string> {
  const botId = botIdOf(number);
  const [row] = await db.sql<{ sealed: Buffer }[]>`
    select sealed_secret as sealed from webhooks where bot_id = ${botId}`;
  return createSecretBox(createKeyring(key), randomBytes).open(row?.sealed ?? Buffer.alloc(0), botId);
}

test('a process with both keys seals with the one that the database names, until another becomes the current one', async () => {
  expect(await adopt(createKeyring(OLD))).toBe(true);
  const [running, command] = [createKeyring(NEW, OLD), createKeyring(NEW, OLD)];
  for (const keyring of [running, command]) {
    expect(await adopt(keyring)).toBe(true);
    expect(keyring.current.id.toString('hex')).toBe(idOf(OLD));
  }
  expect(await makeKeyCurrent(services(), command)).toBe(true);
  expect(command.current.id.toString('hex')).toBe(idOf(NEW));
  expect(running.current.id.toString('hex')).toBe(idOf(OLD));
  expect(await useRecordedKey({ db }, running)).toBe(true);
  expect(running.current.id.toString('hex')).toBe(idOf(NEW));
  expect(await makeKeyCurrent(services(), command)).toBe(false);
  // A process that was not restarted learns that it lacks the key, and keeps its own.
  const left = createKeyring(OLD);
  expect(await useRecordedKey({ db }, left)).toBe(false);
  expect(left.current.id.toString('hex')).toBe(idOf(OLD));
  expect((await listKeys({ db })).map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
    [idOf(NEW), true],
    [idOf(OLD), false],
  ]);
});

test('of two commands with different keys, one makes its key the current one', async () => {
  await adopt(createKeyring(OLD));
  const others = [createKeyring(NEW, OLD), createKeyring(randomBytes(32), OLD)];
  for (const keyring of others) await adopt(keyring);
  const made = await Promise.allSettled(others.map((keyring) => makeKeyCurrent(services(), keyring)));
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await listKeys({ db })).filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
});

test('secrets of both forms are sealed again, page by page, and stay what they were', async () => {
  await adopt(createKeyring(OLD));
  await store(0, 1100, sealedWith(OLD));
  await store(1101, 1110, (id) => sealedBefore(OLD, id));
  await store(1111, 1111, sealedWith(randomBytes(32)));
  const keyring = createKeyring(NEW, OLD);
  await adopt(keyring);
  await makeKeyCurrent(services(), keyring);
  expect(await resealSecrets(services(), keyring)).toEqual({ resealed: 1111, unreadable: 1 });
  expect(await resealSecrets(services(), keyring)).toEqual({ resealed: 0, unreadable: 1 });
  expect(await secretOf(1100, NEW)).toBe(`whsec_${botIdOf(1100)}`);
  expect(await secretOf(1105, NEW)).toBe('whsec_secret');
  const { byKey, unreadable, isComplete } = await inspectSecrets({ db }, keyring);
  expect([byKey.get(idOf(NEW)), byKey.get(idOf(OLD)), unreadable, isComplete]).toEqual([
    1111,
    undefined,
    1,
    true,
  ]);
  expect((await inspectSecrets({ db }, keyring, 10)).isComplete).toBe(false);
  // It is no change by the owner.
  expect(await db.sql`select distinct updated_at as at from webhooks`).toEqual([{ at: NOON }]);
});

test('the next secret of a rotation is counted and sealed again beside the current one', async () => {
  await adopt(createKeyring(OLD));
  await store(0, 1, sealedWith(OLD));
  const next = createSecretBox(createKeyring(OLD), randomBytes).seal('whsec_next', botIdOf(1));
  await db.sql`
    update webhooks set next_sealed_secret = ${next}, next_secret_at = ${NOON} where bot_id = ${botIdOf(1)}`;
  const keyring = createKeyring(NEW, OLD);
  await adopt(keyring);
  await makeKeyCurrent(services(), keyring);
  expect((await inspectSecrets({ db }, keyring)).byKey.get(idOf(OLD))).toBe(3);
  expect(await resealSecrets(services(), keyring)).toEqual({ resealed: 3, unreadable: 0 });
  const [row] = await db.sql<{ sealed: Buffer }[]>`
    select next_sealed_secret as sealed from webhooks where bot_id = ${botIdOf(1)}`;
  const alone = createSecretBox(createKeyring(NEW), randomBytes);
  expect(alone.open(row?.sealed ?? Buffer.alloc(0), botIdOf(1))).toBe('whsec_next');
  expect(await secretOf(1, NEW)).toBe(`whsec_${botIdOf(1)}`);
});

test('a secret that its owner replaces meanwhile is not overwritten', async () => {
  await adopt(createKeyring(OLD));
  await store(0, 9, sealedWith(OLD));
  const keyring = createKeyring(NEW, OLD);
  await adopt(keyring);
  await makeKeyCurrent(services(), keyring);
  const replaced = createSecretBox(createKeyring(OLD), randomBytes).seal('whsec_new', botIdOf(3));
  let isReplaced = false;
  let replacing: Promise<unknown> | undefined;
  // The bytes of a nonce are drawn between the read and the write.
  const random = (length: number) => {
    if (!isReplaced) {
      isReplaced = true;
      replacing = db.sql`update webhooks set sealed_secret = ${replaced} where bot_id = ${botIdOf(3)}`.then();
    }
    return randomBytes(length);
  };
  const slow = database.open();
  const { resealed } = await resealSecrets(
    { db: afterThe(() => replacing, slow), randomBytes: random },
    keyring,
  );
  expect(resealed).toBe(9);
  expect(await secretOf(3, OLD)).toBe('whsec_new');
  expect(await resealSecrets(services(), keyring)).toEqual({ resealed: 1, unreadable: 0 });
  expect(await secretOf(3, NEW)).toBe('whsec_new');
});

/** A database whose updates wait for something. */
function afterThe(what: () => Promise<unknown> | undefined, pool: Database): Database {
  const sql = new Proxy(pool.sql, {
    apply(target, self, args: unknown[]) {
      const query = Reflect.apply(target as never, self, args) as Promise<unknown>;
      const [text] = args as [readonly string[]];
      if (!text.join?.('').includes('update webhooks')) return query;
      return (async () => {
        await what();
        return query;
      })();
    },
  });
  return { ...pool, sql };
}

test('a key without secrets is forgotten by the first process without it, one with secrets is missed', async () => {
  await adopt(createKeyring(OLD));
  await store(0, 2, sealedWith(OLD));
  const both = createKeyring(NEW, OLD);
  await adopt(both);
  await makeKeyCurrent(services(), both);
  const alone = createKeyring(NEW);
  expect(await adopt(alone)).toBe(true);
  expect(await findMissingKeys({ db }, alone)).toEqual([idOf(OLD)]);
  expect(await findMissingKeys({ db }, both)).toEqual([]);
  await resealSecrets(services(), both);
  expect(await findMissingKeys({ db }, both)).toEqual([]);
  expect(await listKeys({ db })).toHaveLength(2);
  expect(await findMissingKeys({ db }, alone)).toEqual([]);
  expect((await listKeys({ db })).map(({ id }) => id)).toEqual([idOf(NEW)]);
});

test('a secret of the older form, which names no key, is missed as well', async () => {
  await adopt(createKeyring(OLD));
  await store(0, 0, (id) => sealedBefore(OLD, id));
  const both = createKeyring(NEW, OLD);
  await adopt(both);
  await makeKeyCurrent(services(), both);
  const alone = createKeyring(NEW);
  await adopt(alone);
  expect(await findMissingKeys({ db }, alone)).toEqual([idOf(OLD)]);
});

test('in a database that is older than the table of keys, the key that opens a secret is recorded', async () => {
  await store(0, 2, (id) => sealedBefore(OLD, id));
  const keyring = createKeyring(NEW, OLD);
  expect(await adopt(keyring)).toBe(true);
  expect(keyring.current.id.toString('hex')).toBe(idOf(OLD));
  expect(await adopt(createKeyring(OLD))).toBe(true);
});

test('the key for pushes is sealed again with the secrets of webhooks', async () => {
  await db.sql`truncate push_keys`;
  await adopt(createKeyring(OLD));
  const before = await readPushKey({ db, secrets: createSecretBox(createKeyring(OLD), randomBytes) });
  const keyring = createKeyring(NEW, OLD);
  await adopt(keyring);
  await makeKeyCurrent(services(), keyring);
  expect(await resealSecrets(services(), keyring)).toEqual({ resealed: 1, unreadable: 0 });
  expect(await resealSecrets(services(), keyring)).toEqual({ resealed: 0, unreadable: 0 });
  expect(await readPushKey({ db, secrets: createSecretBox(createKeyring(NEW), randomBytes) })).toEqual(
    before,
  );
  await db.sql`truncate push_keys`;
});
