import { describe, expect, test } from 'vitest';
import { editListing } from '../../src/domain/listing/edit.ts';
import { findListing } from '../../src/domain/listing/read.ts';
import { setTranslation } from '../../src/domain/listing/texts.ts';
import { claimListing } from '../../src/domain/moderation/claims.ts';
import { decideEdit } from '../../src/domain/moderation/decide-edit.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given, unreviewed } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { startOwnService } from '../kit/service.ts';
import { FLOW_LOOKS, sendDecision, useSite } from './visitor.ts';

const MODERATOR = newUserId();
const site = useSite(() => startOwnService({ ADMIN_USER_IDS: MODERATOR }));
const labels = messages.edits;

describe.each(FLOW_LOOKS)('Edits of a public bot: $name', (look) => {
  test('wait while the page shows the accepted version; are withdrawn, refused, accepted and reverted', async () => {
    const bot = await given(site.services)
      .owner('Olivia Owner')
      .listing({ name: `Tambourine ${look.name}`, websiteUrl: 'https://here.example/', prefix: '!' })
      .approved();
    const [owner, moderator, visitor] = await Promise.all([
      site.arrive(look),
      site.arrive(look),
      site.arrive(look),
    ]);
    const button = (at: typeof owner, name: string) => at.page.getByRole('button', { name, exact: true });
    const website = () => owner.page.getByLabel(messages.fields.websiteUrl);
    const shown = async (href: string) => {
      await visitor.open(`/bot/${bot.id}`);
      await visitor.page.locator(`a[href="${href}"]`).first().waitFor();
    };
    const save = async (address: string) => {
      await website().fill(address);
      await button(owner, messages.fields.save).click();
      await owner.page.getByText(labels.savedWaiting).waitFor();
    };

    // A phone shows the queue first.
    const choose = async () => {
      if (look.name !== 'phone') return;
      await moderator.page
        .locator('.queue')
        .getByRole('button', { name: `Tambourine ${look.name}` })
        .click();
    };

    // The owner leads a link elsewhere, and takes that back.
    await owner.signIn(bot.ownerId, 'Olivia Owner', `/bot/${bot.id}/edit/listing`);
    await save('https://elsewhere.example/');
    await owner.page.getByText(labels.reasons.LINKS).waitFor();
    await owner.inspect('edit-waits');
    await shown('https://here.example/');
    // The overview says that it waits, and leads back to it.
    await owner.open(`/bot/${bot.id}/edit`);
    const waiting = owner.page.getByRole('region', { name: labels.waiting });
    await owner.inspect('overview-edit-waits');
    await waiting.getByRole('link', { name: messages.warnings.openEdit }).click();
    await button(owner, labels.withdraw).click();
    await owner.page.locator('.own-edit').waitFor({ state: 'detached' });
    await expect.poll(() => website().inputValue()).toBe('https://here.example/');

    // The moderator refuses it with a reason.
    await save('https://elsewhere.example/');
    await moderator.signIn(MODERATOR, 'Mo Moderator', '/moderation');
    await choose();
    await moderator.page.getByRole('heading', { name: labels.toDecide }).waitFor();
    await moderator.inspect('moderation-edit');
    await button(moderator, labels.refuse).click();
    await moderator.page
      .getByLabel(messages.moderation.reason, { exact: true })
      .fill('This site is not yours.');
    await button(moderator, labels.refuseNow).click();
    await moderator.page.getByText(labels.refusedOf({ name: `Tambourine ${look.name}` })).waitFor();
    await sendDecision(moderator);
    await owner.open(`/bot/${bot.id}/edit/listing`);
    await owner.page.getByText('This site is not yours.').waitFor();
    await owner.inspect('edit-refused');

    // The next one is accepted.
    await save('https://good.example/');
    await moderator.open('/moderation');
    await choose();
    await button(moderator, labels.accept).click();
    await moderator.page.getByText(labels.accepted({ name: `Tambourine ${look.name}` })).waitFor();
    await sendDecision(moderator);
    await shown('https://good.example/');

    // Others are public at once, and reverted later.
    await owner.open(`/bot/${bot.id}/edit/listing`);
    await owner.page.getByLabel(messages.fields.prefix).fill('§');
    await button(owner, messages.fields.save).click();
    await owner.page.getByText(messages.common.saved, { exact: true }).waitFor();
    await moderator.open('/moderation');
    await moderator.page.getByText(labels.later({ count: 1 })).click();
    await choose();
    await moderator.page.getByRole('heading', { name: labels.seen }).waitFor();
    await moderator.inspect('moderation-later');
    await button(moderator, labels.revert).click();
    const why = moderator.page.getByLabel(messages.moderation.reason, { exact: true });
    await why.fill('This prefix is not one that people can type.');
    await button(moderator, labels.revertNow).click();
    await moderator.page.getByText(labels.revertedOf({ name: `Tambourine ${look.name}` })).waitFor();
    await sendDecision(moderator);
    await owner.open(`/bot/${bot.id}/edit/listing`);
    await owner.page.getByRole('heading', { name: labels.reverted }).waitFor();
  });

  test('of a translation wait, too: the owner sees both versions, the moderator what is new', async () => {
    const translations = messages.translationsForm;
    const name = `Glockenspiel ${look.name}`;
    const bot = await given(site.services)
      .owner('Olivia Owner')
      .listing({ name, textLanguage: 'en' })
      .approved();
    const by = { botId: bot.id, userId: bot.ownerId };
    await unreviewed(site.services, bot.id, () =>
      setTranslation(site.services, by, 'de', { longDescription: 'Ein Glockenspiel für deinen Server.' }),
    );
    const [owner, moderator] = await Promise.all([site.arrive(look), site.arrive(look)]);
    const section = owner.page.getByRole('region', { name: translations.title, exact: true });
    const text = section.getByLabel(messages.fields.longDescription);
    const save = async () => {
      await text.fill('Ein Glockenspiel für jeden Server: https://elsewhere.example/');
      await section.getByRole('button', { name: translations.save }).click();
      await section.getByText(labels.savedWaiting).waitFor();
    };

    // The owner writes a link to a new site, takes that back, and writes it again.
    await owner.signIn(bot.ownerId, 'Olivia Owner', `/bot/${bot.id}/edit/listing`);
    await section.getByRole('button', { name: translations.editNamed({ language: 'German' }) }).click();
    await save();
    await owner.inspect('translation-waits');
    await section.getByRole('button', { name: labels.withdraw }).click();
    await section.locator('.own-edit').waitFor({ state: 'detached' });
    await expect.poll(() => text.inputValue()).toBe('Ein Glockenspiel für deinen Server.');
    await save();
    await owner.open(`/bot/${bot.id}/edit/listing`);
    await section.getByText(labels.reasons.LINKS).waitFor();

    // The moderator compares, and accepts.
    await moderator.signIn(MODERATOR, 'Mo Moderator', '/moderation');
    await moderator.page.locator('.queue').getByRole('button', { name }).click();
    await moderator.page.locator('.open-edit .changed-text', { hasText: 'elsewhere' }).waitFor();
    await moderator.page.locator('.open-edit').getByText('German').waitFor();
    await moderator.inspect('moderation-translation');
    await moderator.page.getByRole('button', { name: labels.accept, exact: true }).click();
    await moderator.page.getByText(labels.accepted({ name })).waitFor();
    await sendDecision(moderator);
    await owner.open(`/bot/${bot.id}?lang=de`);
    await owner.page.getByText('Ein Glockenspiel für jeden Server').first().waitFor();
  });

  test('that somebody else has decided on first are loaded again, and the moderator is told', async () => {
    const name = `Timpani ${look.name}`;
    const { services } = site;
    const { id, ownerId } = await given(services).listing({ name }).approved();
    const fields = { websiteUrl: 'https://elsewhere.example/' };
    const { revision = 0 } = (await findListing(services, id)) ?? {};
    await editListing(services, { botId: id, userId: ownerId, revision, fields });
    const { page } = await site.arriveAs(look, MODERATOR, 'Mo Moderator', '/moderation');
    await page.locator('.queue').getByRole('button', { name }).click();
    await page.getByRole('heading', { name: labels.toDecide }).waitFor();
    const [edit] = await services.db.sql<{ id: number }[]>`select id from listing_edits where bot_id = ${id}`;
    const other = await given(services).moderator('Grace');
    await claimListing(services, other, id, true);
    await decideEdit(services, other, id, { editId: Number(edit?.id), accepts: true });
    await page.getByRole('button', { name: labels.accept, exact: true }).click();
    await page.getByText(messages.held.notDone({ name })).waitFor();
    expect(await page.getByRole('heading', { name: labels.toDecide }).count()).toBe(0);
  });
});
