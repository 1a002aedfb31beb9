import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { generateToken } from '../../src/domain/identity/tokens.ts';
import { acceptTransfer, offerTransfer } from '../../src/domain/ownership/transfers.ts';
import { REFUSALS } from '../../src/terms/refusals.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { present } from '../kit/present.ts';
import { FLOW_LOOKS, useSite } from './visitor.ts';

const site = useSite();
const { invitations, common } = messages;

/** From now on no query is answered. Mutations are. */
async function breakQueries(page: Page): Promise<void> {
  await page.route('**/graphql', (route) =>
    (route.request().postData() ?? '').includes('mutation')
      ? route.continue()
      : route.fulfill({ json: { errors: [{ message: common.broken }] } }),
  );
}

const cameBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));
const stale = (page: Page) => page.locator('.stale').getByText(common.stale);

async function recover(page: Page): Promise<void> {
  await page.unroute('**/graphql');
  const tryAgain = page.getByRole('button', { name: common.tryAgain, exact: true });
  // The stream may have loaded the page again first, so that there is no button.
  const clicked = tryAgain.click({ timeout: 5000 }).catch(async (error) => {
    if ((await tryAgain.count()) > 0) throw error;
  });
  await stale(page).waitFor({ state: 'detached' });
  await clicked;
}

test.each(FLOW_LOOKS)(
  'after a take-over whose list cannot be loaded again, token and secret stay, and the pages of the listing have them: $name',
  async (look) => {
    const { services } = site;
    const bot = await given(services)
      .listing({ name: 'Melody' })
      .withToken()
      .withWebhook('https://receiver.example/votes')
      .approved();
    const heir = await given(services).user('Heidi Heir');
    await offerTransfer(services, { botId: bot.id, fromId: bot.ownerId, toId: heir, ownerStays: true });
    const visitor = await site.arriveAs(look, heir, 'Heidi Heir', '/dashboard');
    const { page } = visitor;
    const take = page.getByRole('button', { name: invitations.take({ name: 'Melody' }) });
    await take.waitFor();
    await breakQueries(page);
    await take.click();
    await page.locator('.confirm button').first().click();
    await stale(page).waitFor();
    const token = await page.getByLabel(invitations.tokenOf({ name: 'Melody' })).inputValue();
    const secret = await page.getByLabel(invitations.secretOf({ name: 'Melody' })).inputValue();
    expect(await take.count()).toBe(0);
    await visitor.inspect('taken-stale');
    await recover(page);
    expect(await page.getByLabel(invitations.tokenOf({ name: 'Melody' })).inputValue()).toBe(token);
    await visitor.open(`/bot/${bot.id}/edit/api`);
    expect(await page.getByLabel(messages.token.label, { exact: true }).inputValue()).toBe(token);
    await page.reload();
    expect(await page.getByLabel(messages.token.label, { exact: true }).inputValue()).toBe(token);
    await visitor.open(`/bot/${bot.id}/edit/webhook`);
    expect(await page.getByLabel(messages.webhook.secret, { exact: true }).inputValue()).toBe(secret);

    // Somebody else replaces the token: no page that is open shows the one before as the new one.
    await visitor.open(`/bot/${bot.id}/edit/api`);
    const field = page.getByLabel(messages.token.label, { exact: true });
    await field.waitFor();
    await generateToken(services, bot.id, bot.ownerId);
    await cameBack(page);
    await field.waitFor({ state: 'detached' });
    expect(await page.locator('#snippets').innerText()).not.toContain(token);
  },
);

/** Somebody who is offered these listings, on their dashboard. */
async function heirOf(...names: string[]) {
  const { services } = site;
  const heir = await given(services).user('Heidi Heir');
  const bots = await Promise.all(
    names.map((name) =>
      given(services).listing({ name }).withToken().withWebhook('https://receiver.example/votes').approved(),
    ),
  );
  for (const { id, ownerId } of bots)
    await offerTransfer(services, { botId: id, fromId: ownerId, toId: heir, ownerStays: true });
  const visitor = await site.arriveAs(present(FLOW_LOOKS[1]), heir, 'Heidi Heir', '/dashboard');
  const { page } = visitor;
  const tokenOf = (name: string) => page.getByLabel(invitations.tokenOf({ name }), { exact: true });
  return {
    page,
    visitor,
    heir,
    bot: present(bots[0]),
    tokenOf,
    async take(name: string) {
      await page.getByRole('button', { name: invitations.take({ name }), exact: true }).click();
      await page.locator('.confirm button').first().click();
      await tokenOf(name).waitFor();
    },
  };
}

test('credentials of several take-overs stay beside each other, also while the list cannot be loaded', async () => {
  const { page, visitor, take, tokenOf } = await heirOf('Melody', 'Motet', 'Madrigal');
  await take('Melody');
  const first = await tokenOf('Melody').inputValue();
  await take('Motet');
  await breakQueries(page);
  await take('Madrigal');
  await stale(page).waitFor();
  await visitor.inspect('taken-several');
  await recover(page);
  const shown = await Promise.all(['Melody', 'Motet', 'Madrigal'].map((name) => tokenOf(name).inputValue()));
  expect(new Set(shown).size).toBe(3);
  expect(shown[0]).toBe(first);
});

