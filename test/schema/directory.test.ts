import { describe, expect, test } from 'vitest';
import { present } from '../kit/present.ts';
import { fieldOf, forFile, startOwnService } from '../kit/service.ts';

const PAGE = `query ($first: Int, $last: Int, $after: String, $before: String) {
  bots(first: $first, last: $last, after: $after, before: $before) {
    edges { cursor node { botId } }
    pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
  }
}`;
const BOTS = 30;

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly botId: string } }[];
  readonly pageInfo: {
    readonly startCursor: string | null;
    readonly endCursor: string | null;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
}

const cursorOf = (text: string) => Buffer.from(text).toString('base64url');

const service = await forFile(startOwnService());
const { sql } = service.services.db;
const { bots } = await service.seed({ bots: BOTS, users: 0 });
const own = new Set(bots.map(({ id }) => id));
// Neighbours of the same millisecond are told apart by their ids only.
await sql`
  update bots set created_at = '2024-05-05T05:05:05.555Z' where id = any(${bots.slice(0, 8).map(({ id }) => id)})`;

describe('The directory', () => {
  async function page(args: object): Promise<Page> {
    const answer = await service.graphql(PAGE, args);
    expect(answer.errors).toBeUndefined();
    return fieldOf(answer, 'bots');
  }

  async function expected(): Promise<string[]> {
    const rows = await sql<{ id: string }[]>`
      select id from bots where state = 'approved' order by created_at desc, id desc`;
    return rows.map(({ id }) => id).filter((id) => own.has(id));
  }

  const idsOf = (pages: readonly Page[]) => pages.flatMap(({ edges }) => edges.map(({ node }) => node.botId));

  // Only this file's own are looked at: others may be moved by their tests from a page to come to one that was read.
  test.each([1, 3, 7, 100])('is paged forward by %i without gaps or repeats, newest first', async (first) => {
    const pages = [await page({ first })];
    while (pages.at(-1)?.pageInfo.hasNextPage)
      pages.push(await page({ first, after: pages.at(-1)?.pageInfo.endCursor }));
    const ids = idsOf(pages);
    expect(ids.filter((id) => own.has(id))).toEqual(await expected());
    expect(pages.slice(0, -1).every(({ edges }) => edges.length === first)).toBe(true);
  });

  test.each([3, 100])('is paged backward by %i without gaps or repeats', async (last) => {
    const pages = [await page({ last })];
    while (pages[0]?.pageInfo.hasPreviousPage)
      pages.unshift(await page({ last, before: pages[0].pageInfo.startCursor }));
    const ids = idsOf(pages);
    expect(ids.filter((id) => own.has(id))).toEqual(await expected());
  });

  test('gives every edge a cursor from which the list goes on', async () => {
    const { edges } = await page({ first: 10 });
    const rest = await page({ first: 5, after: edges[4]?.cursor });
    expect(rest.edges.slice(0, 2)).toEqual(edges.slice(5, 7));
  });

  test('shows what lies between two cursors', async () => {
    const { edges } = await page({ first: 10 });
    const between = await page({ first: 100, after: edges[2]?.cursor, before: edges[6]?.cursor });
    const ids = idsOf([between]);
    for (const edge of edges.slice(3, 6)) expect(ids).toContain(edge.node.botId);
    for (const edge of [...edges.slice(0, 3), ...edges.slice(6)]) expect(ids).not.toContain(edge.node.botId);
  });

  test('shows approved listings only', async () => {
    for (const state of ['pending', 'rejected', 'suspended', 'removed']) {
      const { bots } = await service.seed({ bots: 1, users: 0 });
      const id = present(bots[0]).id;
      await sql`update bots set state = ${state}, created_at = now() + interval '1 day' where id = ${id}`;
      expect(idsOf([await page({ first: 5 })])).not.toContain(id);
    }
  });

  test.each([
    ['empty text', ''],
    ['no time', cursorOf('newest 123456789012345678')],
    ['no id', cursorOf('newest 1700000000.123')],
    ['an id too short', cursorOf('newest 1700000000 123')],
    ['that of another order', cursorOf('votes 17 123456789012345678')],
    ['SQL', cursorOf("newest 1700000000 123456789012345678' or '1'='1")],
    ['a time that is none', cursorOf('newest NaN 123456789012345678')],
    ['a time past what the database holds', cursorOf('newest 9999999999999 123456789012345678')],
    ['other text', 'not a cursor'],
  ])('refuses a foreign cursor: %s', async (_, cursor) => {
    for (const args of [{ after: cursor }, { before: cursor }]) {
      const { data, errors } = await service.graphql(PAGE, args);
      expect(data ?? null).toBeNull();
      expect(errors).toMatchObject([
        {
          message: 'A cursor must come from an earlier page of the same list.',
          extensions: { code: 'INVALID_INPUT' },
        },
      ]);
    }
  });

  test.each([{ first: 101 }, { last: 101 }, { first: 100_000 }])(
    'gives no more than 100 for %o',
    async (args) => {
      expect((await page(args)).edges.length).toBeLessThanOrEqual(100);
    },
  );

  test.each(['first', 'last'])('refuses a negative %s with a sentence about it', async (name) => {
    const { data, errors } = await service.graphql(PAGE, { [name]: -1 });
    expect(data ?? null).toBeNull();
    expect(errors?.map(({ message }) => message)).toEqual([
      expect.stringMatching(new RegExp(`\\b${name}\\b`)),
    ]);
  });
});
