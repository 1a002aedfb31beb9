import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Browser, createBrowser, type Visited } from '../../kit/browser.ts';
import { newUserId } from '../../kit/ids.ts';
import { PUBLIC_URL, startOAuthServer } from '../../kit/oauth-server.ts';
import { present } from '../../kit/present.ts';
import { forFile, startService } from '../../kit/service.ts';
import { FOREIGN_PATHS, OWN_PATHS } from './return-paths.ts';

const provider = await forFile(startOAuthServer());
const service = await forFile(
  startService({
    ...provider.environment,
    LOG_LEVEL: 'silent',
    SIGN_INS_PER_ADDRESS_PER_HOUR: '0',
  }),
);

let userId: string;
beforeEach(() => {
  userId = newUserId();
  provider.decision = 'agree';
  provider.profile = { id: userId, username: 'ada', global_name: 'Ada' };
  provider.instead.clear();
  provider.asked.length = 0;
});

const newBrowser = () => createBrowser({ [PUBLIC_URL]: service.url });
const start = (returnTo = '/') => `${PUBLIC_URL}/sign-in/start?${new URLSearchParams({ return: returnTo })}`;
const isCallback = (url: string) => url.startsWith(`${PUBLIC_URL}/sign-in/callback`);
/** Goes to the provider and agrees there. @returns the address that the provider sends the browser back to */
const agree = async (browser: Browser) => (await browser.follow(start(), isCallback)).url;
const sessionOf = (browser: Browser) => browser.cookies(PUBLIC_URL).get('session');
const viewerOf = async (session: string | undefined) =>
  (await service.graphql('{ viewer { userId name } }', {}, { cookie: `session=${session}` })).data?.viewer;
const asked = (path: string) => provider.asked.filter((request) => request.path === path);

function expectRefusal(browser: Browser, visited: Visited, status = 400): void {
  expect(visited.status).toBe(status);
  expect(visited.html).toContain('<h1>Not signed in</h1>');
  expect(visited.html).toMatch(/<a class="button" href="\/sign-in\?return=[^"]+">Sign in again<\/a>/);
  expect([...browser.cookies(PUBLIC_URL).keys()]).toEqual([]);
}

describe('Signing in with a provider', () => {
  test('leads from any page to the provider and back to that page, signed in', async () => {
    const browser = newBrowser();
    const home = await browser.ask(`${PUBLIC_URL}/`);
    expect(home.html).toMatch(/<a [^>]*href="\/sign-in\?return=%2F" rel="nofollow">Sign in<\/a>/);
    const page = await browser.ask(`${PUBLIC_URL}/sign-in?return=/account`);
    const link = present(/class="button"[^>]* href="([^"]+)"/.exec(page.html)?.[1]);
    const visited = await browser.follow(new URL(link.replaceAll('&amp;', '&'), page.url).href);
    expect([visited.status, visited.url]).toEqual([200, `${PUBLIC_URL}/account`]);
    expect(visited.html).toContain('<h1>Ada</h1>');
    expect(await viewerOf(sessionOf(browser))).toEqual({ userId, name: 'Ada' });
  });

  test('asks for no more than the scope that is configured, with a challenge and a state of its own', async () => {
    const addresses = [];
    for (let i = 0; i < 2; i++) {
      const { headers } = await newBrowser().ask(start());
      addresses.push(new URL(present(headers.get('location'))));
    }
    for (const { searchParams } of addresses) {
      expect(Object.fromEntries(searchParams)).toEqual({
        response_type: 'code',
        client_id: 'bot-list',
        redirect_uri: `${PUBLIC_URL}/sign-in/callback`,
        scope: 'identify',
        state: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      });
    }
    for (const name of ['state', 'code_challenge'])
      expect(addresses[0]?.searchParams.get(name)).not.toBe(addresses[1]?.searchParams.get(name));
  });

  test('keeps what it has to remember in one sealed cookie, which is gone afterwards', async () => {
    const browser = newBrowser();
    const { headers } = await browser.ask(start());
    const [cookie = '', ...more] = headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie.split('; ').slice(1)).toEqual(
      expect.arrayContaining(['Max-Age=600', 'Path=/', 'HttpOnly', 'SameSite=Lax']),
    );
    const state = present(new URL(present(headers.get('location'))).searchParams.get('state'));
    const value = present(browser.cookies(PUBLIC_URL).get('sign-in'));
    expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain(state);
    expect(value).not.toContain(state);
    await browser.follow(start());
    expect([...browser.cookies(PUBLIC_URL).keys()]).toEqual(['session']);
  });

  test('takes the name that people chose, else the one they have, and the new one at the next sign-in', async () => {
    const browser = newBrowser();
    provider.profile = { id: userId, username: 'ada', global_name: null };
    await browser.follow(start());
    expect(await viewerOf(sessionOf(browser))).toEqual({ userId, name: 'ada' });
    provider.profile = { id: userId, username: 'ada', global_name: ' Gräfin <b>Ada</b> ', avatar: 'x' };
    const { html } = await browser.follow(start('/account'));
    expect(html).toContain('<h1>Gräfin &lt;b>Ada&lt;/b></h1>');
  });

  test('forgets the access token: it is in no answer, no cookie and no row', async () => {
    const browser = newBrowser();
    const callback = await agree(browser);
    const answer = await browser.ask(callback);
    const token = present(present(asked('/users/@me')[0]).headers.authorization).slice('Bearer '.length);
    expect(token.length).toBeGreaterThan(20);
    expect(JSON.stringify([...answer.headers]) + answer.html).not.toContain(token);
    const rows = await service.services.db.sql`
      select users::text || sessions::text as row from users join sessions on user_id = id where id = ${userId}`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each(OWN_PATHS)('returns to a page of this site: %s', async (path) => {
    const browser = newBrowser();
    const answer = await browser.ask((await browser.follow(start(path), isCallback)).url);
    expect(answer.headers.get('location')).toBe(path);
  });

  test.each(FOREIGN_PATHS)('returns nowhere else: %o', async (path) => {
    const browser = newBrowser();
    const answer = await browser.ask((await browser.follow(start(path), isCallback)).url);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
    expect(answer.headers.getSetCookie()).toHaveLength(2);
  });

  test('is not started by a page of another site: a person presses the button', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      const answer = await newBrowser().ask(start('/account'), {
        headers: headers as Record<string, string>,
      });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('/sign-in?return=%2Faccount');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });
});

