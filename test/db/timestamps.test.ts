import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { users } from '../../src/db/tables.ts';
import { newUserId } from '../kit/ids.ts';
import { forFile, startService } from '../kit/service.ts';

const { services } = await forFile(startService());

const times = fc.date({
  min: new Date('1970-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

const { sql, orm } = services.db;

test.each([
  [
    'a statement',
    (id: string, time: Date) => sql`insert into users (id, name, created_at) values (${id}, 'Ada', ${time})`,
  ],
  [
    'the query builder',
    (id: string, time: Date) => orm.insert(users).values({ id, name: 'Ada', createdAt: time }),
  ],
])(
  'a time written by %s is read back to the millisecond, by statement and by query builder',
  async (_, write) => {
    await fc.assert(
      fc.asyncProperty(times, async (time) => {
        const id = newUserId();
        await write(id, time);
        const rows = await sql<{ at: Date }[]>`select created_at as at from users where id = ${id}`;
        expect(rows).toEqual([{ at: time }]);
        expect(await orm.select({ at: users.createdAt }).from(users).where(eq(users.id, id))).toEqual(rows);
      }),
      { numRuns: 40 },
    );
  },
);

test('the times that the database makes are whole milliseconds, so that they compare as they are read', async () => {
  const id = newUserId();
  await sql`insert into users (id, name, created_at) values (${id}, 'Ada', '2026-03-04T12:00:00.123456Z')`;
  const rows = await sql`
    select from users where id = ${id} and created_at = ${new Date('2026-03-04T12:00:00.123Z')}`;
  expect(rows).toHaveLength(1);
});
