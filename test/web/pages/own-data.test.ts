import { describe, expect, test } from 'vitest';
import { addFavourite } from '../../../src/domain/member/favourites.ts';
import { closeReports, reportListing } from '../../../src/domain/moderation/reports.ts';
import { exportUser } from '../../../src/domain/privacy/export-user.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { USER_BUDGETS } from '../../../src/limits/budget.ts';
import { messages } from '../../../src/web/words/messages.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { isStoredAnywhere } from '../../kit/stored.ts';
import { at, DAY_MS, HOUR_MS } from '../../kit/time.ts';
import { elementsOf, linksOf, visit } from '../page.ts';

const REPORT = { category: 'spam', text: 'It sends the same message every day.' } as const;

const log = keepLog('trace');
const service = await forFile(startOwnService({}, 'web', log.log));

const go = (path: string, asked = {}) => visit(service, path, asked);
const ago = (ms: number) => at(service.services, new Date(Date.now() - ms));
const place = (answer: { headers: Headers }) => answer.headers.get('location');

describe('The account page', () => {
  test('ends a session, and all others, by forms alone', async () => {
    const userId = newUserId();
    const here = await service.signIn(userId);
    const others = [];
    for (let index = 0; index < 3; index++) others.push(await service.signIn(userId));
    const page = await go('/account', { cookie: here });
    expect(page.text).toContain('This device');
    const keys = (html: string) =>
      elementsOf(html)
        .filter(({ attributes }) => attributes.name === 'session')
        .map(({ attributes }) => attributes.value ?? '');
    expect(keys(page.html)).toHaveLength(3);
    const ended = await go('/account/sessions', {
      cookie: here,
      form: { session: keys(page.html)[0] ?? '' },
    });
    expect([ended.status, place(ended)]).toEqual([303, '/account?ended#sessions']);
    const after = await go('/account?ended', { cookie: here });
    expect(after.text).toContain(messages.account.sessionsEnded);
    expect(keys(after.html)).toHaveLength(2);
    await go('/account/sessions', { cookie: here, form: {} });
    expect(keys((await go('/account', { cookie: here })).html)).toEqual([]);
    for (const cookie of others) expect(place(await go('/account', { cookie }))).toMatch(/^\/sign-in/);
  });

  test('shows the newest five sessions, and the others behind a summary, each with its way to end', async () => {
    const userId = newUserId();
    const here = await service.signIn(userId);
    const pageOf = async () => (await go('/account', { cookie: here })).html;
    const summary = /<summary[^>]*>\d/;
    for (let count = 0; count < 4; count++) await service.signIn(userId);
    expect(await pageOf()).not.toMatch(summary);
    for (let count = 0; count < 2; count++) await service.signIn(userId);
    const html = await pageOf();
    expect(html).toMatch(summary);
    const [shown = '', folded = ''] = html.split(messages.account.moreSessions({ count: 2 }));
    expect([shown, folded].map((html) => html.split('name="session"').length - 1)).toEqual([4, 2]);
  });

  test('downloads the export of the admin command as a dated file, for nobody to keep', async () => {
    const bot = await given(service.services).listing().approved();
    const cookie = await service.signIn(bot.ownerId);
    const file = await go('/account/export', { cookie, form: {} });
    expect(file.status).toBe(200);
    const day = new Date().toISOString().slice(0, 10);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="my-data-${day}.json"`);
    expect(file.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(file.headers.get('cache-control')).toBe('private, no-store');
    const exported = await exportUser(service.services, bot.ownerId);
    expect(JSON.parse(file.html)).toEqual({
      ...JSON.parse(JSON.stringify(exported)),
      exportedAt: expect.any(String),
    });
  });

  test('refuses the download: to strangers, to a link, to other sites, and too often', async () => {
    expect(place(await go('/account/export', { form: {} }))).toBe('/sign-in?return=%2Faccount');
    const cookie = await service.signIn();
    expect((await go('/account/export', { cookie })).status).toBe(405);
    const foreign = { cookie, form: {}, headers: { 'sec-fetch-site': 'cross-site' } };
    for (const path of ['/account/export', '/account/sessions', '/account/delete'])
      expect((await go(path, foreign)).status).toBe(403);
    let last = await go('/account/export', { cookie, form: {} });
    for (let used = 1; used <= USER_BUDGETS.exportData.max; used++)
      last = await go('/account/export', { cookie, form: {} });
    expect(last.status).toBe(429);
    expect(last.text).toContain('You have downloaded your data too often: try again in');
  });
});

describe('The page that deletes the account', () => {
  test('says what is deleted and kept, and which listings pass on or are removed', async () => {
    const { services } = service;
    const userId = newUserId();
    const cookie = await service.signIn(userId, 'Ada');
    const plain = await go('/account/delete', { cookie });
    for (const words of [messages.deletion.deleted, messages.deletion.kept, messages.deletion.copies])
      expect(plain.text).toContain(words);
    for (const words of [messages.deletion.passedOn, messages.deletion.removed, 'within the last 12 hours'])
      expect(plain.text).not.toContain(words);
    expect(place(await go('/account/delete'))).toBe('/sign-in?return=%2Faccount%2Fdelete');

    const alone = await given(services).listing({ name: 'Lonely' }).approved();
    const shared = await given(services).listing({ name: 'Shared' }).approved();
    await given(services).coOwnerOf(shared.id);
    await services.db.sql`
      update bot_owners set user_id = ${userId}
      where bot_id in (${alone.id}, ${shared.id}) and not is_co_owner`;
    await castVote(services, alone.id, userId);
    const { text } = await go('/account/delete', { cookie });
    expect(text).toMatch(/Listings that go to a co-owner .* Shared Listings that we remove .* Lonely /);
    expect(text).toMatch(/under your ID until .* UTC , so that nobody votes twice/);

    // One click is not enough, and a refused form keeps what was typed.
    const missing = await go('/account/delete', { cookie, form: {} });
    expect([missing.status, missing.text.includes('Nothing has been deleted.')]).toEqual([400, true]);
    const only = await go('/account/delete', { cookie, form: { confirmation: 'Ada' } });
    expect([only.status, only.text.includes('the only owner')]).toEqual([403, true]);
    const fields = elementsOf(only.html).filter(({ attributes }) => attributes.name === 'confirmation');
    expect(fields).toMatchObject([{ attributes: { value: 'Ada' } }]);
    expect((await go('/account', { cookie })).status).toBe(200);

    const done = await go('/account/delete', {
      cookie,
      form: { confirmation: 'Ada', removesListings: 'yes' },
    });
    expect(done.status).toBe(200);
    expect(done.text).toMatch(/Account deleted .* under your ID until /);
    expect(done.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0/)]);
    expect(place(await go('/account', { cookie }))).toMatch(/^\/sign-in/);
  });

  test('leaves the id and the name in no table, no page and no line of the log', async () => {
    const { services } = service;
    const [userId, name] = [newUserId(), `Ada ${newUserId()}`];
    const [first, second] = [await service.signIn(userId, name), await service.signIn(userId, name)];
    const owned = await given(services).listing().withToken().approved();
    const shared = await given(services).listing().withToken().approved();
    await services.db.sql`
      update bot_owners set user_id = ${userId} where bot_id in (${owned.id}, ${shared.id})`;
    await given(services).coOwnerOf(shared.id);
    // Each vote of a bot has a later time than those before it.
    const other = await given(ago(4 * DAY_MS))
      .listing()
      .withToken()
      .votes(2)
      .approved();
    await castVote(ago(3 * DAY_MS), other.id, userId, { requestId: `sent-by-${userId}` });
    await castVote(ago(2 * DAY_MS), shared.id, userId);
    await addFavourite(services, userId, other.id);
    const { id } = await reportListing(ago(DAY_MS), userId, other.id, REPORT);
    await closeReports(services, await given(services).moderator(), other.id, [id], 'acted');
    await reportListing(ago(HOUR_MS), userId, other.id, REPORT);

    const paths = ['/', '/bots', `/bot/${owned.id}`, `/bot/${shared.id}`, `/bot/${other.id}`];
    const shown = async () => {
      const found = new Set(paths);
      let all = '';
      // What the pages link to, and what is linked there, on this site.
      for (let round = 0; round < 2; round++) {
        for (const path of [...found]) {
          const { html } = await go(path);
          // A sign-in returns to the address that was asked for.
          all += path.includes(userId) ? '' : html;
          const links = Object.values(linksOf(html)).filter((link) => /^\/(?!\/|sign-in|assets)/.test(link));
          for (const link of links.slice(0, 60)) found.add(link.replace(/#.*/, ''));
        }
      }
      for (const { id: botId, token } of [owned, shared, other]) {
        all += JSON.stringify((await service.call('GET', `/api/v1/bots/${botId}/votes`, { token })).body);
        all += JSON.stringify((await service.call('GET', `/widget/${botId}`)).body);
      }
      return all;
    };
    const before = await shown();
    for (const mark of [userId, name]) expect(before).toContain(mark);
    expect((await go('/account', { cookie: second })).text).toContain(name);

    const form = { confirmation: name, removesListings: 'yes' };
    const done = await go('/account/delete', { cookie: first, form });
    expect(done.text).toContain(messages.deletion.done);
    const after = await shown();
    for (const mark of [userId, name]) {
      expect(await isStoredAnywhere(services, mark), mark).toBe(false);
      expect(after).not.toContain(mark);
      expect(JSON.stringify(log.lines)).not.toContain(mark);
    }
    expect((await go(`/user/${userId}`)).status).toBe(404);
    for (const cookie of [first, second])
      expect(place(await go('/account', { cookie }))).toMatch(/^\/sign-in/);
  });
});
