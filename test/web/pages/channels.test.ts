import { expect, test } from 'vitest';
import { listChannels } from '../../../src/domain/notices/channels.ts';
import { given } from '../../kit/given.ts';
import { startNoticeReceivers } from '../../kit/notice-receivers.ts';
import { forFile, startService } from '../../kit/service.ts';
import { visit } from '../page.ts';

const receivers = await forFile(startNoticeReceivers());
const { mails, pushes, receiver } = receivers;
const service = await forFile(startService({ SMTP_URL: mails.url, MAIL_FROM: 'notices@bots.example' }));

const SETTINGS = '/notices/settings';
const member = async () => {
  const userId = await given(service.services).user();
  const cookie = await service.signIn(userId);
  const send = (path: string, form: Record<string, string>) =>
    fetch(service.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: service.url, 'accept-language': 'de' },
      body: new URLSearchParams(form),
    });
  return {
    send,
    show: (path = SETTINGS) => visit(service, path, { cookie }),
    channels: () => listChannels(service.services, userId),
  };
};

test('a browser is added by the form that its script fills in, tested, and removed', async () => {
  const { send, show, channels } = await member();
  const subscription = { kind: 'PUSH', ...pushes.subscription, label: 'Firefox on Linux' };
  const added = await send('/notices/channels', subscription);
  expect([added.status, added.headers.get('location')]).toEqual([303, `${SETTINGS}?channel=saved#channels`]);
  const [channel] = await channels();
  const tested = await send(`/notices/channels/${channel?.id}`, { action: 'test' });
  expect(tested.headers.get('location')).toBe(`${SETTINGS}?channel=sent#channels`);
  const { text } = await show(`${SETTINGS}?channel=sent`);
  expect(text).toContain('Firefox on Linux');
  expect(text).toContain('The test has arrived.');
  await send(`/notices/channels/${channel?.id}`, { action: 'remove' });
  expect(await channels()).toEqual([]);
});

test('an email address is added in the language of the reader, and confirmed by its code; a wrong code is refused', async () => {
  const { send, show, channels } = await member();
  await send('/notices/channels', { kind: 'EMAIL', email: 'ada@mail.example' });
  const source = mails.received.at(-1)?.source ?? '';
  const [code = ''] = /\d{6}/.exec(source) ?? [];
  const [channel] = await channels();
  expect((await show()).html).toContain('name="code"');
  const path = `/notices/channels/${channel?.id}`;
  const wrong = code === '123456' ? '654321' : '123456';
  expect((await send(path, { action: 'confirm', code: wrong })).status).toBe(400);
  expect((await channels())[0]?.isConfirmed).toBe(false);
  expect((await send(path, { action: 'confirm', code: ` ${code} ` })).status).toBe(303);
  expect((await channels())[0]?.isConfirmed).toBe(true);
  expect((await show()).html).not.toContain('name="code"');
});

test('the webhook of a chat is added, and an address that is none is refused with its reason', async () => {
  const { send, channels } = await member();
  const url = `${new URL(receiver.url).origin}/api/webhooks/1/secret`;
  expect((await send('/notices/channels', { kind: 'DISCORD', url })).status).toBe(303);
  expect(await channels()).toMatchObject([{ kind: 'discord' }]);
  for (const kind of ['DISCORD', 'SLACK']) {
    const refused = await send('/notices/channels', { kind, url: 'https://example.org/hook' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('https://');
  }
  expect(await channels()).toHaveLength(1);
});

test('a stranger is sent to the sign-in, and nobody reaches the channel of another', async () => {
  const stranger = await fetch(`${service.url}/notices/channels`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: service.url },
    body: new URLSearchParams({ kind: 'EMAIL', email: 'ada@mail.example' }),
  });
  expect(stranger.headers.get('location')).toContain('/sign-in');
  const [one, other] = [await member(), await member()];
  await one.send('/notices/channels', { kind: 'PUSH', ...pushes.subscription, label: 'Firefox' });
  const [channel] = await one.channels();
  const sent = pushes.received.length;
  await other.send(`/notices/channels/${channel?.id}`, { action: 'test' });
  await other.send(`/notices/channels/${channel?.id}`, { action: 'remove' });
  expect(await one.channels()).toHaveLength(1);
  expect(pushes.received).toHaveLength(sent);
});
