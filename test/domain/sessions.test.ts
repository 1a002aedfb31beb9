import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InvalidInputError } from '../../src/domain/errors.ts';
import { endSession, findSession, SESSION_LIFETIME, startSession } from '../../src/domain/sessions.ts';
import { startService, type TestService } from '../support/service.ts';
import { after, at, NOON, newUserId } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const start = (user: { id: string; name: string }) => startSession(at(service.services, NOON), user);
const find = (id: string, ms = 0) => findSession(at(service.services, after(NOON, ms)), id);

test('a session tells who signed in, until the millisecond before it ends', async () => {
  const user = { id: newUserId(), name: 'Ada' };
  const id = await start(user);
  const session = { userId: user.id, name: 'Ada' };
  expect(await find(id)).toEqual({ ...session, role: null });
  expect(await find(id, SESSION_LIFETIME * 1000 - 1)).toEqual({ ...session, role: null });
  expect(await find(id, SESSION_LIFETIME * 1000)).toBeUndefined();
});

test('signing out ends this session and no other of the user', async () => {
  const user = { id: newUserId(), name: 'Ada' };
  const [here, elsewhere] = [await start(user), await start(user)];
  expect(here).not.toBe(elsewhere);
  await endSession(service.services, here);
  expect(await find(here)).toBeUndefined();
  expect(await find(elsewhere)).toBeDefined();
});

test('signing out twice, or with a session that never was, is no fault', async () => {
  await expect(endSession(service.services, 'never')).resolves.toBeUndefined();
});

test('only the SHA-256 of a session is stored', async () => {
  const user = { id: newUserId(), name: 'Ada' };
  const id = await start(user);
  expect(Buffer.from(id, 'base64url')).toHaveLength(32);
  const rows = await service.services.db.sql<{ hash: Buffer; row: string }[]>`
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
  expect(await find(before)).toEqual({ userId: id, name: 'Ada Lovelace', role: null });
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
