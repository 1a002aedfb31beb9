import { describe, expect, test } from 'vitest';
import { listTranslations, setTranslation } from '../../src/domain/listing/texts.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given, unreviewed } from '../kit/given.ts';
import { LOOKS, useSite } from './visitor.ts';

const site = useSite();
const labels = messages.translationsForm;
const SHORT = 'Spielt Musik in Sprachkanälen, mit Warteschlange.';

describe.each(LOOKS)('The translations of a bot: $name', (look) => {
  test('are added, refused, corrected, read by visitors, and removed', async () => {
    const bot = await given(site.services).owner('Olivia Owner').listing().approved();
    const owner = await site.arriveAs(look, bot.ownerId, 'Olivia Owner', `/bot/${bot.id}/edit/listing`);
    const section = owner.page.getByRole('region', { name: labels.title, exact: true });
    await section.getByLabel(labels.language).selectOption('de');
    await section.getByRole('button', { name: labels.add, exact: true }).click();
    await section.getByRole('heading', { name: labels.textsIn({ language: 'German' }) }).waitFor();
    await owner.inspect('translation');

    const short = section.getByLabel(messages.fields.shortDescription);
    await short.fill('Musik');
    await section.getByRole('button', { name: labels.save }).click();
    await section.getByText('The short description must be 30 to 150 characters long.').waitFor();
    expect(await short.evaluate((element) => element === document.activeElement)).toBe(true);
    await owner.inspect('translation-refused');
    await short.fill(SHORT);
    await section.getByRole('button', { name: labels.save }).click();
    await section.getByText(labels.saved).waitFor();
    await section.getByText(labels.texts({ count: 1, all: 3 })).waitFor();
    await owner.inspect('translation-saved');
    expect(await listTranslations(site.services, bot.id)).toMatchObject([
      { language: 'de', name: null, shortDescription: SHORT },
    ]);

    // A co-owner edits them meanwhile: what the owner has typed stays, and what only the co-owner has written comes in.
    const [seen] = await listTranslations(site.services, bot.id);
    const theirs = {
      name: 'Liedervogel',
      shortDescription: 'Ein Text, den der Miteigentümer geschrieben hat.',
    };
    await unreviewed(site.services, bot.id, () =>
      setTranslation(site.services, { botId: bot.id, userId: bot.ownerId }, 'de', theirs, seen?.updatedAt),
    );
    await short.fill(`${SHORT} Neu.`);
    await section.getByRole('button', { name: labels.save }).click();
    const versions = section.getByRole('region', { name: messages.drafts.conflict });
    await versions.waitFor();
    await owner.inspect('translation-conflict');
    expect(await short.inputValue()).toBe(`${SHORT} Neu.`);
    expect(await listTranslations(site.services, bot.id)).toMatchObject([theirs]);
    expect(await section.getByRole('textbox', { name: messages.fields.name }).inputValue()).toBe(theirs.name);
    await section.getByRole('button', { name: labels.save }).click();
    await section.getByText(labels.saved).waitFor();
    expect(await listTranslations(site.services, bot.id)).toMatchObject([
      { name: theirs.name, shortDescription: `${SHORT} Neu.` },
    ]);

    const visitor = await site.arrive(look);
    await visitor.open(`/bot/${bot.id}?lang=de`);
    await visitor.page.getByText(SHORT).first().waitFor();
    await visitor.inspect('translated-page');

    const remove = section.getByRole('button', { name: labels.removeNamed({ language: 'German' }) });
    await remove.click();
    await section.getByText(labels.removeWarning({ language: 'German' })).waitFor();
    await remove.click();
    await section.getByText(labels.removed).waitFor();
    expect(await listTranslations(site.services, bot.id)).toEqual([]);
  });
});
