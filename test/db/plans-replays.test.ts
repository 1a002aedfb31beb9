import { expect, test } from 'vitest';
import { withPatience } from '../../src/db/client.ts';
import { advanceReplays, previewReplay, REPLAYED_STATES } from '../../src/domain/delivery/replay.ts';
import { first } from '../kit/present.ts';
import { forFile, startOwnService } from '../kit/service.ts';
import { explaining, explainingAfter } from './explaining.ts';

const service = await forFile(startOwnService());
const { services } = service;

/** One of a thousand failed. */
const ROWS = 100_000;
const botId = first((await service.seed({ users: 0 })).bots).id;
const from = new Date('2026-01-01');
const to = new Date('2026-02-01');
const now = () => new Date('2026-03-01');
await withPatience(services.db, async (sql) => {
  await sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, dispatched_at, finished_at)
    select gen_random_uuid(), ${botId}, 'vote', (10000000000000000 + n % 5000)::text, at,
      case n % 1000 when 0 then 'failed' else 'delivered' end, at, at, at
    from generate_series(1, ${ROWS}::int) n, lateral (select timestamptz '2026-01-01' + n * interval '10 seconds' as at) time`;
  await sql`analyze`;
});

test.each([
  ['rare state', { states: ['failed'] as const }, /deliveries_of_state|deliveries_failed/],
  ['voter', { states: REPLAYED_STATES, userId: '10000000000000007' }, /deliveries_of_user/],
])('a %s is counted by its index, among 100 000 deliveries', async (_, filter, index) => {
  const { db, plans } = explaining(services.db);
  await previewReplay({ db, now }, botId, { from, to, ...filter }, 5);
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(index);
  expect(plans[0]).not.toContain('Seq Scan on deliveries');
});

test('a step of a replay reads its next deliveries from the index, and nothing without a replay', async () => {
  const { plansOf } = explainingAfter(services.db);
  const [idle] = await plansOf(() => advanceReplays({ db: services.db, now }));
  expect(JSON.stringify(idle)).toContain('replays');
  await services.db.sql`
    insert into replays (id, bot_id, from_at, to_at, states, per_second, total, place_at, place_id, sent, state, created_at)
    values (gen_random_uuid(), ${botId}, ${from}, ${to}, ${['failed', 'cancelled']}, 5, 100, '2026-01-06',
      gen_random_uuid(), 40, 'running', '2026-02-20')`;
  const plans = (await plansOf(() => advanceReplays({ db: services.db, now }), '(analyze)')).map((lines) =>
    JSON.stringify(lines),
  );
  expect(first(plans)).not.toContain('deliveries');
  const next = plans.find((plan) => plan.includes('unnest') || plan.includes('Function Scan'));
  expect(next).toMatch(/deliveries_of_state|deliveries_failed/);
  expect(plans.join('\n')).not.toContain('Seq Scan on deliveries');
});
