import { type ExecutionResult, execute, parse, subscribe } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { addCoOwner } from '../../src/domain/ownership/owners.ts';
import { identify } from '../../src/http/caller/identify.ts';
import { createVisitorBudgets } from '../../src/limits/budget.ts';
import { MemoryStore } from '../../src/limits/memory-store.ts';
import { createRateLimiter } from '../../src/limits/rate-limit.ts';
import { withDatabase } from '../../src/parts/database.ts';
import { type Context, createContext } from '../../src/schema/context.ts';
import { schema } from '../../src/schema/index.ts';
import { WATCH_DELIVERIES } from '../../src/web/manage/deliveries/documents.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { forFile, startOwnService } from '../kit/service.ts';
import { statementsDuring } from '../kit/statements.ts';

const store = await forFile(new MemoryStore());
const service = await forFile(startOwnService());
/** Operations have a pool of their own. The service announces its process, and does more, beside them. */
const counted = await forFile(openDatabase({ url: present(service.environment.DATABASE_URL) }, 3));
const services = withDatabase(service.services, counted);

/** Of an operation of a signed-in user, by the cookie of the session. */
function contextOf(cookie: string): Context {
  return createContext({
    services,
    limiter: createRateLimiter(store),
    budgets: createVisitorBudgets({
      votesPerUserPerDay: 0,
      votesPerAddressPerDay: 0,
      signInsPerAddressPerHour: 0,
      anonymousOperationsPerMinute: 0,
    }),
    origin: () => ({}),
    client: () => ({ address: undefined, key: 'test' }),
    limits: undefined,
    tokenKey: () => undefined,
    sessionKey: () => undefined,
    identify: () => identify(services, { kind: 'session', id: cookie.replace('session=', '') }),
  });
}

/** How many statements an operation costs, which answers without errors. */
async function costOf(cookie: string, source: string, variables = {}): Promise<number> {
  let result: ExecutionResult | undefined;
  const statements = await statementsDuring(counted, async () => {
    result = await execute({
      schema,
      document: parse(source),
      contextValue: contextOf(cookie),
      variableValues: variables,
    });
  });
  expect(result?.errors).toBeUndefined();
  expect(JSON.stringify(result?.data)).not.toContain('[]');
  return statements.length;
}

/** Listings of one owner, each with a co-owner, a report, a move, a vote, and as many deliveries, each with two attempts. */
async function listings(bots: number, deliveries: number) {
  const { sql } = service.services.db;
  const seeded = await service.seed({ bots, users: 1 });
  const ids = seeded.bots.map(({ id }) => id);
  const coOwner = present(seeded.users[0]).id;
  await sql`
    insert into bot_owners (bot_id, user_id, is_co_owner)
    select id, ${coOwner}, true from unnest(${ids}::text[]) as bot(id)`;
  await sql`
    insert into listing_moves (bot_id, to_state, user_id, moved_at)
    select id, 'pending', ${coOwner}, now() from unnest(${ids}::text[]) as bot(id)`;
  await sql`
    insert into reports (id, bot_id, user_id, category, text, created_at)
    select gen_random_uuid(), id, ${newUserId()}, 'spam', 'Nothing else.', now()
    from unnest(${ids}::text[]) as bot(id)`;
  await sql`
    insert into votes (bot_id, user_id, voted_at)
    select id, ${newUserId()}, now() from unnest(${ids}::text[]) as bot(id)`;
  await addDeliveries(ids, deliveries);
  return { ids, cookie: await service.signIn(seeded.ownerId) };
}

async function addDeliveries(botIds: readonly string[], count: number): Promise<void> {
  await service.services.db.sql`
    with made as (
      insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, finished_at)
      select gen_random_uuid(), id, 'vote', ${newUserId()}, now(), 'failed', now() + n * interval '1 second', now()
      from unnest(${botIds}::text[]) as bot(id), generate_series(1, ${count}::int) n
      returning id, bot_id, created_at
    )
    insert into delivery_attempts (delivery_id, number, bot_id, started_at, duration_ms)
    select id, number, bot_id, created_at, 5 from made, generate_series(1, 2) number`;
}

const FIELDS = [
  'owners { name }',
  'webhook { url }',
  'apiToken { createdAt lastUsedAt }',
  'recentVotes { userId }',
  'deliveries(first: 20) { attempts { number } }',
  'few: deliveries(first: 2) { id } more: deliveries(first: 5) { id }',
  'recentAttempts { explanation delivery { state } }',
  'webhook { health { state cause { message } } }',
  'history { userName }',
  'votesPerDay(days: 3) { votes }',
  'serverCountPerDay { serverCount }',
  'viewerNextVoteAt temporalUrl name',
  'rank isViewerFavourite moreByOwner { name }',
];

