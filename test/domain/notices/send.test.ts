import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addEmailChannel,
  addPushChannel,
  addWebhookChannel,
  confirmEmailChannel,
  listChannels,
  removeChannel,
} from '../../../src/domain/notices/channels.ts';
import { readPushKey } from '../../../src/domain/notices/push-key.ts';
import {
  claimSendings,
  giveUpSending,
  noteStarted,
  type Sending,
  sendNotice,
} from '../../../src/domain/notices/send.ts';
import { setNoticeDelivery } from '../../../src/domain/notices/settings.ts';
import { addCoOwner } from '../../../src/domain/ownership/owners.ts';
import { given } from '../../kit/given.ts';
import { codeIn } from '../../kit/mail-server.ts';
import { startNoticeReceivers } from '../../kit/notice-receivers.ts';
import { startOwnService } from '../../kit/own-service.ts';
import { first } from '../../kit/present.ts';
import { after, at, HOUR_MS } from '../../kit/time.ts';

const receivers = await startNoticeReceivers();
const { mails, pushes, receiver } = receivers;
const service = await startOwnService({ SMTP_URL: mails.url, MAIL_FROM: 'notices@bots.example' });
const { services } = service;
afterAll(async () => {
  await service.close();
  await receivers.close();
});
beforeEach(receivers.reset);

const NAME = '<!channel> *Melody* @everyone';
const ORIGIN = new URL(receiver.url).origin;
const add = {
  push: (userId: string, language = 'en') =>
    addPushChannel(services, userId, { ...pushes.subscription, label: 'Firefox', language }),
  async email(userId: string, language = 'en') {
    const { id } = await addEmailChannel(services, userId, { email: `u${userId}@example.org`, language });
    const code = codeIn(mails.received.pop());
    return confirmEmailChannel(services, userId, { id, code });
  },
  discord: (userId: string, language = 'en') =>
    addWebhookChannel(services, userId, {
      kind: 'discord',
      url: `${ORIGIN}/api/webhooks/1/secret`,
      language,
    }),
  slack: (userId: string, language = 'en') =>
    addWebhookChannel(services, userId, { kind: 'slack', url: `${ORIGIN}/services/T1/B1/secret`, language }),
};

/** A user with a channel, who was invited to manage a bot, and what waits to be sent of it. */
async function invited(kind: keyof typeof add, language = 'en') {
  const userId = await given(services).user();
  const channel = await add[kind](userId, language);
  const bot = await given(services).owner('Grace').listing({ name: NAME }).approved();
  await addCoOwner(services, bot.id, userId, bot.ownerId);
  const sendings = await services.db.sql<Sending[]>`
    select notice_id::text as "noticeId", channel_id as "channelId"
    from notice_sends join notices on notices.id = notice_id
    where channel_id = ${channel.id} and user_id = ${userId}`;
  return { userId, channel, bot, sending: first(sendings) };
}
async function stateOf({ noticeId, channelId }: Sending) {
  const [row] = await services.db.sql`
    select state, failure from notice_sends where notice_id = ${noticeId} and channel_id = ${channelId}`;
  return row;
}
const failureOf = async (userId: string) => (await listChannels(services, userId))[0]?.failure;

describe('A notice reaches', () => {
  test('a browser, encrypted and signed with the key of this service, in the language of the channel', async () => {
    const { sending } = await invited('push', 'de');
    expect(await sendNotice(services, sending)).toEqual({});
    const { message, headers, senderKey } = first(pushes.received);
    expect(message).toEqual({
      title: `Grace lädt dich in das Team von ${NAME} ein`,
      body: 'Du kannst die Einladung auf deinem Dashboard annehmen.',
      url: `${services.publicUrl}/dashboard`,
      tag: `notice-${sending.noticeId}`,
    });
    expect(headers).toMatchObject({ topic: `notice-${sending.noticeId}`, ttl: '86400' });
    expect(senderKey).toBe((await readPushKey(services)).publicKey);
    expect(await stateOf(sending)).toEqual({ state: 'sent', failure: null });
  });

  test('a mailbox, with the way out of it', async () => {
    const { userId, sending } = await invited('email');
    await sendNotice(services, sending);
    const { to, source } = first(mails.received);
    expect(to).toBe(`u${userId}@example.org`);
    const { publicUrl } = services;
    expect(source).toContain(`Message-ID: <notice-${sending.noticeId}@`);
    expect(source).toContain(`List-Unsubscribe: <${publicUrl}/notices/settings>`);
    expect(source).toContain(`${publicUrl}/dashboard`);
    expect(source).toContain('Grace invites you to the team of');
  });

  test('Discord, where a name mentions nobody and is no style', async () => {
    const { sending } = await invited('discord');
    await sendNotice(services, sending);
    const sent = JSON.parse(first(receiver.received).rawBody.toString());
    expect(sent.allowed_mentions).toEqual({ parse: [] });
    expect(sent.content).toContain(String.raw`\<!channel\> \*Melody\* \@everyone`);
  });

  test('Slack, where a name mentions nobody', async () => {
    const { sending } = await invited('slack', 'fr');
    await sendNotice(services, sending);
    const { text } = JSON.parse(first(receiver.received).rawBody.toString());
    expect(text).toContain('Grace vous invite dans l’équipe de &lt;!channel&gt; *Melody* @everyone');
  });
});