test('credentials of a take-over that cannot be stored are not promised on other pages', async () => {
  const { page, take, tokenOf } = await heirOf('Melody');
  const kept = page.getByText(invitations.keptAt);
  await page.route('**/edit/kept', (route) => route.abort());
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/edit/kept'));
  await take('Melody');
  await refused;
  await tokenOf('Melody').waitFor();
  expect(await kept.count()).toBe(0);
});

test('a new token and secret go when the listing is handed on', async () => {
  const { services } = site;
  const { page, visitor, heir, bot, take } = await heirOf('Melody');
  await take('Melody');
  await page.getByText(invitations.keptAt).waitFor();
  const { token, webhook } = messages;
  await visitor.open(`/bot/${bot.id}/edit/webhook`);
  const secret = page.getByLabel(webhook.secret, { exact: true });
  await secret.waitFor();
  const apiTab = await page.context().newPage();
  await apiTab.goto(new URL(`/bot/${bot.id}/edit/api`, page.url()).href);
  await apiTab.getByLabel(token.label, { exact: true }).waitFor();
  await offerTransfer(services, { botId: bot.id, fromId: heir, toId: bot.ownerId, ownerStays: false });
  await acceptTransfer(services, bot.id, bot.ownerId);
  await cameBack(page);
  await cameBack(apiTab);
  await secret.waitFor({ state: 'detached' });
  await apiTab.getByLabel(token.label, { exact: true }).waitFor({ state: 'detached' });
});

test('credentials of a take-over go when the listing is handed on', async () => {
  const { services } = site;
  const { page, heir, bot, take, tokenOf } = await heirOf('Melody');
  await take('Melody');
  const token = tokenOf('Melody');
  await token.waitFor();
  await offerTransfer(services, { botId: bot.id, fromId: heir, toId: bot.ownerId, ownerStays: false });
  await acceptTransfer(services, bot.id, bot.ownerId);
  await cameBack(page);
  await token.waitFor({ state: 'detached' });
});

test.each(FLOW_LOOKS)('a failed reload takes nothing off the screen: $name', async (look) => {
  const { services } = site;
  const bot = await given(services)
    .owner('Olivia Owner')
    .listing({ name: 'Harmony' })
    .withToken()
    .withWebhook('https://receiver.example/votes')
    .approved();
  const owner = await site.arriveAs(look, bot.ownerId, 'Olivia Owner', `/bot/${bot.id}/edit`);
  const { page } = owner;
  for (const [tab, shown] of [
    ['', '#state'],
    ['/api', '#token'],
  ]) {
    await owner.open(`/bot/${bot.id}/edit${tab}`);
    await page.locator(`${shown}`).waitFor();
    await breakQueries(page);
    await cameBack(page);
    await stale(page).waitFor();
    await page.locator(`${shown}`).waitFor();
    await recover(page);
  }

  const moderatorId = await given(services).moderator('Mo');
  const moderator = await site.arriveAs(look, moderatorId, 'Mo', '/moderation');
  await moderator.page.getByLabel(messages.moderation.lookUp, { exact: true }).fill(bot.id);
  await moderator.page.getByRole('button', { name: messages.moderation.lookUpButton, exact: true }).click();
  const listing = moderator.page.locator('.moderated');
  await listing.waitFor();
  await breakQueries(moderator.page);
  await listing.locator('.claim button').click();
  await stale(moderator.page).waitFor();
  await listing.waitFor();
  await moderator.inspect('moderated-stale');
  await recover(moderator.page);
});

test('a refused save whose reload fails says why; once it is loaded, both versions stand beside each other', async () => {
  const bot = await given(site.services).owner('Olivia Owner').listing().approved();
  const owner = await site.arriveAs(
    present(FLOW_LOOKS[1]),
    bot.ownerId,
    'Olivia Owner',
    `/bot/${bot.id}/edit/listing`,
  );
  const { page } = owner;
  const prefix = page.getByLabel(messages.fields.prefix).first();
  const before = await prefix.inputValue();
  await prefix.fill('?!');
  await site.services.db.sql`update bots set prefix = '%', revision = revision + 1 where id = ${bot.id}`;
  await breakQueries(page);
  await page.getByRole('button', { name: messages.fields.save, exact: true }).click();
  await stale(page).waitFor();
  await page.getByText(REFUSALS['listing.editedElsewhere']).waitFor();
  expect(await prefix.inputValue()).toBe('?!');
  await recover(page);
  const versions = page.getByRole('region', { name: messages.drafts.conflict });
  expect(await versions.locator('legend').allInnerTexts()).toEqual([messages.fields.prefix]);
  expect(await prefix.inputValue()).toBe('?!');
  expect(await page.getByText(REFUSALS['listing.editedElsewhere']).count()).toBe(0);

  // Also while the versions of the conflict before are shown. A field that nobody has settled stays among them.
  await page.getByLabel(messages.fields.websiteUrl).first().fill('https://mine.example');
  await site.services.db.sql`
    update bots set website_url = 'https://theirs.example', revision = revision + 1 where id = ${bot.id}`;
  await breakQueries(page);
  await page.getByRole('button', { name: messages.fields.save, exact: true }).click();
  await page.getByText(REFUSALS['listing.editedElsewhere']).waitFor();
  await recover(page);
  expect(new Set(await versions.locator('legend').allInnerTexts())).toEqual(
    new Set([messages.fields.prefix, messages.fields.websiteUrl]),
  );
  // A field that is stored as it was when the reader began is the reader's change only.
  await site.services.db.sql`
    update bots set prefix = ${before}, website_url = 'https://other.example', revision = revision + 1
    where id = ${bot.id}`;
  await page.getByRole('button', { name: messages.fields.save, exact: true }).click();
  await expect.poll(() => versions.locator('legend').allInnerTexts()).toEqual([messages.fields.websiteUrl]);
  expect(await prefix.inputValue()).toBe('?!');
});

