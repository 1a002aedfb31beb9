import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { grantRole } from '../../src/domain/identity/grant-role.ts';
import { submitListing } from '../../src/domain/listing/submit.ts';
import { removeListing } from '../../src/domain/moderation/removal.ts';
import { reportListing } from '../../src/domain/moderation/reports.ts';
import { addCoOwner } from '../../src/domain/ownership/owners.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { newBotId, newUserId } from '../kit/ids.ts';
import { FIELDS } from '../kit/listing-input.ts';
import { png } from '../kit/platform.ts';
import { startOwnService } from '../kit/service.ts';
import { FLOW_LOOKS, sendDecision, useSite, type Visitor } from './visitor.ts';

const MODERATOR = newUserId();
/** A whole GIF. */
const PIXEL = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const REASON = 'Its description says nothing about what it does.';

const site = useSite(() => startOwnService({ ADMIN_USER_IDS: MODERATOR }));

/** What a field is described by, when it is marked as wrong and has the focus. */
async function problemAt(field: Locator): Promise<string> {
  const page = field.page();
  await page.locator('[aria-invalid="true"]:focus').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"].problem`).allInnerTexts()));
  return texts.flat().join();
}

/** Keeps from a moderator's page what others do with the open listing, as if it came a little later. */
async function withoutNews({ page }: Visitor): Promise<void> {
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('ListingNow')) await route.fallback();
  });
}

/** No other listing has it: the queue shows all of them. */
const NAME = 'Canon';

