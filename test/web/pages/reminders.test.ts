import { describe, expect, test } from 'vitest';
import { USER_BUDGETS } from '../../../src/limits/budget.ts';
import { messages } from '../../../src/web/words/messages.ts';
import { newBotId } from '../../kit/ids.ts';
import { useService } from '../../kit/use-service.ts';
import { linksOf, visit } from '../page.ts';

const subject = useService(12);
const go = (path: string, asked = {}) => visit(subject.service, path, asked);
const member = async () => ({ cookie: await subject.signIn() });
const words = () => messages.reminder;

describe('The switch of reminders', () => {
  test('is on the page of a bot and the page after the vote, for who waits alone, and says how it stands', async () => {
    const { id } = subject.bot();
    const path = `/bot/${id}/reminder`;
    const pages = [`/bot/${id}`, `/bot/${id}/vote`];
    const { cookie } = await member();
    for (const page of pages)
      for (const visitor of [{}, { cookie }]) expect((await go(page, visitor)).html).not.toContain(path);
    await go(`/bot/${id}/vote`, { cookie, form: {} });
    for (const page of pages) {
      const off = words().short;
      expect((await go(page, { cookie })).text).toContain(off);
      const on = await go(path, { cookie, form: { wanted: 'yes', return: page } });
      expect([on.status, on.headers.get('location')]).toEqual([303, page]);
      expect((await go(page, { cookie })).text).toContain(words().on);
      await go(path, { cookie, form: { wanted: 'no', return: page } });
      expect((await go(page, { cookie })).text).toContain(off);
    }
  });

  test('of all followed bots is on their page; then the page of such a bot leads there', async () => {
    const { id } = subject.bot();
    const { cookie } = await member();
    expect((await go('/favourites', { cookie })).text).not.toContain(words().all);
    await go(`/bot/${id}/favourite`, { cookie, form: { mark: 'yes' } });
    await go(`/bot/${id}/vote`, { cookie, form: {} });
    expect((await go('/favourites', { cookie })).text).toContain(words().all);
    const on = await go('/favourites/reminders', { cookie, form: { wanted: 'yes' } });
    expect([on.status, on.headers.get('location')]).toEqual([303, '/favourites']);
    expect((await go('/favourites', { cookie })).text).toContain(words().allOn);
    const page = await go(`/bot/${id}`, { cookie });
    expect(page.text).toContain(words().on);
    expect(page.html).not.toContain(`/bot/${id}/reminder`);
    await go('/favourites/reminders', { cookie, form: { wanted: 'no' } });
    expect((await go(`/bot/${id}`, { cookie })).text).toContain(words().short);
    // Who follows nothing any more can still switch it off.
    await go('/favourites/reminders', { cookie, form: { wanted: 'yes' } });
    await go(`/bot/${id}/favourite`, { cookie, form: { mark: 'no' } });
    expect((await go('/favourites', { cookie })).text).toContain(words().allOn);
  });

  test('is in the row of each bot on the page of own votes, and leads back there', async () => {
    const { id } = subject.bot();
    const { cookie } = await member();
    await go(`/bot/${id}/vote`, { cookie, form: {} });
    const action = `action="/bot/${id}/reminder"`;
    expect((await go('/votes', { cookie })).html).toContain(action);
    const on = await go(`/bot/${id}/reminder`, { cookie, form: { wanted: 'yes', return: '/votes' } });
    expect([on.status, on.headers.get('location')]).toEqual([303, '/votes']);
    expect((await go('/votes', { cookie })).text).toContain(words().on);
    await go('/favourites/reminders', { cookie, form: { wanted: 'yes' } });
    await go(`/bot/${id}/favourite`, { cookie, form: { mark: 'yes' } });
    await go(`/bot/${id}/reminder`, { cookie, form: { wanted: 'no' } });
    const followed = await go('/votes', { cookie });
    expect(followed.text).toContain(words().on);
    expect(followed.html).not.toContain(action);
  });

  test('of each followed bot is in its row, and says how it stands, unless all are reminded of', async () => {
    const { id } = subject.bot();
    const path = `/bot/${id}/reminder`;
    const { cookie } = await member();
    await go(`/bot/${id}/favourite`, { cookie, form: { mark: 'yes' } });
    const row = async () => {
      const { html } = await go('/favourites', { cookie });
      return html.match(new RegExp(`action="${path}".*?</form>`))?.[0];
    };
    expect(await row()).toContain(words().off);
    const on = await go(path, { cookie, form: { wanted: 'yes', return: '/favourites' } });
    expect(on.headers.get('location')).toBe('/favourites');
    expect(await row()).toContain(words().on);
    expect(await row()).toContain('value="no"');
    await go('/favourites/reminders', { cookie, form: { wanted: 'yes' } });
    expect(await row()).toBeUndefined();
  });

  test('says after the vote where the reminder arrives, and leads to the choice of other places', async () => {
    const { id } = subject.bot();
    const { cookie } = await member();
    await go(`/bot/${id}/vote`, { cookie, form: {} });
    const { html, text } = await go(`/bot/${id}/vote`, { cookie });
    expect(text).toContain(words().where);
    expect(linksOf(html)[words().elsewhere]).toBe('/notices/settings');
  });

  test('is refused: to strangers, for unknown bots, to other sites, and too often', async () => {
    const { id } = subject.bot();
    const path = `/bot/${id}/reminder`;
    const { cookie } = await member();
    for (const [form, returnTo] of [
      [path, `/bot/${id}`],
      ['/favourites/reminders', '/favourites'],
    ] as const) {
      const stranger = await go(form, { form: { wanted: 'yes' } });
      expect(stranger.headers.get('location')).toBe(`/sign-in?return=${encodeURIComponent(returnTo)}`);
      const foreign = { cookie, form: {}, headers: { 'sec-fetch-site': 'cross-site' } };
      expect((await go(form, foreign)).status).toBe(403);
    }
    expect((await go(`/bot/${newBotId()}/reminder`, { cookie, form: {} })).status).toBe(404);
    const away = await go(path, { cookie, form: { return: 'https://evil.example' } });
    expect(away.headers.get('location')).toBe('/');
    let last = away;
    for (let used = 2; used <= USER_BUDGETS.reminder.max; used++)
      last = await go(path, { cookie, form: { wanted: 'no' } });
    expect(last.status).toBe(429);
    expect(last.text).toContain('You have changed your reminders too often: try again in');
  });
});
