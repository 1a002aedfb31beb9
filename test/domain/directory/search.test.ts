import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withPatience } from '../../../src/db/client.ts';
import { rankListings } from '../../../src/domain/directory/ranking.ts';
import { type DirectoryFilter, searchDirectory } from '../../../src/domain/directory/search.ts';
import type { DirectoryOrder } from '../../../src/terms/directory-orders.ts';
import { startOwnDatabase } from '../../kit/database.ts';
import { forFile } from '../../kit/service.ts';

const now = () => new Date();
const COUNT = 8000;
/** Every bot's name has `all`; one of seven, of 100 and of 1600 has another word. */
const LISTINGS = Array.from({ length: COUNT }, (_, number) => ({
  id: String(10_000_000_000_000_000n + BigInt(number)),
  name: [
    'all',
    ...(number % 7 === 0 ? ['seventh'] : []),
    ...(number % 100 === 3 ? ['hundredth'] : []),
    ...(number % 1600 === 5 ? ['rarest'] : []),
  ].join(' '),
  tags: number % 3 === 0 ? ['music'] : [],
  votes: (number * 7919) % 97,
  servers: (number * 104_729) % 1009,
  createdAt: Date.UTC(2026, 0, 1) + ((number * 31) % 1000) * 60_000,
}));

const database = await forFile(startOwnDatabase('with tables'));
const db = database.open();
await db.sql`
  insert into bots (id, name, short_description, tags, state, created_at)
  select id, name, 'It does this and that.', array(select jsonb_array_elements_text(tags)), 'approved',
    to_timestamp("createdAt" / 1000.0)
  from jsonb_to_recordset(${JSON.stringify(LISTINGS)}::text::jsonb)
    as listing(id text, name text, tags jsonb, "createdAt" float8)`;
await db.sql`
  insert into bot_stats (bot_id, vote_count, server_count)
  select id, votes, servers
  from jsonb_to_recordset(${JSON.stringify(LISTINGS)}::text::jsonb) as listing(id text, votes int, servers int)`;
await withPatience(db, (sql) => sql`analyze`);

async function readAll(filter: DirectoryFilter, limit: number, inverted = false): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { entries: page } = await searchDirectory({ db }, filter, {
      limit,
      inverted,
      ...(inverted ? { before: cursor } : { after: cursor }),
    });
    ids.push(...page.map(({ listing }) => listing.id));
    if (page.length < limit) return inverted ? ids.reverse() : ids;
    cursor = page.at(-1)?.cursor;
  }
}

const KEYS: Record<
  Exclude<DirectoryOrder, 'relevance' | 'active' | 'trending'>,
  (of: (typeof LISTINGS)[number]) => number
> = {
  newest: ({ createdAt }) => createdAt,
  votes: ({ votes }) => votes,
  servers: ({ servers }) => servers,
};
const NARROWED: [string, Omit<DirectoryFilter, 'order'>, (of: (typeof LISTINGS)[number]) => boolean][] = [
  ['a word that many have', { search: 'seventh' }, ({ name }) => name.includes('seventh')],
  ['a word that some have', { search: 'hundredth' }, ({ name }) => name.includes('hundredth')],
  ['a word that few have', { search: 'rarest' }, ({ name }) => name.includes('rarest')],
  ['a word that none has', { search: 'other' }, () => false],
  ['the beginning of a word', { search: 'SEV' }, ({ name }) => name.includes('seventh')],
  ['a tag', { tag: 'music' }, ({ tags }) => tags.includes('music')],
  [
    'a tag and a word',
    { tag: 'music', search: 'seventh' },
    ({ name, tags }) => name.includes('seventh') && tags.includes('music'),
  ],
];

