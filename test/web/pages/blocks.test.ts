import { describe, expect, test } from 'vitest';
import { makeAppealKey } from '../../../src/domain/identity/blocks.ts';
import { blockUser, listAppeals, type NewBlock } from '../../../src/domain/moderation/block-user.ts';
import { eraseUser } from '../../../src/domain/privacy/erase-user.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { after, at } from '../../kit/time.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../page.ts';

const subject = useService(6);
const go = (path: string, asked = {}) => visit(subject.service, path, asked);
const REASON = 'You made up all of these.';
const APPEAL = 'Each of them happened as I have written it.';

async function blocked(kind: NewBlock['kind'], endsAt: Date | null = null) {
  const { services } = subject;
  const userId = await given(services).user();
  const cookie = await subject.signIn(userId);
  const block = await blockUser(services, newUserId(), userId, { kind, reason: REASON, endsAt });
  return { userId, cookie, block };
}

test.each([
  [
    'en',
    'A moderator has decided: “You made up all of these.” You cannot vote until Jan 31, 2030, 12:00 PM UTC.',
  ],
  [
    'de',
    'Die Moderation hat entschieden: „You made up all of these.“ Du kannst bis 31.01.2030, 12:00 UTC nicht abstimmen.',
  ],
  ['fr', 'Vous ne pouvez pas voter jusqu’au 31 janv. 2030, 12:00 UTC.'],
])(
  'a refused vote says why and until when, in the language of the reader: %s',
  async (language, sentence) => {
    const { cookie } = await blocked('vote', new Date('2030-01-31T12:00:00Z'));
    const headers = { 'accept-language': language };
    const { status, html } = await go(`/bot/${subject.bot().id}/vote`, { cookie, headers, form: {} });
    expect(status).toBe(403);
    expect(html).toContain(sentence);
    expect(html).toContain('href="/account#blocks"');
  },
);

test('a refused report says why, and keeps what was written', async () => {
  const { cookie } = await blocked('report');
  const form = { category: 'SPAM', text: 'It sends advertisements.' };
  const { status, html } = await go(`/bot/${subject.bot().id}/report`, { cookie, form });
  expect(status).toBe(403);
  for (const part of [REASON, form.text, 'href="/account#blocks"']) expect(html).toContain(part);
});

test('the account shows no section of blocks to those who have none', async () => {
  const cookie = await subject.signIn();
  expect((await go('/account', { cookie })).html).not.toContain('id="blocks"');
});

test('an appeal that says too little comes back with its text, and a longer one waits for an answer', async () => {
  const { cookie, block } = await blocked('vote');
  const short = await go('/account/appeal', { cookie, form: { block: block.id, text: 'No, it was me' } });
  expect(short.status).toBe(400);
  expect(short.html).toContain('No, it was me</textarea>');
  const sent = await go('/account/appeal', { cookie, form: { block: block.id, text: APPEAL } });
  expect(sent.status).toBe(303);
  const { html } = await go('/account', { cookie });
  expect(html).toContain(APPEAL);
  expect(html).not.toContain('action="/account/appeal"');
});

describe('Somebody who is blocked from signing in', () => {
  const appealCookie = (userId: string, services = subject.services) =>
    `appeal=${makeAppealKey(services, userId)}`;

  test('gets no session from the sign-in, but the page with the reason, and appeals there', async () => {
    const { userId, block } = await blocked('sign_in');
    const { status, headers } = await go('/sign-in', {
      form: { id: userId, name: 'Ada', return: '/account' },
    });
    expect([status, headers.get('location')]).toEqual([303, '/blocked']);
    const set = headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
    expect(set.some((one) => one.startsWith('session='))).toBe(false);
    const cookie = set.find((one) => one.startsWith('appeal=')) ?? '';
    expect((await go('/blocked', { cookie })).html).toContain(REASON);
    expect((await go('/account', { cookie })).status).toBe(303);
    const form = { block: block.id, text: APPEAL };
    expect((await go('/blocked', { cookie, form })).status).toBe(303);
    const appeals = await listAppeals(subject.services);
    expect(appeals.find(({ id }) => id === block.id)?.appeal).toBe(APPEAL);
  });

  test('sees the block also when the account was deleted before', async () => {
    const { services } = subject;
    const { userId, block } = await blocked('sign_in');
    await eraseUser(services, userId, { removesListings: false });
    const { headers } = await go('/sign-in', { form: { id: userId, name: 'Ada', return: '/account' } });
    expect(headers.get('location')).toBe('/blocked');
    const cookie = headers
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .join('; ');
    const { html } = await go('/blocked', { cookie, headers: { 'accept-language': 'de' } });
    expect(html).toContain(`value="${block.id}"`);
    expect(html).toContain('Diese Sperre stammt von einem früheren Konto von dir');
    expect(html).not.toContain('problem-');
  });

  test('loses the session of the moment at once', async () => {
    const { cookie } = await blocked('sign_in');
    expect((await go('/account', { cookie })).headers.get('location')).toBe('/sign-in?return=%2Faccount');
  });

  test.each([
    ['none', async () => ''],
    ['a made-up one', async () => 'appeal=made-up'],
    ['one of somebody who is not blocked', async () => appealCookie(newUserId())],
    [
      'one that is older than a quarter of an hour',
      async () => {
        const { userId } = await blocked('sign_in');
        return appealCookie(userId, at(subject.services, after(new Date(), -900_000)));
      },
    ],
  ])('and the key of that page is %s: it shows nothing', async (_, key) => {
    const { status, html } = await go('/blocked', { cookie: await key() });
    expect(status).toBe(404);
    expect(html).not.toContain(REASON);
  });

  test('cannot appeal against the block of somebody else with the key', async () => {
    const [own, other] = [await blocked('sign_in'), await blocked('sign_in')];
    const form = { block: other.block.id, text: APPEAL };
    expect((await go('/blocked', { cookie: appealCookie(own.userId), form })).status).toBe(404);
  });
});

test('the page of a user is for moderators, and the tab counts the appeals that wait', async () => {
  const { services } = subject;
  const { userId, cookie, block } = await blocked('vote');
  await go('/account/appeal', { cookie, form: { block: block.id, text: APPEAL } });
  expect((await go(`/moderation/users/${userId}`, { cookie })).status).toBe(403);
  expect((await go(`/moderation/users/${userId}`)).status).toBe(303);
  const moderator = await subject.signIn(await given(services).moderator());
  const { status, html } = await go(`/moderation/users/${userId}`, { cookie: moderator });
  expect(status).toBe(200);
  expect(html).toContain(`data-subject-id="${userId}"`);
  expect(html).toMatch(/<span class="badge pending">\d+ appeals?<\/span>/);
});
