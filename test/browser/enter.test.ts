import { beforeAll, expect, test } from 'vitest';
import { appealBlock } from '../../src/domain/identity/blocks.ts';
import { editListing } from '../../src/domain/listing/edit.ts';
import { findListing } from '../../src/domain/listing/read.ts';
import { addScreenshot } from '../../src/domain/listing/screenshots.ts';
import { setBanner } from '../../src/domain/listing/uploads.ts';
import { blockUser } from '../../src/domain/moderation/block-user.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given, unreviewed } from '../kit/given.ts';
import { RECEIVER } from '../kit/given-delivery.ts';
import { newUserId } from '../kit/ids.ts';
import { FIELDS } from '../kit/listing-input.ts';
import { png } from '../kit/platform.ts';
import { present } from '../kit/present.ts';
import { startOwnService } from '../kit/service.ts';
import { FLOW_LOOKS, useSite, type Visitor } from './visitor.ts';

const ADA = newUserId();
const site = useSite(() => startOwnService({ ADMIN_USER_IDS: ADA }));
const { moderation, moderationTools: tools, moderatedUser, edits } = messages;

/** What Enter in a field does, by the words on the form's button. A form that is not listed fails the test. */
const ENTER: Readonly<Record<string, 'sends' | 'nothing'>> = {
  [moderation.rejectNow]: 'nothing',
  [moderation.suspendNow]: 'nothing',
  [moderation.takeDownNow]: 'nothing',
  [edits.refuseNow]: 'nothing',
  [moderatedUser.blockNow]: 'nothing',
  [tools.votes.voidNow]: 'nothing',
  [messages.danger.confirm]: 'nothing',
  [messages.transfer.offer]: 'nothing',
  [messages.deliveries.resendAllButton]: 'nothing',
  [tools.templates.save]: 'sends',
  [tools.featured.feature]: 'sends',
  [tools.notes.send]: 'sends',
  [moderation.lookUpButton]: 'sends',
  [messages.team.grantButton]: 'sends',
  [messages.submit.next]: 'sends',
  [messages.newsForm.publish]: 'sends',
  [messages.picture.upload]: 'sends',
  [messages.banner.upload]: 'sends',
  [messages.screenshotsForm.upload]: 'sends',
  [messages.screenshotsForm.save]: 'sends',
  [messages.translationsForm.save]: 'sends',
  [messages.replay.preview]: 'sends',
  [messages.fields.save]: 'sends',
  [messages.webhook.set]: 'sends',
  [messages.webhook.change]: 'sends',
  [messages.owners.addButton]: 'sends',
};

type Bot = Readonly<Record<'id' | 'ownerId', string>>;

/** In the page: nothing is sent to the service, and what would be is noted. */
const NOTE = `(() => {
  const fetchIt = window.fetch;
  window.noted = [];
  window.fetch = (url, init) => {
    const mutation = /^\\s*mutation[^]*?result: (\\w+)/.exec(JSON.parse(init?.body ?? '{}').query ?? '')?.[1];
    if (!mutation || mutation === 'claimListing') return fetchIt(url, init);
    window.noted.push(mutation);
    return Promise.reject(new TypeError('not sent'));
  };
  document.addEventListener('submit', ({ target }) => window.noted.push('submit'), true);
})()`;

/** In the page: marks all forms and their fields, and fills empty fields. Gives the words on each form's button. */
const MARK = `(() => {
  const FORMS = '.form[role=group], form';
  for (const details of document.querySelectorAll('main details')) details.open = true;
  const own = (form, selector) => [...form.querySelectorAll(selector)].filter((each) =>
    each.closest(FORMS) === form && each.checkVisibility());
  return [...document.querySelectorAll('main ' + FORMS.replace(', ', ', main '))].filter((form) =>
    form.checkVisibility()).map((form, at) => {
      const fields = own(form, 'input:not([type=hidden]):not([type=file]), select');
      fields.forEach((field, index) => { field.dataset.enter = at + '-' + index; });
      return { button: own(form, 'button[type=submit]')[0]?.innerText ?? '', at, count: fields.length };
    });
})()`;

const met = new Set<string>();

/** Presses Enter in each field of all forms of the page as it is. */
async function walk({ page }: Visitor): Promise<void> {
  const forms = await page.evaluate<{ button: string; at: number; count: number }[]>(MARK);
  for (const { button, at, count } of forms) {
    const expected = ENTER[button];
    expect.soft(expected, `the form "${button}" of ${page.url()} is listed`).toBeDefined();
    met.add(button);
    for (let index = 0; index < count; index++) {
      const field = page.locator(`[data-enter="${at}-${index}"]`);
      const kind = await field.evaluate((element) => (element as HTMLInputElement).type);
      // Enter in a date is for the browser's own picker.
      const isText = kind === 'text';
      if (isText && (await field.inputValue()) === '') await field.fill('750000000000000001');
      await page.evaluate('window.noted.length = 0');
      await field.press('Enter');
      const noted = await page.evaluate<string[]>('window.noted');
      const what = `Enter in field ${index} (${kind}) of "${button}": ${noted}`;
      if (expected === 'nothing' || !isText) expect.soft(noted, what).toEqual([]);
      else expect.soft(noted.length, what).toBeGreaterThan(0);
      // A form inside a form takes Enter alone.
      if (button === tools.templates.save) expect(noted, what).toEqual(['saveModerationTemplate']);
    }
  }
}

