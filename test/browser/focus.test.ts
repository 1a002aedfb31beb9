import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../../src/web/words/messages.ts';
import { first } from '../kit/present.ts';
import { LOOKS, useSite } from './visitor.ts';

const DESKTOP = first(LOOKS.filter(({ name }) => name === 'desktop'));

const site = useSite();
let bot: { readonly id: string };
let ownerId: string;
beforeAll(async () => {
  const seeded = await site.service.seed({ bots: 1 });
  bot = first(seeded.bots);
  ownerId = seeded.ownerId;
});

/** Evaluated in the page: tabs through the links of the page, and names those that something else covers. */
const COVERED = `[...document.querySelectorAll('main a, main button, main summary')].filter((link) => {
  link.focus();
  const { left, top, width, height } = link.getBoundingClientRect();
  if (document.activeElement !== link || width === 0) return false;
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return !link.contains(found);
}).map((link) => link.textContent.trim())`;

test.each(LOOKS)('No bar covers what gets the focus on the page of a bot: $name', async (look) => {
  const visitor = await site.arrive(look);
  await visitor.open(`/bot/${bot.id}`);
  expect(await visitor.page.evaluate(COVERED)).toEqual([]);
});

/**
 * Evaluated in the page: the rings around links, buttons and fields that have the focus. The ring of a card is around
 * its link's area, that of the search on the first page around its frame, and that of a field that is not seen around
 * what stands for it.
 */
const RINGS = `[...new Set([...document.querySelectorAll('a, button, summary, input, select, textarea')].flatMap((part) => {
  part.focus();
  if (document.activeElement !== part || !part.checkVisibility({ opacityProperty: true })) return [];
  const widthOf = ({ outlineStyle, outlineWidth }) => (outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth));
  const styles = [part, part.nextElementSibling, part.closest('label, .not, .hero .search:has(:focus-visible)')]
    .filter((each) => each !== null).map((each) => getComputedStyle(each));
  const style = [...styles, getComputedStyle(part, '::after')].find((each) => widthOf(each) > 0);
  return [style ? [style.outlineStyle, style.outlineWidth, style.outlineColor].join(' ') : part.outerHTML.slice(0, 90)];
}))]`;

describe.each(LOOKS)('One ring shows what has the focus: $name', (look) => {
  test.each(['/', '/bots', '/compare', '/docs', 'bot', '/dashboard', 'edit'])('%s', async (name) => {
    const visitor = await site.arriveAs(look, ownerId, 'Olivia Owner', '/about');
    const { page } = visitor;
    await visitor.open({ bot: `/bot/${bot.id}`, edit: `/bot/${bot.id}/edit/listing` }[name] ?? name);
    await page.locator('.loading').waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    const accent = await page.evaluate<string>(`(() => {
      const part = document.body.appendChild(document.createElement('i'));
      part.style.color = 'var(--accent)';
      const { color } = getComputedStyle(part);
      part.remove();
      return color;
    })()`);
    expect(await page.evaluate(RINGS)).toEqual([`solid 3px ${accent}`]);
  });
});

/** Evaluated in the page: the part of it that has the focus. */
const FOCUSED = `(() => {
  const part = document.activeElement;
  return part.id || part.className || part.localName;
})()`;

test.each(['/bots', '/tag/music', '/', '/about'])('The first link skips to the content: %s', async (path) => {
  const visitor = await site.arrive(DESKTOP);
  const { page } = visitor;
  await visitor.open(path);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(FOCUSED)).toBe('skip');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${path}#main`);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(FOCUSED)).toBe('main');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(`document.activeElement.closest('main') !== null`)).toBe(true);
});

test('A link before the filters skips to the list, also after it has changed', async () => {
  const visitor = await site.arrive(DESKTOP);
  const { page } = visitor;
  await visitor.open('/bots');
  const skip = async (address: string) => {
    const link = page.getByRole('link', { name: messages.filters.skip });
    await link.focus();
    await visitor.inspect('skip-filters');
    await link.press('Enter');
    await page.waitForURL(`**${address}#results`);
    expect(await page.evaluate(FOCUSED)).toBe('results');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.activeElement.closest('#results') !== null`)).toBe(true);
  };
  await skip('/bots');
  await page.getByRole('checkbox', { name: messages.filters.active }).check();
  await page.waitForURL('**/bots?active=1');
  await skip('/bots?active=1');
});

/** A phone on its side, a desktop at twice its zoom, a phone at twice its zoom, and four times. */
const LOW = [
  [640, 360],
  [640, 400],
  [360, 390],
  [320, 256],
  [1280, 480],
] as const;

/** Evaluated in the page: whether the title is in the window, and nothing covers it. */
const SEES_TITLE = `(() => {
  const title = document.querySelector('main h1');
  const { left, top, bottom } = title.getBoundingClientRect();
  const found = document.elementFromPoint(left + 4, Math.min(bottom - 4, top + 12));
  return top >= 0 && top + 24 <= innerHeight && found !== null && (title.contains(found) || found.contains(title));
})()`;

test.each(LOW)('In a low window nothing covers the title: %i × %i', async (width, height) => {
  const visitor = await site.arriveAs(
    { name: 'low', width, height, schemes: ['light'] },
    ownerId,
    'Olivia Owner',
    '/about',
  );
  const { page } = visitor;
  for (const path of ['/', '/bots', '/about', '/docs', '/compare', `/bot/${bot.id}`, '/dashboard']) {
    await visitor.open(path);
    expect(await page.evaluate(SEES_TITLE), path).toBe(true);
    // Nothing stays over the page when it scrolls, but for the two actions of a bot.
    await page.evaluate('scrollTo(0, 200)');
    expect(
      await page.evaluate(`document.elementFromPoint(innerWidth / 2, 10).closest('.top-bar')`),
      path,
    ).toBeNull();
  }
});
