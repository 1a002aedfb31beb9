import { test as always, expect, inject } from 'vitest';
import { castVote } from '../../src/domain/vote/cast.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { startReceiver } from '../kit/receiver.ts';
import { forFile } from '../kit/service.ts';
import { FLOW_LOOKS, startWithDeliveries, useSite } from './visitor.ts';

const test = always.skipIf(!inject('parts').temporal);
const labels = messages.hold;

const site = useSite(startWithDeliveries);
const receiver = await forFile(startReceiver());

test.each(FLOW_LOOKS)(
  'an owner pauses the webhook, sees what is held and why, and resumes it: $name',
  async (look) => {
    const listing = given(site.services).listing();
    const { id: botId, ownerId } = await listing.withWebhook(receiver.url).approved();
    receiver.received.length = 0;
    const owner = await site.arriveAs(look, ownerId, 'Olivia Owner', `/bot/${botId}/edit/webhook`);
    const { page } = owner;
    const hold = page.locator('#hold');
    await hold.getByText(labels.running).waitFor();
    await hold.getByRole('button', { name: labels.pause }).click();
    await hold.getByText(labels.titles.PAUSED).waitFor();

    const voters = [newUserId(), newUserId()];
    for (const userId of voters) await castVote(site.services, botId, userId);
    const deliveries = page.locator('#deliveries');
    const rowOf = (userId: string) => deliveries.locator('[id^=delivery-]').filter({ hasText: userId });
    for (const userId of voters) {
      await rowOf(userId).getByText(messages.deliveries.states.HELD, { exact: true }).waitFor();
      await rowOf(userId).getByText(messages.deliveries.heldUntil.PAUSED).waitFor();
    }
    await deliveries.getByLabel(messages.deliveries.state, { exact: true }).selectOption('HELD');
    await expect.poll(() => deliveries.locator('[id^=delivery-]').count()).toBe(2);
    expect(receiver.received).toEqual([]);
    await page.reload();
    await hold.getByText(labels.count({ count: 2 })).waitFor();
    await owner.inspect('webhook-paused');

    await page.goto(new URL(`/bot/${botId}/edit`, page.url()).href);
    await page.getByText(labels.titles.PAUSED).waitFor();
    await page.getByText(labels.count({ count: 2 })).waitFor();
    await owner.inspect('overview-paused');
    await page.getByRole('link', { name: labels.open }).click();

    await hold.getByRole('button', { name: labels.resume }).click();
    await expect.poll(() => receiver.received.length).toBe(2);
    // Both are due at the same moment, so either may arrive first.
    expect(receiver.received.map(({ body }) => body.user_id).toSorted()).toEqual(voters.toSorted());
    await page.reload();
    await hold.getByText(labels.running).waitFor();
  },
  90_000,
);

test.each(FLOW_LOOKS)(
  'an owner lets deliveries be held while they fail, and sees that they are: $name',
  async (look) => {
    const listing = given(site.services).listing();
    const { id: botId, ownerId } = await listing.withWebhook(receiver.url).approved();
    const owner = await site.arriveAs(look, ownerId, 'Olivia Owner', `/bot/${botId}/edit/webhook`);
    const { page } = owner;
    const hold = page.locator('#hold');
    await hold.getByLabel(labels.after).selectOption('3');
    await hold.getByText(messages.common.saved).waitFor();
    await page.reload();
    await expect.poll(() => hold.getByLabel(labels.after).inputValue()).toBe('3');
    const soon = new Date(Date.now() + 3_600_000);
    await site.services.db.sql`
    update webhooks set hold = 'failing', held_since = now(), failing_since = now(), probe_at = ${soon}
    where bot_id = ${botId}`;
    await castVote(site.services, botId, newUserId());
    await page.reload();
    await hold.getByText(labels.titles.FAILING).waitFor();
    await hold.getByText(labels.nextProbe).waitFor();
    await page.locator('#deliveries').getByText(messages.deliveries.heldUntil.FAILING).waitFor();
    await owner.inspect('webhook-held');
    receiver.received.length = 0;
    await hold.getByRole('button', { name: labels.sendNow }).click();
    await receiver.until(1);
  },
  90_000,
);
