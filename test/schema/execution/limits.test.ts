import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useService } from '../../kit/use-service.ts';

describe("A stranger's document", () => {
  const subject = useService(10);
  const refused = async (query: string, variables = {}) => {
    const { data, errors } = await subject.service.graphql(query, variables);
    expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([]);
    return errors?.[0]?.message;
  };

  test('is refused when it is too complex', async () => {
    const query = `{ bots(first: 100) { edges { node { ${aliases(30, 'name')} } } } }`;
    expect(await refused(query)).toMatch(/complexity/i);
  });

  test('is refused when a variable makes it too complex', async () => {
    const query = `query ($n: Int) { viewer { bots { deliveries(first: $n) { ${aliases(30, 'id')} } } } }`;
    expect(await refused(query, { n: 100 })).toMatch(/complexity/i);
    expect(await refused(query, { n: 1 })).toBeUndefined();
  });

  test('counts a page of the directory by the size it asks for', async () => {
    const query = `query ($n: Int) { bots(first: $n) { edges { node { ${aliases(30, 'name')} } } } }`;
    expect(await refused(query, { n: 100 })).toMatch(/complexity/i);
    const { data, errors } = await subject.service.graphql(query, { n: 10 });
    expect(errors).toBeUndefined();
    expect(data?.bots.edges.length).toBeGreaterThan(0);
  });

  test('has few searches, however short their pages are', async () => {
    const query = (count: number) =>
      `{ ${aliases(count, 'bots(search: "a", first: 1) { edges { cursor } }')} }`;
    expect(await refused(query(20))).toMatch(/complexity/i);
    expect((await subject.service.graphql(query(10))).errors).toBeUndefined();
    // Without a search it is one index that is read.
    const pages = `{ ${aliases(20, 'bots(search: "", first: 1) { edges { cursor } }')} }`;
    expect((await subject.service.graphql(pages)).errors).toBeUndefined();
  });

  test('is refused when it is too broad', async () => {
    expect(await refused(`{ ${aliases(51, 'health { ok }')} }`)).toMatch(/breadth/i);
    expect(await refused(`{ health { ${aliases(201, 'ok')} } }`)).toMatch(/breadth/i);
  });

  test('is refused when it is too broad by fragments', async () => {
    const fragments = `fragment A on Health { ${aliases(60, 'ok')} }
      fragment B on Query { a: health { ...A } b: health { ...A } }`;
    expect(await refused(`{ ...B c: health { ...A } d: health { ...A } } ${fragments}`)).toMatch(/breadth/i);
  });

  test('is refused when it goes round in the introspection', async () => {
    const query = `{ __schema { types { ${nested(12)} } } }`;
    expect(await refused(query)).toMatch(/introspection depth/i);
  });

  test('is refused when it is longer than 32 KiB', async () => {
    const ofLength = (length: number) => '{ health { ok } } #'.padEnd(length, 'x');
    expect(await refused(ofLength(32 * 1024 + 1))).toBe('The document is longer than 32 KiB.');
    const { data } = await subject.service.graphql(ofLength(32 * 1024));
    expect(data).toEqual({ health: { ok: true } });
  });

  test('is refused when it has more than 2000 tokens', async () => {
    // Eighteen of them stand around the list.
    const ofTokens = (count: number) =>
      `mutation { result: replaceCommands(botId: "1", list: [${'0 '.repeat(count - 18)}]) { __typename } }`;
    expect(await refused(ofTokens(2001))).toMatch(/2000 tokens/);
    const { data } = await subject.service.graphql(ofTokens(2000));
    expect(data).toEqual({ result: { __typename: 'UnauthenticatedError' } });
  });

  test('as large as the dashboard needs is answered', async () => {
    const { data, errors } = await subject.service.graphql(
      `{ bots(first: 24) {
        edges { node { botId name shortDescription serverCount voteCount } } pageInfo { hasNextPage } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data?.bots.edges.length).toBeGreaterThan(0);
  });

  test('cannot spend a budget more often than it allows by aliases', async () => {
    const bot = subject.bot();
    const fields = Array.from(
      { length: 10 },
      (_, index) => `a${index}: replaceCommands(botId: "${bot.id}", list: { commands: [] }) { __typename }`,
    );
    const types = [];
    for (let round = 0; round < 5; round++) {
      const { data } = await subject.service.graphql(
        `mutation { ${fields.join('\n')} }`,
        {},
        { authorization: bot.token },
      );
      types.push(...Object.values(data ?? {}).map(({ __typename }) => __typename));
    }
    expect(types).toHaveLength(50);
    expect(types.filter((type) => type === 'ReplaceCommandsPayload')).toHaveLength(10);
    expect(types.filter((type) => type === 'RateLimitedError')).toHaveLength(40);
    const answer = await subject.ask('PUT', bot, 'commands', { commands: [] });
    expect(answer.status).toBe(429);
  });
});

describe('The limits of documents', () => {
  const subject = useService(1);
  const users = Array.from({ length: 1000 }, (_, index) => String(400_000_000_000_000_000n + BigInt(index)));
  let bot = { id: '', token: '', webhookSecret: '', ownerId: '' };
  beforeAll(async () => {
    bot = subject.bot();
    await subject.services.db.sql`
      insert into votes (bot_id, user_id, voted_at)
      select ${bot.id}, id, '2026-01-01T00:00:00.000Z' from unnest(${users}::text[]) as voter(id)`;
  });
  afterAll(() => subject.services.db.sql`delete from votes where bot_id = ${bot.id}`);

  test('do not hold for REST: a page of 1000 votes is given', async () => {
    const { status, body } = await subject.ask('GET', bot, 'votes?limit=1000');
    expect(status).toBe(200);
    expect(body.votes).toHaveLength(1000);
  });

  test('do not hold for pages: a directory page is given', async () => {
    expect((await fetch(subject.service.url)).status).toBe(200);
  });
});

function aliases(count: number, selection: string): string {
  return Array.from({ length: count }, (_, index) => `a${index}: ${selection}`).join(' ');
}

/** The fields of types, the types of those fields, and so on. */
function nested(levels: number): string {
  return levels === 0 ? 'name' : `fields { type { ${nested(levels - 1)} } }`;
}
