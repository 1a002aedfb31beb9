import { expect, test } from 'vitest';
import { withPatience } from '../../src/db/client.ts';
import { countHeld, holdPending, pauseWebhook } from '../../src/domain/delivery/hold.ts';
import { freeForgotten, measureHeld, releaseHeld } from '../../src/domain/delivery/release.ts';
import { countWaiting, retryWaiting } from '../../src/domain/delivery/resend.ts';
import { given } from '../kit/given.ts';
import { RECEIVER } from '../kit/given-delivery.ts';
import { forFile, startOwnService } from '../kit/service.ts';
import { explainingAfter } from './explaining.ts';

const service = await forFile(startOwnService());
const { services } = service;
const { sql } = services.db;
const { plansOf } = explainingAfter(services.db);

const ROWS = 100_000;
const at = { ...services, now: () => new Date('2026-03-01') };
const bot = await given(services).listing().withWebhook(RECEIVER).approved();
await pauseWebhook(services, bot.id, bot.ownerId);
await withPatience(services.db, async (own) => {
  // Most deliveries have ended: four of five, of other bots.
  const others = (await service.seed({ bots: 100, users: 0 })).bots.map(({ id }) => id);
  await own`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, finished_at)
    select gen_random_uuid(), (${others}::text[])[1 + n % 100], 'vote', (10000000000000000 + n)::text, at, 'delivered', at, at
    from generate_series(1, ${4 * ROWS}::int) n, lateral (select timestamptz '2026-01-01' + n * interval '1 second' as at) time`;
  await own`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
    select gen_random_uuid(), ${bot.id}, 'vote', (10000000000000000 + n)::text, at, 'held', at
    from generate_series(1, ${ROWS}::int) n, lateral (select timestamptz '2026-01-01' + n * interval '1 second' as at) time`;
  // Most webhooks have no hold.
  await own`
    insert into webhooks (bot_id, url, sealed_secret, updated_at)
    select unnest(${others}::text[]), ${RECEIVER}, '', now() on conflict do nothing`;
});
// Index-only scans need it, and autovacuum does it in production.
await sql`vacuum analyze`;

const EVERY = /^\s*(select|with|update)\b/;
const textOf = (plans: unknown[][]) => plans.flat().join('\n');
function expectIndex(plan: string, index: string | RegExp): void {
  expect(plan).toMatch(index);
  expect(plan).not.toContain('Seq Scan on deliveries');
}
/** The most rows that a step has read, by `explain analyze`. */
const mostRows = (plan: string) =>
  Math.max(...[...plan.matchAll(/actual .*rows=(\d+)/g)].map(([, rows]) => Number(rows)));

test('a look at the holds reads no delivery while the webhook is paused, among 100 000 held ones', async () => {
  const plans = await plansOf(() => releaseHeld(at), '(analyze)', EVERY);
  expect(plans).toHaveLength(1);
  expect(textOf(plans)).toContain('webhooks_held');
  expect(textOf(plans)).toMatch(/on deliveries .*\(never executed\)/);
});

test('what slips through a pause is found by the index of what waits', async () => {
  const plan = textOf(await plansOf(() => holdPending(services, bot.id), '', EVERY));
  expectIndex(plan, /deliveries_/);
});

test('what waits for a retry, of all bots, is found by indexes of what is pending', async () => {
  for (const look of [countWaiting, retryWaiting]) {
    const plan = textOf(await plansOf(() => look(at), '', EVERY));
    expectIndex(plan, /deliveries_(due|outbox)/);
  }
});

test('held deliveries of a bot are counted from an index of these alone', async () => {
  const plan = textOf(await plansOf(() => countHeld(services, bot.id)));
  expectIndex(plan, /deliveries_(held|of_state)/);
  expect(await countHeld(services, bot.id)).toBe(ROWS);
});

test('deliveries without a hold are found with one step for each bot, not for each delivery', async () => {
  const plan = textOf(await plansOf(() => freeForgotten(at), '(analyze)'));
  expectIndex(plan, 'deliveries_held');
  expect(mostRows(plan)).toBeLessThan(200);
});

test('the metric of held deliveries reads no other ones', async () => {
  const plan = textOf(await plansOf(() => measureHeld(services)));
  expectIndex(plan, 'deliveries_held');
});

test('a step of a release reads the oldest from the index, and neither sorts nor counts the others', async () => {
  await sql`update webhooks set hold = 'releasing' where bot_id = ${bot.id}`;
  const plan = textOf(await plansOf(() => releaseHeld(at), '(analyze)', EVERY));
  expectIndex(plan, 'deliveries_held');
  expect(mostRows(plan)).toBeLessThan(200);
});
