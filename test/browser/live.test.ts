import { beforeEach, describe, expect, test } from 'vitest';
import { generateToken } from '../../src/domain/identity/tokens.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { FLOW_LOOKS, useSite, type Visitor } from './visitor.ts';

const site = useSite();

describe('What happens elsewhere shows in an open dashboard', () => {
  let owner: Visitor;
  let botId: string;
  let ownerId: string;
  beforeEach(async () => {
    owner = await site.arrive(present(FLOW_LOOKS.at(-1)));
    const listing = given(site.services).owner().listing({ name: 'Melody' });
    ({ id: botId, ownerId } = await listing.withWebhook('https://receiver.example/hook').approved());
  });

  /** What the owner has not seen: a delivery of a vote, attempted. */
  const attempt = async (userId: string) => {
    const { sql } = site.services.db;
    await castVote(site.services, botId, userId);
    const [delivery] = await sql<{ id: string }[]>`
      update deliveries set state = 'delivered', finished_at = now()
      where bot_id = ${botId} and user_id = ${userId} returning id`;
    await sql`
      insert into delivery_attempts (delivery_id, number, bot_id, started_at, duration_ms, status_code)
      values (${delivery?.id ?? ''}, 1, ${botId}, now(), 5, 200)`;
    await sql`
      insert into delivery_timings (bot_id, day, measure, bucket, count)
      values (${botId}, (now() at time zone 'UTC')::date, 'delivered', 40, 1)
      on conflict (bot_id, day, measure, bucket) do update set count = delivery_timings.count + 1`;
  };

  test('the overview goes on with votes and reports after the checklist is complete', async () => {
    const { sql } = site.services.db;
    await owner.signIn(ownerId, 'Olivia Owner', `/bot/${botId}/edit`);
    const checklist = owner.page.locator('#checklist');
    await checklist.waitFor();
    await generateToken(site.services, botId);
    await sql`update webhooks set verified_at = now() where bot_id = ${botId}`;
    await sql`update bot_stats set checked_in_at = now(), server_count = 7 where bot_id = ${botId}`;
    await castVote(site.services, botId, newUserId());
    await checklist.waitFor({ state: 'detached' });
    const voter = newUserId();
    await castVote(site.services, botId, voter);
    await sql`update bot_stats set server_count = 4321 where bot_id = ${botId}`;
    await owner.page.locator('#votes').getByText(voter).waitFor();
    await owner.page.locator('.key-numbers').getByText('4,321').waitFor();
    await owner.inspect('overview-goes-on');
  });

  test('statistics are loaded when the page opens, and again after each new attempt, also after the first', async () => {
    let loads = 0;
    owner.page.on('request', (request) => {
      if (request.postData()?.includes('deliveryStatistics')) loads += 1;
    });
    await owner.page.clock.install();
    await owner.signIn(ownerId, 'Olivia Owner', `/bot/${botId}/edit/webhook`);
    const section = owner.page.locator('#deliveries');
    await section.getByText(messages.deliveries.live).waitFor();
    // A vote that waits: there are statistics, and no attempt.
    await castVote(site.services, botId, newUserId());
    await section.locator('.delivery-statistics').waitFor();
    await expect.poll(() => loads).toBe(1);
    await attempt(newUserId());
    await expect
      .poll(() => section.locator('.last-attempts li, .last-attempts tr').count())
      .toBeGreaterThan(0);
    await owner.page.clock.runFor(3000);
    await expect.poll(() => loads).toBe(2);
    await section.getByText(messages.deliveries.statistics.counts({ delivered: 1, failed: 0 })).waitFor();

    // Opened again, nothing is new.
    loads = 0;
    await owner.page.reload();
    await section.getByText(messages.deliveries.live).waitFor();
    await section.locator('.last-attempts').waitFor();
    await owner.page.clock.runFor(10_000);
    await section.getByText(messages.deliveries.statistics.counts({ delivered: 1, failed: 0 })).waitFor();
    expect(loads).toBe(1);
    await attempt(newUserId());
    await owner.page.locator('#deliveries [role=status].hidden').waitFor({ state: 'attached' });
    await expect
      .poll(async () => {
        await owner.page.clock.runFor(3000);
        return section.getByText(messages.deliveries.statistics.counts({ delivered: 2, failed: 0 })).count();
      })
      .toBe(1);
    expect(loads).toBe(2);
  });
});
