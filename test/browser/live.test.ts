import { beforeEach, describe, expect, test } from 'vitest';
import { pauseWebhook } from '../../src/domain/delivery/hold.ts';
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
    const listing = given(site.services).listing({ name: 'Melody' });
    ({ id: botId, ownerId } = await listing.withWebhook('https://receiver.example/hook').approved());
  });

  /** What the owner has not seen: a delivery of a vote, attempted. */
  const attempt = async (userId: string, isDelivered = true) => {
    const { sql } = site.services.db;
    await castVote(site.services, botId, userId);
    const [delivery] = await sql<{ id: string }[]>`
      update deliveries set state = ${isDelivered ? 'delivered' : 'pending'}, finished_at = ${isDelivered ? new Date() : null}
      where bot_id = ${botId} and user_id = ${userId} returning id`;
    await sql`
      insert into delivery_attempts (delivery_id, number, bot_id, started_at, duration_ms, status_code, failure)
      values (${delivery?.id ?? ''}, 1, ${botId}, now(), 5, ${isDelivered ? 200 : 503}, ${isDelivered ? null : 'status'})`;
    if (!isDelivered) return;
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
    await owner.page.locator('dl').getByText('4,321').waitFor();
    await owner.inspect('overview-goes-on');
  });

  test('state, rate and attempts of a webhook are of one moment, without a request of the page', async () => {
    const { sql } = site.services.db;
    const { statistics } = messages.deliveries;
    const { health } = messages.webhook;
    let loads = 0;
    owner.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/graphql')) loads += 1;
    });
    await owner.signIn(ownerId, 'Olivia Owner', `/bot/${botId}/edit/webhook`);
    const section = owner.page.locator('#deliveries');
    const about = owner.page.locator('#webhook');
    await section.getByText(messages.deliveries.live).waitFor();
    await attempt(newUserId());
    await sql`update webhooks set verified_at = now() where bot_id = ${botId}`;
    await section.getByText(statistics.counts({ delivered: 1, failed: 0 })).waitFor();
    await about.getByText(health.HEALTHY, { exact: true }).waitFor();
    loads = 0;

    // What was said before goes as soon as attempts fail.
    await attempt(newUserId(), false);
    await section.getByText(statistics.failures({ failed: 1, count: 2 })).waitFor();
    expect(await about.locator('.badge').innerText()).toBe(health.FAILING);
    await owner.inspect('webhook-failing-live');
    // Somebody else pauses the webhook, and nothing is sent.
    await pauseWebhook(site.services, botId, ownerId);
    await about.getByText(health.HELD, { exact: true }).waitFor();
    expect(loads).toBe(0);
  });
});