test('a draft that is discarded before its conflict is known has no conflict', async () => {
  const bot = await given(site.services).owner('Olivia Owner').listing().approved();
  const owner = await site.arriveAs(
    present(FLOW_LOOKS[1]),
    bot.ownerId,
    'Olivia Owner',
    `/bot/${bot.id}/edit/listing`,
  );
  const { page } = owner;
  const prefix = page.getByLabel(messages.fields.prefix).first();
  await prefix.fill('?!');
  await page.reload();
  const discard = page.getByRole('button', { name: messages.drafts.discard, exact: true });
  await discard.waitFor();
  await site.services.db.sql`update bots set prefix = '%', revision = revision + 1 where id = ${bot.id}`;
  await breakQueries(page);
  await page.getByRole('button', { name: messages.fields.save, exact: true }).click();
  await page.getByText(REFUSALS['listing.editedElsewhere']).waitFor();
  await discard.click();
  await recover(page);
  await expect.poll(() => prefix.inputValue()).toBe('%');
  expect(await page.getByRole('region', { name: messages.drafts.conflict }).count()).toBe(0);
});

test('a conflict takes the focus once, and none from another section that is saved', async () => {
  const bot = await given(site.services).owner('Olivia Owner').listing().approved();
  const owner = await site.arriveAs(
    present(FLOW_LOOKS[1]),
    bot.ownerId,
    'Olivia Owner',
    `/bot/${bot.id}/edit/listing`,
  );
  const { page } = owner;
  await page.getByLabel(messages.fields.prefix).first().fill('?!');
  await site.services.db.sql`update bots set prefix = '%', revision = revision + 1 where id = ${bot.id}`;
  const save = page.getByRole('button', { name: messages.fields.save, exact: true });
  await save.click();
  const heading = page.getByRole('heading', { name: messages.drafts.conflict });
  await page.locator('h3:focus', { hasText: messages.drafts.conflict }).waitFor();

  const labels = messages.translationsForm;
  const section = page.getByRole('region', { name: labels.title, exact: true });
  await section.getByLabel(labels.language).selectOption('de');
  await section.getByRole('button', { name: labels.add, exact: true }).click();
  await section
    .getByLabel(messages.fields.shortDescription)
    .fill('Spielt Musik in Sprachkanälen, mit Warteschlange.');
  const send = section.getByRole('button', { name: labels.save });
  await send.click();
  await section.locator('.outcome.done').waitFor();
  expect(await heading.count()).toBe(1);
  expect(await send.evaluate((element) => element === document.activeElement)).toBe(true);
  await save.click();
  await page.getByText(messages.common.saved, { exact: true }).waitFor();
});

test('after a save whose reload never ends, the button can be pressed again, and the page says that it is old', async () => {
  const bot = await given(site.services).owner('Olivia Owner').listing().approved();
  const owner = await site.arrive(present(FLOW_LOOKS[1]));
  const { page } = owner;
  await page.addInitScript(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds / 20);
  });
  await owner.signIn(bot.ownerId, 'Olivia Owner', `/bot/${bot.id}/edit/listing`);
  await page.getByLabel(messages.fields.prefix).fill('?!');
  await page.route('**/graphql', (route) =>
    (route.request().postData() ?? '').includes('mutation') ? route.continue() : undefined,
  );
  const save = page.getByRole('button', { name: messages.fields.save, exact: true });
  await save.click();
  await page.getByText(messages.common.saved, { exact: true }).waitFor();
  expect(await save.getAttribute('aria-busy')).toBe('false');
  await stale(page).waitFor();
  await recover(page);
});

test('a browser that refuses storage shows the dashboard and the queue', async () => {
  const moderatorId = await given(site.services).moderator('Mo');
  const visitor = await site.arriveAs(present(FLOW_LOOKS[1]), moderatorId, 'Mo', '/account');
  await visitor.page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });
  for (const [path, text] of [
    ['/dashboard', messages.bots.submit],
    ['/moderation', messages.moderation.lookUpButton],
  ] as const) {
    await visitor.page.goto(new URL(path, visitor.page.url()).href);
    await visitor.page
      .locator('#app')
      .getByText(text, { exact: true })
      .locator('visible=true')
      .first()
      .waitFor();
  }
});
