import { beforeEach, describe, expect, test } from 'vitest';
import { imagePath } from '../../src/domain/listing/images.ts';
import { findListing } from '../../src/domain/listing/read.ts';
import { addScreenshot, removeScreenshot } from '../../src/domain/listing/screenshots.ts';
import { setBanner } from '../../src/domain/listing/uploads.ts';
import { listFeatured } from '../../src/domain/moderation/feature.ts';
import { addNote } from '../../src/domain/moderation/review.ts';
import { createLanguageNames } from '../../src/web/words/bot-languages.ts';
import { messages, REASONS } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { png } from '../kit/platform.ts';
import { startOwnService } from '../kit/service.ts';
import { FLOW_LOOKS, removeBots, sendDecision, useSite, type Visitor } from './visitor.ts';

const ADA = newUserId();
const labels = messages.moderation;
const tools = messages.moderationTools;
const ADMINISTRATOR = '8';

const site = useSite(() => startOwnService({ ADMIN_USER_IDS: ADA }));

describe.each(FLOW_LOOKS)('Moderators work together: $name', (look) => {
  let ada: Visitor;
  let melody: { id: string; ownerId: string };
  const arrive = () => site.arrive(look);
  const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true });
  const shown = ({ page }: Visitor, name: string) =>
    page.locator('#listing-title', { hasText: name }).waitFor();
  /** Opens the first listing, which a desktop shows already. */
  const openFirst = async (visitor: Visitor, name: string) => {
    const row = visitor.page.locator('.queue li').first();
    await row.waitFor({ state: 'attached' });
    if (await row.isVisible()) await row.getByRole('button').click();
    await shown(visitor, name);
  };
  /** Presses a key beside all fields, with the listing on the screen. */
  const key = async ({ page }: Visitor, pressed: string) => {
    await page.locator('#page-title').focus();
    await page.evaluate(`document.querySelector('.moderated')?.scrollIntoView()`);
    await page.keyboard.press(pressed);
  };
  /** @returns the addresses of two screenshots; there is a banner, too */
  const addPictures = async (id: string) => {
    await setBanner(site.services, { botId: id, userId: '1' }, png(1000, 250).toString('base64'));
    for (const [width, words] of [
      [500, 'The queue'],
      [600, null],
    ] as const)
      await addScreenshot(
        site.services,
        { botId: id, userId: '1' },
        png(width, 400).toString('base64'),
        words,
      );
    const listing = await findListing(site.services, id);
    return (listing?.screenshots ?? []).map(({ hash }) => imagePath(id, hash));
  };
  const stateOf = async (id: string) => {
    const [row] = await site.services.db.sql<{ state: string }[]>`select state from bots where id = ${id}`;
    return row?.state;
  };

  beforeEach(async () => {
    const { services } = site.service;
    await removeBots(services.db.sql);
    melody = await given(services)
      .owner('Olga Owner')
      .listing({ name: 'Melody', invitePermissions: ADMINISTRATOR })
      .submitted();
    ada = await arrive();
    await ada.signIn(ADA, 'Ada', '/moderation');
    await openFirst(ada, 'Melody');
  });

  test('what a moderator needs stands beside the listing', async () => {
    const { services } = site.service;
    const { id } = await given(services).listing({ name: 'Mel0dy' }).in('rejected');
    await services.db.sql`update bot_owners set user_id = ${melody.ownerId} where bot_id = ${id}`;
    await addNote(services, newUserId(), melody.id, 'The owner promised to ask for less.');
    await ada.open('/moderation');
    await openFirst(ada, 'Melody');
    const listing = ada.page.locator('.moderated');
    await listing
      .getByRole('list', { name: tools.permissions.dangerous({ count: 1 }) })
      .getByText('Administrator')
      .waitFor();
    await listing
      .getByRole('list', { name: tools.owners.setbacks({ name: 'Olga Owner' }) })
      .getByText('Mel0dy')
      .waitFor();
    await listing.getByText('The owner promised to ask for less.').waitFor();
    await ada.inspect('moderation-facts');
    await listing
      .getByRole('list', { name: tools.lookAlikes.title })
      .getByRole('button', { name: 'Mel0dy' })
      .click();
    await shown(ada, 'Mel0dy');
  });

  test('a note is written by keyboard, and kept', async () => {
    await key(ada, 'n');
    await ada.page.keyboard.type('Asked the owner about it. (a, r, s)');
    await ada.page.keyboard.press('Control+Enter');
    await ada.page.getByText(tools.notes.added).waitFor();
    await ada.page.locator('.notes').getByText('Asked the owner about it. (a, r, s)').waitFor();
    expect(await stateOf(melody.id)).toBe('pending');
  });

  test('two moderators: who opens a listing claims it, the other is told, cannot decide, and takes over', async () => {
    const graceId = await given(site.services).moderator('Grace');
    const grace = await arrive();
    await grace.signIn(graceId, 'Grace', '/moderation');
    await openFirst(grace, 'Melody');
    // Ada has opened it before.
    await button(ada, tools.claim.release).waitFor();
    await ada.inspect('moderation-claimed');

    await key(grace, 'a');
    await grace.page.getByText(messages.held.notDone({ name: 'Melody' })).waitFor();
    await grace.page.getByText('Ada is working on this listing.').waitFor();
    await grace.page
      .locator('.claim')
      .getByText(tools.claim.by({ name: 'Ada' }))
      .waitFor();
    await grace.page
      .locator('.queue')
      .getByText(tools.claim.short({ name: 'Ada' }))
      .waitFor({ state: 'attached' });
    expect(await stateOf(melody.id)).toBe('pending');
    await grace.inspect('moderation-claimed-by-another');

    await button(grace, tools.claim.takeOver).click();
    await button(grace, tools.claim.release).waitFor();
    await ada.page
      .locator('.claim')
      .getByText(tools.claim.by({ name: 'Grace' }))
      .waitFor();
    await key(ada, 'a');
    await ada.page.getByText('Grace is working on this listing.').waitFor();
    await key(grace, 'a');
    await grace.page.getByText(labels.done.APPROVE({ name: 'Melody' })).waitFor();
    await sendDecision(grace);
    expect(await stateOf(melody.id)).toBe('approved');
  });

  test('a reason starts from a template, and is edited', async () => {
    await key(ada, 'r');
    const reason = ada.page.getByLabel(labels.reason, { exact: true });
    const choose = (template: string) =>
      ada.page
        .getByLabel(tools.templates.title)
        .selectOption(tools.templates.of.REJECT[template as 'offline']);
    const translate = (language: 'en' | 'de') =>
      ada.page.getByLabel(tools.templates.language).selectOption(createLanguageNames('en').nameOf(language));
    // A template corrects a refused reason.
    const problems = ada.page.locator('.decisions .problem:not(:empty)');
    await button(ada, labels.rejectNow).click();
    await expect.poll(() => problems.count()).toBe(1);
    await choose('offline');
    expect(await reason.inputValue()).toBe(REASONS.en.REJECT.offline);
    expect(await problems.count()).toBe(0);
    expect(await reason.getAttribute('aria-invalid')).toBe('false');
    await ada.inspect('moderation-template');
    // The owner may read German. What was edited is not translated.
    await translate('de');
    await expect.poll(() => reason.inputValue()).toBe(REASONS.de.REJECT.offline);
    await choose('tooShort');
    expect(await reason.inputValue()).toBe(REASONS.de.REJECT.tooShort);
    await reason.fill('Bring it online.');
    await translate('en');
    expect(await reason.inputValue()).toBe('Bring it online.');
    await choose('offline');
    await reason.press('End');
    await ada.page.keyboard.type(' Thank you.');
    await ada.page.keyboard.press('Control+Enter');
    await ada.page.getByText(labels.done.REJECT({ name: 'Melody' })).waitFor();
    await sendDecision(ada);
    const [move] = await site.services.db.sql`
      select reason from listing_moves where bot_id = ${melody.id} and to_state = 'rejected'`;
    expect(move?.reason).toBe(`${REASONS.en.REJECT.offline} Thank you.`);
  });

  test('a screenshot is taken down with a reason, which its owner reads', async () => {
    const [first = ''] = await addPictures(melody.id);
    await ada.open('/moderation');
    await openFirst(ada, 'Melody');
    const list = ada.page.locator('.shown-pictures');
    await list.getByRole('img', { name: messages.banner.current({ name: 'Melody' }) }).waitFor();
    expect(await list.getByRole('link').nth(1).getAttribute('href')).toBe(first);
    await ada.inspect('moderation-pictures');
    const remove = button(ada, messages.screenshotsForm.removeNamed({ number: 1 }));
    await remove.click();
    await ada.page.keyboard.press('Escape');
    await expect.poll(() => remove.evaluate((element) => element.matches(':focus'))).toBe(true);
    await remove.click();
    await button(ada, labels.takeDownNow).click();
    await list.getByText('The reason must be 10 to 500 characters long.').waitFor();
    await ada.inspect('moderation-picture-reason');
    await ada.page.getByLabel(tools.templates.title).selectOption(tools.templates.of.TAKE_DOWN.private);
    await ada.page.getByLabel(labels.reason, { exact: true }).press('Control+Enter');
    await ada.page.getByText(labels.takenDown).waitFor();
    await ada.page.locator('#pictures-title:focus').waitFor();
    expect(await list.locator('img').count()).toBe(2);
    await sendDecision(ada);
    const entry = ada.page.locator('.history li', { hasText: messages.state.takenDown.SCREENSHOT });
    await entry.getByText(REASONS.en.TAKE_DOWN.private).waitFor();
    await entry.getByText('Ada').waitFor();
    expect(await stateOf(melody.id)).toBe('pending');

    const olga = await arrive();
    await olga.signIn(melody.ownerId, 'Olga Owner', `/bot/${melody.id}/edit`);
    const state = olga.page.locator('#state');
    await state.getByText(messages.state.takenDown.SCREENSHOT).waitFor();
    await state.getByText(REASONS.en.TAKE_DOWN.private).waitFor();
    expect(await olga.page.getByText('Ada').count()).toBe(0);
    await olga.inspect('overview-picture-taken-down');
  });

  test('a picture that the owner has removed meanwhile is refused, and a member gets no button', async () => {
    const [, second = ''] = await addPictures(melody.id);
    await ada.open('/moderation');
    await openFirst(ada, 'Melody');
    await button(ada, messages.screenshotsForm.removeNamed({ number: 2 })).click();
    await ada.page.getByLabel(labels.reason, { exact: true }).fill('It shows somebody else.');
    await removeScreenshot(site.services, { botId: melody.id, userId: '1' }, second.split('/').at(-1) ?? '');
    await button(ada, labels.takeDownNow).click();
    await sendDecision(ada);
    await ada.page.getByText('The listing does not show this picture any more.').waitFor();
    await expect.poll(() => ada.page.locator('.shown-pictures img').count()).toBe(2);
    const member = await arrive();
    await member.signIn(newUserId(), 'Mia Member');
    await member.open('/moderation', 403);
    await member.page.getByText('Your account does not have the role for this page.').waitFor();
    expect(await member.page.locator('.shown-pictures').count()).toBe(0);
  });

  test('a listing that is opened is brought into view, and its templates begin in a language of its bot', async () => {
    await given(site.services)
      .listing({ name: 'Klang', languages: ['de'] })
      .submitted();
    await ada.open('/moderation');
    await ada.page.locator('.queue').getByRole('button', { name: 'Klang' }).click();
    await shown(ada, 'Klang');
    const isInView = `(() => {
      const { top, bottom } = document.querySelector('#listing-title').getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    })()`;
    await expect.poll(() => ada.page.evaluate(isInView)).toBe(true);
    await key(ada, 'r');
    const language = ada.page.getByLabel(tools.templates.language);
    expect(await language.inputValue()).toBe('de');
    await ada.page.keyboard.press('Escape');
    if (look.name === 'phone') await button(ada, labels.backToQueue).click();
    await ada.page.locator('.queue').getByRole('button', { name: 'Melody' }).click();
    await shown(ada, 'Melody');
    await key(ada, 'r');
    expect(await language.inputValue()).toBe('en');
  });

  test('the keys are shown and hidden by a key, and another one goes to the search, which finds by name and owner', async () => {
    const { services } = site.service;
    await given(services).owner('Sam').listing({ name: 'Harmony' }).in('suspended');
    const shortcuts = ada.page.locator('.shortcuts');
    await key(ada, '?');
    await shortcuts.getByText(labels.shortcutsOn).waitFor();
    await ada.inspect('moderation-keys');
    await key(ada, '?');
    await shortcuts.getByText(labels.shortcutsOn).waitFor({ state: 'hidden' });
    await key(ada, '/');
    await ada.page.locator('.search-listings input:focus').waitFor();
    await ada.page.keyboard.type('nobody has this name');
    await ada.page.keyboard.press('Enter');
    await ada.page.getByText(labels.nothingFound).waitFor();
    for (const search of ['harm', 'Sam']) {
      const back = button(ada, labels.backToQueue);
      if (await back.isVisible()) await back.click();
      await ada.page.getByLabel(labels.lookUp, { exact: true }).first().fill(search);
      await button(ada, labels.lookUpButton).click();
      await ada.page.locator('.search-listings').getByRole('button', { name: 'Harmony' }).click();
      await shown(ada, 'Harmony');
    }
    await ada.inspect('moderation-search');
  });

  test('a public listing is featured on the first page until a day, and taken off again', async () => {
    const { services } = site.service;
    const { id } = await given(services).listing({ name: 'Harmony' }).approved();
    // The first page is kept for a second.
    const isFeatured = async () => {
      await ada.open('/');
      return (await ada.page.getByRole('heading', { name: messages.home.featured }).count()) === 1;
    };
    expect(await isFeatured()).toBe(false);
    await ada.open('/moderation');
    await ada.page.getByLabel(labels.lookUp, { exact: true }).fill(id);
    await button(ada, labels.lookUpButton).click();
    await shown(ada, 'Harmony');
    await button(ada, tools.featured.feature).click();
    // Readers are told why.
    await ada.page.getByText('The reason must be 3 to 120 characters long.').waitFor();
    const reason = 'It explains itself.';
    await ada.page.getByLabel(`${tools.featured.reason}: English`).fill(reason);
    await button(ada, tools.featured.feature).click();
    await ada.page.getByText(tools.featured.now({ place: 1 })).waitFor();
    await ada.inspect('moderation-featured');
    expect(await listFeatured(services, 12)).toMatchObject([{ id }]);
    await expect.poll(isFeatured).toBe(true);
    expect(await ada.page.getByText(reason).count()).toBe(1);
    await ada.inspect('home-featured');

    // Another program has written a reason in a language that the site does not have.
    await services.db.sql`update features set reasons = reasons || '{"es": "Se explica solo."}'`;
    await ada.open('/moderation');
    await ada.page.getByLabel(labels.lookUp, { exact: true }).fill(id);
    await button(ada, labels.lookUpButton).click();
    await shown(ada, 'Harmony');
    expect(await ada.page.getByLabel(`${tools.featured.reason}: Spanish`).inputValue()).toBe(
      'Se explica solo.',
    );
    await ada.page.getByLabel(`${tools.featured.reason}: English`).fill('It is clear.');
    await button(ada, tools.featured.change).click();
    await ada.page.getByText('It is clear.').waitFor();
    const [current] = await services.db.sql`select reasons from features where ended_at is null`;
    expect(current?.reasons).toEqual({ en: 'It is clear.', es: 'Se explica solo.' });
    await services.db.sql`update features set featured_until = now() - interval '5 seconds'`;
    await expect.poll(isFeatured).toBe(false);
  });

  test('an owner whose listing waits reads how many wait, and that nothing is known yet', async () => {
    const olga = await arrive();
    await olga.signIn(melody.ownerId, 'Olga Owner', '/dashboard');
    await olga.page.getByText(messages.reviewWait.unknown).waitFor();
    await olga.inspect('dashboard-wait');
  });

  test('an empty queue and a team of one say what comes next', async () => {
    await key(ada, 'a');
    await ada.page.getByText(labels.empty).waitFor();
    await ada.page.getByText(labels.chooseOther).waitFor({ state: 'attached' });
    await ada.inspect('moderation-empty');
    await site.services.db.sql`update users set role = null`;
    await ada.open('/moderation/team');
    await ada.page.getByText(messages.team.alone).waitFor();
  });
});
