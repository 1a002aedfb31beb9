import { describe, expect, test } from 'vitest';
import { VOTE_WINDOW_MS } from '../../../src/domain/kernel/vote-window.ts';
import { freePort } from '../../../src/embedded/ports.ts';
import { USER_BUDGETS } from '../../../src/limits/budget.ts';
import { messages } from '../../../src/web/words/messages.ts';
import { given } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { pageCosts } from '../../kit/statements.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, linksOf, visit } from '../page.ts';

const metricsPort = await freePort(0);
const costOf = pageCosts(metricsPort);
const subject = useService(60, { METRICS_PORT: `${metricsPort}` });
const member = async () => {
  const userId = newUserId();
  return { userId, cookie: await subject.signIn(userId) };
};
const go = (path: string, asked = {}) => visit(subject.service, path, asked);
const OPEN = () => new Date(Date.now() - VOTE_WINDOW_MS - 60_000);

describe('After a vote', () => {
  test('the page tells the new total and place, offers a reminder and a link, and three more votes', async () => {
    const bot = subject.bot();
    const { cookie } = await member();
    const sent = await go(`/bot/${bot.id}/vote`, { cookie, form: {} });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/bot/${bot.id}/vote?voted`]);
    const after = await go(`/bot/${bot.id}/vote?voted`, { cookie });
    expect(after.text).toContain('Thank you, your vote is recorded.');
    expect(after.text).toMatch(/Votes \d+ Rank by votes #\d+ You can vote again in/);
    expect(after.html).toContain(`href="/bot/${bot.id}/vote/reminder.ics"`);
    const fields = elementsOf(after.html).filter(({ attributes }) => attributes.readonly !== undefined);
    expect(fields.map(({ attributes }) => attributes.value)).toEqual([
      expect.stringMatching(new RegExp(`^http.*/bot/${bot.id}$`)),
    ]);
    const forms = elementsOf(after.html).filter(({ attributes }) => /\/vote$/.test(attributes.action ?? ''));
    expect(forms).toHaveLength(3);
    expect(forms.map(({ attributes }) => attributes.action)).not.toContain(`/bot/${bot.id}/vote`);

    const next = await go(forms[0]?.attributes.action ?? '', { cookie, form: {} });
    expect(next.status).toBe(303);
  });

  test('the reminder is a calendar file for who waits, and not found for others', async () => {
    const { id } = subject.bot();
    const { cookie } = await member();
    const path = `/bot/${id}/vote/reminder.ics`;
    expect((await go(path)).status).toBe(404);
    expect((await go(path, { cookie })).status).toBe(404);
    await go(`/bot/${id}/vote`, { cookie, form: {} });
    const file = await go(path, { cookie });
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="vote-${id}.ics"`);
    expect(file.headers.get('cache-control')).toBe('private, no-store');
    expect(file.html).toMatch(/^BEGIN:VCALENDAR\r\n.*SUMMARY:Vote for .*END:VCALENDAR\r\n$/s);
  });

  test('a page costs a fixed number of statements', async () => {
    const { id } = subject.bot();
    const { cookie } = await member();
    await go(`/bot/${id}/vote`, { cookie, form: {} });
    // Session, listing, notices, what the member did with the bot; then rank, suggestions, and the listings again.
    const cost = await costOf(() => go(`/bot/${id}/vote?voted`, { cookie }));
    expect(cost).toBeGreaterThan(3);
    expect(cost).toBeLessThanOrEqual(9);
    // The version of the kept page, session, listing, notices, what the member did with the bot.
    await go(`/bot/${id}`, { cookie });
    expect(await costOf(() => go(`/bot/${id}`, { cookie }))).toBeLessThanOrEqual(5);
  });
});

