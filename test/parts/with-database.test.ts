import { expect, test } from 'vitest';
import type { Database } from '../../src/db/client.ts';
import { withDatabase } from '../../src/parts/database.ts';

const named = (name: string) => ({ name }) as unknown as Database;

test('services over other connections are whole when they are copied, and keep up with what is replaced', () => {
  const services = { db: named('one'), now: () => 1, name: 'a' };
  const others = withDatabase(services, named('two'));
  expect({ ...others }).toEqual({ db: named('two'), now: services.now, name: 'a' });
  services.now = () => 2;
  expect(others.now()).toBe(2);
  expect(services.db).toEqual(named('one'));
});
