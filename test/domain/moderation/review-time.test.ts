import { afterAll, beforeEach, expect, test } from 'vitest';
import { moderateListing, undoDecision } from '../../../src/domain/moderation/decide.ts';
import { measureReviews } from '../../../src/domain/moderation/queue.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { startOwnService } from '../../kit/own-service.ts';
import { after, at, DAY_MS, HOUR_MS, NOON } from '../../kit/time.ts';

const service = await startOwnService();
beforeEach(() => service.services.db.sql`truncate bots cascade`);
afterAll(() => service.close());

const now = (ms = 0) => at(service.services, after(NOON, ms));

/** A review that took some hours and ended at a time before noon. */
async function reviewed(hours: number, agoMs = 0, decision: 'approve' | 'reject' = 'approve') {
  const { id } = await given(now(-agoMs - hours * HOUR_MS))
    .owner()
    .listing()
    .submitted();
  const moderatorId = newUserId();
  await moderateListing(now(-agoMs), moderatorId, id, {
    decision,
    revision: 1,
    reason: 'It is not what it says.',
    closesReports: false,
  });
  return { id, moderatorId };
}

test('owners read how many listings wait, and the median wait of the last thirty days', async () => {
  for (let hours = 1; hours <= 11; hours += 1) await reviewed(hours, 0, hours % 2 ? 'approve' : 'reject');
  await given(now()).owner().listing().submitted();
  expect(await measureReviews(now())).toEqual({ waiting: 1, reviews: 11, medianSeconds: 6 * 3600 });
});

test('fewer than ten reviews say nothing', async () => {
  for (let count = 0; count < 9; count += 1) await reviewed(1);
  expect(await measureReviews(now())).toEqual({ waiting: 0, reviews: 9, medianSeconds: null });
});

test('older reviews, undone ones, suspensions and removals do not count', async () => {
  for (let count = 0; count < 10; count += 1) await reviewed(1);
  await reviewed(100, 31 * DAY_MS);
  const { id, moderatorId } = await reviewed(100);
  await undoDecision(now(1000), moderatorId, id);
  await given(now()).owner().listing().in('suspended');
  await service.services.db.sql`delete from listing_moves where from_state = 'pending' and moved_at = ${NOON}
    and bot_id in (select id from bots where state = 'suspended')`;
  expect(await measureReviews(now(1000))).toMatchObject({ reviews: 10, medianSeconds: 3600 });
});

test('a resubmitted listing has waited since then', async () => {
  for (let count = 0; count < 9; count += 1) await reviewed(2);
  const { id, moderatorId } = await reviewed(50, DAY_MS, 'reject');
  const { sql } = service.services.db;
  await sql`
    insert into listing_moves (bot_id, from_state, to_state, user_id, moved_at)
    values (${id}, 'rejected', 'pending', ${moderatorId}, ${after(NOON, -2 * HOUR_MS)}),
      (${id}, 'pending', 'approved', ${moderatorId}, ${NOON})`;
  expect(await measureReviews(now())).toMatchObject({ reviews: 11, medianSeconds: 7200 });
});
