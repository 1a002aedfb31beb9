import { beforeEach, describe, expect, test } from 'vitest';
import { claimListing } from '../../src/domain/moderation/claims.ts';
import { reportListing } from '../../src/domain/moderation/reports.ts';
import { messages, REASONS } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { startOwnService } from '../kit/service.ts';
import { LOOKS, removeBots, sendDecision, useSite, type Visitor } from './visitor.ts';

const ADA = newUserId();
const labels = messages.moderation;
const { held, moderationTools: tools } = messages;
const site = useSite(() => startOwnService({ ADMIN_USER_IDS: ADA }));

describe.each(LOOKS)('A full desk of a moderator: $name', (look) => {
  let ada: Visitor;
  let ids: string[];
  const isPhone = look.name === 'phone';
  const button = (name: string) => ada.page.getByRole('button', { name, exact: true });
  const open = async (name: string) => {
    if (await button(labels.backToQueue).isVisible()) await button(labels.backToQueue).click();
    await ada.page.locator('.queue').getByRole('button', { name }).first().click();
    await ada.page.locator('#listing-title', { hasText: name }).waitFor();
  };
  const stateOf = async () => {
    const rows = await site.services.db.sql<{ state: string }[]>`
      select state from bots where id = any(${ids}) order by name`;
    return rows.map(({ state }) => state);
  };

  beforeEach(async () => {
    const { services } = site;
    await removeBots(services.db.sql);
    await services.db.sql`truncate moderation_templates`;
    ids = [];
    for (const name of ['Alpha', 'Beta', 'Gamma'])
      ids.push((await given(services).owner('Olga').listing({ name }).submitted()).id);
    await services.db.sql`
      update bot_owners set user_id = (select user_id from bot_owners where bot_id = ${ids[0] ?? ''})
      where bot_id = any(${ids})`;
    for (let count = 0; count < 20; count++)
      await given(services)
        .listing({ name: `Filler ${count}` })
        .submitted();
    const severe = await given(services).listing({ name: 'Severe' }).approved();
    const report = { category: 'malicious', text: 'It steals the tokens of members.' } as const;
    await reportListing(services, await given(services).user(), severe.id, report);
    ada = await site.arriveAs(look, ADA, 'Ada', '/moderation');
    await ada.page.locator('.queue li').first().waitFor();
  });

  test('what is severe comes first with its badge, filters leave only what they name, and the navigation counts', async () => {
    const rows = ada.page.locator('.queue li');
    expect(await rows.first().innerText()).toContain(labels.badges.SEVERE);
    await ada.inspect('desk-queue');
    await ada.page.getByLabel(labels.show).selectOption(labels.kinds.REPORTS);
    await expect.poll(() => rows.count()).toBe(1);
    await ada.page.getByLabel(labels.show).selectOption(labels.kinds.EDIT);
    await ada.page.getByText(labels.noMatch).waitFor();
    await ada.page.getByLabel(labels.show).selectOption(labels.everything);
    await expect.poll(() => rows.count()).toBe(24);
    const count = ada.page.locator('.places [data-queue]').first();
    expect(await count.textContent()).toBe('24');
    await given(site.services).listing({ name: 'New' }).submitted();
    await expect.poll(() => count.textContent()).toBe('25');
  });

  test('queue and listing scroll apart on a desktop; on a phone a key does nothing while the listing is hidden', async () => {
    if (isPhone) {
      await ada.page.locator('#page-title').focus();
      await ada.page.keyboard.press('a');
      await ada.page.keyboard.press('c');
      expect(await stateOf()).toEqual(['pending', 'pending', 'pending']);
      await open('Beta');
      expect(await ada.page.locator('.queue').isVisible()).toBe(false);
      await ada.inspect('desk-listing');
      await button(labels.backToQueue).click();
      await ada.page.locator('.queue [aria-current=true]:focus').waitFor();
      return;
    }
    await open('Alpha');
    const scrolled = await ada.page.evaluate<number[]>(`(() => {
      const [rows, details] = ['.queue-rows', '.chosen'].map((each) => document.querySelector(each));
      rows.scrollTop = 400;
      const before = details.scrollTop;
      details.scrollTop = 300;
      return [rows.scrollTop, before, details.scrollTop, scrollY];
    })()`);
    expect(scrolled[0]).toBeGreaterThan(100);
    expect(scrolled[1]).toBe(0);
    expect(scrolled[2]).toBeGreaterThan(100);
    const isSeen = await ada.page.evaluate<boolean>(`(() => {
      const { top, bottom } = document.querySelector('.search-listings input').getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    })()`);
    expect(isSeen).toBe(true);
    await ada.inspect('desk-listing');
  });

  test('listings of one owner are rejected together with an own template, and taken back at once', async () => {
    await open('Alpha');
    await ada.page.getByRole('checkbox', { name: /Beta/ }).check();
    await ada.page.getByRole('checkbox', { name: /Gamma/ }).check();
    await button(labels.reject).click();
    const reason = ada.page.getByLabel(labels.reason, { exact: true });
    await reason.fill('All three are copies of the same bot.');
    await ada.page.getByText(tools.templates.manage).click();
    await ada.page.getByLabel(tools.templates.name).fill('Copies');
    await button(tools.templates.save).click();
    await ada.page.getByText(tools.templates.saved).waitFor();
    await reason.fill('Something else that is long enough.');
    await ada.page.getByLabel(tools.templates.title).selectOption(tools.templates.own({ name: 'Copies' }));
    expect(await reason.inputValue()).toBe('All three are copies of the same bot.');
    await ada.inspect('desk-together');
    await button(labels.rejectNow).click();
    await ada.page.getByText(tools.together.done({ count: 3 })).waitFor();
    for (const name of ['Alpha', 'Beta', 'Gamma'])
      expect(await ada.page.locator('.queue').getByRole('button', { name }).count()).toBe(0);
    await button(held.undoOf({ name: 'Alpha' })).click();
    await ada.page.getByText(held.undone).waitFor();
    await ada.page.locator('#listing-title', { hasText: 'Alpha' }).waitFor();
    expect(await stateOf()).toEqual(['pending', 'pending', 'pending']);
  });

  test('four keys reject all listings of an owner with a template: also after a tick, keys are keys', async () => {
    await open('Alpha');
    await ada.page.getByRole('checkbox', { name: /Beta/ }).check();
    await ada.page.keyboard.press('o');
    await ada.page.getByText(tools.together.chosen({ count: 2 })).waitFor();
    await ada.page.keyboard.press('r');
    const reason = ada.page.getByLabel(labels.reason, { exact: true });
    await reason.press('ArrowDown');
    expect(await reason.inputValue()).toBe(Object.values(REASONS.en.REJECT)[0]);
    await ada.page.keyboard.press('Control+Enter');
    await ada.page.getByText(tools.together.done({ count: 3 })).waitFor();
    await sendDecision(ada);
    expect(await stateOf()).toEqual(['rejected', 'rejected', 'rejected']);
  });

  test('the arrow leaves a reason that has text alone, and a key pressed twice decides once', async () => {
    await open('Alpha');
    await button(labels.reject).click();
    const reason = ada.page.getByLabel(labels.reason, { exact: true });
    await reason.fill('My own words.');
    await reason.press('ArrowDown');
    expect(await reason.inputValue()).toBe('My own words.');
    await reason.press('Escape');
    await open('Alpha');
    await ada.page.keyboard.press('a');
    await ada.page.keyboard.press('a');
    await ada.page.getByText(labels.done.APPROVE({ name: 'Alpha' })).waitFor();
    await ada.page.locator('#listing-title', { hasNotText: 'Alpha' }).waitFor();
    await sendDecision(ada);
    expect(await stateOf()).toEqual(['approved', 'pending', 'pending']);
  });

  test('a decision leads to the next listing that nobody else has claimed', async () => {
    const grace = await given(site.services).moderator('Grace');
    await claimListing(site.services, grace, ids[1] ?? '', false);
    await open('Alpha');
    await ada.page
      .locator('.queue')
      .getByText(tools.claim.short({ name: 'Grace' }))
      .waitFor({ state: 'attached' });
    await button(labels.approve).click();
    await ada.page.locator('#listing-title', { hasText: 'Gamma' }).waitFor();
    await sendDecision(ada);
    expect(await stateOf()).toEqual(['approved', 'pending', 'pending']);
  });

  test('closing reports is undone', async () => {
    await open('Severe');
    await button(labels.acted).click();
    await ada.page.getByText(labels.closed({ count: 1 })).waitFor();
    await button(held.undoOf({ name: 'Severe' })).click();
    await ada.page.getByText(held.undone).waitFor();
    await ada.page.locator('#listing-title', { hasText: 'Severe' }).waitFor();
    await ada.page.getByText('It steals the tokens of members.').waitFor();
  });
});
