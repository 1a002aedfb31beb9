import { beforeAll, describe, expect, test } from 'vitest';
import { withPatience } from '../../src/db/client.ts';
import { correctSpelling } from '../../src/domain/directory/correct.ts';
import { countListings, countMatches } from '../../src/domain/directory/counts.ts';
import { rankListings } from '../../src/domain/directory/ranking.ts';
import { type DirectoryFilter, searchDirectory } from '../../src/domain/directory/search.ts';
import { DIRECTORY_ORDERS } from '../../src/terms/directory-orders.ts';
import { startOwnDatabase } from '../kit/database.ts';
import { present } from '../kit/present.ts';
import { forFile } from '../kit/service.ts';
import { explainingAfter } from './explaining.ts';

/** The first three classes hold 7500 of them. */
const ROWS = 20_000;
const PAGE = 25;
/** For whole words and for beginnings of words, 120 matches are ranked. Classes grow fivefold, so this many are read. */
const MOST_MATCHES = 2 * 5 * 120;
const MOST_NAMESAKES = 20;

const database = await forFile(startOwnDatabase('with tables'));
const own = database.open();
await withPatience(own, async (filling) => {
  // In the order of votes, every n-th listing has the word `nth20` or `nth300`. Every tenth one speaks German, and every
  // 200th one Swedish.
  await filling`
    insert into bots (id, name, short_description, tags, languages, state, created_at)
    select (10000000000000000 + n)::text,
      concat_ws(' ', 'every', case when n % 20 = 0 then 'nth20' end, case when n % 300 = 0 then 'nth300' end),
      'A bot.', case when n % 3 = 0 then array['music'] else '{}' end,
      case when n % 200 = 0 then '{en,de,sv}' when n % 10 = 0 then '{en,de}' else '{en}' end::text[],
      'approved', now() - n * interval '1 second'
    from generate_series(1, ${ROWS}::int) n`;
  await filling`
    insert into bot_stats (bot_id, vote_count, server_count)
    select id, substr(id, 13)::int, case when substr(id, 13)::int % 10 = 0 then 1000 end from bots`;
  await rankListings({ db: { ...own, sql: filling }, now: () => new Date() });
  // Where PostgreSQL reads a table from its beginning until it has enough rows, their places decide how many it reads.
  // After the ranking, they are by votes, by creation or mixed, whichever plan its update had. Mixed, as in a directory
  // that grew, they are the same in each run.
  await filling`create index mixed on bots (md5(id))`;
  await filling`cluster bots using mixed`;
  await filling`drop index mixed`;
  await filling`vacuum (analyze) bots`;
  await filling`vacuum (analyze) bot_stats`;
});
const { db, plansOf } = explainingAfter(own);
/** What the statements of a search read, which finds so many listings on its first page. */
const analyzed = (filter: Partial<DirectoryFilter>, count: number) =>
  plansOf(async () => {
    const page = { limit: PAGE, inverted: false };
    const { entries } = await searchDirectory({ db }, { order: 'relevance', ...filter }, page);
    expect(entries).toHaveLength(count);
  }, '(analyze, format json)');

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

/** The rows of a table that the plan reads, including those that do not match. */
function rowsRead(plan: Plan, table: string): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] === table ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part, table), own);
}

/** The listings that all statements read. */
const botsRead = (plans: readonly unknown[][]) =>
  (plans as [[{ Plan: Plan }]][]).reduce((sum, [[top]]) => sum + rowsRead(top.Plan, 'bots'), 0);

const SEARCHES: [string, Pick<DirectoryFilter, 'search' | 'tag'>][] = [
  ['a word that every listing has', { search: 'every' }],
  ['a word that one listing in twenty has', { search: 'nth20' }],
  ['a word that one listing in 300 has', { search: 'nth300' }],
  ['the beginning of a word', { search: 'nt' }],
  ['a word under a tag', { search: 'nth20', tag: 'music' }],
  ['the beginning of a word under a tag', { search: 'nth', tag: 'music' }],
];

