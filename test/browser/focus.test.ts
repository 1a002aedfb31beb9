import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../kit/service.ts';
import { LOOKS, openBrowser, openVisitor } from './visitor.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startService();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
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
  const [bot] = (await service.seed({ bots: 1 })).bots;
  const visitor = await openVisitor(browser, service.url, look);
  try {
    await visitor.open(`/bot/${bot?.id}`);
    expect(await visitor.page.evaluate(COVERED)).toEqual([]);
  } finally {
    await visitor.close();
  }
});