let people: { blocked: string; approved: Bot; used: Bot };
beforeAll(async () => {
  const { services } = site;
  const blocked = await given(services).user('Vera');
  const reason = 'Your votes are not your own.';
  const block = await blockUser(services, ADA, blocked, { kind: 'vote', reason, endsAt: null });
  await appealBlock(services, blocked, block.id, 'I have never voted for anybody but myself.');
  await given(services).listing({ name: 'Pending' }).submitted();
  const approved = await given(services).owner('Olga').listing({ name: 'Approved' }).approved();
  const { ownerId } = approved;
  const picture = png(1000, 250).toString('base64');
  await unreviewed(services, approved.id, () =>
    setBanner(services, { botId: approved.id, userId: '1' }, picture),
  );
  const { revision } = present(await findListing(services, approved.id));
  const fields = { ...FIELDS, name: 'Another name' };
  await editListing(services, { botId: approved.id, userId: ownerId, revision, fields });
  // What has screenshots and deliveries has more forms.
  const used = await given(services).owner('Ute').listing().withWebhook(RECEIVER).votes(1).approved();
  const screenshot = png(800, 600).toString('base64');
  await unreviewed(services, used.id, () =>
    addScreenshot(services, { botId: used.id, userId: '1' }, screenshot, 'The queue'),
  );
  people = { blocked, approved, used };
});

const arrive = async () => {
  const visitor = await site.arrive(present(FLOW_LOOKS.at(-1)));
  await visitor.context.addInitScript(NOTE);
  return visitor;
};

test('Enter in a field sends its own form only, and never a decision: a button or Ctrl+Enter does', async () => {
  const ada = await arrive();
  await ada.signIn(ADA, 'Ada', '/moderation/team');
  const press = (name: string) => ada.page.getByRole('button', { name, exact: true }).first().click();
  await ada.page.getByRole('button', { name: messages.team.grantButton }).waitFor();
  await walk(ada);

  await ada.open(`/moderation/users/${people.blocked}`);
  await ada.page.getByLabel(moderatedUser.answer).waitFor();
  await press(moderatedUser.block);
  await walk(ada);
  // Two decisions and one field: it is no form.
  await ada.page.getByLabel(moderatedUser.answer).fill('It was right.');
  await ada.page.evaluate('window.noted.length = 0');
  await ada.page.getByLabel(moderatedUser.answer).press('Enter');
  expect(await ada.page.evaluate('window.noted')).toEqual([]);

  const find = async (name: string) => {
    await ada.open('/moderation');
    await ada.page.getByLabel(moderation.lookUp, { exact: true }).first().fill(name);
    await press(moderation.lookUpButton);
    await ada.page.locator('.search-listings li').getByRole('button', { name }).first().click();
    await ada.page.locator('#listing-title', { hasText: name }).waitFor();
  };
  await find('Pending');
  await press(moderation.reject);
  await walk(ada);
  await find('Approved');
  await press(moderation.suspend);
  await press(edits.refuse);
  await press(messages.banner.remove);
  await press(tools.votes.others);
  await walk(ada);
});

test('Enter in a field of an owner sends its own form, and never one that does harm or sends much', async () => {
  const olga = await arrive();
  await olga.signIn(people.approved.ownerId, 'Olga', '/submit');
  await olga.page.getByRole('button', { name: messages.submit.next }).waitFor();
  await walk(olga);
  const open = async (visitor: Visitor, { id }: Bot, tab: string) => {
    await visitor.open(`/bot/${id}/edit${tab}`);
    await visitor.page.locator('main section').first().waitFor();
    await visitor.page.locator('.loading').waitFor({ state: 'detached' });
  };
  for (const tab of ['', '/listing', '/api', '/webhook', '/team', '/settings']) {
    await open(olga, people.approved, tab);
    await walk(olga);
  }

  const ute = await arrive();
  await ute.signIn(people.used.ownerId, 'Ute');
  await open(ute, people.used, '/webhook');
  await ute.page.getByRole('button', { name: messages.replay.preview }).waitFor();
  await walk(ute);
  await open(ute, people.used, '/listing');
  const { language, add } = messages.translationsForm;
  await ute.page.getByLabel(language, { exact: true }).selectOption('de');
  await ute.page.getByRole('button', { name: add, exact: true }).click();
  await walk(ute);
});

test('each form of the table was met', () => {
  expect([...met].toSorted()).toEqual(Object.keys(ENTER).toSorted());
});
