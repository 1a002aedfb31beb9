import type { Dialog } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { attemptDelivery } from '../../src/domain/delivery/attempt.ts';
import { generateToken } from '../../src/domain/identity/tokens.ts';
import { reportStats } from '../../src/domain/stats/report.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { messages } from '../../src/web/words/messages.ts';
import { type GivenListing, given } from '../kit/given.ts';
import { startReceiver } from '../kit/receiver.ts';
import { reporter } from '../kit/reporter.ts';
import { forFile } from '../kit/service.ts';
import { FLOW_LOOKS, useSite, type Visitor } from './visitor.ts';

const TABS = messages.dashboard.tabs;
type Tab = keyof typeof TABS;
/** The heading that shows that a tab is loaded. */
const HEADINGS: Readonly<Record<Tab, string>> = {
  overview: messages.sections.charts,
  listing: messages.sections.listing,
  api: messages.sections.token,
  webhook: messages.sections.webhook,
  team: messages.sections.owners,
  settings: messages.sections.danger,
};
const DAY_MS = 24 * 60 * 60 * 1000;

const site = useSite();
const receiver = await forFile(startReceiver());

describe.each(FLOW_LOOKS)('Tabs: $name', (look) => {
  let owner: Visitor;
  let bot: GivenListing;
  beforeEach(async () => {
    owner = await site.arrive(look);
    bot = await given(site.services).owner('Olivia Owner').listing().approved();
    await owner.signIn(bot.ownerId, 'Olivia Owner', '/dashboard');
  });
  const pathOf = (tab: Tab) => `/bot/${bot.id}/edit${tab === 'overview' ? '' : `/${tab}`}`;
  const linkTo = (tab: Tab) =>
    owner.page
      .getByRole('navigation', { name: messages.dashboard.editLabel })
      .getByRole('link', { name: TABS[tab], exact: true });
  const isAt = async (tab: Tab, name = 'Melody') => {
    const { page } = owner;
    await page.getByRole('heading', { level: 2, name: HEADINGS[tab], exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(pathOf(tab));
    const heading = `${messages.bots.manage({ name })} · `;
    expect(await page.title()).toMatch(
      new RegExp(`^${tab === 'overview' ? heading : `${TABS[tab]} · ${heading}`}`),
    );
    expect(await page.locator('.tabs [aria-current=page]').allInnerTexts()).toEqual([TABS[tab]]);
  };
  const go = async (tab: Tab) => {
    await linkTo(tab).click();
    await isAt(tab);
  };
  const open = async (tab: Tab) => {
    await owner.open(pathOf(tab));
    await isAt(tab);
  };
  const field = (label: string) => owner.page.getByLabel(label, { exact: true });
  const press = (name: string) => owner.page.getByRole('button', { name, exact: true }).click();

  test('each has an address and a title, which a link, a reload and the way back keep; no page is loaded', async () => {
    const { page } = owner;
    await open('webhook');
    await page.evaluate('document.body.dataset.loaded = "once"');
    await go('api');
    await go('settings');
    expect(await page.evaluate('document.body.dataset.loaded')).toBe('once');
    await page.goBack();
    await isAt('api');
    await page.goBack();
    await isAt('webhook');
    await page.goForward();
    await isAt('api');
    expect(await page.evaluate('document.body.dataset.loaded')).toBe('once');
    await page.reload();
    await isAt('api');
    await page.goBack();
    await isAt('webhook');
    await owner.inspect('tabs');
  });

  test('loads its own data in one request, and no other', async () => {
    await open('settings');
    const asked: string[] = [];
    owner.page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) asked.push(request.postData() ?? '');
    });
    for (const tab of Object.keys(TABS) as Tab[]) {
      asked.length = 0;
      await go(tab);
      // The deliveries of the tab Webhook are live, and the history has pages: they load theirs.
      const others = asked.filter((document) => !/deliver(?!iesHeld)|activity\(/.test(document));
      expect([tab, others.length]).toEqual([tab, 1]);
    }
  });

  test('stay in one row, in which the chosen one is in sight', async () => {
    await open('overview');
    const heights = await owner.page
      .locator('.tabs li')
      .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().top)));
    expect(new Set(heights).size).toBe(1);
    await open('settings');
    const box = await linkTo('settings').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(look.width);
  });

  test('the links to sections of the former page lead to their tabs, and an unknown tab is not found', async () => {
    for (const [hash, tab] of [
      ['token', 'api'],
      ['deliveries', 'webhook'],
      ['danger', 'settings'],
    ] as const) {
      await owner.open('/dashboard');
      await owner.open(`/bot/${bot.id}/edit#${hash}`);
      await isAt(tab);
    }
    await owner.open(`/bot/${bot.id}/edit/other`, 404);
    await owner.open(`/bot/${bot.id}/edit/constructor`, 404);
  });

  test('with input that nothing keeps are left only after a question, by a link and by the way back', async () => {
    const { page } = owner;
    await open('api');
    await go('webhook');
    await field(messages.webhook.url).fill('https://hooks.example/votes');
    const questions: string[] = [];
    let isAnswered = false;
    page.on('dialog', async (dialog: Dialog) => {
      questions.push(dialog.type());
      await (isAnswered ? dialog.accept() : dialog.dismiss());
    });
    await linkTo('api').click();
    await expect.poll(() => questions).toEqual(['beforeunload']);
    await page.evaluate('history.back()');
    await expect.poll(() => questions).toEqual(['beforeunload', 'confirm']);
    await isAt('webhook');
    expect(await field(messages.webhook.url).inputValue()).toBe('https://hooks.example/votes');
    isAnswered = true;
    await linkTo('team').click();
    await isAt('team');
    expect(questions).toEqual(['beforeunload', 'confirm', 'beforeunload']);
  });

  test('the overview ticks its steps when they happen: a token, a report, an accepted test, a vote', async () => {
    const { page } = owner;
    const { services } = site.service;
    receiver.answer = () => 500;
    await open('overview');
    const done = (count: number) =>
      page.getByText(messages.checklist.progress({ done: count, all: 4 })).waitFor();
    await done(0);
    await owner.inspect('checklist');
    await page.getByRole('link', { name: messages.checklist.steps.token.title }).click();
    await isAt('api');
    await press(messages.token.generate);
    const token = await page.getByLabel(messages.token.label).inputValue();
    await page.locator('#token').getByText(messages.token.neverUsed).waitFor();
    await go('overview');
    await done(1);
    const report = { token, body: { server_count: 1234 } };
    expect((await site.service.call('POST', `/api/v1/bots/${bot.id}/stats`, report)).status).toBe(200);
    await done(2);

    await page.getByRole('link', { name: messages.checklist.steps.webhook.title }).click();
    await isAt('webhook');
    await field(messages.webhook.url).fill(receiver.url);
    await press(messages.webhook.set);
    await page.getByText(messages.webhook.unverified).waitFor();
    await press(messages.webhook.test);
    await page.getByText(messages.webhook.tested).waitFor();
    const [delivery] = await services.db.sql<{ id: string }[]>`
      select id from deliveries where bot_id = ${bot.id}`;
    const attempt = (number: number) =>
      attemptDelivery(services, { deliveryId: delivery?.id ?? '', botId: bot.id, round: 1, number });
    await attempt(1);
    await page.locator('#webhook .outcome').getByText('The receiver answered 500: it failed.').waitFor();
    await go('overview');
    const failing = page.getByRole('region', { name: messages.warnings.failing });
    await failing.waitFor();
    await done(2);
    await owner.inspect('overview-failing');
    receiver.answer = () => 204;
    await attempt(2);
    await done(3);
    await expect.poll(() => failing.count()).toBe(0);
    await castVote(services, bot.id, await given(services).user());
    await expect.poll(() => page.locator('#checklist').count(), { timeout: 15_000 }).toBe(0);
    await page.locator('#votes time').waitFor();
    await owner.inspect('overview-set-up');
    await go('webhook');
    await page.getByText(messages.webhook.verified, { exact: true }).waitFor();
    await press(messages.webhook.rotate);
    await press(messages.webhook.rotate);
    await page.getByText(messages.webhook.unverified).waitFor();

    // The page that sent a test shows its success, and that it verifies the webhook.
    await press(messages.webhook.test);
    await page.getByText(messages.webhook.tested).waitFor();
    const [second] = await services.db.sql<{ id: string }[]>`
      select id from deliveries where bot_id = ${bot.id} and state = 'pending' and kind = 'test'`;
    await attemptDelivery(services, { deliveryId: second?.id ?? '', botId: bot.id, round: 1, number: 1 });
    await page.locator('#webhook .outcome').getByText('Delivered: the receiver answered 204.').waitFor();
    await page.getByText(messages.webhook.verified, { exact: true }).waitFor();
  });

  test('the overview confirms a submission: how long a review takes, and what waits for its end', async () => {
    const { page } = owner;
    const { sql } = site.services.db;
    let medianSeconds: number | null = null;
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      if (json.data?.reviewTime !== undefined) json.data.reviewTime = { medianSeconds };
      await route.fulfill({ response, json });
    });
    await sql`update bots set state = 'pending' where id = ${bot.id}`;
    await open('overview');
    const submitted = page.getByRole('region', { name: messages.submitted.title });
    await submitted.getByText(messages.submitted.unknown).waitFor();
    const { steps, obstacles, progress } = messages.checklist;
    const later = page.locator('#checklist li', { hasText: messages.checklist.later });
    expect(await later.locator('p').allInnerTexts()).toEqual([obstacles.noToken, obstacles.notPublic]);
    expect(await later.getByRole('link').count()).toBe(0);
    await owner.inspect('overview-submitted');
    medianSeconds = 5 * 60 * 60 - 60;
    await open('overview');
    const wait = messages.common.wait.hours({ count: 5 });
    await submitted.getByText(messages.submitted.usual({ wait })).waitFor();
    await submitted.getByRole('link').click();
    await isAt('listing');
    await sql`update bots set state = 'approved' where id = ${bot.id}`;
    await go('overview');
    await page.getByText(progress({ done: 0, all: 4 })).waitFor();
    await page.getByRole('link', { name: steps.vote.title }).waitFor();
    expect(await submitted.count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('the first use of a token appears when its owner comes back to the window', async () => {
    const { page } = owner;
    await open('api');
    await press(messages.token.generate);
    const token = await page.getByLabel(messages.token.label).inputValue();
    const used = page.locator('#token dd').nth(1);
    expect(await used.innerText()).toBe(messages.token.neverUsed);
    const report = { token, body: { server_count: 1234 } };
    expect((await site.service.call('POST', `/api/v1/bots/${bot.id}/stats`, report)).status).toBe(200);
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await used.locator('time').waitFor();
    // The token stays, which is shown only once.
    expect(await page.getByLabel(messages.token.label).inputValue()).toBe(token);
  });

  test('what is empty says what will be there, and what comes next', async () => {
    const { page } = owner;
    await open('webhook');
    await page.getByText(messages.deliveries.emptyWithoutWebhook).waitFor();
    expect(await page.locator('#deliveries').getByRole('button').count()).toBe(0);
    expect(await page.locator('#deliveries').getByRole('search').count()).toBe(0);
    await owner.inspect('webhook-unused');
    await go('team');
    await page.getByText(messages.owners.alone).waitFor();
    await site.services.db.sql`delete from listing_moves where bot_id = ${bot.id}`;
    await go('settings');
    await page.locator('#history').getByText(messages.state.noHistory).waitFor();
  });

  test('the label of the long text stands before its switch, and leads to the field', async () => {
    const { page } = owner;
    await open('listing');
    const label = page.locator('label', { hasText: messages.fields.longDescription });
    const area = page.getByLabel(messages.fields.longDescription);
    const write = page.getByRole('button', { name: messages.fields.write });
    const preview = page.getByRole('button', { name: messages.fields.preview });
    const topOf = async (part: typeof label) => (await part.boundingBox())?.y ?? 0;
    expect(await topOf(label)).toBeLessThan(await topOf(write));
    expect(await topOf(write)).toBeLessThan(await topOf(area));
    await label.click();
    await page.locator('textarea:focus').waitFor();
    await area.fill('x'.repeat(20_001));
    await press(messages.fields.save);
    await page.locator('textarea[aria-invalid=true]:focus').waitFor();
    await area.fill('Plays *music*.');
    await preview.click();
    await page.locator('.preview em').waitFor();
    expect(await topOf(label)).toBeLessThan(await topOf(preview));
    await write.click();
    expect(await area.inputValue()).toBe('Plays *music*.');
  });

  test('the overview warns of a bot that has gone silent, and not of one that never reported', async () => {
    const { page } = owner;
    const { sql } = site.services.db;
    const silent = page.getByRole('region', { name: messages.warnings.silent });
    const reported = (at: Date | null) =>
      sql`update bot_stats set checked_in_at = ${at} where bot_id = ${bot.id}`;
    await open('overview');
    expect(await silent.count()).toBe(0);
    await reported(new Date(Date.now() - DAY_MS / 2));
    await open('overview');
    expect(await silent.count()).toBe(0);
    await reported(new Date(Date.now() - 2 * DAY_MS));
    await open('overview');
    await silent.waitFor();
    expect(await silent.innerText()).toMatch(/2 days ago/);
    await owner.inspect('overview-silent');
    await silent.getByRole('link').click();
    await isAt('api');
    await owner.open('/dashboard');
    await page.locator('.bots').getByText(messages.bots.silent, { exact: true }).waitFor();
  });

  test('the overview and the tab API ask for the sum of all shards until the counts are steady', async () => {
    const { page } = owner;
    const token = await generateToken(site.services, bot.id);
    const report = async (...counts: number[]) => {
      for (const server_count of counts)
        await reportStats(site.services, reporter({ id: bot.id, ...token }), {
          server_count,
          shard_count: 4,
        });
    };
    const notice = page.getByRole('region', { name: messages.warnings.unsteady });
    await report(1210, 1244, 1198);
    await open('overview');
    expect(await notice.count()).toBe(0);
    await report(1231, 1209);
    await notice.waitFor();
    expect(await notice.innerText()).toContain('1,210 · 1,244 · 1,198 · 1,231 · 1,209');
    await owner.inspect('overview-unsteady');
    await go('api');
    await notice.waitFor();
    await owner.inspect('api-unsteady');
    await report(4883, 4884, 4883, 4885, 4885, 4886, 4886, 4886);
    await notice.waitFor({ state: 'detached' });
  });

  test('an error disappears when its field is corrected', async () => {
    const { page } = owner;
    await open('listing');
    const problems = page.locator('.problem:not(:empty)');
    await field(messages.fields.name).fill('');
    await page.getByLabel(messages.fields.shortDescription).fill('Too short.');
    await press(messages.fields.save);
    await page.getByText(messages.fields.someWrong({ count: 2 })).waitFor();
    await owner.inspect('listing-wrong');
    // Another name would wait for a moderator. This one differs in capitals and spaces only.
    const name = 'M E L O D Y';
    await field(messages.fields.name).fill(name);
    await page.getByText(messages.fields.someWrong({ count: 1 })).waitFor();
    expect(await field(messages.fields.name).getAttribute('aria-invalid')).toBe('false');
    await page
      .getByLabel(messages.fields.shortDescription)
      .fill('Plays music in voice channels, day and night.');
    await expect.poll(() => problems.count()).toBe(0);
    await press(messages.fields.save);
    await page.getByText(messages.common.saved).waitFor();

    await linkTo('team').click();
    await isAt('team', name);
    for (let round = 0; round < 2; round++) {
      await field(messages.owners.id).fill('abc');
      await press(messages.owners.addButton);
      await problems.getByText(messages.common.idProblem).waitFor();
      await field(messages.owners.id).fill('abcd');
      await expect.poll(() => problems.count()).toBe(0);
    }
  });

  test('an address without a scheme becomes https, when its field is left and when Enter sends it', async () => {
    await open('listing');
    const [website, support] = [
      owner.page.getByLabel(messages.fields.websiteUrl),
      owner.page.getByLabel(messages.fields.supportUrl),
    ];
    await website.fill('example.com');
    await website.blur();
    expect(await website.inputValue()).toBe('https://example.com');
    for (const whole of ['http://example.com', 'example', 'mailto:me@example.com']) {
      await website.fill(whole);
      await website.blur();
      expect(await website.inputValue()).toBe(whole);
    }
    await website.fill('');
    await support.fill('help.example.com/bots?x=1');
    await support.press('Enter');
    await owner.page.getByText(messages.common.saved).waitFor();
    expect(await support.inputValue()).toBe('https://help.example.com/bots?x=1');
    await go('webhook');
    await field(messages.webhook.url).fill('hooks.example.com/votes');
    await field(messages.webhook.url).blur();
    expect(await field(messages.webhook.url).inputValue()).toBe('https://hooks.example.com/votes');
    await field(messages.webhook.url).fill('');
  });

  test('permissions are chosen by name, and bits without a name are kept', async () => {
    const { page } = owner;
    const { sql } = site.services.db;
    // The platform has no name for the highest bit.
    await sql`update bots set invite_permissions = ${String(2n ** 62n + 2048n)} where id = ${bot.id}`;
    await open('listing');
    const picker = page.locator('.permissions');
    await picker.locator('summary').click();
    expect(await picker.getByLabel('Send Messages', { exact: false }).first().isChecked()).toBe(true);
    await field(messages.permissionsInput.search).fill('ban and unban');
    await picker.getByRole('checkbox').check();
    expect(await picker.getByRole('checkbox').count()).toBe(1);
    expect(await picker.locator('summary').innerText()).toContain('2 permissions selected, 1 sensitive');
    expect(await picker.getByLabel(messages.permissionsInput.number).inputValue()).toBe(
      String(2n ** 62n + 2048n + 4n),
    );
    await field(messages.permissionsInput.search).fill('nothing like this');
    await picker.getByText(messages.permissionsInput.nothing).waitFor();
    await field(messages.permissionsInput.search).fill('');
    await owner.inspect('permissions');
    await press(messages.fields.save);
    await page.getByText(messages.common.saved).waitFor();
    // A sensitive one waits for a moderator.
    const [stored] = await sql`
      select after ->> 'invitePermissions' as permissions from listing_edits
      where bot_id = ${bot.id} and state = 'waiting'`;
    expect(stored).toEqual({ permissions: String(2n ** 62n + 2048n + 4n) });

    await picker.getByLabel(messages.permissionsInput.number).fill('many');
    await press(messages.fields.save);
    await page.getByText(messages.fields.someWrong({ count: 1 })).waitFor();
    await picker.getByLabel(messages.permissionsInput.number).fill('8');
    await expect.poll(() => page.locator('.problem:not(:empty)').count()).toBe(0);
    expect(await picker.locator('summary').innerText()).toContain('1 permission selected, 1 sensitive');
  });

  test('languages are chosen from a list, counted, and refused when they are too many', async () => {
    const { page } = owner;
    const { sql } = site.services.db;
    await sql`update bots set languages = '{}' where id = ${bot.id}`;
    await open('listing');
    const picker = page.getByRole('group', { name: messages.fields.languages });
    const hint = (count: number) => picker.getByText(messages.fields.languagesHint({ count, max: 10 }));
    await hint(0).waitFor();
    for (let place = 0; place < 11; place++) await picker.getByRole('checkbox').nth(place).check();
    await hint(11).waitFor();
    await press(messages.fields.save);
    await page.getByText(messages.fields.someWrong({ count: 1 })).waitFor();
    await picker.getByText('Choose at most 10 languages.').waitFor();
    await owner.inspect('languages');
    await picker.getByLabel('Arabic', { exact: true }).uncheck();
    await expect.poll(() => page.locator('.problem:not(:empty)').count()).toBe(0);
    await press(messages.fields.save);
    await page.getByText(messages.common.saved).waitFor();
    const [stored] = await sql`select languages from bots where id = ${bot.id}`;
    expect(stored?.languages).toHaveLength(10);
    await owner.open(`/bot/${bot.id}`);
    await page
      .getByText('Chinese, Czech, Dutch, English, French, German')
      .filter({ visible: true })
      .waitFor();
    await owner.inspect('bot-with-languages');
  });

  test('many bots are searched, and what needs attention comes first', async () => {
    const { page } = owner;
    const { sql } = site.services.db;
    const bots: GivenListing[] = [bot];
    const names = () => page.locator('.bots h2').allInnerTexts();
    for (const name of ['Rhythm', 'Harmony', 'Cadence', 'Tempo', 'Octave']) {
      const made = await given(site.services).listing({ name }).submitted();
      await sql`update bot_owners set user_id = ${bot.ownerId} where bot_id = ${made.id}`;
      bots.push(made);
      if (name === 'Tempo') {
        await owner.open('/dashboard');
        await page.locator('.bots li').nth(4).waitFor();
        expect(await page.getByLabel(messages.bots.search).count()).toBe(0);
      }
    }
    const idOf = (index: number) => bots[index]?.id ?? '';
    await sql`update bots set state = 'approved' where id = ${idOf(2)}`;
    await sql`update bot_stats set checked_in_at = now() - interval '3 days' where bot_id = ${idOf(2)}`;
    await sql`update bots set state = 'rejected' where id = ${idOf(3)}`;
    await owner.open('/dashboard');
    const search = page.getByLabel(messages.bots.search);
    await search.waitFor();
    expect(await names()).toEqual(['Cadence', 'Harmony', 'Octave', 'Tempo', 'Rhythm', 'Melody']);
    await owner.inspect('dashboard-many');
    for (const [wanted, found] of [
      ['oct', ['Octave']],
      [idOf(1), ['Rhythm']],
      ['rejected', ['Cadence']],
      ['inactive harm', ['Harmony']],
      ['nobody', []],
    ] as const) {
      await search.fill(wanted);
      await expect.poll(names).toEqual(found);
    }
    await page.getByText(messages.bots.nothing).waitFor();
    await owner.inspect('dashboard-none-found');
  });
});
