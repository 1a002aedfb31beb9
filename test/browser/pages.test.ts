import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readListingFields } from '../../src/domain/listing/fields.ts';
import { submitListing } from '../../src/domain/listing/submit.ts';
import { reportListing } from '../../src/domain/moderation/reports.ts';
import type { Seeded } from '../../src/seed/seed.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { newBotId, newUserId } from '../kit/ids.ts';
import { INPUT } from '../kit/listing-input.ts';
import { first } from '../kit/present.ts';
import { startService } from '../kit/service.ts';
import { LOOKS, useSite, type Visitor } from './visitor.ts';

const ADMIN = newUserId();
/** One word, no word, from right to left, and many characters that are one. */
const NAMES = [
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenverwaltungsassistent',
  '音楽プレーヤー🎵お気に入りの曲を再生する',
  'בוט המוזיקה של ירושלים',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'W'.repeat(100),
];

/** Evaluated in the page: how far what was seen of it has moved, as browsers reckon it. */
const SHIFT = `new Promise((resolve) => {
  let sum = 0;
  const add = (list) => list.getEntries().forEach(({ value }) => (sum += value));
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 100);
})`;

let seeded: Seeded;
let botId: string;
let userId: string;
let namer: { readonly id: string; readonly botIds: readonly string[] };
const site = useSite(() => startService({ ADMIN_USER_IDS: ADMIN }));
beforeAll(async () => {
  seeded = await site.service.seed({ bots: 30, users: 40, votes: 3000 });
  botId = first(seeded.bots).id;
  userId = first(seeded.users).id;
  await given(site.services).listing().submitted();
  namer = await listNames();
  const complaint = { category: 'broken', text: 'It does not answer to any command.' } as const;
  await reportListing(site.services, userId, botId, complaint);
});

/** A public listing of each name, all of one owner. */
async function listNames() {
  const { services } = site.service;
  const id = await given(services).user(NAMES[0]);
  const botIds = NAMES.map(newBotId);
  for (const [index, name] of NAMES.entries()) {
    const shortDescription = `${name.slice(0, 60)} für Geschwindigkeitsbegrenzungsüberwachungsanlagen und mehr`;
    const fields = readListingFields({
      ...INPUT,
      name,
      shortDescription,
      longDescription: `# ${name}\n\n${name}`,
    });
    await submitListing(services, { botId: botIds[index] ?? '', userId: id, fields });
  }
  await services.db.sql`update bots set state = 'approved' where id in ${services.db.sql(botIds)}`;
  return { id, botIds };
}

