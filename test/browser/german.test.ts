import { expect, test } from 'vitest';
import * as de from '../../src/web/words/de/index.ts';
import type * as en from '../../src/web/words/en/index.ts';
import { makeWords } from '../../src/web/words/words.ts';
import { given } from '../kit/given.ts';
import { first } from '../kit/present.ts';
import { FLOW_LOOKS, useSite } from './visitor.ts';

const words = makeWords<typeof en>(de, 'de');

const site = useSite();

test.each(FLOW_LOOKS)('the dashboard speaks German to readers who chose it: $name', async (look) => {
  const listing = given(site.services).owner().listing();
  const { id: botId, ownerId } = await listing.approved();
  const reader = await site.arrive(look);
  const { page } = reader;
  await reader.signIn(ownerId, 'Olga');
  await reader.context.addCookies([{ name: 'language', value: 'de', url: site.service.url }]);
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
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await reader.inspect(`german${path.replace(edit, '-edit').replace('/', '-')}`);
  }
  await reader.open(`${edit}/listing`);
  const languages = page.getByRole('group', { name: words.fields.languages });
  await languages.getByText(words.fields.languagesHint({ count: 2, max: 10 })).waitFor();
  expect(await languages.getByLabel('Deutsch', { exact: true }).isChecked()).toBe(true);
  await reader.open('/dashboard');
  await page.getByText(words.bots.publicPage).waitFor();
  await reader.inspect('german-dashboard');
  // The choice at the end of a page, also where scripts follow links.
  await reader.open(`${edit}/webhook`);
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('heading', { level: 2, name: 'Vote webhook', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { level: 2, name: words.sections.webhook, exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${edit}/webhook`);
  // The address wins over the cookie.
  await reader.open('/dashboard?lang=en');
  await page.getByText('Public page').waitFor();
});

test("numbers and times are German, in the reader's time zone", async () => {
  const listing = given(site.services).owner().listing();
  const { id: botId, ownerId } = await listing.approved();
  const reader = await site.arrive(first(FLOW_LOOKS));
  await reader.signIn(ownerId, 'Olga');
  await reader.open(`/bot/${botId}/edit/settings?lang=de`);
  const time = reader.page.locator('.history time').first();
  const at = new Date((await time.getAttribute('datetime')) ?? '');
  const german = new Intl.DateTimeFormat('de', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  });
  expect(await time.innerText()).toBe(german.format(at));
});
