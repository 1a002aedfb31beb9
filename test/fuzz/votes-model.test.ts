import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { attemptDelivery } from '../../src/domain/delivery/attempt.ts';
import type { Seeded } from '../../src/seed/seed.ts';
import { isAuthentic, startReceiver } from '../kit/receiver.ts';
import { forFile, startService } from '../kit/service.ts';
import { assertInTime, Tally } from './budget.ts';

/** Seeded at a time, one for each sequence. */
const BOTS = 500;
const HOUR_MS = 60 * 60 * 1000;
const WINDOW_MS = 12 * HOUR_MS;
const CAST =
  'mutation ($id: ID!) { result: castVote(botId: $id) { __typename ' +
  '... on CastVotePayload { votedAt } ... on VoteWindowActiveError { nextVoteAt } } }';
const NEW_TOKEN =
  'mutation ($id: ID!) { result: generateToken(botId: $id) { __typename ... on GenerateTokenPayload { token } } }';

let clock = Date.now();
let seeded: Seeded;
let owner: string;
let used = 0;
const receiver = await forFile(startReceiver());
const service = await forFile(startService());
await seedAnew();
vi.spyOn(service.services, 'now').mockImplementation(() => new Date(clock));
afterAll(() => void vi.restoreAllMocks());

/** What the contract says of one bot and its voters. */
interface Model {
  /** Newest last. */
  readonly log: { readonly user: number; readonly at: number }[];
  count: number;
}

/** The same bot as the service has it. */
interface Real {
  readonly bot: Seeded['bots'][number];
  readonly users: readonly { readonly id: string; readonly cookie: string }[];
  readonly owner: string;
  token: string;
  readonly formerTokens: string[];
}

type Command = fc.AsyncCommand<Model, Real>;
const tally = new Tally();

const iso = (at: number) => new Date(at).toISOString();
const lastOf = ({ log }: Model, user: number) => log.findLast((vote) => vote.user === user);
const call = (real: Real, method: string, endpoint: string, body?: unknown, token = real.token) =>
  service.call(method, `/api/v1/bots/${real.bot.id}/${endpoint}`, {
    token,
    ...(body !== undefined && { body }),
  });

/** Counts what was done by its name. */
function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      tally.add(name.split(' ')[0] ?? name);
      await run(model, real);
    },
    toString: () => name,
  };
}

const vote = (user: number) =>
  command(`vote by ${user}`, async (model, real) => {
    const last = lastOf(model, user);
    const { data } = await service.graphql(
      CAST,
      { id: real.bot.id },
      { cookie: real.users[user]?.cookie ?? '' },
    );
    // Each vote of a bot has a later time than those before it.
    const at = Math.max(clock, (model.log.at(-1)?.at ?? 0) + 1);
    if (last && at - last.at < WINDOW_MS) {
      expect(data?.result).toEqual({
        __typename: 'VoteWindowActiveError',
        nextVoteAt: iso(last.at + WINDOW_MS),
      });
      return;
    }
    expect(data?.result).toEqual({ __typename: 'CastVotePayload', votedAt: iso(at) });
    model.log.push({ user, at });
  });

const check = (user: number) =>
  command(`check of ${user}`, async (model, real) => {
    const last = lastOf(model, user);
    const isActive = last !== undefined && clock - last.at < WINDOW_MS;
    const { status, body } = await call(real, 'GET', `check?userId=${real.users[user]?.id}`);
    expect(status).toBe(200);
    expect(body).toEqual(
      isActive
        ? { voted: 1, hasVoted: true, votedAt: iso(last.at), nextVoteAt: iso(last.at + WINDOW_MS) }
        : { voted: 0, hasVoted: false, votedAt: null, nextVoteAt: null },
    );
  });

const readLog = (limit: number) =>
  command(`log in pages of ${limit}`, async (model, real) => {
    const read: unknown[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { status, body } = await call(real, 'GET', `votes?limit=${limit}${query}`);
      expect(status).toBe(200);
      const page = body as { votes: unknown[]; next_cursor: string | null };
      expect(page.votes.length).toBeLessThanOrEqual(limit);
      read.push(...page.votes);
      cursor = page.next_cursor;
    } while (cursor !== null);
    const expected = model.log.map(({ user, at }) => ({
      user_id: real.users[user]?.id ?? '',
      voted_at: iso(at),
    }));
    expect(read).toEqual(expected.toReversed());
  });

const wait = (ms: number) =>
  command(`wait ${ms} ms`, async () => {
    clock += ms;
  });

const report = (count: number) =>
  command(`report ${count}`, async (model, real) => {
    const { body } = await call(real, 'POST', 'stats', { server_count: count });
    expect(body).toEqual({ success: true, server_count: count });
    model.count = count;
  });

