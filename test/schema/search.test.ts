import { beforeAll, describe, expect, test } from 'vitest';
import { DIRECTORY_ORDERS } from '../../src/terms/directory-orders.ts';
import { present } from '../kit/present.ts';
import { fieldOf, forFile, startOwnService } from '../kit/service.ts';

const ORDERS = DIRECTORY_ORDERS.map(({ name }) => name.toUpperCase());
const SEARCH = `query ($search: String, $tag: String, $order: DirectoryOrder,
  $first: Int, $after: String, $last: Int, $before: String) {
  bots(search: $search, tag: $tag, order: $order, first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const LISTINGS = [
  {
    name: 'Music Maker',
    text: 'Plays songs in voice channels.',
    tags: ['music', 'fun'],
    votes: 5,
    servers: 10,
  },
  { name: 'Musica', text: 'A jukebox.', tags: ['music'], votes: 50, servers: null },
  {
    name: 'Guardian',
    text: 'Moderates, and plays music while it does.',
    tags: ['moderation'],
    votes: 500,
    servers: 7,
  },
  { name: 'music', text: 'The very name.', tags: ['music'], votes: 0, servers: 3 },
  { name: 'Économie', text: 'Money & more: 100% fun.', tags: ['economy'], votes: 1, servers: 0 },
  { name: 'Café Bot', text: 'Coffee from Area-51, with discord.js.', tags: ['fun'], votes: 2, servers: 8 },
];

const service = await forFile(startOwnService());
const { sql } = service.services.db;

describe('The search of the directory', () => {
  beforeAll(async () => {
    await sql`update bots set state = 'removed'`;
    const { bots } = await service.seed({ bots: LISTINGS.length, users: 0, votes: 0 });
    for (const [index, { name, text, tags, votes, servers }] of LISTINGS.entries()) {
      const id = present(bots[index]).id;
      await sql`
        update bots set name = ${name}, short_description = ${text}, tags = ${tags},
          created_at = ${new Date(Date.UTC(2026, 0, index + 1))} where id = ${id}`;
      await sql`
        update bot_stats set vote_count = ${votes}, server_count = ${servers},
          checked_in_at = ${servers === null ? null : new Date(Date.UTC(2026, 2, servers + 1))} where bot_id = ${id}`;
    }
  });

  test('names makers only where it finds few listings, for any size of a page', async () => {
    const makersOf = async (search: string) => {
      const answer = await service.graphql(`{ bots(search: "${search}", first: 1) { makers { name } } }`);
      return fieldOf<{ makers: { name: string }[] }>(answer, 'bots').makers.map(({ name }) => name);
    };
    for (const [name, found] of [
      ['Music', []],
      ['Jukebox', ['Jukebox']],
    ] as const) {
      await sql`update users set name = ${name} where id in (select user_id from bot_owners)`;
      expect([...new Set(await makersOf(name))]).toEqual(found);
    }
  });

  async function find(args: object): Promise<string[]> {
    const answer = await service.graphql(SEARCH, args);
    expect(answer.errors).toBeUndefined();
    const { edges } = fieldOf<{ edges: { node: { name: string } }[] }>(answer, 'bots');
    return edges.map(({ node }) => node.name);
  }

  test.each([
    ['NEWEST', ['Café Bot', 'Économie', 'music', 'Guardian', 'Musica', 'Music Maker']],
    ['VOTES', ['Guardian', 'Musica', 'Music Maker', 'Café Bot', 'Économie', 'music']],
    ['SERVERS', ['Music Maker', 'Café Bot', 'Guardian', 'music', 'Économie', 'Musica']],
    ['ACTIVE', ['Music Maker', 'Café Bot', 'Guardian', 'music', 'Économie', 'Musica']],
    ['RELEVANCE', ['Guardian', 'Musica', 'Music Maker', 'Café Bot', 'Économie', 'music']],
  ])('is ordered by %s, those without the number last', async (order, names) => {
    expect(await find({ order })).toEqual(names);
  });

  test.each([
    [98, 99, false],
    [102, 109, true],
    [9989, 9990, false],
    [10_000, 10_099, true],
    [10_099, 10_100, false],
  ])('by VOTES, %d and %d votes are equal: %s', async (fewer, more, areEqual) => {
    const byId = await sql<{ id: string; name: string; votes: number }[]>`
      select id, name, vote_count::int as votes from bots join bot_stats on bot_id = id
      where state = 'approved' order by id`;
    const [first, second] = [present(byId[0]), present(byId[1])];
    try {
      await sql`update bot_stats set vote_count = ${more} where bot_id = ${first.id}`;
      await sql`update bot_stats set vote_count = ${fewer} where bot_id = ${second.id}`;
      const names = (await find({ order: 'VOTES' })).filter((name) =>
        [first.name, second.name].includes(name),
      );
      expect(names).toEqual(areEqual ? [second.name, first.name] : [first.name, second.name]);
    } finally {
      for (const { id, votes } of [first, second])
        await sql`update bot_stats set vote_count = ${votes} where bot_id = ${id}`;
    }
  });

  test.each([...ORDERS, 'RELEVANCE'])(
    'is paged in the order %s, forward and backward, without gaps or repeats',
    async (order) => {
      const args = { order, search: order === 'RELEVANCE' ? 'm' : null };
      const whole = await find(args);
      expect(whole.length).toBeGreaterThan(3);
      for (const back of [false, true]) {
        const names: string[] = [];
        let cursor: string | null = null;
        do {
          const range = back ? { last: 2, before: cursor } : { first: 2, after: cursor };
          const answer = await service.graphql(SEARCH, { ...args, ...range });
          expect(answer.errors).toBeUndefined();
          const { edges, pageInfo } = fieldOf<{
            edges: { node: { name: string } }[];
            pageInfo: Record<string, string | null> & { hasNextPage: boolean; hasPreviousPage: boolean };
          }>(answer, 'bots');
          const page = edges.map(({ node }) => node.name);
          if (back) names.unshift(...page);
          else names.push(...page);
          const more = back ? pageInfo.hasPreviousPage : pageInfo.hasNextPage;
          cursor = (more && (back ? pageInfo.startCursor : pageInfo.endCursor)) || null;
        } while (cursor !== null);
        // Backward from the end of the ranked list there is nothing: its end is not known before it is read.
        if (!(back && order === 'RELEVANCE')) expect(names).toEqual(whole);
      }
    },
  );

  test('shows the typed name first, then names before texts, and the whole word before its beginning', async () => {
    expect(await find({ search: 'music', order: 'RELEVANCE' })).toEqual([
      'music',
      'Music Maker',
      'Musica',
      'Guardian',
    ]);
  });

  test.each([
    ['the beginning of a word', 'jukeb', ['Musica']],
    ['words in any order', 'maker music', ['Music Maker']],
    ['capitals', 'GUARDIAN', ['Guardian']],
    ['letters beyond ASCII', 'écon', ['Économie']],
    ['a mistyped name', 'gaurdian', ['Guardian']],
    ['a mistyped name with one letter too many', 'économiee', ['Économie']],
    ['a word with a full stop in it', 'discord.js', ['Café Bot']],
    ['what is before a full stop', 'discord', ['Café Bot']],
    ['what is after a full stop', 'js', ['Café Bot']],
    ['what is after a hyphen', '51', ['Café Bot']],
    ['signs of the query language', "guardian' & !music:* | (", ['Guardian']],
    ['signs alone', '&|!():*', []],
    ['nothing that is listed', 'xylophone', []],
  ])('finds by %s', async (_, search, names) => {
    expect(await find({ search, order: 'RELEVANCE' })).toEqual(names);
  });

  test.each(ORDERS)('finds by a mistyped name in the order %s', async (order) => {
    expect(await find({ search: 'gaurdian', order })).toEqual(['Guardian']);
    expect(await find({ search: 'gaurdian', order, tag: 'fun' })).toEqual([]);
  });

  test('is narrowed down to a tag', async () => {
    expect(await find({ tag: 'fun', order: 'VOTES' })).toEqual(['Music Maker', 'Café Bot']);
    expect(await find({ tag: 'fun', search: 'music', order: 'RELEVANCE' })).toEqual(['Music Maker']);
    expect(await find({ tag: 'nothing', order: 'VOTES' })).toEqual([]);
  });

  test('an empty search is none', async () => {
    expect(await find({ search: '  ', order: 'VOTES' })).toHaveLength(LISTINGS.length);
  });

  test.each([
    ['with NUL', 'music\0', 'A search must not contain the character U+0000.'],
    ['of more than 100 characters', 'm'.repeat(101), 'A search can have at most 100 characters.'],
  ])('refuses a search %s with a sentence', async (_, search, message) => {
    const { errors } = await service.graphql(SEARCH, { search });
    expect(errors).toMatchObject([{ message, extensions: { code: 'INVALID_INPUT' } }]);
  });
});