test('a search without results costs a limited number of statements more to find a list with less', async () => {
  const statementsOf = async (filter: Partial<DirectoryFilter>) =>
    (
      await plansOf(async () => {
        const range = { limit: PAGE, inverted: false };
        await searchDirectory({ db }, { order: 'relevance', ...filter }, range);
      })
    ).length;
  const unknown = { search: 'xa xb xc xd xe xf xg xh', minServers: 1_000_000, languages: ['vi'] };
  const strict = await statementsOf(unknown);
  // A look for each word.
  expect(await statementsOf({ ...unknown, isRelaxed: true })).toBeLessThanOrEqual(strict + 8 * strict);
  const narrow = {
    search: 'nth300',
    tags: ['music', 'anime', 'art', 'news', 'fun'],
    languages: ['vi'],
    minServers: 1_000_000,
    isHarmless: true,
    maxPermissions: 0,
  };
  // Four filters, then all of them.
  const each = await statementsOf(narrow);
  expect(await statementsOf({ ...narrow, isRelaxed: true })).toBeLessThanOrEqual(each + 5 * each);
});

/** Counts what a search finds. On failure, the message has the plan. */
async function expectFewLookedAt(pool: typeof own, filter: Partial<DirectoryFilter>): Promise<void> {
  const { db, plansOf } = explainingAfter(pool);
  const range = { limit: PAGE, inverted: false };
  const { matched } = await searchDirectory({ db }, { order: 'votes', ...filter }, range);
  const plans = await plansOf(async () => {
    await countMatches({ db }, present(matched));
  }, '(analyze, format json)');
  // The second one counts those that an index finds, which tells whether the first has seen all.
  expect(plans.length).toBeLessThanOrEqual(2);
  for (const plan of plans) expect(botsRead([plan]), JSON.stringify(plan)).toBeLessThanOrEqual(12_000);
}

test.each([
  { minServers: 1_000_000 },
  { isHarmless: true },
  { search: 'every' },
  { maxPermissions: 0 },
  { languages: ['de'], without: ['music'] },
  { search: 'every', languages: ['de'] },
])('a count of a search looks at a limited number of listings: %j', async (filter) => {
  // All listings are counted once a minute.
  await countListings({ db });
  await expectFewLookedAt(own, filter);
});

test.each(['en', 'de', 'sv', 'vi'])(
  'a count of those who speak %s looks at few others, even if PostgreSQL expects an index to cost more',
  async (language) => {
    // Its estimates for a table with many dead rows are similar. They remain when a statement elsewhere takes long.
    const pool = database.open();
    pool.sql.options.connection.random_page_cost = 20;
    await expectFewLookedAt(pool, { languages: [language], without: ['music'] });
  },
);

test('a page of bots with a minimum of servers reads the listings of few others', async () => {
  const plans = await analyzed({ order: 'votes', minServers: 1000 }, PAGE);
  // The first statement looks whether matches are common. The walk reads the listings of its matches, not of all 311 rows.
  expect(plans).toHaveLength(2);
  expect(botsRead(plans.slice(1))).toBeLessThanOrEqual(2 * PAGE + 32);
});

test.each(SEARCHES)('a search by relevance for %s reads a limited number of rows', async (_, asked) => {
  const plans = await analyzed(asked, PAGE);
  expect(plans).toHaveLength(1);
  const [[top]] = plans as [[[{ Plan: Plan }]]];
  const plan = top[0].Plan;
  expect(rowsRead(plan, 'bots')).toBeLessThanOrEqual(MOST_MATCHES + MOST_NAMESAKES + PAGE);
  // The votes of matches are in `bots`, so only the page itself is looked up.
  expect(rowsRead(plan, 'bot_stats')).toBeLessThanOrEqual(PAGE);
});

test('a search that finds nothing splits no text of a listing into words', async () => {
  const plans = await plansOf(async () => {
    const page = { limit: PAGE, inverted: false };
    await searchDirectory({ db }, { search: 'wordofnobody', order: 'relevance' }, page);
  });
  expect(JSON.stringify(plans)).toContain('text_words @@');
  expect(JSON.stringify(plans)).not.toMatch(/to_tsvector\([^)]*(description|name)/);
});

