import { expect, test } from 'vitest';
import { createLanguageNames } from '../../src/web/words/bot-languages.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../src/web/words/language.ts';
import { makeMessages } from '../../src/web/words/make-messages.ts';
import { CATALOGUES, messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { first } from '../kit/present.ts';
import { FLOW_LOOKS, useSite } from './visitor.ts';

const OTHERS = LANGUAGES.filter((language) => language !== 'en').map((language) => ({
  language,
  words: makeMessages(CATALOGUES[language], language),
}));
/** Every language on every look. */
const CASES = OTHERS.flatMap((each) => FLOW_LOOKS.map((look) => ({ ...each, look, name: look.name })));

const site = useSite();

test.each(CASES)(
  'the dashboard speaks "$language" to readers who chose it: $name',
  async ({ language, words, look }) => {
    const listing = given(site.services).listing();
    const { id: botId, ownerId } = await listing.approved();
    const reader = await site.arriveAs(look, ownerId, 'Olga');
    const { page } = reader;
    await reader.context.addCookies([{ name: 'language', value: language, url: site.service.url }]);
    const edit = `/bot/${botId}/edit`;
    const shown: [path: string, section: string][] = [
      [edit, words.sections.state],
      [`${edit}/listing`, words.sections.listing],
      [`${edit}/api`, words.sections.token],
      [`${edit}/webhook`, words.sections.webhook],
      [`${edit}/team`, words.sections.owners],
      [`${edit}/settings`, words.sections.danger],
    ];
    for (const [path, section] of shown) {
      await reader.open(path);
      await page.getByRole('heading', { level: 2, name: section, exact: true }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      await reader.inspect(`${language}${path.replace(edit, '-edit').replace('/', '-')}`);
    }
    await reader.open(`${edit}/listing`);
    const languages = page.getByRole('group', { name: words.fields.languages });
    await languages.getByText(words.fields.languagesHint({ count: 2, max: 10 })).waitFor();
    expect(
      await languages.getByLabel(createLanguageNames(language).labelOf('de'), { exact: true }).isChecked(),
    ).toBe(true);
    await reader.open('/dashboard');
    await page.getByText(words.bots.publicPage).waitFor();
    await reader.inspect(`${language}-dashboard`);
    // The choice at the end of a page, also where scripts follow links.
    await reader.open(`${edit}/webhook`);
    await page.getByRole('link', { name: LANGUAGE_NAMES.en }).click();
    await page.getByRole('heading', { level: 2, name: messages.sections.webhook, exact: true }).waitFor();
    await page.getByRole('link', { name: LANGUAGE_NAMES[language] }).click();
    await page.getByRole('heading', { level: 2, name: words.sections.webhook, exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${edit}/webhook`);
    // The address wins over the cookie.
    await reader.open('/dashboard?lang=en');
    await page.getByText(messages.bots.publicPage).waitFor();
  },
);

test.each(OTHERS)(
  'numbers and times are those of "$language", in the reader\'s time zone',
  async ({ language }) => {
    const listing = given(site.services).listing();
    const { id: botId, ownerId } = await listing.approved();
    const reader = await site.arriveAs(first(FLOW_LOOKS), ownerId, 'Olga');
    await reader.open(`/bot/${botId}/edit/settings?lang=${language}`);
    const time = reader.page.locator('.history time').first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const written = new Intl.DateTimeFormat(language, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Europe/Berlin',
    });
    expect(await time.innerText()).toBe(written.format(at));
  },
);
