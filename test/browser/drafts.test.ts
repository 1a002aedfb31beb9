import { beforeEach, describe, expect, test } from 'vitest';
import { messages } from '../../src/web/words/messages.ts';
import { type GivenListing, given } from '../kit/given.ts';
import { newBotId } from '../kit/ids.ts';
import { FIELDS } from '../kit/listing-input.ts';
import { FLOW_LOOKS, sendDecision, useSite, type Visitor } from './visitor.ts';

const site = useSite();
const labels = messages.drafts;
/** How the note begins, before the time. */
const BACK = labels.restored({ time: '' }).split(' ').slice(0, 2).join(' ');
const TEXT = 'It sends the same message to everybody, again and again.';
/** Waits until a draft holds a text: 300 ms after the last key. */
const writes = (visitor: Visitor, text: string) =>
  expect.poll(() => draftsOf(visitor)).toContain(JSON.stringify(text).slice(1, -1));
const draftsOf = ({ page }: Visitor) =>
  page.evaluate<string>(
    `Object.entries(localStorage).filter(([key]) => key.startsWith('draft:')).flat().join()`,
  );

describe.each(FLOW_LOOKS)('What was typed: $name', (look) => {
  let owner: Visitor;
  let bot: GivenListing;
  beforeEach(async () => {
    owner = await site.arrive(look);
    bot = await given(site.services).owner('Olivia Owner').listing().approved();
    await owner.signIn(bot.ownerId, 'Olivia Owner', '/dashboard');
  });
  const field = (label: string, { page } = owner) => page.getByLabel(label, { exact: true });
  const press = (name: string, { page } = owner) => page.getByRole('button', { name, exact: true }).click();
  const note = ({ page } = owner) => page.getByText(BACK);
  const endSession = () => site.services.db.sql`delete from sessions where user_id = ${bot.ownerId}`;
  const openListing = () => owner.open(`/bot/${bot.id}/edit/listing`);
  const stored = async () => {
    const [row] = await site.services.db.sql`
      select prefix, support_url as "supportUrl", source_url as "sourceUrl" from bots where id = ${bot.id}`;
    return row;
  };

  test('in the form of a listing is there after a reload and on another tab, until it is saved', async () => {
    await openListing();
    await field(messages.fields.name).waitFor();
    await owner.page.getByLabel(messages.fields.prefix).fill('?!');
    await owner.page.reload();
    await note().waitFor();
    expect(await owner.page.getByLabel(messages.fields.prefix).inputValue()).toBe('?!');
    await owner.inspect('draft-listing');
    await owner.page.getByRole('link', { name: messages.dashboard.tabs.team, exact: true }).click();
    await field(messages.owners.id).waitFor();
    await owner.page.getByRole('link', { name: messages.dashboard.tabs.listing, exact: true }).click();
    await note().waitFor();
    await press(messages.fields.save);
    await owner.page.getByText(messages.common.saved).waitFor();
    await expect.poll(() => draftsOf(owner)).toBe('');
    await openListing();
    await field(messages.fields.name).waitFor();
    expect(await note().count()).toBe(0);
    expect(await stored()).toMatchObject({ prefix: '?!' });
  });

  test('is discarded by one click, and what is stored stands in the form again', async () => {
    await openListing();
    const prefix = owner.page.getByLabel(messages.fields.prefix);
    const before = await prefix.inputValue();
    await prefix.fill('?!');
    await owner.page.reload();
    await press(labels.discard);
    expect(await prefix.inputValue()).toBe(before);
    await expect.poll(() => draftsOf(owner)).toBe('');
  });

  test('in a submission is there when the page opens again, at the same step; one that was sent is not', async () => {
    const id = newBotId();
    await owner.open('/submit');
    await field(messages.submit.id).fill(id);
    await press(messages.submit.next);
    await field(messages.fields.name).fill('Harmony');
    await owner.page.getByLabel(messages.fields.shortDescription).fill(FIELDS.shortDescription);
    await field('Music').check();
    await owner.open('/submit');
    await owner.page.getByText(messages.submit.step2({ id })).waitFor();
    expect(await field(messages.fields.name).inputValue()).toBe('Harmony');
    expect(await field('Music').isChecked()).toBe(true);
    await owner.inspect('draft-submission');
    await press(messages.submit.send);
    await owner.page.waitForURL(`**/bot/${id}/edit`);
    await owner.open('/submit');
    await field(messages.submit.id).waitFor();
    expect([await field(messages.submit.id).inputValue(), await draftsOf(owner)]).toEqual(['', '']);
  });

  test('in news and in a translation is there after a reload', async () => {
    await owner.open(`/bot/${bot.id}/edit`);
    await owner.page.getByLabel(messages.newsForm.heading).fill('New songs');
    await owner.page.reload();
    await note().waitFor();
    expect(await owner.page.getByLabel(messages.newsForm.heading).inputValue()).toBe('New songs');
    await owner.page.getByLabel(messages.newsForm.text).fill('They sing.');
    await press(messages.newsForm.publish);
    await owner.page.getByText(messages.newsForm.published).waitFor();

    await openListing();
    const section = owner.page.getByRole('region', { name: messages.translationsForm.title, exact: true });
    await section.getByLabel(messages.translationsForm.language).selectOption('de');
    await section.getByRole('button', { name: messages.translationsForm.add, exact: true }).click();
    await section.getByRole('textbox', { name: messages.fields.name }).fill('Liedervogel');
    await owner.page.reload();
    await note().waitFor();
    expect(await section.getByRole('textbox', { name: messages.fields.name }).inputValue()).toBe(
      'Liedervogel',
    );
  });

  test('as the reason of a moderator is there after a reload, until it is sent', async () => {
    const moderator = await site.arriveAs(
      look,
      await given(site.services).moderator(),
      'Mo Moderator',
      '/moderation',
    );
    const suspend = async () => {
      await field(messages.moderation.lookUp, moderator).fill(bot.id);
      await press(messages.moderation.lookUpButton, moderator);
      await press(messages.moderation.suspend, moderator);
    };
    await suspend();
    await field(messages.moderation.reason, moderator).fill(TEXT);
    await moderator.page.reload();
    await suspend();
    expect(await field(messages.moderation.reason, moderator).inputValue()).toBe(TEXT);
    await moderator.inspect('draft-reason');
    await press(messages.moderation.suspendNow, moderator);
    await sendDecision(moderator);
    await expect.poll(() => draftsOf(moderator)).toBe('');
  });

  test('stays when a save finds no network, also through a reload, and the next click saves it', async () => {
    await openListing();
    await owner.page.getByLabel(messages.fields.prefix).fill('?!');
    await owner.context.setOffline(true);
    await press(messages.fields.save);
    await owner.page.getByText(messages.common.offline).waitFor();
    expect(await owner.page.getByLabel(messages.fields.prefix).inputValue()).toBe('?!');
    await owner.page.reload().catch(() => {});
    await owner.context.setOffline(false);
    await openListing();
    await note().waitFor();
    await press(messages.fields.save);
    await owner.page.getByText(messages.common.saved).waitFor();
    expect(await stored()).toMatchObject({ prefix: '?!' });
  });

  test('is sent by itself after the reader has signed in again beside the form, in another tab', async () => {
    await openListing();
    await owner.page.getByLabel(messages.fields.prefix).fill('?!');
    await endSession();
    await press(messages.fields.save);
    const dialog = owner.page.getByRole('dialog', { name: labels.ended });
    await dialog.waitFor();
    await owner.inspect('session-ended');
    const opened = owner.context.waitForEvent('page');
    await dialog.getByRole('link', { name: labels.signIn }).click();
    const tab = await opened;
    await tab.getByLabel(messages.signIn.userId).fill(bot.ownerId);
    const closed = tab.waitForEvent('close');
    await tab.getByRole('main').getByRole('button', { name: messages.signIn.title }).click();
    await closed;
    await owner.page.getByText(messages.common.saved).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await stored()).toMatchObject({ prefix: '?!' });
  });

  test('stays in the form when the reader closes the question to sign in, and the refusal says so', async () => {
    await openListing();
    await owner.page.getByLabel(messages.fields.prefix).fill('?!');
    await endSession();
    await press(messages.fields.save);
    await owner.page.getByRole('dialog', { name: labels.ended }).waitFor();
    await owner.page.keyboard.press('Escape');
    await owner.page.getByText(messages.common.signedOut).waitFor();
    expect(await owner.page.getByLabel(messages.fields.prefix).inputValue()).toBe('?!');
  });

  test('is neither sent as another user who signs in, nor shown to them, and comes back to its writer', async () => {
    const other = await given(site.services).coOwnerOf(bot.id);
    const before = await stored();
    await openListing();
    await owner.page.getByLabel(messages.fields.prefix).fill('?!');
    await endSession();
    await press(messages.fields.save);
    const opened = owner.context.waitForEvent('page');
    await owner.page.getByRole('link', { name: labels.signIn }).click();
    const tab = await opened;
    await tab.getByLabel(messages.signIn.userId).fill(other);
    await tab.getByRole('main').getByRole('button', { name: messages.signIn.title }).click();
    await owner.page.getByRole('dialog', { name: labels.otherUser }).waitFor();
    await owner.inspect('session-other');
    await owner.page.keyboard.press('Escape');
    await owner.page.getByText(messages.common.signedOut).waitFor();
    await press(messages.fields.save);
    await owner.page.getByRole('dialog', { name: labels.otherUser }).waitFor();
    await owner.page.keyboard.press('Escape');
    expect(await stored()).toEqual(before);
    await openListing();
    await field(messages.fields.name).waitFor();
    expect(await note().count()).toBe(0);
    await owner.signIn(bot.ownerId, 'Olivia Owner', `/bot/${bot.id}/edit/listing`);
    await note().waitFor();
  });

  test('stands beside what somebody else has saved meanwhile, and each field gets the chosen version', async () => {
    await openListing();
    await owner.page.getByLabel(messages.fields.prefix).fill('?!');
    await owner.page.getByLabel(messages.fields.supportUrl).fill('https://melody.example/mine');
    await owner.page.getByLabel(messages.fields.sourceUrl).fill('https://melody.example/code');
    const { sql } = site.services.db;
    await sql`
      update bots set prefix = '%', support_url = 'https://melody.example/theirs', revision = revision + 1
      where id = ${bot.id}`;
    await press(messages.fields.save);
    const versions = owner.page.getByRole('region', { name: labels.conflict });
    await versions.waitFor();
    expect(await versions.locator('legend').allInnerTexts()).toEqual([
      messages.fields.prefix,
      messages.fields.supportUrl,
    ]);
    await owner.inspect('conflict');
    // A reload meanwhile loses neither version.
    await writes(owner, '?!');
    await owner.page.reload();
    const prefix = versions.getByRole('group', { name: messages.fields.prefix });
    expect(await prefix.getByLabel(labels.mine).isChecked()).toBe(true);
    await versions.getByRole('button', { name: labels.allTheirs }).click();
    expect(await owner.page.getByLabel(messages.fields.supportUrl).first().inputValue()).toBe(
      'https://melody.example/theirs',
    );
    await prefix.getByLabel(labels.mine).check();
    await press(messages.fields.save);
    await owner.page.getByText(messages.common.saved).waitFor();
    expect(await versions.count()).toBe(0);
    expect(await stored()).toEqual({
      prefix: '?!',
      supportUrl: 'https://melody.example/theirs',
      sourceUrl: 'https://melody.example/code',
    });
  });

  test('after a conflict does not take for typed what the form only took from it', async () => {
    await openListing();
    const support = owner.page.getByLabel(messages.fields.supportUrl).first();
    const before = await support.inputValue();
    await owner.page.getByLabel(messages.fields.prefix).fill('?!');
    const saveElsewhere = (url: string) => site.services.db.sql`
      update bots set support_url = ${url}, revision = revision + 1 where id = ${bot.id}`;
    await saveElsewhere('https://melody.example/theirs');
    await press(messages.fields.save);
    await owner.page.getByRole('region', { name: labels.conflict }).waitFor();
    await writes(owner, 'https://melody.example/theirs');
    await saveElsewhere(before);
    await owner.page.reload();
    await note().waitFor();
    expect(await support.inputValue()).toBe(before);
    await press(messages.fields.save);
    await owner.page.getByText(messages.common.saved).waitFor();
    expect(await stored()).toMatchObject({ prefix: '?!', supportUrl: before });
  });

  test('of a report asks which bot is the original only when it is about an impersonation', async () => {
    const reporter = await given(site.services).user();
    await owner.signIn(reporter, 'Rita Reporter', `/bot/${bot.id}/report`);
    const original = owner.page.getByLabel(messages.report.original);
    expect(await original.isVisible()).toBe(false);
    await owner.page.getByLabel(messages.report.categories.IMPERSONATION).check();
    await original.waitFor();
    await owner.page.getByLabel(messages.report.categories.SPAM).check();
    expect(await original.isVisible()).toBe(false);
  });

  test('in a report is there after a reload and after a sign-in, and is gone once it is sent or discarded', async () => {
    const { page } = owner;
    const text = page.getByLabel(messages.report.text);
    const path = `/bot/${bot.id}/report`;
    const reporter = await given(site.services).user();
    await owner.signIn(reporter, 'Rita Reporter', path);
    await page.getByLabel(messages.report.categories.SPAM).check();
    await text.fill(TEXT);
    await page.reload();
    await note().waitFor();
    expect(await text.inputValue()).toBe(TEXT);
    expect(await page.getByLabel(messages.report.categories.SPAM).isChecked()).toBe(true);
    await owner.inspect('draft-report');
    await press(labels.discard);
    expect([await text.inputValue(), await draftsOf(owner)]).toEqual(['', '']);

    await page.getByLabel(messages.report.categories.SPAM).check();
    await text.fill(TEXT);
    await writes(owner, TEXT);
    await owner.context.clearCookies();
    await owner.signIn(await given(site.services).user(), 'Stella Stranger', path);
    expect(await text.inputValue()).toBe('');
    await owner.context.clearCookies();
    await owner.signIn(reporter, 'Rita Reporter', path);
    expect(await text.inputValue()).toBe(TEXT);
    await press(messages.report.button);
    await page.getByText(messages.report.done).waitFor();
    expect(await draftsOf(owner)).toBe('');
  });

  test('is deleted from the device by signing out, after thirty days, and beyond twenty drafts', async () => {
    const { page } = owner;
    const path = `/bot/${bot.id}/report`;
    await owner.open(path);
    await page.evaluate(`
      const day = 24 * 60 * 60 * 1000;
      const put = (name, days) =>
        localStorage.setItem('draft:1:' + name, JSON.stringify({ at: Date.now() - days * day, value: '' }));
      put('old', 31);
      for (let number = 0; number < 21; number++) put('note/' + number, 1 + number);
    `);
    await page.reload();
    const left: readonly string[] = (await draftsOf(owner)).match(/draft:1:[\w/]+/g) ?? [];
    expect([left.length, left.includes('draft:1:old'), left.includes('draft:1:note/20')]).toEqual([
      20,
      false,
      false,
    ]);
    await owner.open('/account');
    await page
      .getByRole('main')
      .getByRole('button', { name: messages.navigation.signOut, exact: true })
      .click();
    await page.waitForURL('**/');
    expect(await draftsOf(owner)).toBe('');
  });

  test('as the URL of a webhook, which may hold a secret, is kept nowhere', async () => {
    await owner.open(`/bot/${bot.id}/edit/webhook`);
    await field(messages.webhook.url).fill('https://hooks.example/secret');
    await owner.page.waitForTimeout(600);
    expect(await draftsOf(owner)).toBe('');
    await field(messages.webhook.url).fill('');
  });
});
