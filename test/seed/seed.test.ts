import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authenticateToken } from '../../src/domain/identity/tokens.ts';
import { readListingFields } from '../../src/domain/listing/fields.ts';
import { findListing } from '../../src/domain/listing/read.ts';
import { isManager } from '../../src/domain/ownership/permissions.ts';
import { isEmpty, SAMPLE_WEBHOOK, type Seeded, type SeedSize, seed } from '../../src/seed/seed.ts';
import { syntheticBot } from '../../src/seed/synthetic.ts';
import { first } from '../kit/present.ts';
import { forFile, startOwnService, startService } from '../kit/service.ts';

const HOUR_MS = 60 * 60 * 1000;

const service = await forFile(startService());
const { services } = service;

async function storedOf({ bots }: Seeded) {
  const { sql } = services.db;
  const ids = bots.map((bot) => bot.id);
  const votes = await sql<{ botId: string; userId: string; votedAt: Date }[]>`
    select bot_id as "botId", user_id as "userId", voted_at as "votedAt" from votes
    where bot_id = any(${ids}) order by voted_at`;
  const windows = await sql<{ botId: string; userId: string; votedAt: Date }[]>`
    select bot_id as "botId", user_id as "userId", voted_at as "votedAt" from vote_windows
    where bot_id = any(${ids})`;
  const counts = await sql<{ botId: string; count: number }[]>`
    select bot_id as "botId", vote_count::int as count from bot_stats where bot_id = any(${ids})`;
  return { votes, windows, counts };
}

test('as many bots, users and votes are added as asked for, with ids that nobody has twice', async () => {
  const sizes = fc.record<SeedSize>({
    bots: fc.integer({ min: 1, max: 12 }),
    users: fc.integer({ min: 1, max: 12 }),
    votes: fc.integer({ min: 0, max: 300 }),
  });
  await fc.assert(
    fc.asyncProperty(sizes, async (size) => {
      const seeded = await seed(services, size);
      const ids = [...seeded.bots, ...seeded.users, { id: seeded.ownerId }].map(({ id }) => id);
      expect(seeded.bots).toHaveLength(size.bots);
      expect(seeded.users).toHaveLength(size.users);
      expect(new Set(ids).size).toBe(size.bots + size.users + 1);
      for (const id of ids) expect(id).toMatch(/^\d{17,19}$/);
      expect((await storedOf(seeded)).votes).toHaveLength(size.votes);
    }),
    { numRuns: 12 },
  );
});

test('votes respect the window, and log, windows and counts agree, also where a pair votes often', async () => {
  for (const size of [
    { bots: 1, users: 1, votes: 60 },
    { bots: 3, users: 4, votes: 100 },
    { bots: 2, users: 3, votes: 4100 },
  ]) {
    const { votes, windows, counts } = await storedOf(await seed(services, size));
    const newest = new Map<string, number>();
    for (const { botId, userId, votedAt } of votes) {
      const pair = `${botId} ${userId}`;
      const last = newest.get(pair) ?? Number.NEGATIVE_INFINITY;
      expect(votedAt.getTime() - last).toBeGreaterThanOrEqual(12 * HOUR_MS);
      newest.set(pair, votedAt.getTime());
    }
    const last = new Map(
      windows.map(({ botId, userId, votedAt }) => [`${botId} ${userId}`, votedAt.getTime()]),
    );
    expect(last).toEqual(newest);
    for (const { botId, count } of counts) {
      expect(count).toBe(votes.filter((vote) => vote.botId === botId).length);
    }
  }
});

test('no vote lies in the future', async () => {
  const { votes } = await storedOf(await seed(services, { bots: 2, users: 5, votes: 50 }));
  for (const { votedAt } of votes) expect(votedAt.getTime()).toBeLessThanOrEqual(Date.now());
});

test('every token acts for its bot', async () => {
  const { bots } = await seed(services, { bots: 4, users: 0, votes: 0 });
  for (const { id, token } of bots) {
    expect(await authenticateToken(services, token)).toMatchObject({ kind: 'bot', botId: id });
  }
  const answer = await service.call('POST', `/api/v1/bots/${first(bots).id}/stats`, {
    token: first(bots).token,
    body: { server_count: 5 },
  });
  expect(answer).toMatchObject({ status: 200, body: { success: true, server_count: 5 } });
});

test('every webhook opens with the secret that was given out, and leads where it was told', async () => {
  const webhookUrl = 'https://receiver.example/votes';
  for (const [size, url] of [
    [{}, SAMPLE_WEBHOOK],
    [{ webhookUrl }, webhookUrl],
  ] as const) {
    const { bots } = await seed(services, { bots: 2, users: 0, votes: 0, ...size });
    for (const { id, webhookSecret } of bots) {
      const rows = await services.db.sql<{ url: string; sealed: Buffer }[]>`
        select url, sealed_secret as sealed from webhooks where bot_id = ${id}`;
      const webhook = first(rows);
      expect(webhook.url).toBe(url);
      expect(services.secrets.open(webhook.sealed, id)).toBe(webhookSecret);
      expect(webhookSecret).toMatch(/^whsec_[A-Za-z\d]{44}$/);
    }
  }
});

test('one owner manages all synthetic bots', async () => {
  const { bots, ownerId } = await seed(services, { bots: 3, users: 0, votes: 0 });
  for (const { id } of bots) expect(await isManager(services, ownerId, id)).toBe(true);
});

test('every synthetic listing is public and says something', async () => {
  const { bots } = await seed(services, { bots: 20, users: 0, votes: 0 });
  const rows = await services.db.sql<{ state: string; name: string; texts: number; commands: number }[]>`
    select state, name, least(length(short_description), length(long_description)) as texts,
      jsonb_array_length(commands) as commands
    from bots where id = any(${bots.map((bot) => bot.id)})`;
  expect(new Set(rows.map((row) => row.name)).size).toBe(20);
  for (const row of rows) expect(row).toMatchObject({ state: 'approved', commands: 3 });
  for (const row of rows) expect(row.texts).toBeGreaterThan(0);
});

test('every synthetic listing is as an owner could have written it', async () => {
  const { bots } = await seed(services, { bots: 20, users: 0, votes: 0 });
  for (const [index, { id }] of bots.entries()) {
    const { fields } = syntheticBot(index);
    expect(await findListing(services, id)).toMatchObject(fields);
    expect(readListingFields({ ...fields })).toEqual(fields);
  }
});

test('without bots or users there are no votes, and no fault', async () => {
  expect(await seed(services, { bots: 0, users: 3, votes: 5 })).toMatchObject({ bots: [] });
  const seeded = await seed(services, { bots: 1, users: 0, votes: 5 });
  expect((await storedOf(seeded)).votes).toEqual([]);
});

test('a database counts as empty until something is listed', async () => {
  await using own = await startOwnService();
  expect(await isEmpty(own.services)).toBe(true);
  await own.seed();
  expect(await isEmpty(own.services)).toBe(false);
});