describe('My votes', () => {
  test('lead strangers to the sign-in, and say so when there are none', async () => {
    for (const path of ['/votes', '/favourites']) {
      const stranger = await go(path);
      expect(stranger.headers.get('location')).toBe(`/sign-in?return=${encodeURIComponent(path)}`);
    }
    const { cookie } = await member();
    expect((await go('/votes', { cookie })).text).toContain('You have not voted yet.');
    expect((await go('/favourites', { cookie })).text).toContain('You follow no bots yet.');
  });

  test('show open bots with one click each, others with the time left, and return after a vote', async () => {
    const [open, waiting] = [subject.bot(), subject.bot()];
    const { userId, cookie } = await member();
    await subject.addVote(open, userId, OPEN());
    await subject.addVote(waiting, userId, new Date());
    const page = await go('/votes', { cookie });
    expect(page.headers.get('cache-control')).toBe('private, no-cache');
    expect(page.text).toMatch(
      /Ready for your vote .* Last vote: .* Voted in the last 12 hours .* 1[12] h \d+ min left/,
    );
    const forms = elementsOf(page.html).filter(({ attributes }) => /\/vote$/.test(attributes.action ?? ''));
    expect(forms.map(({ attributes }) => attributes)).toEqual([
      { method: 'post', action: `/bot/${open.id}/vote` },
    ]);

    const voted = await go(`/bot/${open.id}/vote`, { cookie, form: { return: '/votes' } });
    expect(voted.headers.get('location')).toBe(`/votes?voted=${open.id}`);
    const after = await go(`/votes?voted=${open.id}`, { cookie });
    expect(after.text).toMatch(/Your vote for .* is recorded\./);
    expect(after.text).not.toContain('Ready for your vote');
    // Only this page can be returned to, and only a bot of the list is named.
    const elsewhere = await go(`/bot/${subject.bot().id}/vote`, {
      cookie,
      form: { return: '//evil.example' },
    });
    expect(elsewhere.headers.get('location')).toMatch(/^\/bot\/\d+\/vote\?voted$/);
    expect((await go('/votes?voted=nonsense', { cookie })).text).not.toContain('is recorded');
  });

  test('are paged, and the waiting ones are on the first page only', async () => {
    const { userId, cookie } = await member();
    for (let index = 0; index < 26; index++) await subject.addVote(subject.bot(), userId, OPEN());
    await subject.addVote(subject.bot(), userId, new Date());
    const first = await go('/votes', { cookie });
    const votesOn = (html: string) => html.match(/action="\/bot\/\d+\/vote"/g) ?? [];
    expect(votesOn(first.html)).toHaveLength(24);
    expect(first.text).toContain('Voted in the last 12 hours');
    const next = /href="(\/votes\?after=[^"]+)"/.exec(first.html)?.[1] ?? '';
    const second = await go(next, { cookie });
    expect(votesOn(second.html)).toHaveLength(2);
    expect(second.text).not.toContain('Voted in the last 12 hours');
    const refused = await go('/votes?after=nonsense', { cookie });
    expect(refused.status).toBe(400);
  });

  // Whether two parts of the page share a statement depends on when their rows arrive.
  test('cost at most eight statements, for many votes as for one', async () => {
    const { userId, cookie } = await member();
    const cost = () => costOf(() => go('/votes', { cookie }));
    await subject.addVote(subject.bot(), userId, OPEN());
    await subject.addVote(subject.bot(), userId, new Date());
    const one = await cost();
    expect(one).toBeGreaterThan(1);
    expect(one).toBeLessThanOrEqual(8);
    for (let index = 0; index < 6; index++) await subject.addVote(subject.bot(), userId, OPEN());
    expect(await cost()).toBeLessThanOrEqual(8);
  });
});

test.each([
  ['/votes', messages.myVotes.title],
  ['/favourites', messages.favourite.title],
  ['/account', messages.account.title],
  ['/dashboard', messages.navigation.dashboard],
])('%s leads strangers to a sign-in that names the page', async (path, page) => {
  const signIn = (await go(path)).headers.get('location') ?? '';
  expect((await go(signIn)).text).toContain(messages.signIn.reason({ page }));
  // Who comes from a public page has chosen to sign in.
  expect((await go('/sign-in?return=/bots')).text).not.toContain('Sign in to open');
});

