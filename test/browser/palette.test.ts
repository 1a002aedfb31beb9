import { beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUES, messages } from '../../src/web/words/messages.ts';
import { newUserId } from '../kit/ids.ts';
import { first } from '../kit/present.ts';
import { FLOW_LOOKS, useSite } from './visitor.ts';

let botId: string;
const site = useSite();
beforeAll(async () => {
  const { bots } = await site.service.seed({ bots: 1, users: 0, votes: 0 });
  botId = first(bots).id;
  await site.services.db.sql`update bots set name = 'Zimtdrossel' where id = ${botId}`;
});

describe.each(FLOW_LOOKS)('The palette: $name', (look) => {
  const arrive = async (path: string) => {
    const visitor = await site.arrive(look);
    await visitor.open(path);
    const { page } = visitor;
    const field = page.getByRole('combobox', { name: messages.palette.label });
    const option = (name: string) => page.getByRole('option', { name, exact: true });
    return { visitor, page, field, option };
  };

  test('opens by Ctrl+K and by a slash, but not while somebody writes, and gives the focus back', async () => {
    const { visitor, page, field } = await arrive('/about');
    await page.getByRole('searchbox').first().focus();
    await page.keyboard.type('a/b');
    expect(await field.count()).toBe(0);
    expect(await page.locator('#site-search').inputValue()).toBe('a/b');
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await visitor.inspect('palette');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.id')).toBe('site-search');
    await page.locator('main').focus();
    await page.keyboard.press('/');
    await field.waitFor();
    expect(await field.inputValue()).toBe('');
  });

  test('has what is typed while it loads, and finds pages for developers', async () => {
    const { page, field, option } = await arrive('/about');
    await page.route(/\/assets\/palette\./, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('errors');
    await field.waitFor();
    expect(await field.inputValue()).toBe('errors');
    await option(messages.docs.errors).click();
    await page.waitForURL('**/docs/errors');
  });

  test('finds bots and places, and switches the theme', async () => {
    const { page, field, option } = await arrive('/about');
    await page.keyboard.press('Control+k');
    await field.pressSequentially('zimt');
    await page.getByRole('option', { name: /^Zimtdrossel/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/bot/${botId}`);
    await page.keyboard.press('Control+k');
    await field.pressSequentially(messages.sitePages.ranking);
    await option(messages.sitePages.ranking).click();
    await page.waitForURL('**/ranking');
    await page.keyboard.press('Control+k');
    const before = await page.evaluate('document.documentElement.dataset.theme');
    await page.getByRole('option', { name: /^Switch to/ }).click();
    expect(await page.evaluate('document.documentElement.dataset.theme')).not.toBe(before);
  });

  test("leads a member to places by words of any language, and signs out without the member's name in a label", async () => {
    const visitor = await site.arriveAs(look, newUserId(), 'Besucherin', '/about?lang=de');
    const { page } = visitor;
    await page.keyboard.press('Control+k');
    const field = page.locator('.palette input');
    const { account, navigation, myVotes, sitePages } = CATALOGUES.de;
    const labels = () => page.locator('.palette [role=option]').allInnerTexts();
    await field.waitFor();
    expect(await labels()).not.toContainEqual(expect.stringContaining('Besucherin'));
    const otherTheme = account[look.schemes[0] === 'dark' ? 'light' : 'dark'];
    for (const [text, label] of [
      ['home', navigation.home],
      ['konto', account.title],
      ['account', account.title],
      ['abstimmen', myVotes.title],
      ['vote', myVotes.title],
      ['Rang', sitePages.ranking],
      ['dunkel', otherTheme],
      ['dark mode', otherTheme],
      ['clair', otherTheme],
      ['deconnexion', navigation.signOut],
      ['abmelden', navigation.signOut],
    ] as const) {
      await field.fill(text);
      await page.locator('.palette [role=option]', { hasText: `„${text}“` }).waitFor();
      expect(await labels(), text).toContain(label);
    }
    await field.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
    expect(await page.locator('form[action="/sign-out"]').count()).toBe(0);
  });

  test.each([0, 1000])('Enter takes the only entry, without an arrow key, after %i ms', async (wait) => {
    const { page, field, option } = await arrive('/about');
    await page.keyboard.press('Control+k');
    const label = await page.getByRole('option', { name: /^Switch to/ }).innerText();
    const before = await page.evaluate('document.documentElement.dataset.theme');
    await field.fill(label);
    if (wait > 0) await option(messages.palette.searchFor({ text: label })).waitFor();
    await field.press('Enter');
    await field.waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.documentElement.dataset.theme')).not.toBe(before);
    expect(new URL(page.url()).pathname).toBe('/about');
  });

  test('lists places with their icons, and apart from them what it does', async () => {
    const { page, field } = await arrive('/about');
    await page.keyboard.press('Control+k');
    await field.waitFor();
    const entries = (label: string) =>
      page.getByRole('group', { name: label, exact: true }).getByRole('option').allInnerTexts();
    const places = await entries(messages.palette.places);
    expect(places.slice(0, 4)).toEqual([
      messages.navigation.home,
      messages.directory.title,
      messages.directory.orders.TRENDING,
      messages.compare.title,
    ]);
    const actions = await entries(messages.palette.actions);
    expect(actions.slice(1)).toEqual(['English', 'Deutsch', 'Français']);
    expect(await page.locator('.palette [role=option]:not(:has(> svg > *))').count()).toBe(0);
    const hasKeys = look.name !== 'phone';
    expect(await page.getByText(messages.palette.keys).isVisible()).toBe(hasKeys);
  });

  test('a place that the text names is first, and Enter goes there', async () => {
    const { page, field } = await arrive('/about');
    await page.keyboard.press('Control+k');
    await field.pressSequentially('sign in');
    const first = page.locator('.palette [role=option]').first();
    await expect.poll(() => first.innerText()).toBe(messages.signIn.title);
    expect(await first.getAttribute('aria-selected')).toBe('true');
    await field.press('Enter');
    await page.waitForURL('**/sign-in**');
  });

  test.each([
    ['german', 'Deutsch'],
    ['allemand', 'Deutsch'],
    ['franz', 'Français'],
    ['how rank', messages.sitePages.ranking],
  ])(
    '%s leads to %s: a language by its name in any other, a place by some of its words',
    async (text, label) => {
      const { page, field } = await arrive('/about');
      await page.keyboard.press('Control+k');
      await field.fill(text);
      await expect.poll(() => page.locator('.palette [role=option]').first().innerText()).toBe(label);
    },
  );

  test('its first entry is marked from the start, and Enter takes it, also when an arrow key left the list', async () => {
    const { visitor, page, field, option } = await arrive('/about');
    const marked = page.locator('.palette [aria-selected=true]');
    const isFirst = () =>
      page.evaluate(`document.querySelector('.palette [role=option]').ariaSelected === 'true'`);
    await page.keyboard.press('Control+k');
    await marked.waitFor();
    expect(await isFirst()).toBe(true);
    await field.pressSequentially('zimt');
    await option(messages.palette.searchFor({ text: 'zimt' })).waitFor();
    await expect.poll(isFirst).toBe(true);
    expect(await marked.locator('bdi').innerText()).toBe('Zimtdrossel');
    await visitor.inspect('palette-marked');
    await field.press('ArrowUp');
    expect(await marked.count()).toBe(0);
    await field.press('Enter');
    await page.waitForURL(`**/bot/${botId}`);
  });

  test('its last entry searches, which Enter does when there is no other', async () => {
    const { visitor, page, field, option } = await arrive('/about');
    await page.keyboard.press('Control+k');
    await field.pressSequentially('music');
    await option(messages.palette.searchFor({ text: 'music' })).click();
    await page.waitForURL('**/bots?q=music');
    await page.keyboard.press('Control+k');
    await field.fill('zzqq');
    await page.getByRole('group', { name: messages.palette.nothing }).waitFor();
    expect(await page.locator('.palette [aria-selected=true]').innerText()).toBe('Search for “zzqq”');
    await visitor.inspect('palette-nothing');
    await field.press('Enter');
    await page.waitForURL('**/bots?q=zzqq');
    // Searches by the palette are remembered, too.
    expect(await page.evaluate(`JSON.parse(localStorage.getItem('searches'))[0]`)).toBe('zzqq');
  });

  test('knows the last searches of this browser until they are cleared', async () => {
    const { page, field, option } = await arrive('/bots');
    const search = page.getByRole('main').getByLabel(messages.directory.searchLabel);
    await search.fill('zimt');
    // The script that remembers searches is loaded when somebody begins to write.
    await expect.poll(() => search.getAttribute('role')).toBe('combobox');
    await search.press('Enter');
    await page.waitForURL('**/bots?q=zimt');
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: messages.palette.recent }).waitFor();
    expect(await option('zimt').getAttribute('href')).toBe('/bots?q=zimt');
    await option(messages.palette.clear).click();
    await option('zimt').waitFor({ state: 'detached' });
    expect(await field.isVisible()).toBe(true);
    expect(await page.evaluate(`localStorage.getItem('searches')`)).toBe('[]');
  });

  test('opens on the dashboard, too', async () => {
    const visitor = await site.arriveAs(look, newUserId(), 'Olga', '/dashboard');
    await visitor.page.keyboard.press('Control+k');
    await visitor.page.getByRole('combobox', { name: messages.palette.label }).waitFor();
    await visitor.inspect('palette-dashboard');
  });
});
