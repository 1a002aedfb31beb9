import { expect, test } from 'vitest';
import { attemptDelivery } from '../../src/domain/delivery/attempt.ts';
import { sendTest } from '../../src/domain/delivery/webhook.ts';
import { messages } from '../../src/web/words/messages.ts';
import { answered, fakeSender } from '../kit/fake-sender.ts';
import { given } from '../kit/given.ts';
import { FLOW_LOOKS, useSite } from './visitor.ts';

const labels = messages.webhook;
const DISCORD = 'https://discord.com/api/webhooks/123456789012345678/abc-DEF_123';
const site = useSite();

test.each(FLOW_LOOKS)(
  'an owner chooses a format after its example, rotates in two steps, and finds new secrets on every tab: $name',
  async (look) => {
    const { id, ownerId } = await given(site.services)
      .listing()
      .withWebhook('http://127.0.0.1:4000/votes')
      .approved();
    const owner = await site.arriveAs(look, ownerId, 'Olivia Owner', `/bot/${id}/edit/webhook`);
    const { page } = owner;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const go = (name: keyof typeof messages.dashboard.tabs) =>
      page.locator('.tabs').getByRole('link', { name: messages.dashboard.tabs[name], exact: true }).click();
    const next = page.getByLabel(labels.nextSecret, { exact: true });

    // In two steps: the next secret is there on the way back from another tab, and after a reload.
    await press(labels.rotateSlowly);
    const secret = await next.inputValue();
    expect(secret).toMatch(/^whsec_[A-Za-z\d]{44}$/);
    await owner.inspect('webhook-next-secret');
    await go('team');
    await page.locator('#owners').waitFor();
    await go('webhook');
    expect(await next.inputValue()).toBe(secret);
    await page.reload();
    expect(await next.inputValue()).toBe(secret);
    expect(
      await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })),
    ).not.toContain('whsec');
    await press(labels.dismiss);
    await next.waitFor({ state: 'detached' });
    await page.getByText(labels.nextHow).waitFor();

    // A receiver that refuses the next secret: the state says so, until the rotation is cancelled.
    const state = page.locator('#webhook .badge').first();
    const { id: deliveryId } = await sendTest(site.services, id, ownerId);
    const sender = fakeSender(answered(401));
    await attemptDelivery({ ...site.services, sender }, { deliveryId, botId: id, round: 1, number: 1 });
    await state.getByText(labels.health.FAILING, { exact: true }).waitFor();
    await page.locator('#webhook').getByText('it refuses the next secret').waitFor();
    await owner.inspect('webhook-next-refused');
    await press(labels.cancelNext);
    await page.getByText(labels.cancelledNext).waitFor();
    await state.getByText(labels.health.UNVERIFIED, { exact: true }).waitFor();

    // The URL changes, and the secret stays.
    const url = page.getByLabel(labels.url, { exact: true });
    await url.fill('http://127.0.0.1:4000/other');
    await press(labels.change);
    await page.getByText(labels.changed).waitFor();
    expect(await page.getByLabel(labels.secret, { exact: true }).count()).toBe(0);
    await page.getByLabel(labels.newSecret).check();
    await press(labels.change);
    await page.getByLabel(labels.secret, { exact: true }).waitFor();
    await press(labels.dismiss);

    // A pasted URL suggests its format, whose example shows before it is chosen for good.
    await url.fill(DISCORD);
    await press(labels.useFormat.DISCORD);
    await page.getByText(labels.example).click();
    await page.getByText('"allowed_mentions"').waitFor();
    await owner.inspect('webhook-format');
    await url.fill('http://127.0.0.1:4000/other');
    await press(labels.change);
    await page.getByText('This is not the URL of a Discord webhook.').waitFor();
  },
);
