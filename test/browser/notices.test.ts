import { expect, test } from 'vitest';
import { MAX_WATCHINGS_PER_VIEWER } from '../../src/domain/kernel/watch.ts';
import { addNotices } from '../../src/domain/notices/add.ts';
import { countUnread } from '../../src/domain/notices/read.ts';
import type { NoticeKind } from '../../src/terms/notices.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { first, present } from '../kit/present.ts';
import { FLOW_LOOKS, LOOKS, type Look, useSite } from './visitor.ts';

const site = useSite();
let told = 0;

const tell = (userId: string, kind: NoticeKind, botId: string | null, data: object = {}, hoursAgo = 0) =>
  addNotices(site.services.db.orm, {
    kind,
    subject: `browser ${told++}`,
    to: [userId],
    botId,
    data: data as never,
    at: new Date(Date.now() - hoursAgo * 60 * 60 * 1000),
  });

/** Other looks with and without scripts take the same way. */
const WAYS: readonly (readonly [string, Look, boolean])[] = [
  ...FLOW_LOOKS.map((look) => [look.name, look, true] as const),
  ['phone without scripts', first(LOOKS), false],
];

test.each(WAYS)(
  'a member opens a notice, acts, marks the others as read and chooses what to be told: %s',
  async (_, look, javaScript) => {
    const visitor = await site.arrive(look, { javaScript });
    const { page } = visitor;
    const plain = javaScript ? '' : 'plain-';
    const userId = newUserId();
    const bot = await given(site.services).owner('Grace').listing({ name: 'Melody' }).approved();
    await visitor.signIn(userId, 'Nora Noticed', '/notices');
    await page.getByText(messages.notices.none).waitFor();
    await visitor.inspect(`${plain}notices-empty`);

    const reason = 'It does not answer any command. Start it again, then submit it.';
    await tell(userId, 'bot_silent', bot.id, { since: '' }, 60);
    await tell(userId, 'news_published', bot.id, { title: 'Version 2 plays radio' }, 26);
    await tell(userId, 'listing_decided', bot.id, { state: 'rejected', reason }, 25);
    await tell(userId, 'queue_waiting', null, { count: 3 });
    await tell(userId, 'vote_open', bot.id);
    await visitor.open('/notices');
    await page.getByRole('link', { name: '5 unread notifications' }).waitFor();
    await visitor.inspect(`${plain}notices`);

    await page.getByRole('button', { name: 'Melody' }).first().click();
    await page.waitForURL(`**/bot/${bot.id}/vote`);
    await page.getByRole('link', { name: '4 unread notifications' }).click();
    await page.getByRole('button', { name: messages.notices.readAll }).click();
    await page.getByRole('link', { name: messages.notices.noneUnread }).waitFor();
    expect(await page.locator('.notices .unread').count()).toBe(0);
    await visitor.inspect(`${plain}notices-read`);

    await page.getByRole('link', { name: messages.account.settings }).click();
    const row = page.getByRole('row', { name: messages.noticeSettings.kinds.VOTE_OPEN });
    const nowhere = row.getByRole('radio', { name: messages.noticeSettings.deliveries.NONE });
    await nowhere.check();
    await page.getByRole('button', { name: messages.noticeSettings.save }).click();
    await page.getByText(messages.noticeSettings.saved).waitFor();
    expect(await nowhere.isChecked()).toBe(true);
    await visitor.inspect(`${plain}notice-settings`);
    await visitor.open('/notices/settings?lang=de');
    await visitor.inspect(`${plain}notice-settings-german`);
    await visitor.open('/notices?lang=de');
    await visitor.inspect(`${plain}notices-german`);
  },
);

test.each(LOOKS)('the bell and the page look right: $name', async (look) => {
  const visitor = await site.arrive(look);
  const userId = newUserId();
  const bot = await given(site.services).owner('Grace').listing({ name: 'Melody' }).approved();
  await visitor.signIn(userId, 'Nora Noticed');
  for (let count = 0; count < 100; count++) await tell(userId, 'vote_open', bot.id);
  for (const path of ['/', '/bots', '/dashboard', '/notices']) {
    await visitor.open(path);
    await visitor.page.getByRole('link', { name: 'More than 99 unread notifications' }).waitFor();
    await visitor.inspect(`bell${path.replace('/', '-')}`);
  }
});

test('the number in the bell follows what happens while the page is visible, and again after the connection broke', async () => {
  const visitor = await site.arrive(present(FLOW_LOOKS.at(-1)));
  const { page } = visitor;
  const userId = newUserId();
  const bot = await given(site.services).listing({ name: 'Melody' }).approved();
  await visitor.signIn(userId, 'Nora Noticed', '/dashboard');
  const bellSays = (name: string) => page.getByRole('link', { name }).first().waitFor();
  await bellSays(messages.notices.noneUnread);
  await tell(userId, 'vote_open', bot.id);
  await bellSays('1 unread notification');
  expect(await page.locator('.bell-link span').innerText()).toBe('1');
  await tell(userId, 'vote_open', bot.id);
  await bellSays('2 unread notifications');
  expect(await countUnread(site.services, userId)).toBe(2);
  await visitor.inspect('bell-live');

  // A hidden page closes its stream, and opens it again when it is seen.
  await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);
  await tell(userId, 'vote_open', bot.id);
  await page.waitForTimeout(2500);
  expect(await page.locator('.bell-link span').innerText()).toBe('2');
  await page.evaluate(`delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))`);
  await bellSays('3 unread notifications');

  let attempts = 0;
  await page.route('**/graphql?*unreadNotices*', (route) =>
    attempts++ === 0 ? route.abort() : route.continue(),
  );
  await visitor.open('/dashboard');
  await expect.poll(() => attempts).toBe(2);
  await site.services.db.sql`update notices set read_at = now() where user_id = ${userId}`;
  await bellSays(messages.notices.noneUnread);
  expect(await page.locator('.bell-link span').isVisible()).toBe(false);
});

test('when the service refuses one page more, its number stays', async () => {
  const visitor = await site.arrive(present(FLOW_LOOKS.at(-1)));
  const { page } = visitor;
  const userId = newUserId();
  const bot = await given(site.services).listing().approved();
  const others = Array.from({ length: MAX_WATCHINGS_PER_VIEWER }, () =>
    site.services.noticeWatch.open(userId, userId),
  );
  await visitor.signIn(userId, 'Nora Noticed');
  await tell(userId, 'vote_open', bot.id);
  const refused = page.waitForResponse((response) => response.url().includes('unreadNotices'));
  await visitor.open('/votes');
  await refused;
  await tell(userId, 'vote_open', bot.id);
  await page.waitForTimeout(2500);
  expect(await page.locator('.bell-link').getAttribute('aria-label')).toBe('1 unread notification');
  for (const watching of others) watching?.close();
});
