import { beforeEach, describe, expect, test } from 'vitest';
import { claimListing } from '../../src/domain/moderation/claims.ts';
import { moderateListing } from '../../src/domain/moderation/decide.ts';
import { closeReports, reportListing } from '../../src/domain/moderation/reports.ts';
import { addNote } from '../../src/domain/moderation/review.ts';
import { messages, REASONS } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { startOwnService } from '../kit/service.ts';
import { at, after as plus } from '../kit/time.ts';
import { FLOW_LOOKS, removeBots, sendDecision, useSite, type Visitor } from './visitor.ts';

const ADA = newUserId();
const labels = messages.moderation;
const tools = messages.moderationTools;
const TYPED = 'Typed by hand, and not sent yet.';

const site = useSite(() => startOwnService({ ADMIN_USER_IDS: ADA }));

describe.each(FLOW_LOOKS)('The moderation queue: $name', (look) => {
  let ada: Visitor;
  const arrive = () => site.arrive(look);
  /** Listings that wait, the oldest first. */
  const submit = async (...names: readonly string[]) => {
    const start = plus(new Date(), -names.length * 1000);
    const ids: string[] = [];
    for (const [index, name] of names.entries()) {
      const services = at(site.services, plus(start, index * 1000));
      ids.push((await given(services).listing({ name }).submitted()).id);
    }
    return ids;
  };
  const reported = async (name: string) => {
    const { id } = await given(site.services).listing({ name }).approved();
    const report = { category: 'malicious', text: 'It steals the tokens of members.' } as const;
    await reportListing(site.services, await given(site.services).user(), id, report);
  };
  /** Ada reads it, so another moderator takes it over first. */
  const approve = async (moderatorId: string, id = '') => {
    await claimListing(site.services, moderatorId, id, true);
    return moderateListing(site.services, moderatorId, id, {
      decision: 'approve',
      revision: 1,
      closesReports: false,
    });
  };
  const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true });
  const inQueue = ({ page }: Visitor, name: string) => page.locator('.queue').getByRole('button', { name });
  const shown = ({ page }: Visitor, name: string) =>
    page.locator('#listing-title', { hasText: name }).waitFor();
  /** A phone shows the queue or a listing. */
  const toQueue = async (visitor: Visitor) => {
    const back = button(visitor, labels.backToQueue);
    if (await back.isVisible()) await back.click();
  };
  const open = async (visitor: Visitor, name: string) => {
    await toQueue(visitor);
    await inQueue(visitor, name).click();
    await shown(visitor, name);
  };
  /** Whether its name is on the screen, with enough of it below. */
  const isTitleInView = ({ page }: Visitor) =>
    page.evaluate<boolean>(`(() => {
      const { top } = document.querySelector('#listing-title').getBoundingClientRect();
      return top >= 0 && top <= innerHeight * 0.6;
    })()`);
  const isInView = (visitor: Visitor) => expect.poll(() => isTitleInView(visitor)).toBe(true);
  /** Holds the answers of the queue to requests that name something. @returns lets them come */
  const hold = async ({ page }: Visitor, name = '') => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held: string[] = [];
    await page.route('**/graphql', async (route) => {
      const body = route.request().postData() ?? '';
      if (body.includes('moderationQueue') && body.includes(name)) {
        held.push(body);
        await promise;
      }
      await route.fallback();
    });
    return {
      isAsked: () => expect.poll(() => held.length).toBeGreaterThan(0),
      release: async () => {
        const answered = page.waitForResponse((response) => response.request().postData() === held[0]);
        resolve();
        await (await answered).finished();
      },
    };
  };
  const names = ({ page }: Visitor, rows = '') =>
    page.locator(`.queue-rows button${rows} strong`).allInnerTexts();
  const pending = async () => {
    const [row] = await site.services.db.sql<{ count: number }[]>`
      select count(*)::int as count from bots where state = 'pending'`;
    return row?.count;
  };
  /** Scrolls the listing out of the window, past the end of the page if need be. */
  const hideListing = ({ page }: Visitor) =>
    page.evaluate(`(() => {
      document.activeElement.blur();
      document.body.style.paddingBottom = '300vh';
      scrollTo(0, document.querySelector('.moderated').getBoundingClientRect().bottom + scrollY + 50);
    })()`);

  beforeEach(async () => {
    await removeBots(site.services.db.sql);
    ada = await arrive();
  });

  test('of sixty listings, the chosen one is brought to the screen, from the queue and from a search', async () => {
    await submit(...Array.from({ length: 60 }, (_, index) => `Waiting ${index + 1}.`));
    await ada.signIn(ADA, 'Ada', '/moderation');
    await inQueue(ada, 'Waiting 1.').first().waitFor();
    for (const count of [48, 60]) {
      await button(ada, labels.more).click();
      await expect.poll(() => ada.page.locator('.queue ol > li').count()).toBe(count);
    }
    await open(ada, 'Waiting 60.');
    await isInView(ada);
    await ada.inspect('moderation-long-queue');
    await toQueue(ada);
    await ada.page.getByLabel(labels.lookUp, { exact: true }).fill('Waiting 3');
    await button(ada, labels.lookUpButton).click();
    await ada.page.locator('.search-listings').getByRole('button', { name: 'Waiting 30.' }).click();
    await shown(ada, 'Waiting 30.');
    await isInView(ada);
    await ada.page.keyboard.press('j');
    await shown(ada, 'Waiting 31.');
    await isInView(ada);
    expect(await pending()).toBe(60);
    await ada.page.keyboard.press('a');
    await ada.page.getByText(labels.done.APPROVE({ name: 'Waiting 31.' })).waitFor();
    await shown(ada, 'Waiting 32.');
    await isInView(ada);
    expect(await ada.page.locator('.queue ol > li').count()).toBe(59);
  });

  test('a listing that is opened while the first answer is on its way stays open', async () => {
    await submit('Melody', 'Harmony');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const held: string[] = [];
    await ada.page.route('**/graphql', async (route) => {
      const body = route.request().postData() ?? '';
      if (body.includes('moderationQueue') && held.push(body) === 1) await released;
      await route.continue();
    });
    await ada.signIn(ADA, 'Ada', '/moderation');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await ada.page.evaluate(() => document.dispatchEvent(new Event('queuechange')));
    await open(ada, 'Harmony');
    const answered = ada.page.waitForResponse((response) => response.request().postData() === held[0]);
    release();
    await (await answered).finished();
    // What comes later has been applied, so that answer was, too.
    await submit('Rhythm');
    await ada.page.locator('.queue').getByText('Rhythm').waitFor({ state: 'attached' });
    await shown(ada, 'Harmony');
    await button(ada, tools.claim.release).waitFor();
  });

  test('of filters that follow one another, the last one says which listing is shown', async () => {
    await submit('Melody', 'Cadence');
    await reported('Harmony');
    await ada.signIn(ADA, 'Ada', '/moderation');
    const filter = ada.page.getByLabel(labels.show);
    await expect.poll(() => names(ada)).toEqual(['Harmony', 'Melody', 'Cadence']);
    const submissions = await hold(ada, '"SUBMISSION"');
    const reports = await hold(ada, '"REPORTS"');
    await filter.selectOption(labels.kinds.SUBMISSION);
    await submissions.isAsked();
    await filter.selectOption(labels.kinds.REPORTS);
    await reports.isAsked();
    await submissions.release();
    await reports.release();
    await expect.poll(() => names(ada)).toEqual(['Harmony']);
    expect(await names(ada, '[aria-current=true]')).toEqual(['Harmony']);
    // A phone shows no filter beside a listing.
    if (look.name === 'phone') return;

    await filter.selectOption(labels.everything);
    await open(ada, 'Melody');
    const again = await hold(ada, '"REPORTS"');
    await filter.selectOption(labels.kinds.REPORTS);
    await again.isAsked();
    await button(ada, labels.approve).click();
    await ada.page.getByText(labels.done.APPROVE({ name: 'Melody' })).waitFor();
    await shown(ada, 'Cadence');
    await again.release();
    await shown(ada, 'Harmony');
  });

  test('a page of the filter before is not added to what another filter shows', async () => {
    await submit(...Array.from({ length: 25 }, (_, index) => `Waiting ${index + 1}.`));
    await reported('Harmony');
    await ada.signIn(ADA, 'Ada', '/moderation');
    const more = await hold(ada, '"after":"');
    await button(ada, labels.more).click();
    await more.isAsked();
    await ada.page.getByLabel(labels.show).selectOption(labels.kinds.REPORTS);
    await expect.poll(() => names(ada)).toEqual(['Harmony']);
    // What is loaded again would mend it.
    await hold(ada, '"REPORTS"');
    await more.release();
    await ada.page.getByLabel(labels.lookUp, { exact: true }).fill('Waiting 3');
    await button(ada, labels.lookUpButton).click();
    await ada.page.locator('.search-listings').getByRole('button', { name: 'Waiting 3.' }).waitFor();
    expect(await names(ada)).toEqual(['Harmony']);
  });

  test('after a decision about the last listing that the page knows, it shows the next one that waits', async () => {
    await submit('Melody');
    await ada.signIn(ADA, 'Ada', '/moderation');
    await open(ada, 'Melody');
    await button(ada, tools.claim.release).waitFor();
    const answers = await hold(ada);
    await submit('Harmony');
    await button(ada, labels.approve).click();
    await ada.page.getByText(labels.done.APPROVE({ name: 'Melody' })).waitFor();
    await answers.isAsked();
    await answers.release();
    await expect.poll(() => names(ada, '[aria-current=true]')).toEqual(['Harmony']);
  });

  test('neither a key nor Enter on a button decides about a listing that is not on the screen', async () => {
    await submit('Melody', 'Harmony');
    await ada.signIn(ADA, 'Ada', '/moderation');
    await open(ada, 'Melody');
    await isInView(ada);
    for (const key of ['a', 'Enter']) {
      if (key === 'Enter') await button(ada, labels.approve).focus();
      await hideListing(ada);
      if (key === 'Enter')
        await ada.page.evaluate(
          `document.querySelector('[aria-keyshortcuts="a"]').focus({ preventScroll: true })`,
        );
      expect(await isTitleInView(ada)).toBe(false);
      await ada.page.keyboard.press(key);
      // Instead, the listing is shown.
      await isInView(ada);
      await ada.page.getByText(labels.lookFirst).waitFor();
      expect(await pending()).toBe(2);
      // After a key that did nothing, the page ignores keys for a pause.
      await ada.open('/moderation');
      await open(ada, 'Melody');
      await isInView(ada);
    }
    await ada.page.keyboard.press('a');
    await ada.page.getByText(labels.done.APPROVE({ name: 'Melody' })).waitFor();
    await sendDecision(ada);
    expect(await pending()).toBe(1);
  });

  test('a template is chosen with arrow keys, letters stay in the select, and the typed reason comes back', async () => {
    await submit('Melody');
    await ada.signIn(ADA, 'Ada', '/moderation');
    await open(ada, 'Melody');
    await button(ada, labels.reject).click();
    const reason = ada.page.getByLabel(labels.reason, { exact: true });
    await reason.fill(TYPED);
    const select = ada.page.getByLabel(tools.templates.title);
    await select.focus();
    const [first, second] = Object.values(REASONS.en.REJECT);
    await ada.page.keyboard.press('ArrowDown');
    await expect.poll(() => reason.inputValue()).toBe(first);
    await ada.page.keyboard.press('ArrowDown');
    await expect.poll(() => reason.inputValue()).toBe(second);
    const isFocused = () => select.evaluate<boolean, HTMLSelectElement>((each) => each.matches(':focus'));
    expect(await isFocused()).toBe(true);
    await ada.inspect('moderation-template-by-keys');
    await ada.page.keyboard.press('Home');
    await expect.poll(() => reason.inputValue()).toBe(TYPED);
    // Letters find an entry, press no shortcut and are not typed anywhere.
    await ada.page.keyboard.type('arsx');
    expect(await isFocused()).toBe(true);
    expect([TYPED, ...Object.values<string>(REASONS.en.REJECT)]).toContain(await reason.inputValue());
    await ada.page.keyboard.press('Home');
    await expect.poll(() => reason.inputValue()).toBe(TYPED);
    await ada.page.keyboard.press('Escape');
    await reason.waitFor({ state: 'detached' });
    await button(ada, labels.reject).click();
    expect(await reason.inputValue()).toBe(TYPED);
    expect(await pending()).toBe(1);
  });

  test('single keys do nothing with a modifier, while a character is composed, and where somebody writes', async () => {
    await submit('Melody');
    await ada.signIn(ADA, 'Ada', '/moderation');
    await open(ada, 'Melody');
    await ada.page.evaluate(`(() => {
      const editable = document.createElement('div');
      editable.contentEditable = 'true';
      editable.id = 'editable';
      document.querySelector('main').prepend(editable);
    })()`);
    const press = (selector: string, init: object) =>
      ada.page.evaluate(
        `document.querySelector('${selector}').dispatchEvent(
          new KeyboardEvent('keydown', ${JSON.stringify({ key: 'a', bubbles: true, cancelable: true, ...init })}))`,
      );
    for (const init of [
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
      { isComposing: true },
      { keyCode: 229 },
    ])
      await press('main', init);
    for (const selector of [
      '#editable',
      '.moderation input:not([type=radio], [type=checkbox])',
      '.notes + form textarea, .moderated textarea',
      'select',
    ])
      if ((await ada.page.locator(selector).count()) > 0) await press(selector, {});
    await toQueue(ada);
    const search = ada.page.getByLabel(labels.lookUp, { exact: true });
    await search.fill('mel');
    await search.press('Escape');
    expect(await search.inputValue()).toBe('mel');
    expect(await search.evaluate<boolean, HTMLElement>((each) => each.matches(':focus'))).toBe(false);
    expect(await pending()).toBe(1);
    await open(ada, 'Melody');
    await ada.page.evaluate(`document.querySelector('.moderated').scrollIntoView()`);
    await ada.page.keyboard.press('a');
    await ada.page.getByText(labels.done.APPROVE({ name: 'Melody' })).waitFor();
  });

  test('claims, decisions and new listings of others appear without a reload, and nothing that is typed is lost', async () => {
    const [melody, harmony] = await submit('Melody', 'Harmony', 'Rhythm');
    const graceId = await given(site.services).moderator('Grace');
    const grace = await arrive();
    await ada.signIn(ADA, 'Ada', '/moderation');
    await grace.signIn(graceId, 'Grace', '/moderation');
    await open(ada, 'Melody');
    await button(ada, tools.claim.release).waitFor();
    await button(ada, labels.reject).click();
    const reason = ada.page.getByLabel(labels.reason, { exact: true });
    await reason.fill(TYPED);

    await open(grace, 'Melody');
    await button(grace, tools.claim.takeOver).click();
    await button(grace, tools.claim.release).waitFor();
    await ada.page
      .locator('.claim')
      .getByText(tools.claim.by({ name: 'Grace' }))
      .waitFor();
    await ada.page
      .locator('.queue')
      .getByText(tools.claim.short({ name: 'Grace' }))
      .waitFor({ state: 'attached' });
    await submit('Cadence');
    await ada.page.locator('.queue').getByText('Cadence').waitFor({ state: 'attached' });
    await ada.page.getByText(messages.edits.queue({ count: 4 })).waitFor({ state: 'attached' });
    expect(await reason.inputValue()).toBe(TYPED);

    await button(grace, labels.approve).click();
    await grace.page.getByText(labels.done.APPROVE({ name: 'Melody' })).waitFor();
    await sendDecision(grace);
    const notice = ada.page.locator('.overtaken');
    await notice.getByText(labels.overtaken.APPROVED({ name: 'Grace' })).waitFor();
    await expect.poll(() => inQueue(ada, 'Melody').count()).toBe(0);
    // Nothing has moved, and the decision is off.
    await shown(ada, 'Melody');
    expect(await reason.inputValue()).toBe(TYPED);
    expect(await reason.evaluate<boolean, HTMLElement>((each) => each.matches(':focus'))).toBe(true);
    await ada.inspect('moderation-decided-by-another');
    await reason.press('Control+Enter');
    await button(ada, labels.rejectNow).click({ force: true });
    expect(await button(ada, labels.rejectNow).getAttribute('aria-disabled')).toBe('true');
    const [row] = await site.services.db.sql`select state from bots where id = ${melody ?? ''}`;
    expect(row).toEqual({ state: 'approved' });
    // The latest version is one click away.
    await notice.getByRole('button', { name: labels.showLatest }).click();
    await notice.waitFor({ state: 'detached' });
    await button(ada, labels.suspend).waitFor();

    // A listing that is only looked at.
    await open(ada, 'Harmony');
    await approve(graceId, harmony);
    await notice.getByText(labels.overtaken.APPROVED({ name: 'Grace' })).waitFor();
    await ada.page.locator('#listing-title').focus();
    await ada.page.keyboard.press('a');
    expect(await ada.page.getByText(labels.done.APPROVE({ name: 'Harmony' })).count()).toBe(0);
    await ada.page.keyboard.press('j');
    await shown(ada, 'Rhythm');
  });

  test('the focus stays at the listing when its row leaves the queue, and an edit of its owner is told', async () => {
    const [melody, harmony] = await submit('Melody', 'Harmony');
    const graceId = await given(site.services).moderator('Grace');
    await ada.signIn(ADA, 'Ada', '/moderation');
    await open(ada, 'Melody');
    if (look.name === 'desktop') await inQueue(ada, 'Melody').focus();
    await approve(graceId, melody);
    await expect.poll(() => ada.page.locator('.queue').getByText('Melody').count()).toBe(0);
    if (look.name === 'desktop') await ada.page.locator('#listing-title:focus').waitFor();
    await open(ada, 'Harmony');
    await site.services.db.sql`update bots set revision = revision + 1 where id = ${harmony ?? ''}`;
    await ada.page.locator('.overtaken').getByText(labels.changed).waitFor();
    expect(await button(ada, labels.approve).getAttribute('aria-disabled')).toBe('true');
    // An owner who edits again and again cannot keep a listing from being rejected.
    expect(await button(ada, labels.reject).getAttribute('aria-disabled')).toBe('false');
    await ada.page.locator('.overtaken').getByRole('button', { name: labels.showLatest }).click();
    await ada.page.locator('#listing-title:focus').waitFor();
    await button(ada, labels.approve).click();
    await ada.page.getByText(labels.done.APPROVE({ name: 'Harmony' })).waitFor();
  });

  test('reports that another moderator closes are told, and the queue goes on after the database was away', async () => {
    const { services } = site.service;
    const graceId = await given(services).moderator('Grace');
    const bot = await given(services).listing({ name: 'Melody' }).approved();
    const report = { category: 'spam', text: 'It sends the same message every day.' } as const;
    const { id } = await reportListing(services, await given(services).user(), bot.id, report);
    await ada.signIn(ADA, 'Ada', '/moderation');
    await open(ada, 'Melody');
    const note = ada.page.getByLabel(tools.notes.add);
    await note.fill(TYPED);
    await claimListing(services, graceId, bot.id, true);
    await closeReports(services, graceId, bot.id, [id], 'dismissed');
    await addNote(services, graceId, bot.id, 'Nothing to do.');
    await ada.page.locator('.overtaken').getByText(labels.reportsClosed).waitFor();
    expect(await button(ada, labels.dismiss).getAttribute('aria-disabled')).toBe('true');
    expect(await note.inputValue()).toBe(TYPED);

    let isAway = true;
    await ada.page.route('**/graphql', async (route) => {
      if (isAway && route.request().postData()?.includes('moderationQueue'))
        await route.fulfill({ json: { errors: [{ message: messages.common.broken }] } });
      else await route.fallback();
    });
    await toQueue(ada);
    await ada.page.locator('.queue').getByText(messages.common.broken).waitFor();
    expect(await note.inputValue()).toBe(TYPED);
    isAway = false;
    await submit('Harmony');
    await inQueue(ada, 'Harmony').waitFor();
    await ada.page.locator('.queue').getByText(messages.common.broken).waitFor({ state: 'detached' });
  });
});