describe('A page of twenty listings costs as many statements as one of two', () => {
  let two: Awaited<ReturnType<typeof listings>>;
  let twenty: typeof two;
  beforeAll(async () => {
    two = await listings(2, 2);
    twenty = await listings(20, 5);
  });

  test.each([...FIELDS, FIELDS.join(' ')])('with %s', async (fields) => {
    const query = `{ viewer { bots { ${fields} } } }`;
    const cost = await costOf(two.cookie, query);
    expect(await costOf(twenty.cookie, query)).toBe(cost);
    expect(cost).toBeLessThanOrEqual(21);
  });

  test('for strangers, who get a refusal of each', async () => {
    const cookie = await service.signIn();
    const costs: number[] = [];
    for (const first of [2, 20]) {
      const statements = await statementsDuring(counted, async () => {
        const result = await execute({
          schema,
          document: parse(`{ bots(first: ${first}) { edges { node { webhook { url } } } } }`),
          contextValue: contextOf(cookie),
        });
        const messages = result.errors?.map(({ message }) => message);
        expect(messages).toEqual(Array(first).fill('Only an owner of this listing can do this.'));
      });
      costs.push(statements.length);
    }
    expect(costs[1]).toBe(costs[0]);
  });

  test('for moderators, with what was reported', async () => {
    const cookie = await service.signIn(await given(service.services).moderator());
    const query = `query ($first: Int) { moderationQueue(first: $first) { totalCount edges { node { claim { userName } bot {
      review { owners { name } } openReports { text } history { userName } owners { name } } } } } }`;
    const cost = await costOf(cookie, query, { first: 2 });
    expect(await costOf(cookie, query, { first: 20 })).toBe(cost);
  });
});

test('a list reads no long text, and the other fields of all its bots with one more statement', async () => {
  const { cookie } = await listings(20, 1);
  const context = contextOf(cookie);
  const readWith = (fields: string) =>
    statementsDuring(counted, async () => {
      const document = parse(`{ bots(first: 20) { edges { node { ${fields} } } } }`);
      const { data, errors } = await execute({ schema, document, contextValue: context });
      expect(errors).toBeUndefined();
      expect(Reflect.get(data?.bots ?? {}, 'edges')).toHaveLength(20);
    });
  const card = await readWith(
    'name avatarUrl shortDescription serverCount voteCount weeklyVotes checkedInAt',
  );
  expect(card.join()).not.toContain('long_description');
  const whole = await readWith('name longDescription tags { slug } inviteUrl createdAt');
  expect(whole).toHaveLength(card.length + 1);
});

test('twenty deliveries with their attempts cost as many statements as two', async () => {
  const { ids, cookie } = await listings(1, 20);
  const query = `query ($id: ID!, $first: Int) {
    bot(botId: $id) { deliveries(first: $first) { attempts { number } } recentAttempts { delivery { state } } }
  }`;
  const cost = await costOf(cookie, query, { id: ids[0], first: 2 });
  expect(await costOf(cookie, query, { id: ids[0], first: 20 })).toBe(cost);
});

test('a live update of the deliveries costs at most twelve statements, whatever it tells', async () => {
  const { ids, cookie } = await listings(1, 10);
  const stream = (await subscribe({
    schema,
    document: parse(WATCH_DELIVERIES),
    contextValue: contextOf(cookie),
    variableValues: { botId: ids[0], first: 10 },
  })) as AsyncGenerator<ExecutionResult>;
  const costs: number[] = [];
  for (let update = 0; update < 2; update++) {
    const statements = await statementsDuring(counted, async () => {
      const { value } = await stream.next();
      expect(value.errors).toBeUndefined();
      expect(value.data.bot.recentAttempts).toHaveLength(10);
      expect(value.data.bot.deliveries).toHaveLength(10);
    });
    costs.push(statements.length);
    await addDeliveries(ids, 10);
  }
  await stream.return(undefined);
  // The session, the rights, the listing, its deliveries and their attempts, its last attempts and their
  // deliveries; the webhook with its state, and the statistics, which the page asked for by itself before. The attempts of
  // these may share the statement of the others.
  for (const cost of costs) expect(cost).toBeLessThanOrEqual(12);
});

test('one statement tells each owner who is invited to their own listings, and nobody else', async () => {
  const [mine, theirs] = [await listings(2, 1), await listings(2, 1)];
  const invited = await given(service.services).user();
  const ids = [...mine.ids, ...theirs.ids];
  for (const id of ids) await addCoOwner(service.services, id, invited);
  const query = `{ ${ids.map((id, index) => `bot${index}: bot(botId: "${id}") { owners { userId } }`).join(' ')} }`;
  const seenBy = async ({ cookie }: typeof mine) => {
    const { data } = await execute({ schema, document: parse(query), contextValue: contextOf(cookie) });
    const found = (data ?? {}) as Record<string, { owners: { userId: string }[] }>;
    return ids.filter((_, index) => found[`bot${index}`]?.owners.some(({ userId }) => userId === invited));
  };
  const [first, second] = await Promise.all([seenBy(mine), seenBy(theirs)]);
  expect(first).toEqual(mine.ids);
  expect(second).toEqual(theirs.ids);
});