describe('Nobody is signed in', () => {
  test.each<[string, (query: URLSearchParams) => void]>([
    ['whose state is missing', (query) => query.delete('state')],
    ['whose state is empty', (query) => query.set('state', '')],
    ['whose state is short', (query) => query.set('state', 'x')],
    ['whose state is another one', (query) => query.set('state', 'A'.repeat(43))],
    ['with two states', (query) => query.append('state', 'x')],
    ['of another provider', (query) => query.set('iss', 'https://evil.example')],
    ['without a code', (query) => query.delete('code')],
  ])('by an answer %s', async (_, change) => {
    const browser = newBrowser();
    const url = new URL(await agree(browser));
    change(url.searchParams);
    expectRefusal(browser, await browser.ask(url.href));
    expect(asked('/token')).toEqual([]);
  });

  test('by an answer that another browser asked for, with or without a sign-in of their own under way', async () => {
    const foreign = await agree(newBrowser());
    const bare = newBrowser();
    expectRefusal(bare, await bare.ask(foreign));
    const victim = newBrowser();
    await victim.ask(start());
    expectRefusal(victim, await victim.ask(foreign));
    expect(asked('/token')).toEqual([]);
  });

  test('by the code of another sign-in under the state of their own', async () => {
    const victim = newBrowser();
    const foreign = new URL(await agree(newBrowser()));
    const own = new URL(await agree(victim));
    own.searchParams.set('code', present(foreign.searchParams.get('code')));
    expectRefusal(victim, await victim.ask(own.href));
    expect(asked('/token')).toHaveLength(1);
    expect(asked('/users/@me')).toEqual([]);
  });

  test('by an answer that was used before, even when the cookie is kept', async () => {
    const browser = newBrowser();
    const url = await agree(browser);
    const kept = present(browser.cookies(PUBLIC_URL).get('sign-in'));
    expect((await browser.ask(url)).status).toBe(303);
    browser.cookies(PUBLIC_URL).clear();
    expectRefusal(browser, await browser.ask(url));
    expect(asked('/token')).toHaveLength(1);
    browser.cookies(PUBLIC_URL).set('sign-in', kept);
    expectRefusal(browser, await browser.ask(url));
    expect(asked('/token')).toHaveLength(2);
  });

  test.each(['', 'x', '!', 'A'.repeat(400)])('with %j in the place of the sealed cookie', async (value) => {
    const browser = newBrowser();
    const url = await agree(browser);
    browser.cookies(PUBLIC_URL).set('sign-in', value);
    const answer = await browser.ask(url);
    expect(answer.status).toBe(400);
    expect(asked('/token')).toEqual([]);
  });

  test('with a cookie of which one bit was changed', async () => {
    const browser = newBrowser();
    const url = await agree(browser);
    const bytes = Buffer.from(present(browser.cookies(PUBLIC_URL).get('sign-in')), 'base64url');
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    browser.cookies(PUBLIC_URL).set('sign-in', bytes.toString('base64url'));
    expectRefusal(browser, await browser.ask(url));
    expect(asked('/token')).toEqual([]);
  });

  test('when the user does not agree: a page says so, without text of the provider', async () => {
    provider.decision = 'deny';
    const browser = newBrowser();
    const visited = await browser.follow(start('/account'));
    expectRefusal(browser, visited);
    expect(visited.html).toContain('You cancelled the sign-in at the provider.');
    expect(visited.html).toContain('href="/sign-in?return=%2Faccount"');
    expect(visited.html).not.toContain('No.');
  });

  test.each(['server_error', 'temporarily_unavailable', '<script>', 'x'.repeat(4000)])(
    'when the provider answers with the error %s',
    async (error) => {
      const browser = newBrowser();
      const url = new URL(await agree(browser));
      url.searchParams.delete('code');
      url.searchParams.set('error', error);
      const visited = await browser.ask(url.href);
      expectRefusal(browser, visited);
      expect(visited.html).not.toContain(error);
    },
  );

  test('by the address of the callback alone, nor by HEAD or POST', async () => {
    const browser = newBrowser();
    expectRefusal(browser, await browser.ask(`${PUBLIC_URL}/sign-in/callback`));
    const url = await agree(browser);
    const cookie = `sign-in=${browser.cookies(PUBLIC_URL).get('sign-in')}`;
    const direct = service.url + url.slice(PUBLIC_URL.length);
    for (const method of ['HEAD', 'POST']) {
      const { status, headers } = await fetch(direct, { method, headers: { cookie } });
      expect([method, status]).toEqual([method, 404]);
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(asked('/token')).toEqual([]);
  });

  test('by the form for development, which is not there', async () => {
    const form = { id: userId, name: 'Anybody', return: '/' };
    const answer = await newBrowser().ask(`${PUBLIC_URL}/sign-in`, { form });
    expect(answer.status).toBe(404);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  const id = '123456789012345678';
  test.each<[string, unknown]>([
    ['no user', null],
    ['a list', [{ id, username: 'ada' }]],
    ['no id', { username: 'ada' }],
    ['an id that is a number', { id: 123456789012345, username: 'ada' }],
    ['an id that is too short', { id: '1234567890123456', username: 'ada' }],
    ['an id that is too long', { id: '12345678901234567890', username: 'ada' }],
    ['an id in other digits', { id: '١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧٨', username: 'ada' }],
    ['an id with a line break', { id: `${id}\n`, username: 'ada' }],
    ['no name', { id }],
    ['an empty name', { id, username: '' }],
    ['a blank name', { id, username: ' \t ' }],
    ['a name that is too long', { id, username: 'a'.repeat(101) }],
    ['a name that is a number', { id, username: 7 }],
    ['a name with NUL', { id, username: 'a\0b' }],
    ['a name that is half a character', { id, username: 'a\ud800' }],
  ])('when the provider tells of %s', async (_, profile) => {
    provider.profile = profile;
    const browser = newBrowser();
    const visited = await browser.follow(start());
    expectRefusal(browser, visited, 502);
    expect(asked('/users/@me')).toHaveLength(1);
  });

  const json = { 'content-type': 'application/json' };
  const token = { access_token: 'secret-token', token_type: 'Bearer' };
  test.each<[string, string, number, Record<string, string>, string]>([
    ['token', 'is down', 503, {}, 'down'],
    ['token', 'does not know the client', 401, json, '{"error":"invalid_client"}'],
    ['token', 'redirects', 302, { location: 'http://127.0.0.1:9/' }, ''],
    ['token', 'answers no JSON', 200, json, '{'],
    ['token', 'answers a page', 200, { 'content-type': 'text/html' }, JSON.stringify(token)],
    ['token', 'gives no token', 200, json, '{"token_type":"Bearer"}'],
    ['token', 'gives another kind of token', 200, json, '{"access_token":"t","token_type":"mac"}'],
    ['token', 'has nothing to say', 204, {}, ''],
    ['token', 'talks without end', 200, json, JSON.stringify({ ...token, x: 'x'.repeat(70_000) })],
    ['users/@me', 'is down', 500, json, '{}'],
    ['users/@me', 'does not take the token', 401, { 'www-authenticate': 'Bearer' }, ''],
    ['users/@me', 'redirects', 302, { location: 'http://127.0.0.1:9/' }, ''],
    ['users/@me', 'answers no JSON', 200, json, 'ada'],
    ['users/@me', 'talks without end', 200, json, `"${'x'.repeat(70_000)}"`],
  ])('when the provider’s /%s %s', async (path, _, status, headers, body) => {
    provider.instead.set(`/${path}`, (_request, response) => response.writeHead(status, headers).end(body));
    const browser = newBrowser();
    const visited = await browser.follow(start());
    expectRefusal(browser, visited, 502);
    expect(visited.html).toContain('did not respond as expected');
    expect(visited.html).not.toContain('secret-token');
    expect(asked(`/${path}`)).toHaveLength(1);
  });

  test.each(['/token', '/users/@me'])('when the provider hangs up at %s', async (path) => {
    provider.instead.set(path, (request) => request.socket.destroy());
    const browser = newBrowser();
    expectRefusal(browser, await browser.follow(start()), 502);
  });
});

describe('A session', () => {
  test('planted in a browser before the sign-in is nobody’s afterwards', async () => {
    const browser = newBrowser();
    browser.cookies(PUBLIC_URL).set('session', 'planted');
    await browser.follow(start());
    expect(sessionOf(browser)).toMatch(/^[\w-]{43}$/);
    expect(await viewerOf('planted')).toBeNull();
  });

  test('of the one who signed in before ends, and no other of theirs', async () => {
    const [shared, elsewhere] = [newBrowser(), newBrowser()];
    await shared.follow(start());
    await elsewhere.follow(start());
    const before = sessionOf(shared);
    const first = userId;
    provider.profile = { id: newUserId(), username: 'bea' };
    shared.cookies(new URL(present(provider.environment.OAUTH_TOKEN_URL)).href).clear();
    await shared.follow(start());
    expect(await viewerOf(sessionOf(shared))).toMatchObject({ name: 'bea' });
    expect(await viewerOf(before)).toBeNull();
    expect(await viewerOf(sessionOf(elsewhere))).toMatchObject({ userId: first });
  });

  test('goes on when another sign-in is refused', async () => {
    const browser = newBrowser();
    await browser.follow(start());
    await browser.ask(`${PUBLIC_URL}/sign-in/callback?error=access_denied&state=x`);
    expect(await viewerOf(sessionOf(browser))).toMatchObject({ userId });
  });

  test('ends with the others on every device by one button', async () => {
    const [here, there] = [newBrowser(), newBrowser()];
    await here.follow(start());
    await there.follow(start());
    const sessions = [sessionOf(here), sessionOf(there)];
    const account = await here.ask(`${PUBLIC_URL}/account`);
    expect(account.html).toContain('<form method="post" action="/sign-out-everywhere">');
    const answer = await here.ask(`${PUBLIC_URL}/sign-out-everywhere`, { form: {} });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(sessionOf(here)).toBeUndefined();
    for (const session of sessions) expect(await viewerOf(session)).toBeNull();
  });

  test.each(['/sign-out', '/sign-out-everywhere'])(
    'does not end by a link to %s or from another site',
    async (path) => {
      const browser = newBrowser();
      await browser.follow(start());
      expect((await browser.ask(PUBLIC_URL + path)).status).toBe(404);
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
        const asked = { form: {}, headers: headers as Record<string, string> };
        expect((await browser.ask(PUBLIC_URL + path, asked)).status).toBe(403);
      }
      expect(await viewerOf(sessionOf(browser))).toMatchObject({ userId });
    },
  );

  test('is needed for the account page', async () => {
    const { status, headers } = await newBrowser().ask(`${PUBLIC_URL}/account`);
    expect([status, headers.get('location')]).toEqual([303, '/sign-in?return=%2Faccount']);
  });
});

describe('While the provider is silent', () => {
  test('ten people of an address wait without a slot of the members, and the next one is told to try again', async () => {
    await using narrow = await startService({
      ...provider.environment,
      SIGN_INS_PER_ADDRESS_PER_HOUR: '0',
      CONCURRENT_MEMBER_REQUESTS: '1',
    });
    const browsers = Array.from({ length: 11 }, () => createBrowser({ [PUBLIC_URL]: narrow.url }));
    const addresses: string[] = [];
    for (const browser of browsers) addresses.push((await browser.follow(start(), isCallback)).url);
    const silence: ServerResponse[] = [];
    provider.instead.set('/token', (_, response) => void silence.push(response));
    const enter = (index: number) => present(browsers[index]).ask(present(addresses[index]));
    const waiting = Array.from({ length: 10 }, (_, index) => enter(index));
    await expect.poll(() => silence.length).toBe(10);
    const cookie = await narrow.signIn();
    expect((await narrow.graphql('{ viewer { name } }', {}, { cookie })).data).toEqual({
      viewer: { name: 'Tester' },
    });
    expect((await enter(10)).status).toBe(429);
    for (const response of silence) response.writeHead(503).end();
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(502);
    expect(narrow.faults.splice(0)).toHaveLength(10);
  });
});
