import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { addScreenshot } from '../../src/domain/listing/screenshots.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given, putInState, unreviewed } from '../kit/given.ts';
import { LOOKS, useSite } from './visitor.ts';

const site = useSite();
const { screenshots: labels, screenshotsForm: form } = messages;

const drawing = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

async function withScreenshots() {
  const bot = await given(site.services).listing().approved();
  const add = async (image: Buffer, words: string | null) =>
    addScreenshot(site.services, { botId: bot.id, userId: '1' }, image.toString('base64'), words);
  await unreviewed(site.services, bot.id, async () => {
    await add(await drawing(1600, 900, '#0aa'), 'The queue');
    await add(await drawing(600, 1200, '#a0a'), 'The settings on a phone');
    await add(await drawing(800, 600, '#aa0'), null);
  });
  site.services.listingTouched(bot.id);
  return bot;
}

describe.each(LOOKS)('Screenshots: $name', (look) => {
  test('are opened, walked through and closed with the keyboard, and the focus returns', async () => {
    const { id } = await withScreenshots();
    const visitor = await site.arrive(look);
    const { page } = visitor;
    await visitor.open(`/bot/${id}`);
    await visitor.inspect('screenshots');
    const strip = page.getByRole('region', { name: labels.title });
    const first = strip.getByRole('link', { name: 'The queue' });
    await strip.focus();
    await page.keyboard.press('Tab');
    expect(await first.evaluate((link) => link.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    const viewer = page.getByRole('dialog', { name: labels.title });
    await viewer.getByRole('img', { name: 'The queue' }).waitFor();
    await visitor.inspect('screenshot-viewer');
    await page.keyboard.press('ArrowRight');
    await viewer.getByText(labels.place({ number: 2, total: 3 })).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await viewer.getByText(labels.place({ number: 3, total: 3 })).waitFor();
    await page.keyboard.press('ArrowLeft');
    await viewer.getByRole('img', { name: 'The settings on a phone' }).waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    expect(await first.evaluate((link) => link.matches(':focus'))).toBe(true);
  });

  test('are closed by the way back, which stays on the page, and closing leaves no step behind', async () => {
    const { id } = await withScreenshots();
    const visitor = await site.arrive(look);
    const { page } = visitor;
    await visitor.open('/bots');
    await visitor.open(`/bot/${id}`);
    const viewer = page.getByRole('dialog', { name: labels.title });
    const first = page.getByRole('region', { name: labels.title }).getByRole('link', { name: 'The queue' });
    await first.click();
    await viewer.waitFor();
    await page.goBack();
    await viewer.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe(`/bot/${id}`);
    await first.click();
    await viewer.waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate('history.state?.isViewerOpen')).toBeUndefined();
    await page.goBack();
    await page.waitForURL('**/bots');
  });

  test('are links to the whole picture without scripts', async () => {
    const { id } = await withScreenshots();
    const visitor = await site.arrive(look, { javaScript: false });
    await visitor.open(`/bot/${id}`);
    await visitor.page.getByRole('link', { name: 'The queue' }).click();
    await visitor.page.waitForURL(`**/bot/${id}/image/*`);
  });

  test('are uploaded, moved and removed by their owner before the review', async () => {
    const { id, ownerId } = await withScreenshots();
    await putInState(site.services, id, 'pending');
    const visitor = await site.arriveAs(look, ownerId, 'Ada', `/bot/${id}/edit/listing`);
    const { page } = visitor;
    const buffer = await drawing(900, 600, '#123');
    await page.getByLabel(form.file).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: form.upload }).click();
    await page.getByText(form.uploaded).waitFor();
    await page.getByRole('button', { name: form.moveEarlier({ number: 4 }) }).click();
    await page.getByText(form.moved({ number: 3 })).waitFor();
    await visitor.inspect('own-screenshots');
    await page.getByRole('button', { name: form.removeNamed({ number: 1 }) }).click();
    await page.getByText(form.removed).waitFor();
    expect(await page.locator('.own-screenshots li').count()).toBe(3);
  });
});
