import { expect, test } from 'vitest';
import { LOOKS, useSite } from './visitor.ts';

const site = useSite();

/** Evaluated in the page: tabs through the links of the page, and names those that something else covers. */
const COVERED = `[...document.querySelectorAll('main a, main button, main summary')].filter((link) => {
  link.focus();
  const { left, top, width, height } = link.getBoundingClientRect();
  if (document.activeElement !== link || width === 0) return false;
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return !link.contains(found);
}).map((link) => link.textContent.trim())`;

test.each(LOOKS)('No bar covers what gets the focus on the page of a bot: $name', async (look) => {
  const [bot] = (await site.service.seed({ bots: 1 })).bots;
  const visitor = await site.arrive(look);
  await visitor.open(`/bot/${bot?.id}`);
  expect(await visitor.page.evaluate(COVERED)).toEqual([]);
});
