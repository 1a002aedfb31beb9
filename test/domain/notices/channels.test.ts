import { beforeEach, describe, expect, test } from 'vitest';
import {
  addEmailChannel,
  addPushChannel,
  addWebhookChannel,
  confirmEmailChannel,
  listChannels,
  mailboxOf,
  removeChannel,
} from '../../../src/domain/notices/channels.ts';
import { readPushKey } from '../../../src/domain/notices/push-key.ts';
import { testChannel } from '../../../src/domain/notices/send.ts';
import { given } from '../../kit/given.ts';
import { codeIn } from '../../kit/mail-server.ts';
import { startNoticeReceivers } from '../../kit/notice-receivers.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { at, HOUR_MS } from '../../kit/time.ts';

const receivers = await forFile(startNoticeReceivers());
const { mails, pushes, receiver } = receivers;
const { services } = await forFile(
  startOwnService({ SMTP_URL: mails.url, MAIL_FROM: 'Orbit <notices@bots.example>' }),
);
beforeEach(receivers.reset);

const ORIGIN = new URL(receiver.url).origin;
const browser = { ...pushes.subscription, label: 'Firefox on Linux', language: 'en' };
const mail = (email: string) => ({ email, language: 'en' });
const channelsOf = async (userId: string) =>
  (await listChannels(services, userId)).map(({ kind, label, isConfirmed }) => [kind, label, isConfirmed]);

describe('A browser', () => {
  test('that another user had gets only the notices of the one who registers it, and may register again', async () => {
    const [before, now] = [await given(services).user(), await given(services).user()];
    const { id } = await addPushChannel(services, before, browser);
    expect((await addPushChannel(services, before, browser)).id).toBe(id);
    await addPushChannel(services, now, browser);
    expect(await channelsOf(before)).toEqual([]);
    expect(await channelsOf(now)).toEqual([['push', 'Firefox on Linux', true]]);
  });

  test.each([
    [
      'a key that is no point of the curve',
      { p256dh: Buffer.alloc(65, 4).toString('base64url') },
      'channel.badPush',
    ],
    ['a short secret', { auth: 'AAAA' }, 'channel.badPush'],
    ['a long secret', { auth: 'A'.repeat(43) }, 'channel.badPush'],
    [
      'characters in a key that decoding ignores',
      { p256dh: `${browser.p256dh}${'!'.repeat(900)}` },
      'channel.badPush',
    ],
    [
      'white space in a secret',
      { auth: `${browser.auth.slice(0, 4)} ${browser.auth.slice(4)}` },
      'channel.badPush',
    ],
    ['bits in a secret that decoding ignores', { auth: `${'A'.repeat(21)}B` }, 'channel.badPush'],
    ['an endpoint in a private network', { endpoint: 'https://10.0.0.1/push' }, 'webhook.notPublic'],
    ['an endpoint without https', { endpoint: 'http://push.example/1' }, 'webhook.notHttps'],
    ['no name', { label: ' ' }, 'text.length'],
    ['a language of another form', { language: 'English' }, 'channel.language'],
  ])('with %s is refused', async (_, part, reason) => {
    const userId = await given(services).user();
    await expect(addPushChannel(services, userId, { ...browser, ...part })).rejects.toMatchObject({ reason });
    expect(await channelsOf(userId)).toEqual([]);
  });

  test('has its keys stored in one form, in which of two they came', async () => {
    const { p256dh, auth } = browser;
    const userId = await given(services).user();
    const padded = (key: string) => `${Buffer.from(key, 'base64url').toString('base64')}`;
    await addPushChannel(services, userId, { ...browser, p256dh: padded(p256dh), auth: padded(auth) });
    const [row] = await services.db.sql`select address from notice_channels where user_id = ${userId}`;
    expect(row?.address).toMatchObject({ p256dh, auth });
  });
});

