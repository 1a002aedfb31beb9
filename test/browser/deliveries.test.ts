import { test as always, expect, inject } from 'vitest';
import { castVote } from '../../src/domain/vote/cast.ts';
import { ATTEMPTS } from '../../src/terms/schedule.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { isAuthentic, startReceiver } from '../kit/receiver.ts';
import { forFile } from '../kit/service.ts';
import { FLOW_LOOKS, startWithDeliveries, useSite } from './visitor.ts';

const test = always.skipIf(!inject('parts').temporal);
const labels = messages.deliveries;

const site = useSite(startWithDeliveries);
const receiver = await forFile(startReceiver());

test.each(FLOW_LOOKS)(
  'an owner sees why a delivery fails, retries it, finds the vote of a user, and cancels another: $name',
  async (look) => {
    const listing = given(site.services).listing();
    const { id: botId, ownerId } = await listing.withWebhook(receiver.url).approved();
    const owner = await site.arriveAs(look, ownerId, 'Olivia Owner', `/bot/${botId}/edit/webhook`);
    const section = owner.page.locator('#deliveries');
    await section.getByText(labels.live).waitFor();

    // Two votes fail.
    receiver.answer = () => 503;
    const [first, second] = [newUserId(), newUserId()];
    await castVote(site.services, botId, first);
    await castVote(site.services, botId, second);
    const rowOf = (userId: string) => section.locator('[id^=delivery-]').filter({ hasText: userId });
    const badge = (userId: string, state: keyof typeof labels.states) =>
      rowOf(userId).locator('.badge').getByText(labels.states[state], { exact: true }).waitFor();
    await badge(first, 'PENDING');
    await badge(second, 'PENDING');
    await expect.poll(() => section.locator('[aria-labelledby=attempts-title] .text-bad').count()).toBe(2);
    await section.getByText(labels.statistics.votesOnly).waitFor();
    // The card was there before the first attempt, and follows it.
    await section.locator('dl strong').getByText(/\d/).first().waitFor();

    // The details name the request and the response, and hide the secret.
    await rowOf(first).locator('.delivery-row').click();
    await rowOf(first).getByText('The receiver answered 503: it failed.').waitFor();
    await rowOf(first).getByText(`Authorization: ${labels.hidden}`).waitFor();
    await rowOf(first).getByText(`"user_id": "${first}"`).waitFor();
    await rowOf(first).getByText('thank you').waitFor();

    // Whoever has the secret may compare the signature.
    await rowOf(first).getByText(`webhook-signature: ${labels.hidden}`).waitFor();
    await rowOf(first).getByRole('button', { name: labels.showSignature, exact: true }).click();
    await rowOf(first).getByText('webhook-signature: v1,').waitFor();
    expect(await rowOf(first).getByRole('button', { name: labels.showSignature }).count()).toBe(0);
    await rowOf(first).getByText(`Authorization: ${labels.hidden}`).waitFor();
    await owner.inspect('deliveries-waiting');

    // The receiver is mended: the retry goes out at once.
    receiver.answer = () => 200;
    await rowOf(first)
      .getByRole('button', { name: labels.retry({ number: 2, all: ATTEMPTS }), exact: true })
      .click();
    await badge(first, 'DELIVERED');
    await rowOf(first).getByText('Delivered: the receiver answered 200.').waitFor();
    expect(
      await rowOf(first)
        .getByRole('button', { name: labels.retry({ number: 2, all: ATTEMPTS }), exact: true })
        .count(),
    ).toBe(0);

    // Did the vote of this user arrive? The address keeps the question.
    await section.getByRole('search').getByLabel(labels.user, { exact: true }).fill(second);
    await expect.poll(() => section.locator('[id^=delivery-]').count()).toBe(1);
    await badge(second, 'PENDING');
    expect(new URL(owner.page.url()).searchParams.get('user')).toBe(second);
    await owner.page.reload();
    await badge(second, 'PENDING');
    expect(await section.locator('[id^=delivery-]').count()).toBe(1);

    await rowOf(second).locator('.delivery-row').click();
    await rowOf(second).getByRole('button', { name: labels.cancel, exact: true }).click();
    await rowOf(second).getByRole('button', { name: labels.cancelConfirm, exact: true }).click();
    await badge(second, 'CANCELLED');
    await rowOf(second).getByText(labels.cancelled).waitFor();
    await owner.inspect('deliveries-cancelled');
    await section.getByRole('button', { name: labels.clear }).click();
    await expect.poll(() => section.locator('[id^=delivery-]').count()).toBe(2);
    expect(owner.page.url()).not.toContain('user=');
  },
  60_000,
);