describe.each(LOOKS)('Fit to be read by everybody, and whole: $name', (look) => {
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = await site.arrive(look);
  });
  const operationOf = (id: string) => visitor.page.locator(`section[aria-labelledby="${id}"]`);

  test.each([
    ['home', () => '/'],
    ['directory', () => '/bots'],
    ['home-german', () => '/?lang=de'],
    ['directory-german', () => '/bots?lang=de'],
    ['bot-german', () => `/bot/${botId}?lang=de`],
    ['vote-german', () => `/bot/${botId}/vote?lang=de`],
    ['directory-search', () => '/bots?q=music'],
    ['compare-one', () => `/compare?bots=${botId}`],
    ['compare-four', () => `/compare?bots=${namer.botIds.slice(0, 4)}`],
    ['directory-nothing', () => '/bots?q=xyzzyxyzzy'],
    ['directory-tag', () => '/tag/games?order=newest'],
    ['user', () => `/user/${seeded.ownerId}`],
    ['bot-stranger', () => `/bot/${botId}`],
    ['vote-stranger', () => `/bot/${botId}/vote`],
    ['report-stranger', () => `/bot/${botId}/report`],
    ['docs', () => '/docs'],
    ['docs-listing', () => '/docs/listing'],
    ['docs-webhooks', () => '/docs/webhooks'],
  ])('what strangers see: %s', async (name, path) => {
    await visitor.open(path());
    await visitor.inspect(name);
  });

  test('the commands of a bot, which are searched and counted', async () => {
    const { sql } = site.services.db;
    const { id } = first(seeded.bots.slice(2));
    const commands = Array.from({ length: 9 }, (_, index) => ({
      name: `do${index}`,
      description: 'It does.',
    }));
    await sql`update bots set commands = ${JSON.stringify(commands)}::text::jsonb where id = ${id}`;
    await visitor.open(`/bot/${id}`);
    for (const [letters, count] of [
      ['do', messages.bot.commandCount({ count: 9 })],
      ['do7', messages.bot.commandCount({ count: 1 })],
      ['do77', messages.bot.noCommandFound],
    ] as const) {
      await visitor.page.getByLabel(messages.bot.filterCommands).fill(letters);
      await visitor.page.getByText(count, { exact: true }).waitFor();
    }
    await visitor.inspect('bot-commands');
  });

  test('the reference of the REST interface: its operations, and what they take and answer', async () => {
    const { page } = visitor;
    await visitor.open('/docs/api');
    await visitor.inspect('docs-api');
    for (const form of await page.getByText('Try it').all()) await form.click();
    await visitor.inspect('docs-api-unfolded');
  });

  test('a request is tried out in the reference, with the token that was given', async () => {
    const { page } = visitor;
    const bot = first(seeded.bots);
    await visitor.open('/docs/api#checkVote');
    const operation = operationOf('checkVote');
    await operation.getByText('Try it').click();
    await operation.getByLabel('id', { exact: true }).fill(bot.id);
    const userId = newUserId();
    await operation.getByLabel('userId', { exact: true }).fill(userId);
    visitor.willRefuse(`/api/v1/bots/${bot.id}/check?userId=${userId}`);
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByText('401').last().waitFor();
    await page.getByLabel('API token').fill(bot.token);
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.locator('form pre', { hasText: '"voted": 0' }).waitFor();
    expect(await operation.getByRole('status').textContent()).toBe('200 OK');
    await visitor.inspect('docs-api-tried');
  });

  test.each([
    ['reportStats', '"success": true'],
    ['replaceCommands', '"success": true'],
  ])('an operation of the reference is ready to be sent: %s', async (operationId, answer) => {
    const { page } = visitor;
    const bot = first(seeded.bots);
    await visitor.open(`/docs/api#${operationId}`);
    await page.getByLabel('API token').fill(bot.token);
    const operation = operationOf(operationId);
    await operation.getByText('Try it').click();
    await operation.getByLabel('id', { exact: true }).fill(bot.id);
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.locator('form pre', { hasText: answer }).waitFor();
  });

  test.each(['/docs', '/docs/webhooks'])('what is shown as code is copied: %s', async (path) => {
    const { page } = visitor;
    await visitor.open(path);
    const code = page.locator('.code:visible').first();
    await code.getByRole('button', { name: 'Copy' }).click();
    await code.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await code.locator('pre').textContent());
    await visitor.inspect(`${path.slice(1).replace('/', '-')}-copied`);
  });

  test('what is not there', async () => {
    await visitor.open('/bot/1', 404);
    await visitor.inspect('not-found');
  });

  test('the pages of somebody who has no bots', async () => {
    await visitor.signIn(newUserId(), 'Nora Nobody', '/account');
    await visitor.inspect('account');
    await visitor.open('/dashboard');
    await visitor.page.getByText(messages.bots.empty).waitFor();
    await visitor.inspect('dashboard-empty');
    await visitor.open('/submit');
    await visitor.page.getByLabel(messages.submit.id).waitFor();
    await visitor.inspect('submit-begin');
    await visitor.open('/moderation', 403);
    await visitor.inspect('moderation-forbidden');
  });

  test("an owner's pages", async () => {
    await visitor.signIn(seeded.ownerId, 'Sample Owner', '/dashboard');
    await visitor.page
      .getByRole('link', { name: messages.bots.manage({ name: 'Melody' }), exact: true })
      .click();
    await visitor.page.waitForURL('**/edit');
    await visitor.page.getByRole('heading', { name: messages.sections.charts }).waitFor();
    await visitor.inspect('edit');
    for (const [tab, heading] of [
      ['listing', messages.sections.listing],
      ['api', messages.sections.token],
      ['webhook', messages.sections.webhook],
      ['team', messages.sections.owners],
      ['settings', messages.sections.danger],
    ] as const) {
      await visitor.page.getByRole('link', { name: messages.dashboard.tabs[tab], exact: true }).click();
      await visitor.page.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor();
      if (tab === 'webhook') await visitor.page.getByText(messages.deliveries.live).waitFor();
      await visitor.inspect(`edit-${tab}`);
    }
    await visitor.page.goBack();
    await visitor.page.goBack();
    await visitor.page.goBack();
    await visitor.page.goBack();
    await visitor.page.getByRole('button', { name: messages.fields.preview }).click();
    await visitor.page.getByRole('region', { name: messages.fields.preview }).waitFor();
    await visitor.inspect('edit-preview');
    await visitor.page.locator('.permissions summary').click();
    await visitor.inspect('edit-permissions');
    await visitor.open('/dashboard');
    await visitor.page
      .getByRole('link', { name: messages.bots.manage({ name: 'Warden' }), exact: true })
      .waitFor();
    await visitor.inspect('dashboard');
    await visitor.open(`/bot/${botId}`);
    await visitor.page.getByRole('link', { name: messages.bot.manage }).waitFor();
    await visitor.inspect('bot-owner');
  });

  test('names and words of any length, script and direction', async () => {
    await visitor.open(`/user/${namer.id}`);
    await visitor.inspect('names');
    for (const [index, id] of namer.botIds.entries()) {
      await visitor.open(`/bot/${id}`);
      await visitor.inspect(`names-bot-${index}`);
    }
    await visitor.signIn(namer.id, 'Maximiliane Oberbürgermeisterin', '/dashboard');
    await visitor.page.getByRole('link', { name: messages.bots.manage({ name: NAMES[4] ?? '' }) }).waitFor();
    // Before its picture, for which the window is made as high as the page.
    expect(await visitor.page.evaluate(SHIFT)).toBeLessThan(0.01);
    await visitor.inspect('names-dashboard');
    await visitor.open(`/bot/${namer.botIds[4]}/vote`);
    await visitor.inspect('names-vote');
    await visitor.open(`/bot/${namer.botIds[4]}/edit`);
    await visitor.page.getByRole('heading', { name: messages.sections.charts }).waitFor();
    await visitor.inspect('names-edit');
    await visitor.open(`/bot/${namer.botIds[0]}/edit/api`);
    await visitor.page.getByRole('heading', { name: messages.sections.token }).waitFor();
    await visitor.inspect('names-edit-api');
  });

  test('a fault', async () => {
    const broken = await startService();
    await broken.services.db.close();
    const witness = await site.arrive(look, { url: broken.url });
    await witness.open('/', 500);
    await witness.inspect('broken');
    await witness.context.close();
    expect(broken.faults.splice(0)).not.toEqual([]);
    await broken.close();
  });

  test("an admin's pages", async () => {
    await visitor.signIn(ADMIN, 'Ada Admin', '/moderation');
    if (look.name === 'phone') {
      await visitor.page.locator('.queue li button').first().waitFor();
      await visitor.inspect('moderation-queue');
      await visitor.page.locator('.queue li button').first().click();
    }
    await visitor.page
      .getByRole('heading', { level: 3, name: messages.moderationTools.owners.title })
      .waitFor();
    await visitor.inspect('moderation');
    await visitor.open('/moderation/team');
    await visitor.page.getByRole('heading', { name: messages.team.caption }).waitFor();
    await visitor.inspect('team');
  });
});