describe('Favourites by forms alone', () => {
  test('are marked on the page of a bot, listed, and taken away in the list', async () => {
    const { id } = subject.bot();
    const { cookie } = await member();
    // The button says what is so, and a link where the news are.
    const marks = async (asked = {}) => {
      const { html } = await go(`/bot/${id}`, asked);
      const tools = elementsOf(html).find(({ attributes }) => attributes.class === 'tools')?.text ?? '';
      const marked = [messages.favourite.following, messages.news.of].map((words) => tools.includes(words));
      return marked.concat(new RegExp(`${messages.favourite.label}\\b`).test(tools));
    };
    const [MARKED, UNMARKED] = [
      [true, true, false],
      [false, false, true],
    ];
    expect(await marks({ cookie })).toEqual(UNMARKED);
    const path = `/bot/${id}/favourite`;
    const added = await go(path, { cookie, form: { mark: 'yes', return: `/bot/${id}` } });
    expect([added.status, added.headers.get('location')]).toEqual([303, `/bot/${id}`]);
    expect(await marks({ cookie })).toEqual(MARKED);
    // The cached page of strangers knows nothing of it.
    expect(await marks()).toEqual(UNMARKED);
    const list = await go('/favourites', { cookie });
    expect(list.html).toContain(`href="/bot/${id}"`);
    expect(list.html).toContain(`action="/bot/${id}/vote"`);
    const removed = await go(path, { cookie, form: { mark: 'no', return: '/favourites' } });
    expect(removed.headers.get('location')).toBe('/favourites');
    expect((await go('/favourites', { cookie })).text).toContain('You follow no bots yet.');
  });

  test('that somebody asked for before the sign-in are marked after it', async () => {
    const { id } = subject.bot();
    const path = `/bot/${id}/favourite`;
    expect((await go(`/bot/${id}`)).html).toContain(`action="${path}"`);
    const asked = await go(path, { form: { mark: 'yes', return: `/bot/${id}` } });
    expect(asked.headers.get('location')).toBe(`/sign-in?return=${encodeURIComponent(path)}`);
    const [wish = ''] = asked.headers.getSetCookie();
    expect(wish).toMatch(/; Path=\/bot\/\d+\/favourite; HttpOnly; SameSite=Lax$/);
    const { cookie } = await member();
    const done = await go(path, { cookie: `${cookie}; ${wish.split(';')[0]}` });
    expect([done.status, done.headers.get('location')]).toEqual([303, `/bot/${id}`]);
    expect(done.headers.getSetCookie()).toEqual([expect.stringMatching(/^wish=; Max-Age=0/)]);
    expect((await go('/favourites', { cookie })).html).toContain(`href="/bot/${id}"`);
  });

  test('are not marked for somebody who comes by a link, or has not signed in after all', async () => {
    const { id } = subject.bot();
    const path = `/bot/${id}/favourite`;
    const { cookie } = await member();
    expect((await go(path, { cookie })).headers.get('location')).toBe(`/bot/${id}`);
    expect((await go(path, { cookie: 'wish=yes' })).headers.get('location')).toBe(`/bot/${id}`);
    expect((await go('/favourites', { cookie })).text).toContain('You follow no bots yet.');
    expect((await go(`/bot/${newBotId()}/favourite`, { cookie: `${cookie}; wish=yes` })).status).toBe(404);
    // No part of an address gets into the header as it is.
    const odd = await go('/bot/1%3B%20Path=%2F%0D%0AX:%20y/favourite', { form: { mark: 'yes' } });
    expect(odd.status).toBe(303);
    expect(odd.headers.getSetCookie()[0]).toContain('; Path=/bot/1%3B%20Path=%2F%0D%0AX:%20y/favourite;');
  });

  test('are refused: to strangers, for unknown bots, to other sites, and too often', async () => {
    const { id } = subject.bot();
    const path = `/bot/${id}/favourite`;
    const { cookie } = await member();
    const stranger = await go(path, { form: { mark: 'no', return: `/bot/${id}` } });
    expect(stranger.headers.get('location')).toBe(`/sign-in?return=${encodeURIComponent(`/bot/${id}`)}`);
    expect(stranger.headers.getSetCookie()).toEqual([]);
    expect((await go(`/bot/${newBotId()}/favourite`, { cookie, form: {} })).status).toBe(404);
    const foreign = { cookie, form: {}, headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await go(path, foreign)).status).toBe(403);
    const away = await go(path, { cookie, form: { return: 'https://evil.example' } });
    expect(away.headers.get('location')).toBe('/');
    let last = away;
    for (let used = 2; used <= USER_BUDGETS.favourite.max; used++)
      last = await go(path, { cookie, form: { mark: 'no' } });
    expect(last.status).toBe(429);
    expect(last.text).toContain('You have changed what you follow too often: try again in');
  });
});