describe('A notice goes nowhere', () => {
  const nothing = () =>
    expect([mails, pushes, receiver].flatMap(({ received }) => received as object[])).toEqual([]);

  test('that was sent already', async () => {
    const { sending } = await invited('push');
    await sendNotice(services, sending);
    pushes.received.length = 0;
    await sendNotice(services, sending);
    nothing();
  });

  test('by a channel that was removed', async () => {
    const { userId, channel, sending } = await invited('discord');
    await removeChannel(services, userId, channel.id);
    expect(await sendNotice(services, sending)).toEqual({});
    nothing();
  });

  test('of a kind that its user has turned off meanwhile', async () => {
    const { userId, sending } = await invited('slack');
    await setNoticeDelivery(services, userId, { kind: 'owner_invited', delivery: 'site' });
    await sendNotice(services, sending);
    nothing();
    expect(await stateOf(sending)).toBeUndefined();
  });

  test('in a browser that is another user’s by now', async () => {
    const { sending } = await invited('push');
    await add.push(await given(services).user());
    await sendNotice(services, sending);
    nothing();
  });
});

test('a process that dies between sending and recording sends again by the same name', async () => {
  const { sending } = await invited('push');
  const post: typeof services.sender.post = async (request) => {
    await services.sender.post(request);
    throw new Error('The process dies.');
  };
  await expect(sendNotice({ ...services, sender: { ...services.sender, post } }, sending)).rejects.toThrow();
  expect(await stateOf(sending)).toMatchObject({ state: 'waiting' });
  await sendNotice(services, sending);
  const names = pushes.received.map(({ headers, message }) => [headers.topic, message.tag]);
  const name = `notice-${sending.noticeId}`;
  expect(names).toEqual([
    [name, name],
    [name, name],
  ]);
  const mail = await invited('email');
  const mailer = {
    async send(message: Parameters<NonNullable<typeof services.mailer>['send']>[0]) {
      await services.mailer?.send(message);
      throw new Error('The process dies.');
    },
  };
  await expect(sendNotice({ ...services, mailer }, mail.sending)).rejects.toThrow();
  await sendNotice(services, mail.sending);
  const ids = mails.received.map(({ source }) => /^Message-ID: (.*)/m.exec(source)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

describe('A receiver', () => {
  test.each([404, 410])('that answers %i is gone: its browser is removed', async (status) => {
    const { userId, sending } = await invited('push');
    pushes.status = status;
    expect(await sendNotice(services, sending)).toEqual({ failure: 'gone', isFinal: true });
    expect(await listChannels(services, userId)).toEqual([]);
  });

  test('that refuses is shown to the user until the next notice arrives', async () => {
    const { userId, sending } = await invited('discord');
    receiver.answer = () => 403;
    expect(await sendNotice(services, sending)).toEqual({ failure: 'refused', isFinal: true });
    expect(await stateOf(sending)).toEqual({ state: 'failed', failure: 'refused' });
    expect(await failureOf(userId)).toBe('refused');
    receiver.answer = () => 204;
    const bot = await given(services).owner().listing().approved();
    await addCoOwner(services, bot.id, userId, bot.ownerId);
    const [next] = await services.db.sql<Sending[]>`
      select notice_id::text as "noticeId", channel_id as "channelId" from notice_sends
      where channel_id = ${sending.channelId} and state = 'waiting'`;
    await sendNotice(services, next ?? first([]));
    expect(await failureOf(userId)).toBeNull();
  });

  test.each([429, 500, 503])(
    'that answers %i gets the notice later, and it fails only when that is given up',
    async (status) => {
      const { userId, sending } = await invited('slack');
      receiver.answer = () => status;
      expect(await sendNotice(services, sending)).toMatchObject({ failure: 'unavailable', isFinal: false });
      expect(await stateOf(sending)).toEqual({ state: 'waiting', failure: 'unavailable' });
      expect(await failureOf(userId)).toBeNull();
      await giveUpSending(services, sending);
      expect(await stateOf(sending)).toEqual({ state: 'failed', failure: 'unavailable' });
      expect(await failureOf(userId)).toBe('unavailable');
    },
  );

  test.each([
    [550, { failure: 'refused', isFinal: true }],
    [451, { failure: 'unavailable', isFinal: false }],
  ])('of emails that answers %i is judged by that', async (status, outcome) => {
    const { sending } = await invited('email');
    mails.status = status;
    expect(await sendNotice(services, sending)).toEqual(outcome);
  });
});

test('a sending is claimed by one process after its time, and again when its workflow was lost', async () => {
  const { sending } = await invited('discord');
  const now = services.now();
  const claimed = async (ms: number) =>
    (await claimSendings(at(services, after(now, ms)), 1000)).filter(
      ({ noticeId }) => noticeId === sending.noticeId,
    );
  await services.db
    .sql`update notice_sends set due_at = ${after(now, 20_000)} where notice_id = ${sending.noticeId}`;
  expect(await claimed(19_000)).toEqual([]);
  const both = await Promise.all([claimed(21_000), claimed(21_000)]);
  expect(both.flat()).toEqual([sending]);
  // Its workflow was not started.
  expect(await claimed(82_000)).toEqual([sending]);
  await noteStarted(at(services, after(now, 82_000)), [sending]);
  expect(await claimed(2 * HOUR_MS)).toEqual([]);
  expect(await claimed(4 * HOUR_MS)).toEqual([sending]);
  await sendNotice(services, sending);
  expect(await claimed(9 * HOUR_MS)).toEqual([]);
});