describe.each(LOOKS.slice(0, 1))('Without JavaScript', (look) => {
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = await site.arrive(look, { javaScript: false });
  });

  test('the directory is searched, and a bot is found and read', async () => {
    await visitor.open('/');
    await visitor.page.getByLabel(messages.home.searchLabel).fill('warnings');
    await visitor.page.getByRole('button', { name: messages.directory.search }).click();
    await visitor.inspect('plain-directory');
    // Other files have sample bots of the same name in the same directory.
    const found = visitor.page.getByRole('link', { name: 'Warden', exact: true }).first();
    const address = `${await found.getAttribute('href')}`;
    await found.click();
    await visitor.page.waitForURL(`**${address}`);
    await visitor.page.getByRole('heading', { level: 1, name: 'Warden' }).waitFor();
    await visitor.page.getByText('/settings').waitFor();
    await visitor.inspect('plain-bot');
  });

  test('somebody signs in, votes once, and is told when they can again', async () => {
    await visitor.open(`/bot/${botId}/vote`);
    await visitor.page.getByRole('link', { name: messages.vote.signIn }).click();
    await visitor.page.getByLabel(messages.signIn.userId).fill(newUserId());
    await visitor.page.getByRole('button', { name: messages.signIn.title }).click();
    await visitor.page.getByRole('button', { name: messages.vote.button, exact: true }).click();
    await visitor.page.getByText(messages.vote.recorded).waitFor();
    await visitor.inspect('plain-vote');
    await visitor.open(`/bot/${botId}/vote`);
    await visitor.page.getByText(messages.vote.counted).waitFor();
    expect(await visitor.page.getByRole('button', { name: messages.vote.button, exact: true }).count()).toBe(
      0,
    );
  });

  test('a bot is reported', async () => {
    await visitor.signIn(newUserId(), 'Rita Reporter', `/bot/${botId}/report`);
    await visitor.page.getByLabel(messages.report.categories.BROKEN).check();
    await visitor.page.getByLabel(messages.report.text).fill('It has not answered for a week.');
    await visitor.page.getByRole('button', { name: messages.report.button }).click();
    await visitor.page.getByText(messages.report.done).waitFor();
    await visitor.inspect('plain-report');
  });

  test('code is shown without a button that would do nothing', async () => {
    await visitor.open('/docs');
    await visitor.page.getByRole('region', { name: 'stats: curl code' }).waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await visitor.inspect('plain-docs');
  });

  test('an owner is told that the dashboard needs it', async () => {
    await visitor.signIn(seeded.ownerId, 'Sample Owner', '/dashboard');
    expect(await visitor.page.locator('noscript p').innerText()).toContain('needs JavaScript');
    await visitor.inspect('plain-dashboard');
  });
});