describe.each(FLOW_LOOKS)('A listing changes hands and states: $name', (look) => {
  let owner: Visitor;
  let botId: string;
  let ownerId: string;
  const arrive = () => site.arrive(look);
  const field = (visitor: Visitor, label: string) => visitor.page.getByLabel(label, { exact: true });
  const press = (visitor: Visitor, name: string) =>
    visitor.page.getByRole('button', { name, exact: true }).click();
  const enter = async (visitor: Visitor, button: Locator) => {
    await button.focus();
    await visitor.page.keyboard.press('Enter');
  };
  const named = (visitor: Visitor, name: string) => visitor.page.getByRole('button', { name, exact: true });
  /** A phone shows the queue or a listing. */
  const toQueue = async (visitor: Pick<Visitor, 'page'>) => {
    const back = visitor.page.getByRole('button', { name: messages.moderation.backToQueue, exact: true });
    if (await back.isVisible()) await back.click();
  };
  const lookUp = async (visitor: Visitor, id: string) => {
    await toQueue(visitor);
    await field(visitor, messages.moderation.lookUp).fill(id);
    await press(visitor, messages.moderation.lookUpButton);
    // It is emptied when the listing is found, which is then loaded, also if it is shown already.
    await expect.poll(() => field(visitor, messages.moderation.lookUp).inputValue()).toBe('');
    await visitor.page.locator('.moderated').getByText(id, { exact: true }).waitFor();
  };
  const tab = (visitor: Visitor, name: string) => visitor.open(`/bot/${botId}/edit/${name}`);
  const stands = (state: string) => owner.page.getByText(`${messages.state.now} ${state}`).waitFor();

  beforeEach(async () => {
    owner = await arrive();
    const listing = await given(site.services).listing({ name: NAME }).submitted();
    ({ id: botId, ownerId } = listing);
    await owner.signIn(ownerId, 'Olivia Owner', '/dashboard');
    await owner.open(`/bot/${botId}/edit`);
    await stands(messages.common.states.PENDING);
  });

  test('two are invited to manage it: one accepts, one declines', async () => {
    const invitees = {
      accepting: await given(site.services).user('Carla'),
      declining: await given(site.services).user('Dora'),
    };
    await tab(owner, 'team');
    await field(owner, messages.owners.id).fill(newUserId());
    await press(owner, messages.owners.addButton);
    expect(await problemAt(field(owner, messages.owners.id))).toContain('never signed in');
    await owner.inspect('edit-owner-refused');
    for (const userId of Object.values(invitees)) {
      await field(owner, messages.owners.id).fill(userId);
      await press(owner, messages.owners.addButton);
      await owner.page.locator('#owners').getByText(userId).waitFor();
    }
    expect(
      await owner.page.locator('#owners').getByText(messages.owners.invited, { exact: true }).count(),
    ).toBe(2);

    const [carla, dora] = [await arrive(), await arrive()];
    await carla.signIn(invitees.accepting, 'Carla', '/dashboard');
    await carla.page
      .getByText(messages.invitations.what.MANAGE({ name: NAME, inviter: 'Olivia Owner' }))
      .waitFor();
    await carla.inspect('dashboard-invited');
    await press(carla, messages.invitations.accept({ name: NAME }));
    await carla.page.getByRole('link', { name: messages.bots.manage({ name: NAME }) }).click();
    await carla.page.waitForURL(`**/bot/${botId}/edit`);
    await tab(carla, 'settings');
    await carla.page.getByText(messages.danger.ownerOnly).waitFor();
    await carla.inspect('edit-co-owner');

    await dora.signIn(invitees.declining, 'Dora', '/dashboard');
    await press(dora, messages.invitations.decline({ name: NAME }));
    await dora.page.getByText(messages.bots.empty).waitFor();
    await expect.poll(() => dora.page.getByText(messages.invitations.title).count()).toBe(0);

    await tab(owner, 'team');
    const owners = owner.page.locator('#owners');
    await owners.getByText('Carla').first().waitFor();
    expect(await owners.getByText('Dora').count()).toBe(0);
    expect(await owners.getByText(messages.owners.invited, { exact: true }).count()).toBe(0);
  });

  test('it is rejected, corrected and submitted again; suspended, and restored', async () => {
    const moderator = await arrive();
    const decide = async (open: string, confirm: string) => {
      await press(moderator, open);
      await field(moderator, messages.moderation.reason).fill(REASON);
      await press(moderator, confirm);
    };
    await moderator.signIn(MODERATOR, 'Mo Moderator', '/moderation');
    const look = () => lookUp(moderator, botId);
    await look();
    await press(moderator, messages.moderation.reject);
    await press(moderator, messages.moderation.rejectNow);
    expect(await problemAt(field(moderator, messages.moderation.reason))).not.toBe('');
    await press(moderator, messages.common.cancel);
    await decide(messages.moderation.reject, messages.moderation.rejectNow);
    await moderator.page.getByText(messages.moderation.done.REJECT({ name: NAME })).waitFor();
    await sendDecision(moderator);

    await owner.open(`/bot/${botId}/edit`);
    await owner.page.locator('#state').getByText(REASON).waitFor();
    await owner.inspect('edit-rejected');
    const next = owner.page.locator('#state .actions > *');
    expect(await next.allInnerTexts()).toEqual([messages.state.edit, messages.state.resubmit]);
    await tab(owner, 'listing');
    await field(owner, messages.fields.shortDescription).fill(
      'Plays music in voice channels, and keeps its queue over restarts.',
    );
    await press(owner, messages.fields.save);
    await owner.page.getByText(messages.common.saved).waitFor();
    await owner.open(`/bot/${botId}/edit`);
    await press(owner, messages.state.resubmit);
    await stands(messages.common.states.PENDING);

    await moderator.open('/moderation');
    await look();
    await press(moderator, messages.moderation.approve);
    await moderator.page.getByText(messages.moderation.done.APPROVE({ name: NAME })).waitFor();
    await sendDecision(moderator);
    await owner.open(`/bot/${botId}`);
    await look();
    await decide(messages.moderation.suspend, messages.moderation.suspendNow);
    await moderator.page.getByText(messages.moderation.done.SUSPEND({ name: NAME })).waitFor();
    await sendDecision(moderator);
    await owner.open(`/bot/${botId}`);
    await owner.page.getByText(messages.bot.onlyYou).waitFor();
    await owner.inspect('bot-preview');
    await look();
    await moderator.inspect('moderation-suspended');
    await press(moderator, messages.moderation.restore);
    await moderator.page.getByText(messages.moderation.done.RESTORE({ name: NAME })).waitFor();
    await sendDecision(moderator);
    await owner.open(`/bot/${botId}`);
    await owner.open(`/bot/${botId}/edit`);
    await stands(messages.common.states.APPROVED);
  });

  test('it is rejected for what is outside it, and submitted again with a note that the moderator reads', async () => {
    const moderator = await arrive();
    await moderator.signIn(MODERATOR, 'Mo Moderator', '/moderation');
    await lookUp(moderator, botId);
    await press(moderator, messages.moderation.reject);
    await field(moderator, messages.moderation.reason).fill(REASON);
    await press(moderator, messages.moderation.rejectNow);
    await sendDecision(moderator);

    await owner.open(`/bot/${botId}/edit`);
    const note = owner.page.getByLabel(messages.state.resubmitNote);
    await press(owner, messages.state.resubmit);
    await owner.page.locator('#state').getByText('Nothing has changed since the rejection.').waitFor();
    await note.fill('It works');
    await press(owner, messages.state.resubmit);
    expect(await problemAt(note)).not.toBe('');
    await note.fill('It responds to its commands again.');
    await owner.inspect('edit-resubmit');
    await press(owner, messages.state.resubmit);
    await stands(messages.common.states.PENDING);
    await owner.page.getByText(messages.state.resubmitted).waitFor();

    await moderator.open('/moderation');
    await lookUp(moderator, botId);
    const read = moderator.page.getByText('It responds to its commands again.').first();
    expect(await read.evaluate((element) => element.nodeName)).toBe('BLOCKQUOTE');
    await moderator.page.getByText(messages.moderation.ownersNote).waitFor();
    await moderator.inspect('moderation-resubmitted');
  });

  test('it is removed, and submitted by somebody else: moderators see both histories, the new owner one', async () => {
    await removeListing(site.services, botId, ownerId);
    const successor = await given(site.services).user('Stella Stranger');
    await submitListing(site.services, { botId, userId: successor, fields: FIELDS });
    const moderator = await arrive();
    await moderator.signIn(MODERATOR, 'Mo Moderator', '/moderation');
    await lookUp(moderator, botId);
    const history = (visitor: Visitor, name: string) =>
      visitor.page.getByRole('list', { name, exact: true }).innerText();
    expect(await history(moderator, messages.state.history)).toContain('Stella Stranger');
    const before = await history(moderator, messages.state.historyBefore);
    expect(before).toContain('Olivia Owner');
    expect(before).not.toContain('Stella Stranger');
    await moderator.page.getByText(messages.state.votesBefore({ count: 0 })).waitFor();
    await moderator.inspect('moderation-taken-over');

    const stranger = await arrive();
    await stranger.signIn(successor, 'Stella Stranger', '/dashboard');
    await tab(stranger, 'settings');
    expect(await history(stranger, messages.state.history)).toContain('Stella Stranger');
    expect(await stranger.page.getByText(messages.state.historyBefore).count()).toBe(0);
    expect(await stranger.page.getByText('Olivia Owner').count()).toBe(0);
  });

  test('a conflicting save keeps the typed text and takes the other changes of the listing', async () => {
    await tab(owner, 'listing');
    const other = await owner.context.newPage();
    await other.goto(`/bot/${botId}/edit/listing`);
    await field(owner, messages.fields.name).fill('Melody of mine');
    await owner.page.getByLabel(messages.fields.supportUrl).fill('https://mine.example/');
    await other.getByLabel(messages.fields.name, { exact: true }).fill('Melody of theirs');
    await other.getByLabel(messages.fields.prefix).fill('?');
    await other.getByRole('button', { name: messages.fields.save }).click();
    await other.getByText(messages.common.saved).waitFor();
    await other
      .getByRole('heading', { level: 1, name: messages.bots.manage({ name: 'Melody of theirs' }) })
      .waitFor();
    expect(await other.title()).toContain(messages.bots.manage({ name: 'Melody of theirs' }));

    await press(owner, messages.fields.save);
    const versions = owner.page.getByRole('region', { name: messages.drafts.conflict });
    await versions.waitFor();
    expect(await versions.locator('legend').allInnerTexts()).toEqual([
      messages.fields.name,
      messages.fields.prefix,
    ]);
    await owner.inspect('edit-merged');
    await press(owner, messages.fields.save);
    await owner.page.getByText(messages.common.saved).waitFor();
    const [stored] = await site.services.db.sql`
      select name, prefix, support_url as "supportUrl" from bots where id = ${botId}`;
    expect(stored).toEqual({ name: 'Melody of mine', prefix: '?', supportUrl: 'https://mine.example/' });
    await other.close();
  });

  test('a wrong or listed id is reported at its field, and a filled form is dropped only after a confirmation', async () => {
    await owner.open('/submit');
    const id = field(owner, messages.submit.id);
    for (const wrong of ['', 'abc']) {
      await id.fill(wrong);
      await press(owner, messages.submit.next);
      expect(await problemAt(id)).toBe(messages.common.idProblem);
    }
    await id.fill(botId);
    await press(owner, messages.submit.next);
    await owner.page.getByText(messages.submit.listed).waitFor();
    // The reader's own bot, which is not public yet, has one link. A public bot of somebody else has another.
    expect(await problemAt(id)).toBe(`${messages.submit.listed} ${messages.submit.openDashboard}`);
    const link = owner.page.locator('.problem a');
    expect(await link.getAttribute('href')).toBe(`/bot/${botId}/edit`);
    await owner.inspect('submit-listed');
    const { id: shown } = await given(site.services).listing().approved();
    await id.fill(shown);
    expect(await link.count()).toBe(0);
    await press(owner, messages.submit.next);
    expect(await problemAt(id)).toBe(`${messages.submit.listed} ${messages.submit.openPage}`);
    expect(await link.getAttribute('href')).toBe(`/bot/${shown}`);
    const { id: hidden } = await given(site.services).listing().submitted();
    await id.fill(hidden);
    await press(owner, messages.submit.next);
    await owner.page.getByText(messages.submit.step2({ id: hidden })).waitFor();
    await press(owner, messages.submit.other);
    await id.fill(hidden);
    await press(owner, messages.submit.next);
    await field(owner, messages.fields.name).fill('Harmony');
    expect(await named(owner, messages.submit.other).getAttribute('class')).toBe('quiet');
    await press(owner, messages.submit.other);
    await owner.page.getByText(messages.submit.otherWarning).waitFor();
    await press(owner, messages.common.cancel);
    expect(await field(owner, messages.fields.name).inputValue()).toBe('Harmony');
    await owner.page.getByLabel(messages.fields.shortDescription).fill(FIELDS.shortDescription);
    await field(owner, 'Music').check();
    await press(owner, messages.submit.send);
    await owner.page.getByRole('alert').getByText('already listed').waitFor();
    expect(await owner.page.getByText(messages.fields.someWrong({ count: 1 })).count()).toBe(0);
    await press(owner, messages.submit.other);
    await press(owner, messages.submit.otherConfirm);
    await owner.page.locator('input:focus').waitFor();
    expect(await id.inputValue()).toBe(hidden);

    // A draft opens the second step at once, and only once.
    await id.fill(newBotId());
    await press(owner, messages.submit.next);
    await field(owner, messages.fields.name).fill('Harmony');
    await owner.page.waitForFunction(() => Object.keys(localStorage).some((key) => key.includes('submit/')));
    await owner.open('/submit');
    await press(owner, messages.submit.other);
    await press(owner, messages.submit.otherConfirm);
    await owner.page.locator('input:focus').waitFor();
    await owner.page.waitForLoadState('networkidle');
    expect(await field(owner, messages.fields.name).count()).toBe(0);
  });

  test('an invalid user id and an invalid picture are reported at their fields', async () => {
    const admin = await arrive();
    await admin.signIn(MODERATOR, 'Mo Moderator', '/moderation/team');
    await tab(owner, 'team');
    const ids = [
      { visitor: admin, id: field(admin, messages.owners.id), button: messages.team.grantButton },
      { visitor: owner, id: field(owner, messages.owners.id), button: messages.owners.addButton },
    ];
    for (const { visitor, id, button } of ids) {
      for (const wrong of ['', 'abc']) {
        await id.fill(wrong);
        await press(visitor, button);
        expect(await problemAt(id)).toBe(messages.common.idProblem);
      }
    }
    const role = admin.page.getByLabel(messages.owners.role, { exact: true });
    const proposed = await role.inputValue();
    await role.selectOption('ADMIN');
    await field(admin, messages.owners.id).fill(await given(site.services).user('Greta Guest'));
    await press(admin, messages.team.grantButton);
    await admin.page.getByText(messages.team.granted({ name: 'Greta Guest' })).waitFor();
    expect([proposed, await role.inputValue()]).toEqual(['MODERATOR', 'MODERATOR']);
    await owner.inspect('edit-id-refused');
    await tab(owner, 'listing');
    const file = field(owner, messages.picture.file);
    const upload = async () => {
      await press(owner, messages.picture.upload);
      return problemAt(file);
    };
    const choose = async (image: Buffer, mimeType = 'image/png') => {
      await file.setInputFiles({ name: 'picture', mimeType, buffer: image });
      await press(owner, messages.picture.upload);
    };
    const refused = (problem: string) => owner.page.locator('#picture .problem').getByText(problem).waitFor();
    await owner.page.locator('#picture').waitFor();
    expect(await upload()).toBe(messages.picture.choose);
    await choose(Buffer.alloc(0));
    await refused(messages.picture.empty);
    await choose(Buffer.from('%PDF-1.7'), 'application/pdf');
    await refused(messages.picture.wrongKind);
    await choose(Buffer.alloc(256 * 1024 + 1));
    await refused(messages.picture.tooLarge({ kib: 256 }));
    await choose(png(1025, 16));
    await refused('1,025 × 16 pixels');
    await choose(png(16, 16).subarray(0, 60));
    await refused('cut off');
    expect(await named(owner, messages.picture.remove).count()).toBe(0);
    await owner.inspect('edit-picture-refused');
    await choose(Buffer.from(PIXEL, 'base64'));
    await owner.page.getByText(messages.picture.uploaded).waitFor();
    await press(owner, messages.picture.remove);
    await press(owner, messages.picture.remove);
    await owner.page.getByText(messages.picture.removed).waitFor();
    await owner.page.locator('#picture-title:focus').waitFor();
    expect(await named(owner, messages.picture.remove).count()).toBe(0);
  });

  test('keys that follow one that does nothing decide nothing, and a reason is kept until it is sent', async () => {
    const { services } = site.service;
    const { sql } = services.db;
    const complaint = { category: 'broken', text: 'It does not answer to any command.' } as const;
    await sql`update bots set state = 'approved' where state = 'pending'`;
    await reportListing(services, await given(services).user(), botId, complaint);
    const { page, ...moderator } = await arrive();
    const told = { page, ...moderator };
    await moderator.signIn(MODERATOR, 'Mo Moderator', '/moderation');
    await lookUp(told, botId);
    await page.locator('#page-title').focus();
    await page.evaluate(`document.querySelector('.moderated').scrollIntoView()`);
    await page.keyboard.type('r and so on ads');
    await page.keyboard.press('Enter');
    await page.getByText(messages.moderation.notPossible).waitFor();
    expect(await field(told, messages.moderation.reason).count()).toBe(0);
    const [open] = await sql`select closed_at as at from reports where bot_id = ${botId}`;
    expect(open).toEqual({ at: null });

    await press(told, messages.moderation.suspend);
    await field(told, messages.moderation.reason).fill(REASON);
    await page.keyboard.press('Escape');
    await press(told, messages.moderation.suspend);
    expect(await field(told, messages.moderation.reason).inputValue()).toBe(REASON);
    const other = await given(services).listing().submitted();
    await lookUp(told, other.id);
    await lookUp(told, botId);
    await press(told, messages.moderation.suspend);
    expect(await field(told, messages.moderation.reason).inputValue()).toBe(REASON);
    await moderator.open('/moderation');
    await lookUp(told, botId);
    await page.locator('#page-title').focus();
    await page.evaluate(`document.querySelector('.moderated').scrollIntoView()`);
    await page.keyboard.press('d');
    await page.getByText(messages.moderation.pressEnter({ button: messages.moderation.dismiss })).waitFor();
    expect(await page.getByText(messages.moderation.closed({ count: 1 })).count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByText(messages.moderation.closed({ count: 1 })).waitFor();
    await sendDecision({ page });
  });

  test('the page may be left unless something was typed that is neither saved nor kept as a draft', async () => {
    const { page } = owner;
    const mayBeLeft = () =>
      page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
    for (const [name, label, isKept] of [
      ['listing', messages.fields.name, true],
      ['webhook', messages.webhook.url, false],
    ] as const) {
      await tab(owner, name);
      const input = field(owner, label);
      const before = await input.inputValue();
      expect(await mayBeLeft()).toBe(true);
      await input.fill('https://other.example/');
      expect(await mayBeLeft()).toBe(isKept);
      await input.fill(before);
      expect(await mayBeLeft()).toBe(true);
    }
  });

  test('after a listing has left the queue, one key opens the next one', async () => {
    const { services } = site.service;
    const { sql } = services.db;
    await sql`update bots set state = 'approved' where state = 'pending'`;
    for (const name of ['First', 'Second', 'Third']) await given(services).listing({ name }).submitted();
    const { page, ...moderator } = await arrive();
    await withoutNews({ page, ...moderator });
    await moderator.signIn(MODERATOR, 'Mo Moderator', '/moderation');
    await page.locator('.queue').getByRole('button', { name: 'Second' }).click();
    await page.locator('.moderated').getByRole('heading', { name: 'Second', exact: true }).waitFor();
    await sql`update bots set state = 'approved', revision = revision + 1 where name = 'Second'`;
    await page.getByRole('button', { name: messages.moderation.approve, exact: true }).click();
    await sendDecision({ page });
    await page.getByText(messages.held.notDone({ name: 'Second' })).waitFor();
    await page.getByRole('button', { name: messages.held.show({ name: 'Second' }) }).click();
    await page.locator('.moderated').getByRole('heading', { name: 'Second', exact: true }).waitFor();
    await page.locator('#page-title').focus();
    await page.keyboard.press('j');
    await page.locator('.moderated').getByRole('heading', { name: 'Third', exact: true }).waitFor();
  });

  test('of two concurrent decisions the second is refused, and its moderator sees the first', async () => {
    const { sql } = site.services.db;
    const second = await given(site.services).moderator('Second Moderator');
    await sql`update bots set state = 'approved' where state = 'pending' and id <> ${botId}`;
    const moderators = [await arrive(), await arrive()] as const;
    for (const [index, visitor] of moderators.entries()) {
      await withoutNews(visitor);
      await visitor.signIn(index === 0 ? MODERATOR : second, 'Mo Moderator', '/moderation');
      await visitor.page.locator('.queue').getByRole('button', { name: NAME }).click();
      await visitor.page.locator('.moderated').getByText(botId, { exact: true }).waitFor();
    }
    const [faster, slower] = moderators;
    await press(slower, messages.moderation.reject);
    await field(slower, messages.moderation.reason).fill(REASON);
    await press(faster, messages.moderation.approve);
    await sendDecision(faster);
    await press(slower, messages.moderation.rejectNow);
    await slower.page.getByText(messages.held.notDone({ name: NAME })).waitFor();
    expect(await slower.page.locator('.queue').getByRole('button', { name: NAME }).count()).toBe(0);
    const shown = slower.page.locator('.moderated');
    await shown.getByText(messages.common.states.APPROVED, { exact: true }).first().waitFor();
    expect(await shown.getByRole('button', { name: messages.moderation.suspend }).count()).toBe(1);
    await slower.inspect('moderation-overtaken');
  });

  test('on the keyboard the focus moves on after an invitation, an owner or a role is gone', async () => {
    const { services } = site.service;
    const other = await given(services).listing({ name: 'Harmony' }).submitted();
    const userId = await given(services).user('Carla');
    for (const invited of [botId, other.id]) await addCoOwner(services, invited, userId);
    const [carla, admin] = [await arrive(), await arrive()];
    /** Once for the question, and once more, where the focus has gone, for the answer. */
    const confirm = async (visitor: Visitor, button: Locator, warning: string) => {
      await enter(visitor, button);
      await visitor.page.getByRole('group', { name: warning }).locator('button:focus').waitFor();
      await visitor.page.keyboard.press('Enter');
    };
    const answers = (name: string) => named(carla, name);

    await carla.signIn(userId, 'Carla', '/dashboard');
    await enter(carla, answers(messages.invitations.accept({ name: NAME })));
    await carla.page.locator(`a[href="/bot/${botId}/edit"]:focus`).waitFor();
    await enter(carla, answers(messages.invitations.decline({ name: 'Harmony' })));
    await carla.page.locator('h1:focus').waitFor();
    expect(await carla.page.getByText(messages.invitations.title).count()).toBe(0);

    await tab(owner, 'team');
    const remove = named(owner, messages.owners.removeNamed({ name: 'Carla' }));
    await confirm(owner, remove, messages.owners.removeWarning({ name: 'Carla' }));
    await owner.page.locator('#owners-title:focus').waitFor();
    expect(await remove.count()).toBe(0);

    await grantRole(services, MODERATOR, userId, 'moderator');
    await admin.signIn(MODERATOR, 'Mo Moderator', '/moderation/team');
    const take = named(admin, messages.team.take({ name: 'Carla' }));
    await confirm(admin, take, messages.team.takeWarning({ name: 'Carla' }));
    await admin.page.locator('#team-title:focus').waitFor();
    expect(await take.count()).toBe(0);
  });

  test('on the keyboard the focus moves on after reports are closed, and after the last page of the queue', async () => {
    const { services } = site.service;
    const { sql } = services.db;
    await sql`update bots set state = 'approved' where state = 'pending'`;
    const complaint = { category: 'broken', text: 'It does not answer to any command.' } as const;
    await reportListing(services, await given(services).user(), botId, complaint);
    await sql`update bots set state = 'pending' where id = ${botId}`;
    for (let waiting = 1; waiting < 25; waiting++) await given(services).listing().submitted();
    const moderator = await arrive();
    await moderator.signIn(MODERATOR, 'Mo Moderator', '/moderation');

    await lookUp(moderator, botId);
    await enter(moderator, named(moderator, messages.moderation.dismiss));
    await moderator.page.locator('#listing-title:focus').waitFor();
    await moderator.page.getByText(messages.moderation.closed({ count: 1 })).waitFor();
    await sendDecision(moderator);
    expect(await named(moderator, messages.moderation.dismiss).count()).toBe(0);
    expect(await named(moderator, messages.moderation.approve).count()).toBe(1);

    await toQueue(moderator);
    const more = named(moderator, messages.moderation.more);
    await enter(moderator, more);
    await moderator.page.locator('.queue li:nth-child(25) button:focus').waitFor();
    expect(await more.count()).toBe(0);
  });

  test('a moderator on another listing stays there when a response arrives, and is told which listing it is about', async () => {
    const { services } = site.service;
    const { sql } = services.db;
    await sql`update bots set state = 'approved' where state = 'pending' and id <> ${botId}`;
    const third = await given(services).listing({ name: 'Rhythm' }).submitted();
    // Who is not where they went would be here, at the next one.
    await given(services).listing({ name: 'Cadence' }).submitted();
    const other = await given(services).listing({ name: 'Harmony' }).submitted();
    const { page, ...moderator } = await arrive();
    await withoutNews({ page, ...moderator });
    await moderator.signIn(MODERATOR, 'Mo Moderator', '/moderation');
    const inQueue = (name: string) => page.locator('.queue').getByRole('button', { name });
    const open = async (name: string, id: string) => {
      await toQueue({ page });
      await inQueue(name).click();
      await page.locator('.moderated').getByText(id, { exact: true }).waitFor();
    };
    const approve = () =>
      page.getByRole('button', { name: messages.moderation.approve, exact: true }).click();
    const approveAndGoOn = async (name: string, id: string) => {
      await open(name, id);
      await approve();
      await open('Harmony', other.id);
      await sendDecision({ page });
    };
    const isAtHarmony = async () => {
      expect(await page.locator('.moderated').getByText(other.id, { exact: true }).count()).toBe(1);
      if (look.name === 'desktop')
        expect(await page.locator('.queue button:focus').innerText()).toContain('Harmony');
    };

    await approveAndGoOn('Rhythm', third.id);
    await page.getByText(messages.moderation.done.APPROVE({ name: 'Rhythm' })).waitFor();
    expect(await inQueue('Rhythm').count()).toBe(0);
    await isAtHarmony();

    await open(NAME, botId);
    await sql`update bots set revision = revision + 1 where id = ${botId}`;
    await approveAndGoOn(NAME, botId);
    await page.getByText(messages.held.notDone({ name: NAME })).waitFor();
    await page.locator('.queue li', { hasText: NAME }).waitFor({ state: 'attached' });
    await isAtHarmony();

    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('moderationQueue')) return route.fallback();
      await route.fulfill({ json: { errors: [{ message: messages.common.broken }] } });
    });
    await sql`update bots set revision = revision + 1 where id = ${other.id}`;
    await approve();
    await sendDecision({ page });
    await page.getByText(messages.held.notDone({ name: 'Harmony' })).waitFor();
    await page.getByRole('button', { name: messages.held.show({ name: 'Harmony' }) }).click();
    await page.locator('.moderated').getByText(other.id, { exact: true }).waitFor();
    await moderator.inspect('moderation-refused');
  });

  test('its webhook is refused where it leads to no public host, and is named at its field', async () => {
    await tab(owner, 'webhook');
    const url = field(owner, messages.webhook.url);
    await url.fill('ftp://melody.example/votes');
    await press(owner, messages.webhook.set);
    expect(await problemAt(url)).not.toContain(messages.webhook.onThisMachine);
    await owner.inspect('edit-webhook-refused');
    await url.fill('https://no-such-name.invalid/votes');
    await press(owner, messages.webhook.set);
    await owner.page.getByText('Check the spelling of its host.').waitFor();
    await url.fill('http://127.0.0.1:4000/webhook');
    await press(owner, messages.webhook.set);
    await field(owner, messages.webhook.secret).waitFor();
    expect(await url.getAttribute('aria-invalid')).toBe('false');
    await press(owner, messages.webhook.remove);
    await owner.page.getByText(messages.webhook.removeWarning).waitFor();
    await press(owner, messages.webhook.remove);
    await owner.page.getByText(messages.webhook.none).waitFor();
  });

  test('its owner removes it, after its name was written', async () => {
    await tab(owner, 'settings');
    const name = field(owner, messages.danger.label({ name: NAME }));
    await name.fill('Harmony');
    await press(owner, messages.danger.confirm);
    expect(await problemAt(name)).toBe(messages.danger.mismatch);
    await name.fill(NAME);
    await press(owner, messages.danger.confirm);
    const undo = named(owner, messages.held.undoOf({ name: NAME }));
    await owner.page.getByText(messages.removed.soon({ name: NAME })).waitFor();
    await owner.inspect('removed');
    await undo.click();
    await owner.page.getByText(messages.held.undone).waitFor();
    await press(owner, messages.danger.confirm);
    await undo.waitFor();
    await sendDecision(owner);
    await owner.page.waitForURL('**/dashboard');
    await owner.page.getByText(messages.removed.done({ name: NAME })).waitFor();
    await owner.page.getByText(messages.bots.empty).waitFor();
    await owner.open(`/bot/${botId}/edit`, 404);
  });

  test('a failed load is reported, and after a retry the loaded part gets the focus', async () => {
    const moderator = await arrive();
    await moderator.signIn(MODERATOR, 'Mo Moderator', '/moderation');
    await field(moderator, messages.moderation.lookUp).waitFor();
    for (const { page } of [owner, moderator])
      await page.route('**/graphql', (route) =>
        route.request().postData()?.includes('moderationSearch')
          ? route.fallback()
          : route.fulfill({ json: { errors: [{ message: messages.common.broken }] } }),
      );
    // Below the page stands another button, for parts that are shown as they were.
    const tryAgain = async (visitor: Visitor, within: string, focused: string) => {
      const button = visitor.page
        .locator(within)
        .getByRole('button', { name: messages.common.tryAgain, exact: true });
      await button.waitFor();
      await visitor.page.unroute('**/graphql');
      await enter(visitor, button);
      await visitor.page.locator(`${focused}:focus`).waitFor();
    };
    await owner.open('/dashboard');
    await owner.page.getByRole('alert').getByText(messages.common.broken).waitFor();
    await owner.inspect('dashboard-broken');
    await tryAgain(owner, '#app', '#page-title');
    await owner.page.getByRole('link', { name: messages.bots.manage({ name: NAME }) }).waitFor();

    await field(moderator, messages.moderation.lookUp).fill(botId);
    await press(moderator, messages.moderation.lookUpButton);
    await tryAgain(moderator, '.chosen', '#listing-title');
    await moderator.page.locator('.moderated').getByText(botId, { exact: true }).waitFor();
  });
});
