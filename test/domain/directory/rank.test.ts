import { expect, test } from 'vitest';
import { listMoreByOwner, listPublicOf } from '../../../src/domain/directory/profile.ts';
import { findRank, LAST_RANK } from '../../../src/domain/directory/rank.ts';
import { searchDirectory } from '../../../src/domain/directory/search.ts';
import { startOwnDatabase } from '../../kit/database.ts';
import { forFile } from '../../kit/service.ts';

const COUNT = LAST_RANK + 50;
const ids = Array.from({ length: COUNT }, (_, number) => String(10_000_000_000_000_000n + BigInt(number)));

const database = await forFile(startOwnDatabase('with tables'));
const db = database.open();
await db.sql`
  insert into bots (id, name, short_description, state, created_at)
  select id, 'One of many', 'It does this and that.', 'approved', now() from unnest(${ids}::text[]) as bot(id)`;
// The last one has the most votes. Three neighbours have as many, since votes count in steps of ten.
await db.sql`
  insert into bot_stats (bot_id, vote_count) select id, 200 + place * 3
  from unnest(${ids}::text[]) with ordinality as bot(id, place)`;
await db.sql`update bots set state = 'suspended' where id = ${ids.at(-1) ?? ''}`;

test('A rank is the place in the directory by votes, without hidden bots', async () => {
  const { entries: page } = await searchDirectory(
    { db },
    { order: 'votes' },
    { limit: 100, inverted: false },
  );
  const ranks = await Promise.all(page.map(({ listing }) => findRank({ db }, listing.id)));
  expect(ranks).toEqual(page.map((_, index) => index + 1));
});

test('Nobody has a rank after the last one that is counted, while hidden, or unknown', async () => {
  const inOrder = await db.sql<{ id: string }[]>`
    select bots.id from bots join bot_stats on bot_id = bots.id where state = 'approved'
    order by listed_vote_count desc, bots.id desc`;
  expect(await findRank({ db }, inOrder[LAST_RANK - 1]?.id ?? '')).toBe(LAST_RANK);
  expect(await findRank({ db }, inOrder[LAST_RANK]?.id ?? '')).toBeNull();
  expect(await findRank({ db }, ids.at(-1) ?? '')).toBeNull();
  expect(await findRank({ db }, '1')).toBeNull();
});

test('The other bots of an owner are those of their page, also as co-owner, at most four, without the bot itself', async () => {
  const users = ['20000000000000001', '20000000000000002'];
  await db.sql`insert into users (id, name, created_at) select id, 'Ada', now() from unnest(${users}::text[]) as u(id)`;
  const own = (
    botIds: readonly string[],
    userId: string,
    isCoOwner: boolean,
    acceptedAt = '2026-01-01',
  ) => db.sql`
    insert into bot_owners (bot_id, user_id, is_co_owner, accepted_at)
    select id, ${userId}, ${isCoOwner}, nullif(${acceptedAt}, '')::timestamptz from unnest(${botIds}::text[]) as bot(id)`;
  const [ada = '', bob = ''] = users;
  await own(ids.slice(0, 7), ada, false);
  await own([ids.at(-1) ?? ''], ada, false);
  await own(ids.slice(7, 9), bob, false);
  await own(ids.slice(7, 9), ada, true);
  await own(ids.slice(0, 1), bob, true);
  // An invitation that is not accepted.
  await own(ids.slice(1, 2), bob, true, '');
  const [ofAda, ofBob, ofNobody] = await Promise.all(
    [ids[5], ids[7], ids[20]].map((id) => listMoreByOwner({ db }, id ?? '')),
  );
  expect(ofAda?.map(({ id }) => id)).toEqual([ids[8], ids[7], ids[6], ids[4]]);
  expect(ofBob?.map(({ id }) => id)).toEqual([ids[8], ids[0]]);
  const pageOfBob = await listPublicOf({ db }, bob, { limit: 4, inverted: false });
  expect(pageOfBob.map(({ id }) => id)).toEqual([ids[8], ids[7], ids[0]]);
  expect(ofNobody).toEqual([]);
});
