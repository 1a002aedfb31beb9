import { beforeEach, describe, expect, test } from 'vitest';
import {
  addEmailChannel,
  addPushChannel,
  addWebhookChannel,
  confirmEmailChannel,
  listChannels,
  removeChannel,
} from '../../../src/domain/notices/channels.ts';
import { readPushKey } from '../../../src/domain/notices/push-key.ts';
import { type Sending, sendNotice, takeSendings } from '../../../src/domain/notices/send.ts';
import { setNoticeDelivery } from '../../../src/domain/notices/settings.ts';
import { addCoOwner } from '../../../src/domain/ownership/owners.ts';
import { given } from '../../kit/given.ts';
import { codeIn } from '../../kit/mail-server.ts';
import { startNoticeReceivers } from '../../kit/notice-receivers.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { at, after as plus } from '../../kit/time.ts';

const receivers = await forFile(startNoticeReceivers());
const { mails, pushes, receiver } = receivers;
const { services } = await forFile(
  startOwnService({ SMTP_URL: mails.url, MAIL_FROM: 'notices@bots.example' }),
);
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
    select notice_id::text as "noticeId", channel_id as "channelId", 1 as tries
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
    const bot = await given(services).listing().approved();
    await addCoOwner(services, bot.id, userId, bot.ownerId);
    const [next] = await services.db.sql<Sending[]>`
      select notice_id::text as "noticeId", channel_id as "channelId", 1 as tries from notice_sends
      where channel_id = ${sending.channelId} and state = 'waiting'`;
    await sendNotice(services, next ?? first([]));
    expect(await failureOf(userId)).toBeNull();
  });

  test.each([429, 500, 503])(
    'that answers %i gets the notice later, and it fails only with the sixth try',
    async (status) => {
      const { userId, sending } = await invited('slack');
      receiver.answer = () => status;
      expect(await sendNotice(services, sending)).toMatchObject({ failure: 'unavailable', isFinal: false });
      expect(await stateOf(sending)).toEqual({ state: 'waiting', failure: 'unavailable' });
      expect(await failureOf(userId)).toBeNull();
      await sendNotice(services, { ...sending, tries: 6 });
      expect(await stateOf(sending)).toEqual({ state: 'failed', failure: 'unavailable' });
      expect(await failureOf(userId)).toBe('unavailable');
    },
  );

  test.each([
    [550, { failure: 'refused', isFinal: true }],
    [451, { failure: 'unavailable', isFinal: false }],
  ])('of emails that answers %i is judged by that', async (status, outcome) => {
    const { sending } = await invited('email');
    mails.answer = () => status;
    expect(await sendNotice(services, sending)).toEqual(outcome);
  });
});

describe('A sending', () => {
  const start = services.now();
  const later = (seconds: number) => at(services, plus(start, seconds * 1000));
  const dueAt = (seconds: number, { noticeId }: Sending) =>
    services.db
      .sql`update notice_sends set due_at = ${plus(start, seconds * 1000)} where notice_id = ${noticeId}`;
  const taken = async (seconds: number, sending: Sending) =>
    (await takeSendings(later(seconds), false, 1000)).filter(({ noticeId }) => noticeId === sending.noticeId);

  test('is taken by one process after its time, and again when that one has died', async () => {
    const { sending } = await invited('discord');
    await dueAt(20, sending);
    expect(await taken(19, sending)).toEqual([]);
    const both = await Promise.all([taken(21, sending), taken(21, sending)]);
    expect(both.flat()).toEqual([sending]);
    expect(await taken(80, sending)).toEqual([]);
    expect(await taken(82, sending)).toEqual([{ ...sending, tries: 2 }]);
    await sendNotice(later(82), sending);
    expect(await taken(9 * 3600, sending)).toEqual([]);
  });

  test('is tried six times in less than three hours, and then has failed', async () => {
    const { userId, sending } = await invited('slack');
    receiver.answer = () => 500;
    let seconds = 0;
    await dueAt(seconds, sending);
    for (const [index, wait] of [30, 120, 480, 1920, 7200, undefined].entries()) {
      const [mine = sending] = await taken(seconds, sending);
      expect(mine.tries).toBe(index + 1);
      await sendNotice(later(seconds), mine);
      if (wait === undefined) break;
      expect(await taken(seconds + wait - 1, sending)).toEqual([]);
      seconds += wait;
    }
    expect(seconds).toBeLessThan(3 * 3600);
    expect(receiver.received).toHaveLength(6);
    expect(await stateOf(sending)).toEqual({ state: 'failed', failure: 'unavailable' });
    expect(await failureOf(userId)).toBe('unavailable');
    expect(await taken(24 * 3600, sending)).toEqual([]);
  });

  test.each([
    [90, 90],
    [7000, 300],
  ])(
    'waits for %i seconds when its receiver wants that, for five minutes at most',
    async (wanted, seconds) => {
      const { sending } = await invited('slack');
      receiver.answer = () => 429;
      const post: typeof services.sender.post = async (request) => ({
        ...(await services.sender.post(request)),
        retryAfterSeconds: wanted,
      });
      await dueAt(0, sending);
      const mine = first(await taken(0, sending));
      await sendNotice({ ...later(0), sender: { ...services.sender, post } }, mine);
      expect(await taken(seconds - 1, sending)).toEqual([]);
      expect(await taken(seconds, sending)).toHaveLength(1);
    },
  );

  test('for a receiver that wants a short pause again and again is tried no more often than others', async () => {
    const { sending } = await invited('slack');
    receiver.answer = () => 429;
    const post: typeof services.sender.post = async (request) => ({
      ...(await services.sender.post(request)),
      retryAfterSeconds: 1,
    });
    const sendAt = async (seconds: number) => {
      const mine = first(await taken(seconds, sending));
      await sendNotice({ ...later(seconds), sender: { ...services.sender, post } }, mine);
    };
    await dueAt(0, sending);
    await sendAt(0);
    await sendAt(1);
    expect(await taken(120, sending)).toEqual([]);
    await sendAt(121);
  });

  test('whose processes die at each try is tried no sooner than others, has failed then, and is sent no seventh time', async () => {
    const { userId, sending } = await invited('discord');
    let seconds = 0;
    await dueAt(seconds, sending);
    for (const wait of [60, 120, 480, 1920, 7200, 60]) {
      expect(await taken(seconds, sending)).toHaveLength(1);
      expect(await taken(seconds + wait - 1, sending)).toEqual([]);
      seconds += wait;
    }
    const [seventh = sending] = await taken(seconds, sending);
    expect(seventh.tries).toBe(7);
    const noticeWords = {
      ...services.noticeWords,
      notice: () => {
        throw new Error('of a kind that this version does not know');
      },
    };
    await sendNotice({ ...services, noticeWords }, seventh);
    expect(receiver.received).toEqual([]);
    expect(await stateOf(sending)).toEqual({ state: 'failed', failure: 'unavailable' });
    expect(await failureOf(userId)).toBe('unavailable');
  });
});