describe.each([
  ['no listing is ranked yet', () => db.sql`update bots set popularity = 4 where popularity <> 4`],
  ['listings are ranked', () => rankListings({ db, now })],
])('while %s', (_, rank) => {
  beforeAll(async () => {
    await rank();
    await db.sql`vacuum (analyze) bots`;
  });

  describe.each(Object.entries(KEYS))('a list by %s', (order, key) => {
    test.each(NARROWED)(
      'narrowed down by %s has every listing once, in order, forward and backward',
      async (_word, filter, matches) => {
        const expected = LISTINGS.filter(matches)
          .sort((a, b) => key(b) - key(a) || (a.id < b.id ? 1 : -1))
          .map(({ id }) => id);
        const asked = { ...filter, order: order as DirectoryOrder };
        expect(await readAll(asked, 100)).toEqual(expected);
        expect(await readAll(asked, 170, true)).toEqual(expected);
      },
    );

    test('of a misspelled word has those that are spelled alike, in order, forward and backward', async () => {
      const expected = LISTINGS.filter(({ name }) => name.includes('hundredth'))
        .sort((a, b) => key(b) - key(a) || (a.id < b.id ? 1 : -1))
        .map(({ id }) => id);
      const asked = { search: 'hundrdeth', order: order as DirectoryOrder };
      expect(await readAll(asked, 30)).toEqual(expected);
      expect(await readAll(asked, 30, true)).toEqual(expected);
    });
  });

  test('the most relevant of very many are those with the most votes', async () => {
    const ids = await readAll({ search: 'seventh', order: 'relevance' }, 24);
    expect(new Set(ids).size).toBe(ids.length);
    const votesOf = new Map(LISTINGS.map(({ id, votes }) => [id, votes]));
    const found = ids.map((id) => votesOf.get(id) ?? -1);
    const most = LISTINGS.filter(({ name }) => name.includes('seventh')).map(({ votes }) => votes);
    expect(found).toEqual(most.sort((a, b) => b - a).slice(0, found.length));
    expect(found.length).toBeGreaterThanOrEqual(120);
  });

  test('the most relevant of few are all of them, however few votes they have', async () => {
    const expected = LISTINGS.filter(({ name }) => name.includes('rarest')).map(({ id }) => id);
    expect((await readAll({ search: 'rare', order: 'relevance' }, 24)).sort()).toEqual(expected);
    expect((await readAll({ search: 'rarset', order: 'relevance' }, 2)).sort()).toEqual(expected);
  });
});

describe('Ranking', () => {
  beforeEach(() => rankListings({ db, now }));

  test('puts the 300 with the most votes into the first class, 1200 into the second, and 6000 into the third', async () => {
    const counts = await db.sql`
      select popularity, count(*)::int, min(vote_count)::int, max(vote_count)::int
      from bots join bot_stats on bot_id = id group by popularity order by popularity`;
    expect(counts.map(({ count }) => count)).toEqual([300, 1200, 6000, 500]);
    for (const [index, { max }] of counts.entries()) {
      if (index > 0) expect(max).toBeLessThanOrEqual(counts[index - 1]?.min);
    }
  });

  test('is done by one of two who begin at once, and the other does not fail', async () => {
    await db.sql`update bots set popularity = 4`;
    await Promise.all([rankListings({ db, now }), rankListings({ db: database.open(), now })]);
    const counts = await db.sql`select count(*)::int from bots group by popularity order by popularity`;
    expect(counts.map(({ count }) => count)).toEqual([300, 1200, 6000, 500]);
  });

  test('copies the votes: searches use the copy, or the current votes of a listing that is not ranked yet', async () => {
    const search = () => readAll({ search: 'rarest', order: 'relevance' }, 24);
    const before = await search();
    const last = before.at(-1) ?? '';
    const moved = [last, ...before.slice(0, -1)];
    await db.sql`update bot_stats set vote_count = 5000 where bot_id = ${last}`;
    try {
      expect(await search()).toEqual(before);
      await db.sql`update bots set ranked_votes = null where id = ${last}`;
      expect(await search()).toEqual(moved);
      await rankListings({ db, now });
      expect(await search()).toEqual(moved);
    } finally {
      const votes = LISTINGS.find(({ id }) => id === last)?.votes ?? 0;
      await db.sql`update bot_stats set vote_count = ${votes} where bot_id = ${last}`;
    }
  });

  test('counts no votes of a bot that has not reported for a week, until it reports again', async () => {
    const search = () => readAll({ search: 'rarest', order: 'relevance' }, 24);
    const before = await search();
    const first = before[0] ?? '';
    const report = async (age: string | null) => {
      await db.sql`update bot_stats set checked_in_at = now() - ${age}::interval where bot_id = ${first}`;
      await rankListings({ db, now });
    };
    try {
      await report('8 days');
      expect(await search()).toEqual([...before.slice(1), first]);
      await report('6 days');
      expect(await search()).toEqual(before);
    } finally {
      await report(null);
    }
  });

  test('writes no listing again that stays in its class, and moves one that has got votes', async () => {
    const versions = () => db.sql`select id, xmin::text, popularity from bots order by id`;
    const before = await versions();
    await rankListings({ db, now });
    expect(await versions()).toEqual(before);
    const last = before.findLast(({ popularity }) => popularity === 3)?.id;
    await db.sql`update bot_stats set vote_count = 5000 where bot_id = ${last}`;
    try {
      await rankListings({ db, now });
      const after = await versions();
      expect(after.find(({ id }) => id === last)?.popularity).toBe(0);
      expect(after.filter(({ xmin }, index) => xmin !== before[index]?.xmin)).toHaveLength(4);
    } finally {
      const votes = LISTINGS.find(({ id }) => id === last)?.votes ?? 0;
      await db.sql`update bot_stats set vote_count = ${votes} where bot_id = ${last}`;
    }
  });
});
