import { expect, test } from 'vitest';
import { findMakers } from '../../../src/domain/directory/makers.ts';
import { parseSearch } from '../../../src/domain/directory/parse.ts';
import { suggest } from '../../../src/domain/directory/suggest.ts';
import { explainingAfter } from '../../db/explaining.ts';
import { CORPUS } from '../../kit/directory-corpus.ts';
import { useCorpus } from '../../kit/use-corpus.ts';

const corpus = useCorpus(async ({ sql }) => {
  await sql`
    insert into users (id, name, created_at) values
      ('20000000000000001', 'Zuleika Brandt', now()), ('20000000000000002', 'zuleika_99.x', now()),
      ('20000000000000003', 'Zuleika Voter', now()), ('20000000000000004', 'Zuleika Invited', now()),
      ('20000000000000005', 'Zuleika Waiting', now())`;
  const own = async (userId: string, botId: string, acceptedAt: Date | null) =>
    sql`
      insert into bot_owners (bot_id, user_id, is_co_owner, accepted_at)
      values (${botId}, ${userId}, true, ${acceptedAt})`;
  const [one, other, waiting] = CORPUS.map(({ id }) => id);
  await own('20000000000000001', one ?? '', new Date());
  await own('20000000000000001', other ?? '', new Date());
  await own('20000000000000002', one ?? '', new Date());
  await own('20000000000000004', one ?? '', null);
  await sql`update bots set state = 'pending' where id = ${waiting ?? ''}`;
  await own('20000000000000005', waiting ?? '', new Date());
});

const makersOf = async (search: string) => {
  const found = await corpus.find({ search, isRelaxed: true }, 25);
  return (await findMakers(corpus, found)).map(({ name }) => name);
};

test.each([
  ['Zuleika Brandt', ['Zuleika Brandt']],
  ['  zuleika   BRANDT ', ['Zuleika Brandt']],
  ['bots by Zuleika Brandt', ['Zuleika Brandt']],
  ['zuleika_99.x', ['zuleika_99.x']],
  ['zulei', ['Zuleika Brandt', 'zuleika_99.x']],
])(
  'A search for %s that no bot matches offers the bots of %j, and no voters or invited users',
  async (search, names) => {
    expect(await makersOf(search)).toEqual(names);
    expect((await suggest(corpus, search)).makers.map(({ name }) => name)).toEqual(names);
  },
);

test('A search that finds enough bots asks for no users', async () => {
  await corpus.db.sql`update users set name = 'Music' where id = '20000000000000001'`;
  try {
    expect(await makersOf('music')).toEqual([]);
  } finally {
    await corpus.db.sql`update users set name = 'Zuleika Brandt' where id = '20000000000000001'`;
  }
});

test('The look for users reads their index, also among many', async () => {
  await corpus.db.sql`
    insert into users (id, name, created_at)
    select (30000000000000000 + n)::text, 'user ' || n, now() from generate_series(1, 5000) n`;
  await corpus.db.sql`analyze users`;
  const plans = await explainingAfter(corpus.db).plansOf(() =>
    findMakers(corpus, { search: parseSearch('zuleika'), entries: [] }),
  );
  expect(plans).toHaveLength(1);
  expect(String(plans)).toMatch(/Index Scan (using|on) users_by_name/);
  expect(String(plans)).not.toContain('Seq Scan on users');
});
