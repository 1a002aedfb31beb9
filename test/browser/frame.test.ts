import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../../src/web/words/messages.ts';
import { newUserId } from '../kit/ids.ts';
import { first } from '../kit/present.ts';
import { FLOW_LOOKS, LOOKS, useSite } from './visitor.ts';

const site = useSite();
let botId: string;
beforeAll(async () => {
  botId = first((await site.service.seed({ bots: 3 })).bots).id;
});

const [PHONE, DESKTOP] = LOOKS.map((look) => ({ ...look, schemes: ['light'] as const }));
if (!PHONE || !DESKTOP) throw new Error('A phone and a desktop are looked at.');

/** Evaluated in the page: what a finger taps in the header, the footer and lists of links, and is too small. */
const SMALL = `[...document.querySelectorAll(
  'header.top-bar :is(a, button, summary, input), footer.end li a, :is(.chips, .contents, .tabs, .pages) a'
)].filter((element) => element.checkVisibility()).map((element) => {
  const { width, height } = element.getBoundingClientRect();
  return { width, height, html: element.outerHTML.slice(0, 80) };
}).filter(({ width, height }) => width < 44 || height < 44).map(({ width, height, html }) =>
  Math.round(width) + ' x ' + Math.round(height) + ' ' + html)`;

const ROW = `document.querySelector('header.top-bar').getBoundingClientRect().height`;

/** Places in the menu without a shape in their icon. */
const withoutIcon = (page: Page) => page.locator('.menu nav a:not(:has(svg > *))');

describe('On a phone', () => {
  test.each(['/', '/?lang=de', '/bots', '/about', '/docs', '/nothing', 'bot'])(
    'the header is one row, and a finger finds each link, which has an icon: %s',
    async (path) => {
      const visitor = await site.arrive(PHONE);
      await visitor.open(path === 'bot' ? `/bot/${botId}` : path, path === '/nothing' ? 404 : 200);
      expect(await visitor.page.evaluate(ROW)).toBeLessThanOrEqual(64);
      await visitor.page.locator('.menu > summary').click();
      expect(await visitor.page.evaluate(SMALL)).toEqual([]);
      expect(await withoutIcon(visitor.page).count()).toBe(0);
      await visitor.inspect(`menu${path.replaceAll(/\W/g, '-')}`);
    },
  );

  test('a member signs out at the end of the menu, apart from all other links', async () => {
    const visitor = await site.arriveAs(PHONE, newUserId(), 'Nora Nobody', '/account');
    const { page } = visitor;
    await page.locator('.menu > summary').click();
    expect(await page.evaluate(SMALL)).toEqual([]);
    expect(await withoutIcon(page).count()).toBe(0);
    await visitor.inspect('menu-member');
    const tops: number[] = [];
    for (const target of await page.locator('.menu :is(a, button):visible').all())
      tops.push((await target.boundingBox())?.y ?? 0);
    const [last = 0, before = 0] = tops.toReversed();
    expect(last - before).toBeGreaterThan(44 + 20);
    await page.locator('.menu').getByRole('button', { name: messages.navigation.signOut }).click();
    await page.waitForURL('**/');
    expect(await page.locator('.person-name').count()).toBe(0);
  });

  test('the menu opens without scripts', async () => {
    const visitor = await site.arrive(PHONE, { javaScript: false });
    await visitor.open(`/bot/${botId}`);
    await visitor.page.locator('.menu > summary').click();
    await visitor.page.locator('.menu').getByRole('link', { name: messages.navigation.docs }).click();
    await visitor.page.waitForURL('**/docs');
  });
});

test.each(FLOW_LOOKS)('the search in the header finds a bot from any page: $name', async (look) => {
  const visitor = await site.arrive(look);
  await visitor.open('/about');
  const search = visitor.page.getByRole('search', { name: messages.navigation.search });
  await search.getByRole('searchbox').fill('Melody');
  await search.getByRole('button').click();
  await visitor.page.waitForURL('**/bots?q=Melody');
  expect(await visitor.page.getByRole('search', { name: messages.navigation.search }).count()).toBe(0);
});

test('the menu closes with Escape, which returns to it, and with a click beside it', async () => {
  const { page } = await site.arriveAs(DESKTOP, newUserId(), 'Nora Nobody', '/about');
  const menu = page.locator('.menu');
  await menu.locator('summary').click();
  await menu.getByRole('link', { name: messages.account.title }).focus();
  await page.keyboard.press('Escape');
  expect(await menu.getAttribute('open')).toBeNull();
  expect(await page.evaluate(`document.activeElement === document.querySelector('.menu > summary')`)).toBe(
    true,
  );
  await menu.locator('summary').click();
  await page.getByRole('main').click({ position: { x: 5, y: 5 } });
  expect(await menu.getAttribute('open')).toBeNull();
});

describe.each(FLOW_LOOKS)('The dashboard before its data is there: $name', (look) => {
  test('shows outlines that stand still for those who want it, and says that it loads', async () => {
    const visitor = await site.arriveAs(look, newUserId(), 'Nora Nobody', '/about');
    const { page } = visitor;
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/graphql', async (route) => {
      await held;
      await route.continue();
    });
    await visitor.open('/dashboard');
    const status = page.getByRole('status').filter({ hasText: messages.common.loading });
    await status.waitFor();
    const bones = page.locator('.bones:visible');
    expect(await bones.count()).toBe(2);
    expect(await bones.first().getAttribute('aria-hidden')).toBe('true');
    const animations = () => page.evaluate('document.getAnimations().length');
    expect(await animations()).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await animations()).toBe(8);
    answer?.();
    await page.getByText(messages.bots.empty).waitFor();
    expect(await page.locator('.loading').count()).toBe(0);
  });
});
