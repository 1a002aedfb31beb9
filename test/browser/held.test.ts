import { beforeEach, describe, expect, test } from 'vitest';
import { appealBlock } from '../../src/domain/identity/blocks.ts';
import { editListing } from '../../src/domain/listing/edit.ts';
import { publishNews } from '../../src/domain/listing/news.ts';
import { findListing } from '../../src/domain/listing/read.ts';
import { setTranslation } from '../../src/domain/listing/texts.ts';
import { setBanner } from '../../src/domain/listing/uploads.ts';
import { blockUser } from '../../src/domain/moderation/block-user.ts';
import { reportListing } from '../../src/domain/moderation/reports.ts';
import { messages, REASONS } from '../../src/web/words/messages.ts';
import { given, unreviewed } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { png } from '../kit/platform.ts';
import { startOwnService } from '../kit/service.ts';
import { FLOW_LOOKS, removeBots, sendDecision, useSite, type Visitor } from './visitor.ts';

const ADA = newUserId();
const { held, moderation: labels, moderationTools: tools, moderatedUser, edits } = messages;
const REASON = 'It does not answer any of its commands.';
const site = useSite(() => startOwnService({ ADMIN_USER_IDS: ADA }));

describe.each(FLOW_LOOKS)('A decision of a moderator waits in the page: $name', (look) => {
  let ada: Visitor;
  let ids: string[];
  /** The mutations that the page has sent, but for claims. */
  let sent: string[];
  const button = (name: string) => ada.page.getByRole('button', { name, exact: true });
  const undo = () => ada.page.locator('.undo button');
  const reason = () => ada.page.getByLabel(labels.reason, { exact: true });
  const shown = (name: string) => ada.page.locator('#listing-title', { hasText: name }).waitFor();
  const inQueue = (name: string) => ada.page.locator('.queue').getByRole('button', { name });
  /** A phone hides it while a listing is open. */
  const row = (name: string) => ada.page.locator('.queue li', { hasText: name });
  const open = async (name: string) => {
    if (await button(labels.backToQueue).isVisible()) await button(labels.backToQueue).click();
    await inQueue(name).first().click();
    await shown(name);
  };
  const find = async (id: string, name: string) => {
    if (await button(labels.backToQueue).isVisible()) await button(labels.backToQueue).click();
    await ada.page.getByLabel(labels.lookUp, { exact: true }).first().fill(id);
    await button(labels.lookUpButton).click();
    await shown(name);
  };
  const stateOf = async (id = '') => (await findListing(site.services, id))?.state;
  const arrive = async (path = '/moderation') => {
    ada = await site.arrive(look);
    sent = [];
    ada.page.on('request', (request) => {
      const mutation = /mutation[\s\S]*?result: (\w+)/.exec(request.postData() ?? '')?.[1];
      if (mutation && !/^(claim|release)Listing$/.test(mutation)) sent.push(mutation);
    });
    await ada.signIn(ADA, 'Ada', path);
  };
  const reject = async () => {
    await button(labels.reject).click();
    await reason().fill(REASON);
    await button(labels.rejectNow).click();
  };

  beforeEach(async () => {
    const { services } = site;
    await removeBots(services.db.sql);
    ids = [];
    for (const name of ['Alpha', 'Beta', 'Gamma'])
      ids.push((await given(services).listing({ name }).submitted()).id);
  });

  test('nothing is sent until its time is over; a key undoes it, and the listing is back in its place', async () => {
    await arrive();
    await open('Alpha');
    await button(labels.approve).click();
    await shown('Beta');
    expect(await row('Alpha').count()).toBe(0);
    // Screen readers hear what was decided, and that it can be undone.
    const status = ada.page.getByRole('status').filter({ hasText: labels.done.APPROVE({ name: 'Alpha' }) });
    expect(await status.innerText()).toContain(held.how);
    await ada.inspect('held');
    await ada.page.locator('#page-title').focus();
    await ada.page.keyboard.press('u');
    await ada.page.getByText(held.undone).waitFor();
    await shown('Alpha');
    expect(await row('Alpha').count()).toBe(1);
    expect(sent).toEqual([]);
    expect(await stateOf(ids[0])).toBe('pending');
  });

  test('after ten seconds it is sent, and cannot be undone any more', async () => {
    await arrive('/');
    await ada.page.clock.install();
    await ada.open('/moderation');
    await open('Alpha');
    await reject();
    await undo().waitFor();
    await ada.page.clock.runFor(9000);
    expect(await undo().count()).toBe(1);
    expect(sent).toEqual([]);
    await ada.page.clock.runFor(2000);
    await expect.poll(() => undo().count()).toBe(0);
    await expect.poll(() => stateOf(ids[0])).toBe('rejected');
    await ada.page.getByText(labels.done.REJECT({ name: 'Alpha' })).waitFor();
  });

  test('a second decision sends the first one at once', async () => {
    await arrive();
    await open('Alpha');
    await button(labels.approve).click();
    await shown('Beta');
    await button(labels.approve).click();
    await shown('Gamma');
    await expect.poll(() => stateOf(ids[0])).toBe('approved');
    expect(await stateOf(ids[1])).toBe('pending');
    expect(await button(held.undoOf({ name: 'Beta' })).count()).toBe(1);
  });

  test.each([
    ['closes the tab', () => ada.page.close({ runBeforeUnload: true })],
    ['goes to another page', () => ada.page.goto('/')],
  ])('who %s loses neither the decision nor its reason', async (_, leave) => {
    await arrive();
    await open('Alpha');
    await reject();
    await undo().waitFor();
    await leave();
    await expect.poll(() => stateOf(ids[0])).toBe('rejected');
    const [move] = await site.services.db.sql`
      select reason from listing_moves where bot_id = ${ids[0] ?? ''} and to_state = 'rejected'`;
    expect(move).toEqual({ reason: REASON });
  });

  test('one that cannot be sent brings its listing back, with the error and the reason', async () => {
    await arrive();
    await open('Alpha');
    await reject();
    await shown('Beta');
    await ada.page.route('**/graphql', (route) =>
      route.request().postData()?.includes('moderateListing') ? route.abort('aborted') : route.fallback(),
    );
    await ada.page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide'))`);
    const problem = ada.page.getByText(held.notDone({ name: 'Alpha' }));
    await problem.waitFor();
    await ada.page.getByText(messages.common.offline).waitFor();
    await row('Alpha').waitFor({ state: 'attached' });
    // Who reads the next listing stays there.
    await shown('Beta');
    await ada.inspect('held-refused');
    await button(held.show({ name: 'Alpha' })).click();
    await shown('Alpha');
    await expect.poll(() => reason().inputValue()).toBe(REASON);
    await problem.waitFor();
    await ada.page.unroute('**/graphql');
    await button(labels.rejectNow).click();
    await sendDecision(ada);
    expect(await stateOf(ids[0])).toBe('rejected');
    expect(await problem.count()).toBe(0);
  });

  test('a reason that is too short is refused before it waits', async () => {
    await arrive();
    await open('Alpha');
    await button(labels.reject).click();
    await reason().fill('Too short');
    await button(labels.rejectNow).click();
    await ada.page.getByText('The reason must be 10 to 500 characters long.').waitFor();
    expect(await undo().count()).toBe(0);
    expect(sent).toEqual([]);
  });

  test('its button lies over no form and no other button, wherever the page stands', async () => {
    await arrive();
    await open('Alpha');
    await button(labels.approve).click();
    await shown('Beta');
    await button(labels.reject).click();
    await reason().waitFor();
    const covered = `(() => {
      const bar = document.querySelector('.held').getBoundingClientRect();
      return [...document.querySelectorAll('.moderation form, .moderation button, .moderation textarea')]
        .filter((each) => !each.closest('.held') && each.checkVisibility())
        .filter((each) => {
          const box = each.getBoundingClientRect();
          const scroller = each.closest('.chosen, .queue-rows, .queue')?.getBoundingClientRect() ?? box;
          const [top, bottom] = [Math.max(box.top, scroller.top), Math.min(box.bottom, scroller.bottom)];
          return top < bottom && top < bar.bottom && bottom > bar.top && box.left < bar.right && box.right > bar.left;
        }).map((each) => each.outerHTML.slice(0, 80));
    })()`;
    for (const place of [0, 0.5, 1]) {
      await ada.page.evaluate(`(() => {
        scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * ${place});
        const chosen = document.querySelector('.chosen');
        chosen.scrollTop = (chosen.scrollHeight - chosen.clientHeight) * ${place};
      })()`);
      expect(await ada.page.evaluate(covered)).toEqual([]);
    }
  });

  /** A public listing with something to decide of each kind. */
  async function busy() {
    const { services } = site;
    const bot = await given(services)
      .owner('Olga')
      .listing({ name: 'Melody', websiteUrl: 'https://here.example/' })
      .approved();
    const by = { botId: bot.id, userId: bot.ownerId };
    await unreviewed(services, bot.id, async () => {
      await setBanner(services, { botId: bot.id, userId: '1' }, png(1000, 250).toString('base64'));
      await setTranslation(services, by, 'de', { longDescription: 'Ein Glockenspiel für deinen Server.' });
    });
    await publishNews(services, bot.id, { title: 'New songs', text: 'It plays more songs than before.' });
    await reportListing(services, newUserId(), bot.id, {
      category: 'spam',
      text: 'It sends advertisements.',
    });
    const { revision = 0 } = (await findListing(services, bot.id)) ?? {};
    await editListing(services, { ...by, revision, fields: { websiteUrl: 'https://elsewhere.example/' } });
    return bot.id;
  }

  const withReason = (opens: string, sends: string) => async () => {
    await button(opens).click();
    await reason().fill(REASON);
    await button(sends).click();
  };
  test.each<[string, () => Promise<void>, () => string]>([
    ['to accept an edit', () => button(edits.accept).click(), () => edits.accept],
    ['to refuse an edit', withReason(edits.refuse, edits.refuseNow), () => edits.refuse],
    ['to dismiss reports', () => button(labels.dismiss).click(), () => labels.dismiss],
    ['to suspend', withReason(labels.suspend, labels.suspendNow), () => labels.suspend],
    [
      'to remove a picture',
      withReason(messages.banner.remove, labels.takeDownNow),
      () => messages.banner.remove,
    ],
    [
      'to remove a translation',
      () => button(messages.translationsForm.removeNamed({ language: 'German' })).click(),
      () => messages.translationsForm.removeNamed({ language: 'German' }),
    ],
    [
      'to remove news',
      () => button(messages.newsForm.removeNamed({ title: 'New songs' })).click(),
      () => messages.newsForm.removeNamed({ title: 'New songs' }),
    ],
  ])('%s, too: it is gone from the page, and back after an undo', async (_, decide, control) => {
    const id = await busy();
    await arrive();
    await find(id, 'Melody');
    await decide();
    await undo().waitFor();
    await expect.poll(() => button(control()).count()).toBe(0);
    expect(sent).toEqual([]);
    await undo().click();
    await shown('Melody');
    await button(control()).waitFor();
    await ada.page.getByText(held.undone).waitFor();
    expect(sent).toEqual([]);
    await decide();
    await sendDecision(ada);
    await expect.poll(() => button(control()).count()).toBe(0);
    expect(sent).toHaveLength(1);
  });

  test('to block a user and to answer an appeal, too; the answer stays when it is undone', async () => {
    const { services } = site;
    const userId = await given(services).user('Vera');
    const blocked = await blockUser(services, ADA, userId, { kind: 'vote', reason: REASON, endsAt: null });
    await appealBlock(services, userId, blocked.id, 'I have never voted for anybody but myself.');
    await arrive(`/moderation/users/${userId}`);
    const answer = ada.page.getByLabel(moderatedUser.answer);
    await answer.fill('These votes came from a program.');
    await button(moderatedUser.decline).click();
    await ada.page.getByText(moderatedUser.isDeclined).waitFor();
    expect(await answer.count()).toBe(0);
    await ada.inspect('held-appeal');
    await undo().click();
    await expect.poll(() => answer.inputValue()).toBe('These votes came from a program.');
    expect(sent).toEqual([]);
    await button(moderatedUser.block).click();
    await ada.page.getByLabel(tools.templates.title).selectOption(tools.templates.of.BLOCK.fakeVotes);
    expect(await reason().inputValue()).toBe(REASONS.en.BLOCK.fakeVotes);
    await button(moderatedUser.blockNow).click();
    await ada.page.getByText(moderatedUser.blocked).waitFor();
    expect(sent).toEqual([]);
    await sendDecision(ada);
    expect(sent).toEqual(['blockUser']);
  });
});