test('a correction finds names of a similar spelling in the indexes of the classes, in one statement', async () => {
  const plans = await plansOf(
    () => correctSpelling({ db }, ['nobdoy', 'wordofnobdoy', 'other', 'words', 'without', 'end']),
    '(format json)',
    /word_similarity/,
  );
  expect(plans).toHaveLength(1);
  expect(JSON.stringify(plans)).toContain('"bots_search_0"');
  expect(JSON.stringify(plans)).not.toContain('Seq Scan');
});

/** The listings that a page may read, with those that show how common the language is. */
const SPOKEN: [language: string, code: string, rows: number][] = [
  // The walk ends after ten times as many listings as the page has, in each order.
  ['a language that everybody speaks', 'en', 15 + PAGE + PAGE],
  ['a language that one in ten speaks', 'de', 15 * 10 + PAGE * 10 + PAGE],
  // Too few for a walk: all of them are collected, from an index.
  ['a language that one in 200 speaks', 'sv', 3 * (ROWS / 200) + PAGE],
  ['a language that nobody speaks', 'vi', 0],
];

describe.each(DIRECTORY_ORDERS)('in the order $name', ({ name: order }) => {
  test.each(SPOKEN)('a page of bots that speak %s reads few others', async (_, code, rows) => {
    const plans = await analyzed({ order, languages: [code] }, code === 'vi' ? 0 : PAGE);
    expect(botsRead(plans)).toBeLessThanOrEqual(rows);
  });
});

/** A search looks at so many matches of each class that an index does not filter: whole words, and beginnings. */
const MOST_FILTERED = 2 * 5 * 600;

test.each([
  ['every', 'en', PAGE, MOST_FILTERED + MOST_NAMESAKES + PAGE],
  // A class of the 1583 listings that no match has is read twice from its index, and the first names are compared.
  ['every', 'de', PAGE, MOST_FILTERED + 1000],
  ['every', 'sv', PAGE, 1500],
  // Nothing matches, so long texts and other spellings are searched, too.
  ['every', 'vi', 0, 2500],
  ['nth20', 'en', PAGE, 1500],
  // All bots of a language that is not rare would be four times as many.
  ['nth20', 'de', PAGE, 1500],
  ['nth20', 'vi', 0, 1500],
])(
  'a search by relevance for %s among bots that speak %s reads a limited number of rows',
  async (search, code, count, rows) => {
    const plans = await analyzed({ search, languages: [code] }, count);
    expect(botsRead(plans)).toBeLessThanOrEqual(rows);
  },
);

test('a search for a command that no bot has looks at a limited number of bots with its word', async () => {
  const plans = await plansOf(async () => {
    const page = { limit: PAGE, inverted: false };
    await searchDirectory({ db }, { search: '/every', order: 'relevance' }, page);
  }, '(analyze, format json)');
  expect(plans).toHaveLength(1);
  // The commands of each match are a look-up.
  expect(botsRead(plans)).toBeLessThanOrEqual(2 * MOST_FILTERED + MOST_MATCHES + MOST_NAMESAKES + PAGE);
});

describe('with translations', () => {
  beforeAll(() =>
    withPatience(db, async (filling) => {
      await filling`
        insert into listing_texts (bot_id, language, name, updated_at)
        select id, 'de', case when substr(id, 13)::int % 40 = 0 then 'jeder' else 'name' || id end, now()
        from bots where substr(id, 13)::int % 20 = 0`;
      await filling`vacuum (analyze) bots, listing_texts`;
    }),
  );

  test.each([
    ['that 500 bots have in a language', 'jeder', MOST_NAMESAKES],
    ['that no bot has', 'wordofnobody', 0],
  ])('a search for a name %s reads few of them', async (_, search, rows) => {
    const plans = await plansOf(async () => {
      await searchDirectory({ db }, { search, order: 'relevance' }, { limit: PAGE, inverted: false });
    }, '(analyze, format json)');
    const [[top]] = plans as [[[{ Plan: Plan }]]];
    expect(JSON.stringify(top)).toContain('"listing_texts_look_alikes"');
    // The texts of the listings on the page are looked up, too.
    expect(rowsRead(top[0].Plan, 'listing_texts')).toBeLessThanOrEqual(rows + PAGE);
  });
});
