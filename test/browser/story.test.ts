import { test as always, expect, inject } from 'vitest';
import { attemptDelivery } from '../../src/domain/delivery/attempt.ts';
import { LINK_NAMES } from '../../src/terms/listing-fields.ts';
import { ATTEMPTS } from '../../src/terms/schedule.ts';
import { requestExamples } from '../../src/web/docs/examples.ts';
import { messages } from '../../src/web/words/messages.ts';
import { newBotId, newUserId } from '../kit/ids.ts';
import { INPUT } from '../kit/listing-input.ts';
import { isAuthentic, startReceiver } from '../kit/receiver.ts';
import { forFile } from '../kit/service.ts';
import { LOOKS, sendDecision, startWithDeliveries, useSite } from './visitor.ts';

const test = always.skipIf(!inject('parts').temporal);
const MODERATOR = newUserId();

const site = useSite(() => startWithDeliveries({ ADMIN_USER_IDS: MODERATOR }));
const receiver = await forFile(startReceiver());

test.each(LOOKS)(
  'a bot is submitted, approved, connected, voted for, told of the vote, reported and suspended: $name',
  async (look) => {
    const botId = newBotId();
    const name = `Melody ${botId.slice(-6)}`;
    receiver.received.length = 0;
    receiver.answer = () => 500;
    const arrive = () => site.arrive(look);
    const [owner, moderator, voter] = await Promise.all([arrive(), arrive(), arrive()]);

    const stands = (state: string) => owner.page.getByText(`${messages.state.now} ${state}`).waitFor();

    // The owner signs in where every page leads to it, and submits the bot.
    await owner.open('/');
    if (look.name === 'phone') await owner.page.locator('.menu > summary').click();
    await owner.page.getByRole('link', { name: messages.signIn.title }).click();
    await owner.inspect('sign-in');
    await owner.page.getByLabel(messages.signIn.userId).fill(newUserId());
    await owner.page.getByLabel(messages.signIn.name, { exact: true }).fill('Olivia Owner');
    await owner.page.getByRole('button', { name: messages.signIn.title }).click();
    await owner.page.locator('.menu > summary', { hasText: 'Olivia Owner' }).waitFor();
    await owner.open('/submit');
    await owner.page.getByLabel(messages.submit.id).fill(botId);
    await owner.page.getByRole('button', { name: messages.submit.next }).click();
    const field = (label: string) => owner.page.getByLabel(label, { exact: true });
    await field(messages.fields.name).fill(name);
    await owner.page.getByRole('button', { name: messages.submit.send }).click();
    await owner.page.getByRole('alert').waitFor();
    await owner.inspect('submit-refused');
    await field(messages.fields.shortDescription).fill(INPUT.shortDescription);
    await owner.page.getByLabel(messages.fields.longDescription).fill(INPUT.longDescription);
    await field('Music').check();
    await field('German').check();
    await field('English').check();
    for (const link of LINK_NAMES) await owner.page.getByLabel(messages.fields[link]).fill(INPUT[link]);
    await owner.inspect('submit');
    await owner.page.getByRole('button', { name: messages.submit.send }).click();
    await owner.page.waitForURL(`**/bot/${botId}/edit`);
    await stands(messages.common.states.PENDING);
    await owner.page.getByRole('region', { name: messages.submitted.title }).waitFor();
    await owner.inspect('submitted');

    // The moderator finds it in the queue, and makes it public.
    await moderator.signIn(MODERATOR, 'Mo Moderator', '/moderation');
    const waiting = moderator.page.locator('.queue').getByRole('button', { name });
    await waiting.click();
    await moderator.page.getByRole('heading', { name, level: 2 }).waitFor();
    await moderator.page.getByText('Languages: English, German', { exact: true }).waitFor();
    const linkTo = (url: string) => moderator.page.getByRole('link', { name: url, exact: true });
    for (const link of LINK_NAMES) await linkTo(INPUT[link]).waitFor();
    await moderator.inspect('moderation-submitted');
    await moderator.page.getByRole('button', { name: messages.moderation.approve }).click();
    await moderator.page.getByText(messages.moderation.done.APPROVE({ name })).waitFor();
    await sendDecision(moderator);
    await expect.poll(() => waiting.count()).toBe(0);

    // The owner connects the bot: its token opens the REST interface, its webhook is told a secret.
    await owner.open(`/bot/${botId}/edit`);
    await stands(messages.common.states.APPROVED);
    const tab = async (name: 'api' | 'webhook' | 'overview') =>
      owner.page.getByRole('link', { name: messages.dashboard.tabs[name], exact: true }).click();
    await tab('api');
    await owner.page.getByRole('button', { name: messages.token.generate, exact: true }).click();
    const token = await owner.page.getByLabel(messages.token.label).inputValue();
    const snippets = owner.page.locator('#snippets pre');
    expect(await snippets.nth(0).textContent()).toContain(`BOT_TOKEN='${token}'`);
    for (const [index, endpoint] of ['stats', 'check'].entries()) {
      const [curl] = requestExamples(endpoint, site.service.url);
      expect(await snippets.nth(1 + index).textContent()).toBe(curl?.code);
    }
    const report = { token, body: { server_count: 1234 } };
    expect((await site.service.call('POST', `/api/v1/bots/${botId}/stats`, report)).status).toBeLessThan(300);
    await owner.inspect('edit-token');
    await tab('webhook');
    await owner.page.getByLabel(messages.webhook.url, { exact: true }).fill(receiver.url);
    await owner.page.getByRole('button', { name: messages.webhook.set }).click();
    const secret = await owner.page.getByLabel(messages.webhook.secret, { exact: true }).inputValue();
    const deliveries = owner.page.locator('#deliveries');
    await deliveries.getByText(messages.deliveries.live).waitFor();
    await deliveries.getByText(messages.deliveries.empty, { exact: true }).waitFor();
    expect(await deliveries.getByRole('search').count()).toBe(0);
    await owner.inspect('edit-connected');

    // Somebody votes; the attempt appears on the owner's page as it is made.
    await voter.signIn(newUserId(), 'Vera Voter', `/bot/${botId}`);
    await voter.inspect('bot');
    await voter.open(`/bot/${botId}/vote`);
    await voter.inspect('vote');
    expect(await voter.page.getByRole('button', { name: messages.vote.button }).evaluate(isFocused)).toBe(
      true,
    );
    await voter.open(`/bot/${botId}`);
    await voter.page.getByRole('button', { name: `${messages.vote.button} – ${name}` }).click();
    await voter.page.getByText(messages.vote.recorded).waitFor();
    await voter.inspect('vote-recorded');
    await receiver.until(1);
    const [arrived] = receiver.received;
    if (!arrived) throw new Error('Nothing arrived.');
    expect(isAuthentic(arrived, secret)).toBe(true);
    const delivery = deliveries.locator('[id^=delivery-]');
    await delivery.locator('.badge').getByText(messages.deliveries.states.PENDING).waitFor();
    await delivery.locator('.delivery-row').click();
    const attempt = (number: number, round: number) => {
      const { attempt: ofFirst, attemptOfRound } = messages.deliveries;
      const words = round === 1 ? ofFirst({ number }) : attemptOfRound({ number, round });
      return delivery.getByText(words, { exact: true }).waitFor();
    };
    await attempt(1, 1);

    // The attempts that would follow within hours; each appears, and after the last it can be sent again.
    const deliveryId = String(arrived.headers['x-webhook-delivery']);
    for (let number = 2; number <= ATTEMPTS; number++)
      await attemptDelivery(site.services, { deliveryId, botId, round: 1, number });
    await attempt(ATTEMPTS, 1);
    await delivery.locator('.badge').getByText(messages.deliveries.states.FAILED).waitFor();
    await owner.inspect('edit-failed');
    await tab('overview');
    await owner.page.getByRole('region', { name: messages.warnings.failing }).waitFor();
    await owner.inspect('overview-failing');
    await tab('webhook');
    await delivery.locator('.delivery-row').click();
    receiver.answer = () => 200;
    await delivery.getByRole('button', { name: messages.deliveries.resend, exact: true }).click();
    await attempt(1, 2);
    await delivery.locator('.badge').getByText(messages.deliveries.states.DELIVERED).waitFor();
    expect(receiver.received.map(({ headers }) => headers['x-webhook-delivery'])).toEqual(
      Array.from({ length: ATTEMPTS + 1 }, () => deliveryId),
    );

    // By now every step of the checklist has happened, so it is gone.
    await tab('overview');
    await owner.page.getByRole('heading', { name: messages.sections.votes }).waitFor();
    expect(await owner.page.getByRole('heading', { name: messages.sections.checklist }).count()).toBe(0);
    await owner.inspect('overview-set-up');

    // The voter reports the bot; the moderator suspends it, and it is gone for everybody but its owner.
    await voter.open(`/bot/${botId}`);
    await voter.page.getByRole('link', { name: messages.bot.report }).click();
    await voter.page.getByLabel(messages.report.categories.SPAM).check();
    await voter.page.getByLabel(messages.report.text).fill('It writes to everybody who joins.');
    await voter.inspect('report');
    await voter.page.getByRole('button', { name: messages.report.button }).click();
    await voter.page.getByText(messages.report.done).waitFor();
    await voter.inspect('report-done');
    await moderator.open('/moderation');
    await waiting.click();
    await moderator.page.getByText('It writes to everybody who joins.').waitFor();
    await moderator.page.getByRole('button', { name: messages.moderation.suspend }).click();
    await moderator.page.getByLabel(messages.moderation.reason).fill('It advertises by direct messages.');
    await moderator.inspect('moderation-reported');
    await moderator.page.getByRole('button', { name: messages.moderation.suspendNow, exact: true }).click();
    await moderator.page.getByText(messages.moderation.done.SUSPEND({ name })).waitFor();
    await sendDecision(moderator);
    await moderator.inspect('moderation-done');
    await voter.open(`/bot/${botId}`, 404);
    await voter.inspect('bot-suspended');
    await owner.open(`/bot/${botId}/edit`);
    await owner.page.locator('#state').getByText('It advertises by direct messages.').waitFor();
    await owner.inspect('edit-suspended');
  },
);

const isFocused = (element: Element) => element === element.ownerDocument.activeElement;
