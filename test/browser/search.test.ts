import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messages } from '../../src/web/words/messages.ts';
import { first } from '../kit/present.ts';
import { FLOW_LOOKS, LOOKS, useSite, type Visitor } from './visitor.ts';

const NAMES = ['Quarzfuchs', 'Quarzeule'];
const FIVE = ['Jaspisadler', 'Jaspisbiber', 'Jaspiscorgi', 'Jaspisdachs', 'Jaspiselch'] as const;
const [ADLER, BIBER, CORGI, DACHS, ELCH] = FIVE;

const choiceOf = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `${messages.compare.label} – ${name}` });

/** The names at the head of a comparison that nothing covers. */
const SEEN_NAMES = `[...document.querySelectorAll('thead bdi')].filter((name) => {
  const { x, y, width, height } = name.getBoundingClientRect();
  return name.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((name) => name.textContent)`;

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
  for (const [index, name] of FIVE.entries()) {
    const id = bots[NAMES.length + index]?.id ?? '';
    await site.services.db.sql`
      update bots set name = ${name}, tags = ${index < 3 ? ['fun'] : ['games']} where id = ${id}`;
    await site.services.db.sql`update bot_stats set vote_count = ${500 - index} where bot_id = ${id}`;
  }
});

describe.each(FLOW_LOOKS)('Search and filters: $name', (look) => {
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = await site.arrive(look);
  });

  test.each(['/', '/bots'])(
    'suggestions on %s show pictures and texts of bots, and are chosen with the keyboard, and closed with Escape',
    async (path) => {
      const { page } = visitor;
      await visitor.open(path);
      const label = path === '/' ? messages.home.searchLabel : messages.directory.searchLabel;
      // The script of the suggestions comes when the field gets the focus.
      await page.getByRole('main').getByLabel(label).focus();
      const field = page.getByRole('combobox', { name: label });
      await field.pressSequentially('quarz');
      const options = page.getByRole('listbox').getByRole('option');
      await options.first().waitFor();
      const isBot = '[id^=bot-]:has(img):has(small:not(:empty))';
      for (const option of await page.getByRole('listbox').locator(isBot).all())
        expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect(await page.getByRole('listbox').locator(isBot).count()).toBeGreaterThanOrEqual(2);
      const names = page.getByRole('listbox').locator('bdi');
      expect((await names.allInnerTexts()).slice(0, 2)).toEqual(NAMES);
      expect(await options.last().innerText()).toBe(messages.palette.searchFor({ text: 'quarz' }));
      expect(await field.getAttribute('aria-expanded')).toBe('true');
      await field.press('ArrowDown');
      await field.press('ArrowDown');
      const chosen = page.getByRole('listbox').getByRole('option', { selected: true });
      expect(await chosen.locator('bdi').innerText()).toBe(NAMES[1]);
      expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
      // In the directory the list covers half of a checkbox, which axe then finds too small.
      if (path === '/') await visitor.inspect('suggestions');
      await field.press('Escape');
      expect(await page.getByRole('listbox').isVisible()).toBe(false);
      expect(await field.inputValue()).toBe('quarz');
      // The browser itself would clear the field.
      await field.press('Escape');
      expect(await field.inputValue()).toBe('quarz');
      await field.press('ArrowDown');
      await field.press('Enter');
      await page.waitForURL(`**/bot/${botId}`);
      await page.getByRole('heading', { level: 1, name: 'Quarzfuchs' }).waitFor();
    },
  );

  test('suggestions of a category keep the filters that are chosen now', async () => {
    const { page } = visitor;
    await visitor.open('/bots?speaks=de&not=fun');
    const field = page.locator('.top [name=q]');
    await field.focus();
    await page.getByRole('combobox', { name: messages.directory.searchLabel }).fill('polls');
    await page.locator('#tag-polls').click();
    await page.waitForURL('**/tag/polls?not=fun&speaks=de');
  });

  test('suggestions for a text from before their script are asked for, and only then there may be none', async () => {
    const { page } = visitor;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/suggest*.js', async (route) => {
      await held;
      await route.continue();
    });
    await visitor.open('/');
    await page.getByRole('main').getByLabel(messages.home.searchLabel).fill('quarz');
    let isRefused = false;
    await page.route('**/bots/suggestions?*', (route) => (isRefused ? route.abort() : route.continue()));
    letGo();
    const list = page.getByRole('listbox');
    await list.locator('bdi', { hasText: 'Quarzfuchs' }).waitFor();
    isRefused = true;
    await page.getByRole('combobox', { name: messages.home.searchLabel }).fill('xyzzyq');
    await list.getByText(messages.palette.searchFor({ text: 'xyzzyq' })).waitFor();
    expect(await list.getByRole('group').count()).toBe(0);
    isRefused = false;
    await page.getByRole('combobox', { name: messages.home.searchLabel }).fill('xyzzyqq');
    await list.getByRole('group', { name: messages.palette.nothing }).waitFor();
  });

  test('enter without a chosen suggestion searches', async () => {
    const { page } = visitor;
    await visitor.open('/');
    await page.getByRole('searchbox', { name: messages.home.searchLabel }).focus();
    await page.getByRole('combobox', { name: messages.home.searchLabel }).fill('quarz');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/bots?q=quarz');
    await visitor.inspect('search');
  });

  test('filters show their bots at once, keep their place, and are removed', async () => {
    const { page } = visitor;
    await visitor.open('/bots?q=quarz');
    const isSheet = (page.viewportSize()?.width ?? 0) < 900;
    const panel = page.getByRole('form', { name: messages.filters.title });
    const open = page.locator('.open-filters');
    if (isSheet) await open.click();
    expect(await panel.getByRole('button', { name: messages.filters.close }).isVisible()).toBe(isSheet);
    await panel.getByRole('checkbox', { name: /^Music/ }).check();
    await page.waitForURL('**/bots?q=quarz&tag=music');
    await panel.getByRole('checkbox', { name: /^German/ }).focus();
    await page.keyboard.press('Space');
    await page.waitForURL('**/bots?q=quarz&speaks=de&tag=music');
    expect(
      await panel.getByRole('checkbox', { name: /^German/ }).evaluate((box) => box.matches(':focus')),
    ).toBe(true);
    expect(await panel.locator('[data-count="tag=fun"]').innerText()).toBe('2');
    await visitor.inspect('filters');
    // A category is wanted or unwanted, not both.
    await panel.getByRole('checkbox', { name: messages.filters.exclude({ tag: 'Music' }) }).check();
    await page.waitForURL('**/bots?q=quarz&speaks=de&not=music');
    expect(await panel.getByRole('checkbox', { name: /^Music/ }).isChecked()).toBe(false);
    await panel.getByRole('checkbox', { name: /^Music/ }).check();
    await page.waitForURL('**/bots?q=quarz&speaks=de&tag=music');
    if (isSheet) await panel.getByRole('button', { name: messages.filters.show({ count: 2 }) }).click();
    expect(await panel.isVisible()).toBe(!isSheet);
    expect(await page.locator('.rows h2').allInnerTexts()).toEqual(NAMES);
    await visitor.inspect('filtered');
    const speaks = messages.filters.speaks({ language: 'German' });
    await page.getByRole('link', { name: `${messages.filters.remove} ${speaks}` }).click();
    await page.waitForURL('**/tag/music?q=quarz');
    await page.goBack();
    await page.waitForURL('**/bots?q=quarz&speaks=de&tag=music');
    expect(await page.locator('.chosen').innerText()).toContain(speaks);
  });

  test('a search keeps the filters that are chosen now, and none that was removed', async () => {
    const { page } = visitor;
    const isSheet = (page.viewportSize()?.width ?? 0) < 900;
    const panel = page.getByRole('form', { name: messages.filters.title });
    const choose = async (name: string, value: string, address: string) => {
      if (isSheet && !(await panel.isVisible())) await page.locator('.open-filters').click();
      await panel.locator(`[name=${name}][value=${value}]`).click();
      await page.waitForURL(address);
      if (isSheet) await page.keyboard.press('Escape');
    };
    const search = async (text: string, address: string) => {
      await page.locator('.top [name=q]').fill(text);
      await page.locator('.top [name=q]').press('Enter');
      await page.waitForURL(address);
    };
    await visitor.open('/bots');
    await choose('sensitive', 'none', '**/bots?sensitive=none');
    await choose('tag', 'fun', '**/bots?sensitive=none&tag=fun');
    await search('quarz', '**/tag/fun?q=quarz&sensitive=none');
    await page.goBack();
    await page.waitForURL('**/bots?sensitive=none&tag=fun');
    expect(await page.locator('.chosen').innerText()).toContain('Fun');
    await visitor.open('/tag/fun');
    await choose('not', 'fun', '**/bots?not=fun');
    expect(await page.locator('.top [name=q]').getAttribute('placeholder')).toBe(
      messages.directory.searchLabel,
    );
    await choose('not', 'fun', '**/bots');
    await search('quarz', '**/bots?q=quarz');
  });

  test('each step through filters keeps its own position on the way back', async () => {
    const { page } = visitor;
    await visitor.open('/bots');
    const position = () => page.evaluate('Math.round(scrollY)') as Promise<number>;
    const check = (value: string) =>
      page.evaluate(`document.querySelector('#filters [name=sensitive][value=${value}]').click()`);
    await page.evaluate('scrollTo(0, 700)');
    const before = await position();
    expect(before).toBeGreaterThan(300);
    await check('none');
    await page.waitForURL('**/bots?sensitive=none');
    await page.evaluate('scrollTo(0, 40)');
    await page.goBack();
    await page.waitForURL('**/bots');
    await expect.poll(position).toBe(before);
    await page.goForward();
    await page.waitForURL('**/bots?sensitive=none');
    expect(await page.locator('.chosen').innerText()).toContain(messages.filters.noneSensitive);
  });

  test.each(['en', 'de'])('offers fit the page, in %s', async (language) => {
    const { page } = visitor;
    await visitor.open(`/bots?q=quarz+deutsch+wenig+berechtigungen&lang=${language}`);
    await page.locator('.named .chips a').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await visitor.inspect(`offers-${language}`);
  });

  test('bots are chosen in a list and compared, with and without the mouse', async () => {
    const { page } = visitor;
    await visitor.open('/bots?q=quarz');
    const button = page.locator('.bar [type=submit]');
    expect(await button.isVisible()).toBe(false);
    await choiceOf(page, first(NAMES)).check();
    // One bot is no comparison.
    expect(await button.innerText()).toBe(messages.compare.chosenCount({ count: 1 }));
    expect(await button.isDisabled()).toBe(true);
    await choiceOf(page, NAMES[1] ?? '').focus();
    await page.keyboard.press('Space');
    await visitor.inspect('chosen');
    await page.getByRole('button', { name: messages.compare.chosenCount({ count: 2 }) }).click();
    await page.waitForURL('**/compare?bots=*&bots=*');
    const heads = page.getByRole('columnheader').getByRole('link', { name: /^Quarz/ });
    expect(await heads.allInnerTexts()).toEqual(NAMES);
    // The names stay in view, below the head of the page.
    await page.evaluate('scrollTo(0, 900)');
    expect(await page.evaluate(SEEN_NAMES)).toEqual(NAMES);
    await visitor.inspect('compared');
  });

  test('at most four bots can be chosen, and those that a filter hides stay chosen', async () => {
    const { page } = visitor;
    await visitor.open('/bots?q=jaspis');
    for (const name of FIVE.slice(0, 4)) await choiceOf(page, name).check();
    const full = page.getByRole('status').filter({ hasText: messages.compare.full({ max: 4 }) });
    await full.waitFor();
    expect(await choiceOf(page, ELCH).isDisabled()).toBe(true);
    await visitor.inspect('chosen-four');
    await choiceOf(page, CORGI).uncheck();
    expect(await choiceOf(page, ELCH).isDisabled()).toBe(false);
    expect(await full.count()).toBe(0);

    // Only the last two have this category.
    const panel = page.getByRole('form', { name: messages.filters.title });
    const isSheet = await page.locator('.open-filters').isVisible();
    if (isSheet) await page.locator('.open-filters').click();
    await panel.getByRole('checkbox', { name: /^Games/ }).check();
    await page.waitForURL('**/bots?q=jaspis&tag=games');
    if (isSheet) await panel.getByRole('button', { name: messages.filters.show({ count: 2 }) }).click();
    expect(await page.locator('.rows h2').allInnerTexts()).toHaveLength(2);
    expect(await choiceOf(page, DACHS).isChecked()).toBe(true);
    expect(await choiceOf(page, ELCH).isChecked()).toBe(false);
    await page.getByRole('button', { name: messages.compare.chosenCount({ count: 3 }) }).click();
    await page.waitForURL('**/compare?*');
    const heads = page.getByRole('columnheader').getByRole('link', { name: /^Jaspis/ });
    expect(await heads.allInnerTexts()).toEqual([ADLER, BIBER, DACHS]);

    await page.goBack();
    await page.getByRole('button', { name: messages.compare.clear }).click();
    expect(await page.locator('.bar').isVisible()).toBe(false);
    expect(await page.locator('.comparing [name=bots]:is(:checked, [type=hidden])').count()).toBe(0);
  });

  test('bots stay chosen in another order and on another page, until the choice is cleared', async () => {
    const { page } = visitor;
    await visitor.open('/bots?q=jaspis');
    for (const name of [ADLER, BIBER]) await choiceOf(page, name).check();
    const compare = page.getByRole('button', { name: messages.compare.chosenCount({ count: 2 }) });
    await visitor.open('/bots?q=jaspis&order=newest');
    expect(await choiceOf(page, BIBER).isChecked()).toBe(true);
    await visitor.open('/bots?order=votes');
    await page.getByRole('link', { name: messages.directory.next }).click();
    await page.waitForURL('**after=*');
    await compare.click();
    const heads = page.getByRole('columnheader').getByRole('link', { name: /^Jaspis/ });
    expect(await heads.allInnerTexts()).toEqual([ADLER, BIBER]);
    await page.goBack();
    await page.getByRole('button', { name: messages.compare.clear }).click();
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('after'));
    expect(await page.locator('.comparing [name=bots]:is(:checked, [type=hidden])').count()).toBe(0);
  });

  test('a search without results goes on with less of it, and says so', async () => {
    const { page } = visitor;
    await visitor.open('/bots?q=quarz&speaks=vi');
    await page.getByRole('status').filter({ hasText: 'Speaks Vietnamese' }).waitFor();
    expect(await page.locator('.rows h2').allInnerTexts()).toEqual(NAMES);
    await visitor.inspect('relaxed');
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
  const panel = page.getByRole('form', { name: messages.filters.title });
  // The button opens the sheet without scripts, too.
  if (await page.locator('.open-filters').isVisible()) await page.locator('.open-filters').click();
  await panel.locator('[name=not][value=music]').check();
  await panel.getByRole('button', { name: messages.filters.show({ count: 2 }) }).click();
  await page.waitForURL('**/bots?q=quarz&servers=&not=music');
  await page.getByText(messages.filters.less({ filters: messages.filters.not({ tag: 'Music' }) })).waitFor();
  await visitor.open('/bots?q=quarz');
  if (await page.locator('.open-filters').isVisible()) await page.locator('.open-filters').click();
  await panel.getByText(messages.filters.moreLanguages).click();
  await panel.getByText('Japanese', { exact: true }).click();
  await panel.getByRole('button', { name: messages.filters.show({ count: 2 }) }).click();
  await page.waitForURL('**/bots?q=quarz&speaks=ja&servers=');
  expect(await page.locator('.rows h2').allInnerTexts()).toEqual(NAMES);
});