test.each(FLOW_LOOKS)('an owner counts the votes of a range, and sends them again: $name', async (look) => {
  const listing = given(site.services).listing();
  const { id: botId, ownerId } = await listing.withWebhook(receiver.url).approved();
  receiver.answer = () => 200;
  const voters = [newUserId(), newUserId(), newUserId()];
  for (const userId of voters) await castVote(site.services, botId, userId);
  const { sql } = site.services.db;
  const rounds = async () =>
    (
      await sql<{ round: number; state: string }[]>`
      select round, state from deliveries where bot_id = ${botId}`
    ).map(({ round, state }) => `${state} ${round}`);
  await expect.poll(rounds).toEqual(voters.map(() => 'delivered 1'));
  // The form knows minutes. The duration stays the same, so statistics find the count again.
  await sql`
    update deliveries set created_at = created_at - interval '5 minutes', finished_at = finished_at - interval '5 minutes'
    where bot_id = ${botId}`;

  const owner = await site.arriveAs(look, ownerId, 'Olivia Owner', `/bot/${botId}/edit/webhook`);
  const title = owner.page.getByRole('heading', { name: messages.replay.title });
  const section = owner.page.locator('div', { has: title }).last();
  await section.getByLabel(messages.replay.states).selectOption('DELIVERED');
  await section.getByLabel(messages.replay.rate).selectOption('1');
  await section.getByRole('button', { name: messages.replay.preview }).click();
  await section.getByText('3 deliveries match.').waitFor();
  await owner.inspect('replay-counted');
  await section.getByRole('button', { name: messages.replay.start, exact: true }).click();
  await section.locator('progress').waitFor();
  await owner.inspect('replay-running');
  await section.getByText(messages.replay.stateNames.FINISHED).waitFor();
  await section.getByText('3 of 3 sent').waitFor();
  await owner.inspect('replay-finished');
  await expect.poll(rounds).toEqual(voters.map(() => 'delivered 2'));
  await owner.page.getByText(labels.statistics.counts({ delivered: 3, failed: 0 })).waitFor();
});

test.each(FLOW_LOOKS)(
  'an owner sees which checks a receiver passes, and what a good one does instead: $name',
  async (look) => {
    const listing = given(site.services).listing();
    const { id: botId, ownerId, webhookSecret } = await listing.withWebhook(receiver.url).approved();
    const owner = await site.arriveAs(look, ownerId, 'Olivia Owner', `/bot/${botId}/edit/webhook`);
    const section = owner.page.locator('#receiver');
    const { names, good, button, done, passed, failed } = messages.receiverCheck;
    const check = () => section.getByRole('button', { name: button, exact: true }).click();
    const results = () => section.locator('li .badge').allTextContents();

    receiver.answer = () => 200;
    await check();
    await section.getByText(done({ count: 4 })).waitFor();
    expect(await results()).toEqual([...Array(3).fill(passed), ...Array(4).fill(failed)]);
    await section.getByText(names.CHANGED_BODY).waitFor();
    await section.getByText(good.CHANGED_BODY).waitFor();
    await owner.page.getByText(messages.webhook.unverified).waitFor();
    await owner.inspect('webhook-receiver-fails');

    receiver.answer = (request) => (isAuthentic(request, webhookSecret) ? 200 : 401);
    await check();
    await section.getByText(done({ count: 0 })).waitFor();
    expect(await results()).toEqual(Array(7).fill(passed));
    expect(await section.getByText(good.CHANGED_BODY).count()).toBe(0);
    await expect.poll(() => owner.page.getByText(messages.webhook.unverified).count()).toBe(0);
    await owner.inspect('webhook-receiver-passes');
    receiver.answer = () => 200;
  },
);