describe('The page of a bot', () => {
  const sql = () => subject.services.db.sql;

  test('says in words what the invite asks for, and marks what can do harm', async () => {
    const { id } = subject.bot();
    await sql()`update bots set invite_permissions = ${String((1n << 62n) + 8n + 2n + 2048n)} where id = ${id}`;
    const { text } = await go(`/bot/${id}`);
    expect(text).toMatch(/Permissions 4 permissions Administrator, Kick Members /);
    expect(text).toMatch(/Administrator Do everything, in every channel Kick Members Remove members/);
    expect(text).toMatch(/2 more .* Send Messages .* 1 permission that this site does not know yet\./);
  });

  test('says when the invite asks for nothing, or only adds commands', async () => {
    const [none, onlyCommands] = [subject.bot(), subject.bot()];
    await sql()`update bots set invite_permissions = '0' where id = ${none.id}`;
    expect((await go(`/bot/${none.id}`)).text).toContain('asks for no permissions');
    await sql()`
      update bots set invite_permissions = '8', invite_scopes = '{applications.commands}' where id = ${onlyCommands.id}`;
    const commands = (await go(`/bot/${onlyCommands.id}`)).text;
    expect(commands).toContain('The bot only adds commands.');
    expect(commands).not.toContain('Administrator');
  });

  test.each([
    [60, 'Every few minutes'],
    [1800, 'Several times an hour'],
    [3600, 'About every hour'],
    [20_000, 'Several times a day'],
    [86_400, 'About once a day'],
    [500_000, 'Less than once a day'],
  ])('rates how often a bot reports: %i seconds', async (seconds, words) => {
    const { id } = subject.bot();
    await sql()`update bot_stats set report_interval_seconds = ${seconds} where bot_id = ${id}`;
    expect((await go(`/bot/${id}`)).text).toContain(`Stats updated ${words}`);
  });

  test('says for how long a bot has been silent, instead of how often it reported before', async () => {
    const { id } = subject.bot();
    await sql()`
      update bot_stats set report_interval_seconds = 3600, checked_in_at = now() - interval '3 days 1 hour'
      where bot_id = ${id}`;
    const { text } = await go(`/bot/${id}`);
    expect(text).toContain('Inactive for 3 days');
    expect(text).not.toContain('About every hour');
    expect(text).not.toContain('may not work any more');
  });

  test('warns before somebody adds a bot that has reported once, and not for a week', async () => {
    const { id } = subject.bot();
    await sql()`update bot_stats set checked_in_at = now() - interval '8 days' where bot_id = ${id}`;
    const { text } = await go(`/bot/${id}`);
    expect(text).toMatch(/This bot was last active 8 days ago\. It may not work any more\. Add to server/);
  });

  test('names three permissions that can do harm, and counts the others', async () => {
    const { id } = subject.bot();
    await sql()`update bots set invite_permissions = ${String(8 + 2 + 4 + 16 + 32)} where id = ${id}`;
    expect((await go(`/bot/${id}`)).text).toMatch(/5 permissions (Administrator, [\w ]+, [\w ]+) \+ 2/);
  });

  test('shows other bots of its owner, and none when there are none', async () => {
    const { services } = subject;
    const lonely = await given(services).owner('Olga').listing().approved();
    expect((await go(`/bot/${lonely.id}`)).text).not.toContain('More by');
    const [bot, other] = [subject.bot(), subject.bot()];
    await sql()`delete from bot_owners where bot_id in (${bot.id}, ${other.id})`;
    await sql()`
      insert into bot_owners (bot_id, user_id) values (${bot.id}, ${lonely.ownerId}), (${other.id}, ${lonely.ownerId})`;
    const { text, html } = await go(`/bot/${bot.id}`);
    expect(text).toContain('More by Olga');
    expect(html).toContain(`href="/bot/${other.id}"`);
    expect(html).toContain(`href="/user/${lonely.ownerId}"`);
  });
});

describe('The account page', () => {
  test('tells who is signed in, and leads to what belongs to them and to each language', async () => {
    const { userId, cookie } = await member();
    const { html, text } = await go('/account', { cookie });
    expect(elementsOf(html).find(({ name }) => name === 'h1')?.text).toBe('Tester');
    expect(text).toContain(`User ID ${userId}`);
    expect(Object.values(linksOf(html))).toEqual(
      expect.arrayContaining(['/dashboard', '/votes', '/favourites', '/account?lang=de']),
    );
    expect(html).not.toContain(`href="/user/${userId}"`);
    expect(html).not.toContain('href="/moderation"');
    const actions = elementsOf(html).map(({ attributes }) => attributes.action);
    expect(actions).toEqual(expect.arrayContaining(['/sign-out', '/sign-out-everywhere']));
  });

  test('leads an owner to the public profile, once a bot of theirs is public', async () => {
    const { sql } = subject.services.db;
    const [owner] = await sql`select user_id as id from bot_owners where bot_id = ${subject.bot().id}`;
    const { html, text } = await go('/account', {
      cookie: await subject.signIn(owner?.id),
    });
    expect(html).toContain(`href="/user/${owner?.id}"`);
    expect(text).toMatch(/My bots ?\d+ listings?/);
  });
});
