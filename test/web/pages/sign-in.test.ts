import { describe, expect, test } from 'vitest';
import { newUserId } from '../../kit/ids.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../page.ts';
import { FOREIGN_PATHS, OWN_PATHS } from './return-paths.ts';

const signInForm = (returnTo: string) => ({ id: newUserId(), name: 'Tester', return: returnTo });

describe('Signing in', () => {
  const subject = useService(1);

  test.each(OWN_PATHS)('returns to a page of this site: %s', async (path) => {
    const { status, headers } = await visit(subject.service, '/sign-in', { form: signInForm(path) });
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(path);
  });

  test.each(FOREIGN_PATHS)('returns nowhere else: %o', async (path) => {
    const { status, headers } = await visit(subject.service, '/sign-in', { form: signInForm(path) });
    expect(status).toBe(303);
    expect(headers.get('location')).toBe('/');
    expect(headers.getSetCookie()).toHaveLength(1);
    const page = await visit(subject.service, `/sign-in?${new URLSearchParams({ return: path })}`);
    expect(page.html).toContain('<input type="hidden" name="return" value="/"/>');
  });

  test('takes an encoded line break in the return path for the header of nothing', async () => {
    const { html } = await visit(subject.service, '/sign-in?return=/%0d%0aSet-Cookie:%20session=x');
    expect(html).toContain('<input type="hidden" name="return" value="/"/>');
    const form = signInForm('/%0d%0aSet-Cookie:x=y');
    const { headers } = await visit(subject.service, '/sign-in', { form });
    expect(headers.get('location')).toBe('/%0d%0aSet-Cookie:x=y');
    expect(headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['session']);
  });

  test('shows what is wrong with an id, and signs nobody in', async () => {
    const form = { id: 'abc', name: 'Tester', return: '/' };
    const { status, headers, text } = await visit(subject.service, '/sign-in', { form });
    expect(status).toBe(400);
    expect(text).toContain('A user id has 17 to 19 digits.');
    expect(headers.getSetCookie()).toEqual([]);
  });

  test('from another site is refused with 403: nobody is signed in as somebody else', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const answer = await visit(subject.service, '/sign-in', {
        form: signInForm('/'),
        headers: headers as Record<string, string>,
      });
      expect(answer.status).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('sets a cookie that scripts and other sites cannot use', async () => {
    const { headers } = await visit(subject.service, '/sign-in', { form: signInForm('/') });
    const [cookie = ''] = headers.getSetCookie();
    const attributes = cookie.split('; ').slice(1);
    expect(cookie).toMatch(/^session=[\w-]{43};/);
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/']));
    expect(attributes.filter((attribute) => /^(Domain|Secure)/.test(attribute))).toEqual([]);
  });
});

describe('Signing out', () => {
  const subject = useService(1);
  const viewer = async (cookie: string) =>
    (await subject.service.graphql('{ viewer { userId } }', {}, { cookie })).data?.viewer;

  test('ends the session on the server, and only that one', async () => {
    const userId = newUserId();
    const [cookie, other] = [await subject.signIn(userId), await subject.signIn(userId)];
    expect(await viewer(cookie)).toEqual({ userId });
    const { status, headers } = await visit(subject.service, '/sign-out', { method: 'POST', cookie });
    expect(status).toBe(303);
    expect(headers.get('location')).toBe('/');
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^session=;.*Max-Age=0/)]);
    expect(await viewer(cookie)).toBeNull();
    expect(await viewer(other)).toEqual({ userId });
  });

  test('does not happen by a link or from another site', async () => {
    const userId = newUserId();
    const cookie = await subject.signIn(userId);
    await visit(subject.service, '/sign-out', { cookie });
    const headers = { 'sec-fetch-site': 'cross-site' };
    const foreign = await visit(subject.service, '/sign-out', { method: 'POST', cookie, headers });
    expect(foreign.status).toBe(403);
    expect(await viewer(cookie)).toEqual({ userId });
  });

  test('is not needed when a session has expired: it signs nobody in', async () => {
    const userId = newUserId();
    const cookie = await subject.signIn(userId);
    const { sql } = subject.services.db;
    // The service's time may be some milliseconds behind the database's.
    await sql`update sessions set expires_at = now() - interval '5 seconds' where user_id = ${userId}`;
    expect(await viewer(cookie)).toBeNull();
  });
});
