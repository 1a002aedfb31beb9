import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  endAllSessions,
  endSession,
  findSession,
  startSession,
} from '../../../src/domain/identity/sessions.ts';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, DAY_MS, NOON } from '../../kit/time.ts';

// Whoever signs in clears away what has ended by their clock, which here is not that of other tests.
const { services } = await forFile(startOwnService());

const start = (user: { id: string; name: string }) => startSession(at(services, NOON), user);
const find = (id: string, ms = 0) => findSession(at(services, after(NOON, ms)), id);

const endOf = async (userId: string) =>
  first(
    await services.db.sql<{ end: Date }[]>`
      select expires_at as end from sessions where user_id = ${userId}`,
  ).end;

test('a session that is not used tells who signed in for thirty days, to the millisecond', async () => {
  const user = { id: newUserId(), name: 'Ada' };
  const [used, unused] = [await start(user), await start(user)];
  const session = { userId: user.id, name: 'Ada', role: null, remindsFavourites: false };
  expect(await find(used)).toEqual(session);
  expect(await find(used, 30 * DAY_MS - 1)).toEqual(session);
  expect(await find(unused, 30 * DAY_MS)).toBeUndefined();
});

test('a user has at most fifty sessions, also of many sign-ins at once: the oldest end', async () => {
  const user = { id: newUserId(), name: 'Ada' };
  const ids: string[] = [];
  for (let second = 0; second < 55; second++) {
    ids.push(await startSession(at(services, after(NOON, second * 1000)), user));
  }
  const found = await Promise.all(ids.map((id) => find(id, 60_000)));
  expect(found.map((session) => session !== undefined)).toEqual([
    ...Array(5).fill(false),
    ...Array(50).fill(true),
  ]);
  await Promise.all(Array.from({ length: 20 }, () => startSession(at(services, after(NOON, 90_000)), user)));
  const [stored] = await services.db.sql`select count(*)::int from sessions where user_id = ${user.id}`;
  expect(stored?.count).toBe(50);
});

test('a name of more than a hundred characters is refused', async () => {
  const id = newUserId();
  await expect(start({ id, name: 'x'.repeat(101) })).rejects.toMatchObject({ reason: 'userName.tooLong' });
  await start({ id, name: '😀'.repeat(100) });
});

test('each use prolongs a session to thirty days from then, with one write a day at most', async () => {
  const user = { id: newUserId(), name: 'Ada' };
  const id = await start(user);
  await find(id, DAY_MS - 1);
  expect(await endOf(user.id)).toEqual(after(NOON, 30 * DAY_MS));
  await find(id, DAY_MS);
  expect(await endOf(user.id)).toEqual(after(NOON, 31 * DAY_MS));
  await find(id, 1.5 * DAY_MS);
  expect(await endOf(user.id)).toEqual(after(NOON, 31 * DAY_MS));
  expect(await find(id, 31 * DAY_MS - 1)).toBeDefined();
  expect(await endOf(user.id)).toEqual(after(NOON, 61 * DAY_MS - 1));
});

test('however much it is used, a session ends ninety days after its start', async () => {
  const id = await start({ id: newUserId(), name: 'Ada' });
  for (let day = 10; day < 90; day += 10) expect(await find(id, day * DAY_MS)).toBeDefined();
  expect(await find(id, 90 * DAY_MS - 1)).toBeDefined();
  expect(await find(id, 90 * DAY_MS)).toBeUndefined();
});

test("signing out everywhere ends every session of the user, and nobody else's", async () => {
  const [user, other] = [
    { id: newUserId(), name: 'Ada' },
    { id: newUserId(), name: 'Bea' },
  ];
  const ids = [await start(user), await start(user), await start(user)];
  const others = await start(other);
  expect(await endAllSessions(at(services, NOON), user.id)).toBe(3);
  for (const id of ids) expect(await find(id)).toBeUndefined();
  expect(await find(others)).toBeDefined();
  expect(await endAllSessions(at(services, NOON), user.id)).toBe(0);
});

test('signing out ends this session and no other of the user', async () => {
  const user = { id: newUserId(), name: 'Ada' };
  const [here, elsewhere] = [await start(user), await start(user)];
  expect(here).not.toBe(elsewhere);
  await endSession(services, here);
  expect(await find(here)).toBeUndefined();
  expect(await find(elsewhere)).toBeDefined();
});

test('signing out twice, or with a session that never was, is no fault', async () => {
  await expect(endSession(services, 'never')).resolves.toBeUndefined();
});

test('only the SHA-256 of a session is stored', async () => {
  const user = { id: newUserId(), name: 'Ada' };
  const id = await start(user);
  expect(Buffer.from(id, 'base64url')).toHaveLength(32);
  const rows = await services.db.sql<{ hash: Buffer; row: string }[]>`
    select id_hash as hash, sessions::text as row from sessions where user_id = ${user.id}`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.hash).toEqual(createHash('sha256').update(id).digest());
  expect(rows[0]?.row).not.toContain(id);
  expect(rows[0]?.row).not.toContain(Buffer.from(id, 'base64url').toString('hex'));
});

test('a new name at the next sign-in is the name from then on, in every session', async () => {
  const id = newUserId();
  const before = await start({ id, name: 'Ada' });
  await start({ id, name: 'Ada Lovelace' });
  expect(await find(before)).toEqual({
    userId: id,
    name: 'Ada Lovelace',
    role: null,
    remindsFavourites: false,
  });
});

test.each(['', '123', '12345678901234567890', 'abcdefghijklmnopqr'])(
  'nobody signs in as %j, which is no user id',
  async (id) => {
    await expect(start({ id, name: 'Ada' })).rejects.toThrow(InvalidInputError);
  },
);

test.each(['', 'x', 'A'.repeat(43), '\0'])('the session id %j is nobody', async (id) => {
  expect(await find(id)).toBeUndefined();
});
