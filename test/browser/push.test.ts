import { expect, test } from 'vitest';
import { messages } from '../../src/web/words/messages.ts';
import { newUserId } from '../kit/ids.ts';
import { startService } from '../kit/service.ts';
import { FLOW_LOOKS, useSite } from './visitor.ts';

const site = useSite(startService, true);
const PUSH = { title: 'Melody', body: 'You can vote again.', url: '/bot/1/vote', tag: 'notice-1' };

test.each(FLOW_LOOKS)('a member sees the ways that notices can take: $name', async (look) => {
  const visitor = await site.arrive(look);
  await visitor.signIn(newUserId(), 'Nora Noticed', '/notices/settings');
  await visitor.page.getByRole('button', { name: messages.noticeChannels.turnOn }).waitFor();
  await visitor.inspect('notice-channels');
});

test('the service worker shows a push once, also when it is sent again', async () => {
  const [look] = FLOW_LOOKS;
  if (!look) throw new Error('There is a look.');
  const visitor = await site.arrive(look);
  const { page } = visitor;
  await page.context().grantPermissions(['notifications']);
  await visitor.signIn(newUserId(), 'Nora Noticed', '/notices/settings');
  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise<{ registrationId: string; scopeURL: string }>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0]);
    });
  });
  await devTools.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const { registrationId, scopeURL } = await registered;
  const origin = new URL(scopeURL).origin;
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  for (const body of [PUSH.body, 'Sent again.']) {
    const data = JSON.stringify({ ...PUSH, body });
    const send = async () => {
      // Chromium may lose one that comes before the worker is active, or that is looked for while it is about to show.
      await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      return shown();
    };
    await expect
      .poll(send, { interval: 500, timeout: 30_000 })
      .toEqual([{ title: PUSH.title, body, tag: PUSH.tag }]);
  }
});