test.each([
  ['Ada.Lovelace+orbit@Example.org', 'adalovelace@example.org'],
  ['a.d.a@example.org', 'ada@example.org'],
  ['ada+1+2@example.org', 'ada@example.org'],
  ['+ada@example.org', '+ada@example.org'],
])('For codes, the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

describe('A webhook', () => {
  const add = (userId: string, kind: 'discord' | 'slack', url: string) =>
    addWebhookChannel(services, userId, { kind, url, language: 'en' });

  test('of a chat is named by its host and the end of its id, which is not its secret', async () => {
    const userId = await given(services).user();
    await add(userId, 'discord', `${ORIGIN}/api/webhooks/123456789/secret?wait=true`);
    await add(userId, 'slack', `${ORIGIN}/services/T0001/B0002/secret`);
    await add(userId, 'slack', `${ORIGIN}/services/T0001/B0002/secret`);
    expect(await channelsOf(userId)).toEqual([
      ['discord', '127.0.0.1/…6789', true],
      ['slack', '127.0.0.1/…0002', true],
    ]);
  });

  test.each([
    ['discord', 'https://example.com/api/webhooks/1/secret', 'channel.notDiscord'],
    ['discord', 'https://discord.com.example.com/api/webhooks/1/secret', 'channel.notDiscord'],
    ['discord', 'https://discord.com/api/users/1', 'channel.notDiscord'],
    ['discord', 'https://8.8.8.8/api/webhooks/1/secret', 'channel.notDiscord'],
    ['discord', 'https://10.0.0.1/api/webhooks/1/secret', 'webhook.notPublic'],
    ['slack', 'https://discord.com/api/webhooks/1/secret', 'channel.notSlack'],
    ['slack', 'no address', 'channel.notSlack'],
  ] as const)('of %s at %s is refused', async (kind, url, reason) => {
    await expect(add(await given(services).user(), kind, url)).rejects.toMatchObject({ reason });
  });

  test('is refused as the eleventh channel, also of many at once', async () => {
    const userId = await given(services).user();
    const urls = Array.from({ length: 13 }, (_, index) => `${ORIGIN}/api/webhooks/${index}/secret`);
    const outcomes = await Promise.allSettled(urls.map((url) => add(userId, 'discord', url)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason.reason)).toEqual(Array(3).fill('channel.tooMany'));
    expect(await channelsOf(userId)).toHaveLength(10);
  });
});

describe('An email address', () => {
  test('is shown in part, and counts when its user has typed the code', async () => {
    const userId = await given(services).user();
    const { id } = await addEmailChannel(services, userId, mail('Ada.Lovelace@example.org'));
    expect(await channelsOf(userId)).toEqual([['email', 'A…@example.org', false]]);
    await expect(testChannel(services, userId, id)).rejects.toMatchObject({ reason: 'channel.notFound' });
    const { to, source } = first(mails.received);
    expect(to).toBe('Ada.Lovelace@example.org');
    expect(source).toContain('From: Orbit <notices@bots.example>');
    const code = codeIn(first(mails.received));
    const confirmed = await confirmEmailChannel(services, userId, {
      id,
      code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(confirmed.isConfirmed).toBe(true);
    // Once it is confirmed, it gets no code any more.
    await addEmailChannel(services, userId, mail('ada.lovelace@EXAMPLE.org'));
    expect(mails.received).toHaveLength(1);
    expect(await channelsOf(userId)).toHaveLength(1);
  });

  test('is not confirmed by a wrong code, by the right one after five tries or 15 minutes, or by another user', async () => {
    const [userId, other] = [await given(services).user(), await given(services).user()];
    const { id } = await addEmailChannel(services, userId, mail('grace@example.org'));
    const refused = { reason: 'channel.wrongCode' };
    const confirm = (code: string, who = userId, now = services) =>
      confirmEmailChannel(now, who, { id, code });
    const code = codeIn(first(mails.received));
    await expect(confirm(code, other)).rejects.toMatchObject(refused);
    const later = at(services, new Date(services.now().getTime() + HOUR_MS / 4 + 1000));
    await expect(confirm(code, userId, later)).rejects.toMatchObject(refused);
    for (let tries = 0; tries < 5; tries += 1) await expect(confirm('none')).rejects.toMatchObject(refused);
    await expect(confirm(code)).rejects.toMatchObject(refused);
    // A new code may be tried again, and the first one is none any more.
    await addEmailChannel(services, userId, mail('grace@example.org'));
    const next = codeIn(mails.received[1] ?? first([]));
    expect((await confirm(next)).isConfirmed).toBe(true);
  });

  test('that is none, or that the mail server refuses, is refused', async () => {
    const userId = await given(services).user();
    for (const email of [
      'ada',
      'ada@localhost',
      'a@b.org\r\nBcc: c@d.org',
      '"a b"@example.org',
      'a@b.org,c@d.org',
    ]) {
      await expect(addEmailChannel(services, userId, mail(email))).rejects.toMatchObject({
        reason: 'channel.badEmail',
      });
    }
    mails.answer = () => 550;
    await expect(addEmailChannel(services, userId, mail('no@example.org'))).rejects.toMatchObject({
      reason: 'channel.mailFailed',
    });
    expect(mails.received).toEqual([]);
  });

  test('is refused where there is no mail server, and while nothing is sent', async () => {
    const userId = await given(services).user();
    const add = (changes: object) =>
      addEmailChannel({ ...services, ...changes }, userId, mail('a@example.org'));
    await expect(add({ mailer: undefined })).rejects.toMatchObject({ reason: 'channel.noEmail' });
    await expect(add({ isHeld: () => true })).rejects.toMatchObject({ reason: 'channel.held' });
    expect(mails.received).toEqual([]);
  });
});

test('a test goes to the channels of its user only, and tells why it did not arrive', async () => {
  const [userId, other] = [await given(services).user(), await given(services).user()];
  const url = `${ORIGIN}/api/webhooks/77/secret`;
  const { id } = await addWebhookChannel(services, userId, { kind: 'discord', url, language: 'de' });
  await expect(testChannel(services, other, id)).rejects.toMatchObject({ reason: 'channel.notFound' });
  await expect(removeChannel(services, other, id)).rejects.toMatchObject({ reason: 'channel.notFound' });
  expect(await testChannel(services, userId, id)).toBeUndefined();
  expect(first(receiver.received).rawBody.toString()).toContain('Das ist ein Test');
  receiver.answer = () => 404;
  expect(await testChannel(services, userId, id)).toBe('gone');
  expect(first(await listChannels(services, userId)).failure).toBe('gone');
  receiver.answer = () => 200;
  expect(await testChannel(services, userId, id)).toBeUndefined();
  expect(first(await listChannels(services, userId)).failure).toBeNull();
  await expect(testChannel({ ...services, isHeld: () => true }, userId, id)).rejects.toMatchObject({
    reason: 'channel.held',
  });
  await removeChannel(services, userId, id);
  await expect(testChannel(services, userId, id)).rejects.toMatchObject({ reason: 'channel.notFound' });
  await expect(removeChannel(services, userId, 'none')).rejects.toMatchObject({ reason: 'channel.notFound' });
});

test('of many who need the key for pushes first, all get the same', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => readPushKey(services)));
  expect(new Set(keys.map(({ publicKey, privateKey }) => `${publicKey} ${privateKey}`)).size).toBe(1);
});
