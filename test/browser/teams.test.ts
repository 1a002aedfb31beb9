import { describe, expect, test } from 'vitest';
import { addCoOwner, listOwners } from '../../src/domain/ownership/owners.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { LOOKS, useSite } from './visitor.ts';

const site = useSite();
const { invitations, owners, transfer, activity } = messages;
const WEBHOOK = 'https://receiver.example/votes';

describe.each(LOOKS)('A team: $name', (look) => {
  test('is invited with a role, accepts all at once, and a reader finds no way to change anything', async () => {
    const own = () => given(site.services).owner('Olivia Owner');
    const bot = await own().listing({ name: 'Melody' }).withToken().withWebhook(WEBHOOK).votes(1).approved();
    const other = await own().listing({ name: 'Harmony' }).approved();
    const guest = await given(site.services).user('Gus Guest');
    await addCoOwner(site.services, other.id, guest, other.ownerId);
    const owner = await site.arriveAs(look, bot.ownerId, 'Olivia Owner', `/bot/${bot.id}/edit/team`);
    await owner.page.getByLabel(owners.role).selectOption('REPORTS');
    await owner.page.locator('#owners').getByLabel(owners.id).fill(guest);
    await owner.page.getByRole('button', { name: owners.addButton, exact: true }).click();
    await owner.page.getByText(owners.added).waitFor();
    await owner.inspect('team-invited');

    const visitor = await site.arriveAs(look, guest, 'Gus Guest', '/dashboard');
    const reads = invitations.what.REPORTS({ name: 'Melody', inviter: 'Olivia Owner' });
    await visitor.page.getByText(reads).waitFor();
    await visitor.inspect('team-invitations');
    await visitor.page.getByRole('button', { name: invitations.acceptAll }).click();
    await visitor.page.locator('.bots').getByText(owners.roles.REPORTS).waitFor();
    expect(await visitor.page.getByText(reads).count()).toBe(0);
    expect((await listOwners(site.services, other.id)).map(({ name }) => name)).toContain('Gus Guest');

    for (const tab of ['', '/webhook', '/team', '/settings']) {
      await visitor.open(`/bot/${bot.id}/edit${tab}`);
      await visitor.page.getByText(owners.readsOnly).waitFor();
      await visitor.page.locator('#app section h2').first().waitFor();
    }
    await visitor.page.locator('.history').getByText(activity.kinds.WEBHOOK_SET).waitFor();
    await visitor.inspect('team-reader-settings');
    await visitor.open(`/bot/${bot.id}/edit/webhook`);
    await visitor.page.locator('#webhook').waitFor();
    expect(await visitor.page.locator('#webhook button').count()).toBe(0);
    expect(
      await visitor.page.locator('.tabs').getByText(messages.dashboard.tabs.api, { exact: true }).count(),
    ).toBe(0);
    await visitor.inspect('team-reader-webhook');
  });

  test('hands the listing over: the offer is accepted, and the new token and secret are shown once', async () => {
    const own = given(site.services).owner('Olivia Owner');
    const bot = await own.listing({ name: 'Melody' }).withToken().withWebhook(WEBHOOK).approved();
    const heir = await given(site.services).user('Heidi Heir');
    const owner = await site.arriveAs(look, bot.ownerId, 'Olivia Owner', `/bot/${bot.id}/edit/team`);
    const section = owner.page.locator('#transfer');
    await section.getByLabel(transfer.id).fill(heir);
    await section.getByRole('button', { name: transfer.offer, exact: true }).click();
    await section.getByText(transfer.offered).waitFor();
    await owner.inspect('transfer-offered');

    const visitor = await site.arriveAs(look, heir, 'Heidi Heir', '/dashboard');
    const take = visitor.page.getByRole('button', { name: invitations.take({ name: 'Melody' }) });
    await take.click();
    await visitor.page.getByText(invitations.takeWarning).waitFor();
    await visitor.inspect('transfer-asked');
    await take.click();
    await visitor.page.getByText(invitations.taken({ name: 'Melody' })).waitFor();
    const token = visitor.page.getByLabel(invitations.tokenOf({ name: 'Melody' }));
    expect(await token.inputValue()).toMatch(/^blt_/);
    expect(await visitor.page.getByLabel(invitations.secretOf({ name: 'Melody' })).inputValue()).toMatch(
      /^whsec_/,
    );
    await visitor.inspect('transfer-accepted');
    const names = (await listOwners(site.services, bot.id)).map(({ name, isCoOwner }) => [name, isCoOwner]);
    expect(names).toEqual([
      ['Heidi Heir', false],
      ['Olivia Owner', true],
    ]);
    await visitor.open('/dashboard');
    await visitor.page.locator('.bots').waitFor();
    expect(await token.count()).toBe(0);
  });
});
