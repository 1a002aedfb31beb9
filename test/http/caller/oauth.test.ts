import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import type { OAuthProvider } from '../../../src/config/sign-in.ts';
import { createKeyring, createSecretBox } from '../../../src/domain/identity/secret-box.ts';
import { createCookie } from '../../../src/http/caller/credentials.ts';
import { createOAuth } from '../../../src/http/caller/oauth.ts';
import { createFetch, NoReplyError } from '../../../src/net/fetch.ts';
import { createSender, type Sender } from '../../../src/net/sender.ts';
import type { OAuthOutcome } from '../../../src/web/frame/sign-in.ts';
import { createBrowser } from '../../kit/browser.ts';
import { CLIENT_SECRET, PUBLIC_URL, startOAuthServer } from '../../kit/oauth-server.ts';
import { present } from '../../kit/present.ts';
import { forFile } from '../../kit/service.ts';
import { after, MINUTE_MS, NOON } from '../../kit/time.ts';

const secrets = createSecretBox(createKeyring(randomBytes(32)), randomBytes);
const cookie = createCookie('sign-in', false);

let time = NOON;
const server = await forFile(startOAuthServer());
const sender = await forFile(createSender({ trustedNetworks: ['127.0.0.1/32'] }));
beforeEach(() => {
  time = NOON;
  server.instead.clear();
  server.profile = { id: '123456789012345678', username: 'ada' };
});

const open = (over: { sender?: Sender; secrets?: typeof secrets } = {}) =>
  createOAuth(readConfig(server.environment) as OAuthProvider, {
    secrets: over.secrets ?? secrets,
    now: () => time,
    randomBytes,
    fetch: createFetch(over.sender ?? sender, 64 * 1024),
    cookie,
    redirectUri: `${PUBLIC_URL}/sign-in/callback`,
  });

const admitted = async () => {};

/** Starts a sign-in and agrees to it. @returns the request with which the browser comes back */
async function comeBack(oauth = open()) {
  const { location, setCookie } = await oauth.begin('/account');
  const { url } = await createBrowser({}).follow(location, (next) => next.startsWith(PUBLIC_URL));
  return { query: new URL(url).searchParams, headers: { cookie: present(setCookie.split(';')[0]) } };
}

const user = { kind: 'user', user: { id: '123456789012345678', name: 'ada' }, returnTo: '/account' };

test('a sign-in may take ten minutes, to the millisecond', async () => {
  const oauth = open();
  const [inTime, late] = [await comeBack(oauth), await comeBack(oauth)];
  time = after(NOON, 10 * MINUTE_MS - 1);
  expect(await oauth.complete(inTime, admitted)).toEqual(user);
  time = after(NOON, 10 * MINUTE_MS);
  expect(await oauth.complete(late, admitted)).toMatchObject({ kind: 'refused', returnTo: '/' });
});

test('a sign-in ends in any process that has the key, and in none that has another', async () => {
  expect(await open().complete(await comeBack(), admitted)).toEqual(user);
  const other = open({ secrets: createSecretBox(createKeyring(randomBytes(32)), randomBytes) });
  expect(await other.complete(await comeBack(), admitted)).toMatchObject({ kind: 'refused' });
});

test.each(['123456789012345678', 'sign-in/session', ''])(
  'what was sealed for another purpose, %j, is no sign-in under way',
  async (purpose) => {
    const request = await comeBack();
    const sealed = present(cookie.read(request.headers));
    const text = secrets.open(Buffer.from(sealed, 'base64url'), 'sign-in');
    const moved = secrets.seal(text, purpose).toString('base64url');
    const forged = { ...request, headers: { cookie: `sign-in=${moved}` } };
    expect(await open().complete(forged, admitted)).toMatchObject({ kind: 'refused' });
    expect(await open().complete(request, admitted)).toEqual(user);
  },
);

test('the verifier is never shown to the browser', async () => {
  const { location, setCookie } = await open().begin('/');
  const sealed = present(/^sign-in=([\w-]+)/.exec(setCookie)?.[1]);
  const { verifier } = JSON.parse(secrets.open(Buffer.from(sealed, 'base64url'), 'sign-in'));
  expect(verifier).toMatch(/^[\w-]{43}$/);
  expect(location + setCookie).not.toContain(verifier);
});

test.each<[string, number, Record<string, string>, string]>([
  ['/token', 401, { error: 'invalid_client' }, 'invalid_client'],
  ['/token', 400, { error: `secret-token ${CLIENT_SECRET}` }, 'UNEXPECTED'],
  ['/token', 503, {}, 'OAUTH_'],
  ['/users/@me', 500, {}, 'USER_STATUS_500'],
  ['/users/@me', 200, { id: 'secret-id' }, 'USER_UNREADABLE'],
])('what went wrong at %s (%i %o) is told in one word, %s', async (path, status, body, word) => {
  server.instead.set(path, (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  );
  const outcome = await open().complete(await comeBack(), admitted);
  const { error } = outcome as OAuthOutcome & { kind: 'failed' };
  expect(error.code).toMatch(new RegExp(`^${word}`));
  expect(error.cause).toBeUndefined();
  expect(JSON.stringify([error.message, error.code, error.stack])).not.toContain('secret-');
});

test('a provider at an address that is not trusted is not asked', async () => {
  const strict = createSender({ trustedNetworks: [] });
  try {
    const oauth = open({ sender: strict });
    const request = await comeBack(oauth);
    server.asked.length = 0;
    expect(await oauth.complete(request, admitted)).toMatchObject({
      kind: 'failed',
      error: { code: 'blocked' },
    });
    expect(server.asked).toEqual([]);
    const ask = createFetch(strict, 1024)('https://127.0.0.1/', { method: 'GET', headers: {} });
    await expect(ask).rejects.toThrow(NoReplyError);
  } finally {
    await strict.close();
  }
});
