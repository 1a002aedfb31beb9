import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../src/domain/kernel/refusal.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { addNotices, type NoticeEvent } from '../../../src/domain/notices/add.ts';
import { countUnread, listNotices } from '../../../src/domain/notices/read.ts';
import { listNoticeSettings } from '../../../src/domain/notices/settings.ts';
import { freePort } from '../../../src/embedded/ports.ts';
import { USER_BUDGETS } from '../../../src/limits/budget.ts';
import { NOTICE_KINDS, NOTICES, type NoticeKind } from '../../../src/terms/notices.ts';
import { noticeWords } from '../../../src/web/words/notice-text.ts';
import { given } from '../../kit/given.ts';
import { present } from '../../kit/present.ts';
import { pageCosts } from '../../kit/statements.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, linksOf, visit } from '../page.ts';

const metricsPort = await freePort(0);
const costOf = pageCosts(metricsPort);
const subject = useService(30, { METRICS_PORT: `${metricsPort}` });
const go = (path: string, asked = {}) => visit(subject.service, path, asked);
const member = async () => {
  const userId = await given(subject.services).user();
  return { userId, cookie: await subject.signIn(userId) };
};
let told = 0;
const tell = <Kind extends NoticeKind>(
  userId: string,
  kind: Kind,
  more: Pick<NoticeEvent<Kind>, 'botId' | 'data'> & Partial<NoticeEvent<Kind>>,
) =>
  addNotices(subject.services.db.orm, {
    kind,
    subject: `test ${told++}`,
    to: [userId],
    at: new Date(),
    ...more,
  });
const unreadOf = (userId: string) => countUnread(subject.services, userId);
const bellOf = (html: string) =>
  elementsOf(html).find(({ name, attributes }) => name === 'a' && attributes.class?.includes('bell'));

describe('The bell in the header', () => {
  test('has the number of unread notifications on pages and dashboard, also for screen readers, in their language', async () => {
    const { userId, cookie } = await member();
    const none = bellOf((await go('/votes', { cookie })).html);
    expect(none?.attributes).toMatchObject({ href: '/notices', 'aria-label': 'No unread notifications' });
    const { id } = subject.bot();
    for (let count = 0; count < 3; count++) await tell(userId, 'vote_open', { botId: id, data: {} });
    for (const path of [
      '/',
      '/bots',
      `/bot/${id}`,
      '/votes',
      '/dashboard',
      '/docs',
      '/notices',
      '/nowhere',
    ]) {
      const bell = bellOf((await go(path, { cookie })).html);
      expect([path, bell?.text, bell?.attributes['aria-label']]).toEqual([
        path,
        '3',
        '3 unread notifications',
      ]);
    }
    const labelIn = async (language: string) =>
      bellOf((await go('/votes', { cookie, headers: { 'accept-language': language } })).html)?.attributes[
        'aria-label'
      ];
    expect(await labelIn('de')).toBe('3 ungelesene Benachrichtigungen');
    expect(await labelIn('fr')).toBe('3 notifications non lues');
  });

  test('says that there are more than 99', async () => {
    const { userId, cookie } = await member();
    const { id } = subject.bot();
    for (let count = 0; count < 100; count++) await tell(userId, 'vote_open', { botId: id, data: {} });
    const bell = bellOf((await go('/votes', { cookie })).html);
    expect([bell?.text, bell?.attributes['aria-label']]).toEqual([
      '99+',
      'More than 99 unread notifications',
    ]);
  });

  test('is not there for strangers, whose pages load none of it', async () => {
    for (const path of ['/', '/bots', `/bot/${subject.bot().id}`, '/docs', '/nowhere']) {
      const { html } = await go(path);
      expect(bellOf(html)).toBeUndefined();
      expect(html).not.toMatch(/bell\.|\/notices/);
    }
  });

  test('costs a stranger no statement, and a member one more', async () => {
    const { cookie } = await member();
    expect(await costOf(() => go('/docs'))).toBe(0);
    // The session, the number in the bell, and the reader's own bot for the examples.
    expect(await costOf(() => go('/docs', { cookie }))).toBe(3);
  });
});

