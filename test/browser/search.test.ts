import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messages } from '../../src/web/words/messages.ts';
import { first } from '../kit/present.ts';
import { FLOW_LOOKS, LOOKS, useSite, type Visitor } from './visitor.ts';

const NAMES = ['Quarzfuchs', 'Quarzeule'];

let botId: string;
const site = useSite();
beforeAll(async () => {
  const { bots } = await site.service.seed({ bots: 30, users: 0, votes: 0 });
  botId = first(bots).id;
  for (const [index, name] of NAMES.entries()) {
    await site.services.db.sql`
      update bots set name = ${name}, tags = '{music,fun}', languages = '{de,ja}' where id = ${bots[index]?.id ?? ''}`;
    await site.services.db.sql`
      update bot_stats set vote_count = ${1000 - index} where bot_id = ${bots[index]?.id ?? ''}`;
  }
});

describe.each(FLOW_LOOKS)('Search and filters: $name', (look) => {
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = await site.arrive(look);
  });

  test.each(['/', '/bots'])(
    'suggestions on %s are chosen with the keyboard, and closed with Escape',
    async (path) => {
      const { page } = visitor;
      await visitor.open(path);
      const label = path === '/' ? messages.home.searchLabel : messages.directory.searchLabel;
      const field = page.getByRole('combobox', { name: label });
      await field.pressSequentially('quarz');
      const options = page.getByRole('listbox').getByRole('option');
      await options.first().waitFor();
      expect(await options.allInnerTexts()).toEqual(NAMES);
      expect(await field.getAttribute('aria-expanded')).toBe('true');
      await field.press('ArrowDown');
      await field.press('ArrowDown');
      const chosen = page.getByRole('listbox').getByRole('option', { selected: true });
      expect(await chosen.innerText()).toBe(NAMES[1]);
      expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
      await visitor.inspect(`suggestions${path.replace('/', '-')}`);
      await field.press('Escape');
      expect(await page.getByRole('listbox').isVisible()).toBe(false);
      expect(await field.inputValue()).toBe('quarz');
      await field.press('ArrowDown');
      await field.press('Enter');
      await page.waitForURL(`**/bot/${botId}`);
      await page.getByRole('heading', { level: 1, name: 'Quarzfuchs' }).waitFor();
    },
  );

  test('enter without a chosen suggestion searches', async () => {
    const { page } = visitor;
    await visitor.open('/');
    await page.getByRole('combobox').fill('quarz');
    await page.getByRole('combobox').press('Enter');
    await page.waitForURL('**/bots?q=quarz');
    await visitor.inspect('search');
  });

  test('filters are chosen, shown and removed', async () => {
    const { page } = visitor;
    await visitor.open('/bots?q=quarz');
    await page.locator('summary', { hasText: messages.filters.title }).click();
    await page
      .getByRole('group', { name: messages.filters.tags })
      .getByText('Music', { exact: true })
      .click();
    await page.getByRole('group', { name: messages.filters.tags }).getByText('Fun', { exact: true }).click();
    await page.locator('summary', { hasText: messages.filters.languages }).click();
    await page
      .getByRole('group', { name: messages.filters.languages })
      .getByText('German', { exact: true })
      .click();
    await visitor.inspect('filters');
    await page.getByRole('button', { name: messages.filters.apply }).click();
    await page.waitForURL('**/bots?q=quarz&tag=fun&tag=music&speaks=de&servers=');
    expect(await page.locator('.rows h2').allInnerTexts()).toEqual(NAMES);
    await visitor.inspect('filtered');
    await page.getByRole('link', { name: `${messages.filters.remove} Fun` }).click();
    await page.waitForURL('**/tag/music?q=quarz&speaks=de');
    await page
      .getByRole('link', {
        name: `${messages.filters.remove} ${messages.filters.speaks({ language: 'German' })}`,
      })
      .click();
    await page.waitForURL('**/tag/music?q=quarz');
  });
});

test('without JavaScript the search field is a plain form, and filters work', async () => {
  const visitor = await site.arrive(first(LOOKS), { javaScript: false });
  const { page } = visitor;
  await visitor.open('/');
  expect(await page.getByRole('combobox', { name: messages.home.searchLabel }).count()).toBe(0);
  await page.getByRole('searchbox').fill('quarz');
  await page.getByRole('button', { name: messages.directory.search, exact: true }).click();
  await page.waitForURL('**/bots?q=quarz');
  await page.locator('summary', { hasText: messages.filters.title }).click();
  await page.getByText(messages.filters.exclude).click();
  await page
    .getByRole('group', { name: messages.filters.without })
    .getByText('Music', { exact: true })
    .click();
  await page.getByRole('button', { name: messages.filters.apply }).click();
  await page.waitForURL('**/bots?q=quarz&not=music&servers=');
  await page.getByText(messages.filters.noneFit).waitFor();
  await visitor.open('/bots?q=quarz');
  await page.locator('summary', { hasText: messages.filters.title }).click();
  await page.locator('summary', { hasText: messages.filters.languages }).click();
  await page.getByText('Japanese', { exact: true }).click();
  await page.getByRole('button', { name: messages.filters.apply }).click();
  await page.waitForURL('**/bots?q=quarz&speaks=ja&servers=');
  expect(await page.locator('.rows h2').allInnerTexts()).toEqual(NAMES);
});