const reset = command('reset of the token', async (_, real) => {
  const { data } = await service.graphql(NEW_TOKEN, { id: real.bot.id }, { cookie: real.owner });
  // One user manages all bots, and makes only so many tokens a minute.
  if (data?.result.__typename === 'RateLimitedError') return;
  expect(data?.result.__typename).toBe('GenerateTokenPayload');
  real.formerTokens.push(real.token);
  real.token = data?.result.token;
  for (const former of real.formerTokens) {
    expect((await call(real, 'GET', 'votes?limit=1', undefined, former)).status).toBe(401);
  }
});

const user = fc.nat(2);
const commands = fc.commands(
  [
    user.map(vote),
    user.map(vote),
    user.map(check),
    fc.integer({ min: 1, max: 4 }).map(readLog),
    fc.constantFrom(0, 1, 1000, 6 * HOUR_MS, WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1).map(wait),
    fc.constantFrom(0, 1, 2_147_483_647).map(report),
    fc.constant(reset),
  ],
  { maxCommands: 30, size: '+1' },
);

async function seedAnew(): Promise<void> {
  seeded = await service.seed({ bots: BOTS, users: 3 * BOTS, webhookUrl: receiver.url });
  owner = await service.signIn(seeded.ownerId);
}

/** A bot and three users of whom nothing is known yet. */
async function setUp(): Promise<{ model: Model; real: Real }> {
  const place = used++ % BOTS;
  if (place === BOTS - 1) await seedAnew();
  const [bot, ids] = [
    seeded.bots[place] as Seeded['bots'][number],
    seeded.users.slice(place * 3, place * 3 + 3),
  ];
  // The clock of the sequences before may have passed the end of the session.
  owner = await service.signIn(seeded.ownerId);
  const users = await Promise.all(ids.map(async ({ id }) => ({ id, cookie: await service.signIn(id) })));
  return { model: { log: [], count: 0 }, real: { bot, users, owner, token: bot.token, formerTokens: [] } };
}

test('any sequence of votes, checks, log pages, reports and new tokens does what the contract says', async () => {
  await assertInTime(
    fc.asyncProperty(commands, async (sequence) => {
      const { model, real } = await setUp();
      await fc.asyncModelRun(() => ({ model, real }), sequence);
      tally.add('end');
      const { sql } = service.services.db;
      const [row] = await sql<{ votes: number; deliveries: number }[]>`
        select (select vote_count::int from bot_stats where bot_id = ${real.bot.id}) as votes,
          (select count(*)::int from deliveries where bot_id = ${real.bot.id}) as deliveries`;
      expect(row).toEqual({ votes: model.log.length, deliveries: model.log.length });
    }),
  );
  tally.print('Sequences against the model');
  for (const name of ['vote', 'end']) expect(tally.of(name)).toBeGreaterThan(0);
});

test('a receiver gets each vote, and its signature is valid until one bit changes', async () => {
  const counts = new Tally();
  const { real } = await setUp();
  const time = fc.integer({ min: 1, max: 3 * 365 * 24 * HOUR_MS });
  await assertInTime(
    fc.asyncProperty(fc.nat(2), time, fc.nat(), async (voter, later, bit) => {
      clock += WINDOW_MS + (later % (30 * 24 * HOUR_MS));
      const { sql } = service.services.db;
      const votedAt = new Date(clock);
      const userId = real.users[voter]?.id ?? '';
      const cookie = await service.signIn(userId);
      const { data } = await service.graphql(CAST, { id: real.bot.id }, { cookie });
      // A voter has so many votes a day of the real clock.
      if (data?.result.__typename === 'RateLimitedError') return void counts.add('limited');
      expect(data?.result.votedAt).toBe(votedAt.toISOString());
      const [delivery] = await sql<{ id: string }[]>`
        select id from deliveries where bot_id = ${real.bot.id} order by voted_at desc limit 1`;
      const deliveryId = delivery?.id ?? '';
      const { state } = await attemptDelivery(service.services, {
        deliveryId,
        botId: real.bot.id,
        round: 1,
        number: 1,
      });
      expect(state).toBe('delivered');
      const received = receiver.received.at(-1);
      if (!received) throw new Error('Nothing arrived.');
      counts.add('delivered');
      expect(received.headers['x-webhook-delivery']).toBe(deliveryId);
      expect(received.body).toEqual({
        event: 'vote.create',
        bot_id: real.bot.id,
        user_id: userId,
        voted_at: votedAt.toISOString(),
      });
      expect(isAuthentic(received, real.bot.webhookSecret)).toBe(true);
      const changed = Buffer.from(received.rawBody);
      const place = bit % (changed.length * 8);
      changed[place >> 3] = (changed[place >> 3] ?? 0) ^ (1 << (place & 7));
      expect(isAuthentic({ ...received, rawBody: changed }, real.bot.webhookSecret)).toBe(false);
      expect(isAuthentic(received, `${real.bot.webhookSecret}x`)).toBe(false);
    }),
    0.5,
  );
  counts.print('Deliveries');
  expect(counts.of('delivered')).toBeGreaterThan(0);
});