describe('The page of notices', () => {
  test('leads strangers to the sign-in, and says what will come to who has none', async () => {
    for (const path of ['/notices', '/notices/settings']) {
      const stranger = await go(path);
      expect([stranger.status, stranger.headers.get('location')]).toEqual([
        303,
        `/sign-in?return=${encodeURIComponent(path)}`,
      ]);
    }
    const { cookie } = await member();
    const { text, html } = await go('/notices', { cookie });
    expect(text).toContain('You have no notifications. We tell you here about decisions on your bots');
    expect(html).not.toContain('Mark all as read');
    expect(html).toContain('href="/notices/settings"');
  });

  const reason = 'It does not answer any command.';
  const SENTENCES: readonly [NoticeKind, object, string, string][] = [
    ['vote_open', {}, 'You can vote for NAME again.', '/bot/ID/vote'],
    ['news_published', { title: 'Version 2' }, 'NAME has news. Version 2', '/bot/ID'],
    ['report_closed', {}, 'A moderator has acted on your report about NAME.', '/bot/ID'],
    ['owner_invited', {}, 'Someone invites you to the team of NAME.', '/dashboard'],
    ['owner_removed', {}, 'You no longer manage NAME.', '/bot/ID'],
    ['listing_decided', { state: 'approved' }, 'NAME is public now.', '/bot/ID/edit'],
    ['listing_decided', { state: 'rejected', reason }, `NAME was rejected. ${reason}`, '/bot/ID/edit'],
    ['listing_decided', { state: 'suspended', reason }, `NAME was suspended. ${reason}`, '/bot/ID/edit'],
    ['edit_decided', { editState: 'accepted' }, 'Your edit of NAME was accepted.', '/bot/ID/edit/listing'],
    [
      'edit_decided',
      { editState: 'refused', reason },
      `Your edit of NAME was refused. ${reason}`,
      '/bot/ID/edit/listing',
    ],
    [
      'edit_decided',
      { editState: 'reverted', reason },
      `Your edit of NAME was reverted. ${reason}`,
      '/bot/ID/edit/listing',
    ],
    [
      'picture_taken_down',
      { picture: 'banner', reason },
      `removed the banner of NAME. ${reason}`,
      '/bot/ID/edit/listing',
    ],
    ['webhook_failing', {}, 'A vote for NAME was not delivered', '/bot/ID/edit/webhook'],
    [
      'webhook_failing',
      { cause: refusalOf('attempt.timeout') },
      'A vote for NAME was not delivered',
      '/bot/ID/edit/webhook',
    ],
    ['deliveries_held', {}, 'Deliveries for NAME are held', '/bot/ID/edit/webhook'],
    ['deliveries_released', {}, 'Deliveries for NAME go out again.', '/bot/ID/edit/webhook'],
    ['held_expiring', { count: 2 }, '2 held deliveries for NAME will be cancelled', '/bot/ID/edit/webhook'],
    [
      'bot_silent',
      { since: '2026-01-01T00:00:00.000Z' },
      'NAME has not sent stats for seven days.',
      '/bot/ID/edit/api',
    ],
    ['owner_joined', {}, 'Someone has joined the team of NAME.', '/bot/ID/edit/team'],
    ['owner_declined', {}, 'Someone has declined your invitation to NAME.', '/bot/ID/edit/team'],
    ['owner_role_changed', {}, 'Your role in the team of NAME has changed.', '/bot/ID/edit'],
    ['transfer_offered', {}, 'Someone wants to transfer NAME to you.', '/dashboard'],
    ['transfer_ended', {}, 'The offer to transfer NAME has ended.', '/bot/ID'],
    ['transfer_accepted', {}, 'Someone is the new owner of NAME.', '/bot/ID/edit/team'],
    ['token_changed', {}, 'NAME has a new API token.', '/bot/ID/edit/api'],
    ['secret_changed', {}, 'The webhook of NAME has changed.', '/bot/ID/edit/webhook'],
    ['queue_waiting', { count: 2 }, '2 entries are waiting for moderators. Queue', '/moderation'],
    [
      'user_blocked',
      { block: 'vote', reason },
      `You can no longer vote. Blocks ${reason}`,
      '/account#blocks',
    ],
    ['block_reviewed', { isLifted: true }, 'A block was lifted. Blocks', '/account#blocks'],
    ['block_reviewed', { isLifted: false, reason }, 'Your appeal was declined. Blocks', '/account#blocks'],
    ['votes_voided', { count: 2, reason }, `voided 2 votes for NAME. ${reason}`, '/bot/ID/edit'],
    ['votes_voided', { count: 1, isRestored: true }, 'restored 1 vote for NAME.', '/bot/ID/edit'],
  ];
  const LINKS = new Map([
    ['/moderation', 'Queue'],
    ['/account#blocks', 'Blocks'],
  ]);

  test('has a sentence for each kind', () => {
    expect(new Set(SENTENCES.map(([kind]) => kind))).toEqual(new Set(NOTICE_KINDS));
  });
  test.each(SENTENCES)(
    'words %s %o, and its name leads to where one acts, read or not',
    async (kind, data, words, place) => {
      const { userId, cookie } = await member();
      const bot = await given(subject.services).listing({ name: 'Melody' }).approved();
      await tell(userId, kind, { botId: LINKS.has(place) ? null : bot.id, data } as never);
      const target = place.replace('ID', bot.id);
      const sentence = words.replace('NAME', 'Melody');
      const unread = await go('/notices', { cookie });
      expect(unread.text.replaceAll(' .', '.').replaceAll(' :', ':')).toContain(sentence);
      // Whoever reads the page learns no less than who gets an email.
      const [notice] = await listNotices(subject.services, userId, { limit: 1, inverted: false });
      expect(unread.text).toContain(noticeWords.notice(present(notice), 'en').body);
      const button = elementsOf(unread.html).find(({ attributes }) => attributes.formaction);
      expect(button?.attributes).toMatchObject({ name: 'to', value: target });

      const opened = await go(button?.attributes.formaction ?? '', { cookie, form: { to: target } });
      expect([opened.status, opened.headers.get('location')]).toEqual([303, target]);
      const read = await go('/notices', { cookie });
      expect(linksOf(read.html)[LINKS.get(place) ?? 'Melody']).toBe(target);
      expect(elementsOf(read.html).some(({ attributes }) => attributes.formaction)).toBe(false);
    },
  );

  test.each([
    ['en', 'Grace wants to transfer Melody to you', 'Someone wants to transfer Melody to you'],
    ['de', 'Grace möchte dir Melody übergeben', 'Jemand möchte dir Melody übergeben'],
    ['fr', 'Grace souhaite vous céder Melody', 'Quelqu’un souhaite vous céder Melody'],
  ])(
    'says in its sentence who offers a listing, as the channels do, and has one without a name: %s',
    async (language, named, unnamed) => {
      const { services } = subject;
      const bot = await given(services).owner('Grace').listing({ name: 'Melody' }).approved();
      for (const [actorId, sentence] of [
        [bot.ownerId, named],
        [undefined, unnamed],
      ] as const) {
        const { userId, cookie } = await member();
        await tell(userId, 'transfer_offered', { botId: bot.id, data: {}, actorId });
        const { text } = await go('/notices', { cookie, headers: { 'accept-language': language } });
        expect(text.split(sentence)).toHaveLength(2);
        // Once: it does not stand beside the time again.
        expect(text.split('Grace')).toHaveLength(actorId ? 2 : 1);
        const [notice] = await listNotices(services, userId, { limit: 1, inverted: false });
        expect(noticeWords.notice(present(notice), language).title).toBe(sentence);
      }
    },
  );

  test('is by day, newest first, names who has caused it, and marks unread ones with a word', async () => {
    const { userId, cookie } = await member();
    const bot = await given(subject.services).owner('Grace').listing({ name: 'Melody' }).approved();
    const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    await tell(userId, 'bot_silent', { botId: bot.id, data: { since: '' }, at: ago(5) });
    await tell(userId, 'transfer_ended', { botId: bot.id, data: {}, actorId: bot.ownerId, at: ago(1) });
    await tell(userId, 'token_changed', { botId: bot.id, data: {}, actorId: bot.ownerId });
    const { html, text } = await go('/notices', { cookie });
    const headings = elementsOf(html).filter(({ attributes }) => attributes.id?.startsWith('on-'));
    expect(headings.map((heading) => heading.text)).toEqual([
      'Today',
      'Yesterday',
      expect.stringMatching(/^\w+ \d+$/),
    ]);
    expect(text).toMatch(
      /new API token.*Grace generated it.* New \d+ seconds ago .* transfer .* has ended.* New 1 day ago Grace/,
    );
    // Once each.
    expect(text.split('Grace')).toHaveLength(3);
  });

  test('marks one as read by opening it, and all that it showed by a button, but none that came later', async () => {
    const { userId, cookie } = await member();
    const { id } = subject.bot();
    for (let count = 0; count < 3; count++) await tell(userId, 'vote_open', { botId: id, data: {} });
    const { html } = await go('/notices', { cookie });
    const [first] = elementsOf(html).filter(({ attributes }) => attributes.formaction);
    await go(first?.attributes.formaction ?? '', { cookie, form: { to: '/' } });
    expect(await unreadOf(userId)).toBe(2);
    const newest =
      elementsOf(html).find(({ attributes }) => attributes.name === 'newest')?.attributes.value ?? '';
    await tell(userId, 'vote_open', { botId: id, data: {} });
    const all = await go('/notices', { cookie, form: { newest } });
    expect([all.status, all.headers.get('location')]).toEqual([303, '/notices']);
    expect(await unreadOf(userId)).toBe(1);
  });

  test('marks nothing as read by being looked at, for other users, for other sites, or for a wrong id', async () => {
    const [me, other] = [await member(), await member()];
    await tell(me.userId, 'vote_open', { botId: subject.bot().id, data: {} });
    const { html } = await go('/notices', { cookie: me.cookie });
    const path =
      elementsOf(html).find(({ attributes }) => attributes.formaction)?.attributes.formaction ?? '';
    await go(path, { cookie: other.cookie, form: { to: '/' } });
    const foreign = await go(path, {
      cookie: me.cookie,
      form: {},
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
    expect((await go('/notices/nonsense', { cookie: me.cookie, form: {} })).status).toBe(400);
    expect((await go(path, { form: {} })).headers.get('location')).toBe('/sign-in?return=%2Fnotices');
    expect(await unreadOf(me.userId)).toBe(1);
    const away = await go(path, { cookie: me.cookie, form: { to: 'https://evil.example' } });
    expect(away.headers.get('location')).toBe('/');
  });

  test('is paged, and costs as many statements for many notices as for one', async () => {
    const { userId, cookie } = await member();
    const { id } = subject.bot();
    const cost = () => costOf(() => go('/notices', { cookie }));
    await tell(userId, 'vote_open', { botId: id, data: {} });
    await cost();
    const one = await cost();
    for (let count = 0; count < 25; count++) await tell(userId, 'vote_open', { botId: id, data: {} });
    expect(one).toBeGreaterThan(1);
    expect(await cost()).toBe(one);
    const first = await go('/notices', { cookie });
    expect(first.html.match(/<li class="[^"]* unread [^"]*">/g)).toHaveLength(24);
    const second = await go(/href="(\/notices\?after=[^"]+)"/.exec(first.html)?.[1] ?? '', { cookie });
    expect(second.html.match(/<li class="[^"]* unread [^"]*">/g)).toHaveLength(2);
    expect(second.text).not.toContain('Mark all as read');
    expect((await go('/notices?after=nonsense', { cookie })).status).toBe(400);
  });
});

describe('The settings of notices', () => {
  const rowsOf = (html: string) =>
    elementsOf(html).filter(({ name, attributes }) => name === 'th' && attributes.scope === 'row');
  const chosenIn = (html: string) =>
    Object.fromEntries(
      elementsOf(html)
        .filter(({ attributes }) => attributes.type === 'radio' && attributes.checked !== undefined)
        .map(({ attributes }) => [attributes.name, attributes.value]),
    );

  test('are everywhere at first, and saved together', async () => {
    const { ownerId: userId } = await given(subject.services).listing().approved();
    const cookie = await subject.signIn(userId);
    const before = await go('/notices/settings', { cookie });
    expect(new Set(Object.values(chosenIn(before.html)))).toEqual(new Set(['EVERYWHERE']));
    const form = {
      ...chosenIn(before.html),
      VOTE_OPEN: 'NONE',
      WEBHOOK_FAILING: 'SITE',
      BOT_SILENT: 'nonsense',
    };
    const saved = await go('/notices/settings', { cookie, form });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/notices/settings?saved']);
    const after = await go('/notices/settings?saved', { cookie });
    expect(after.text).toContain('Your settings are saved.');
    expect(chosenIn(after.html)).toEqual({
      ...chosenIn(before.html),
      VOTE_OPEN: 'NONE',
      WEBHOOK_FAILING: 'SITE',
    });
    const stored = await listNoticeSettings(subject.services, userId, false);
    expect(stored.filter(({ delivery }) => delivery !== 'everywhere').map(({ kind }) => kind)).toEqual([
      'vote_open',
      'webhook_failing',
    ]);
    const unread = await unreadOf(userId);
    await tell(userId, 'vote_open', { botId: subject.bot().id, data: {} });
    expect(await unreadOf(userId)).toBe(unread);
  });

  test('show what a user may get: those of owners to teams, and those of moderators to moderators', async () => {
    const { services, signIn } = subject.service;
    const kinds = async (userId: string) =>
      rowsOf((await go('/notices/settings', { cookie: await signIn(userId) })).html).map(
        ({ attributes }) => attributes.id,
      );
    const bot = await given(services).listing().approved();
    const ofAll = ['VOTE_OPEN', 'NEWS_PUBLISHED', 'REPORT_CLOSED', 'USER_BLOCKED', 'BLOCK_REVIEWED'];
    const everybodys = [...ofAll, 'OWNER_INVITED', 'TRANSFER_OFFERED', 'TRANSFER_ENDED'];
    expect(await kinds(await given(services).invitedTo(bot.id))).toEqual(everybodys);
    const owners = await kinds(bot.ownerId);
    expect(owners).toEqual([...everybodys, 'OWNER_ROLE_CHANGED', 'OWNER_REMOVED', ...owners.slice(10)]);
    const ofOwners = NOTICE_KINDS.filter((kind) => NOTICES[kind].readers === 'owners');
    expect(owners).toHaveLength(everybodys.length + ofOwners.length);
    expect(await kinds(await given(services).readerOf(bot.id))).toEqual(owners);
    expect(await kinds(await given(services).moderator())).toEqual([...everybodys, 'QUEUE_WAITING']);
    await removeListing(services, bot.id, bot.ownerId);
    expect(await kinds(bot.ownerId)).toEqual(everybodys);
  });

  test('are refused to strangers, to other sites, and too often', async () => {
    const { cookie } = await member();
    const path = '/notices/settings';
    expect((await go(path, { form: { VOTE_OPEN: 'NONE' } })).headers.get('location')).toMatch(/^\/sign-in/);
    const foreign = { cookie, form: { VOTE_OPEN: 'NONE' }, headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await go(path, foreign)).status).toBe(403);
    let last = await go(path, { cookie, form: { VOTE_OPEN: 'SITE' } });
    for (let used = 1; used <= USER_BUDGETS.change.max; used++)
      last = await go(path, { cookie, form: { VOTE_OPEN: used % 2 ? 'NONE' : 'SITE' } });
    expect(last.status).toBe(429);
    expect(last.text).toContain('You have changed this too often: try again in');
  });
});
