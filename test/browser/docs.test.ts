import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { submitListing } from '../../src/domain/listing/submit.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { newBotId } from '../kit/ids.ts';
import { FIELDS } from '../kit/listing-input.ts';
import { FLOW_LOOKS, useSite, type Visitor } from './visitor.ts';

const site = useSite();
beforeAll(async () => {
  await site.service.seed({ bots: 3, users: 0, votes: 0 });
});

describe.each(FLOW_LOOKS)('The pages for developers: $name', (look) => {
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = await site.arrive(look);
  });
  const languagesShown = () =>
    visitor.page
      .locator('.languages input:checked')
      .evaluateAll((inputs) => [...new Set(inputs.map((input) => (input as HTMLInputElement).value))]);

  test('a language that is chosen once holds for every example, on other pages and on the next visit', async () => {
    const { page } = visitor;
    await visitor.open('/docs');
    const before = await languagesShown();
    await page.locator('.languages label', { hasText: 'Python' }).first().click();
    expect(before).not.toContain('python');
    expect(await languagesShown()).toEqual(['python']);
    await visitor.open('/docs/webhooks');
    expect(await languagesShown()).toContain('python');
    await visitor.open('/docs');
    expect(await languagesShown()).toEqual(['python']);
    await visitor.inspect('docs-in-python');
  });

  test('code is copied as it is shown', async () => {
    const { page } = visitor;
    await visitor.open('/docs');
    const shown = page.locator('.code:visible').first();
    const code = await shown.locator('pre').innerText();
    await shown.getByRole('button').click();
    await shown.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied.trim()).toBe(code.trim());
  });

  test('an owner finds the ID of their own bot in the examples, and can choose another', async () => {
    const { page } = visitor;
    const { id, ownerId } = await given(site.services).listing().approved();
    const second = newBotId();
    await submitListing(site.services, { botId: second, userId: ownerId, fields: FIELDS });
    await visitor.signIn(ownerId, 'Ada', '/docs');
    const select = page.getByLabel(messages.docs.ownBot);
    const shown = await select.inputValue();
    expect([id, second]).toContain(shown);
    expect(await page.locator('article').innerText()).toContain(shown);
    const other = shown === id ? second : id;
    await select.selectOption(other);
    await page.waitForURL(`**/docs?bot=${other}`);
    const article = await page.locator('article').innerText();
    expect(article).toContain(other);
    expect(article).not.toContain(shown);
    await visitor.inspect('docs-own-bot');
  });
});
