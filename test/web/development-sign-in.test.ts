import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { useService } from '../contract/subject.ts';
import { visit } from './page.ts';

const oauth = { OAUTH_CLIENT_ID: 'id', OAUTH_CLIENT_SECRET: 'secret' };
const key = Buffer.alloc(32, 1).toString('base64');
test.each<[Record<string, string>, boolean]>([
  [{}, true],
  [{ HOST: '127.0.0.1' }, true],
  [{ HOST: '::1' }, true],
  [{ HOST: 'localhost' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::' }, false],
  [{ PUBLIC_URL: 'http://localhost:3000' }, true],
  [{ PUBLIC_URL: 'https://[::1]:3000/' }, true],
  [{ HOST: '192.168.1.2' }, false],
  [{ HOST: 'bots.example' }, false],
  [{ HOST: 'localhost.evil.example' }, false],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, false],
  [{ DATABASE_URL: 'postgres://db/bots', ENCRYPTION_KEY: key }, false],
  [{ DATABASE_URL: 'postgres://db/bots', ENCRYPTION_KEY: key, HOST: '127.0.0.1' }, true],
  [oauth, false],
  [{ DEVELOPMENT_SIGN_IN: 'true' }, true],
  [{ DEVELOPMENT_SIGN_IN: 'false' }, false],
  [{ DEVELOPMENT_SIGN_IN: '' }, true],
  // A reverse proxy on the same machine: what looks like loopback is the whole world.
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'https://bots.example' }, false],
])('With %o, the development sign-in exists: %s', (environment, exists) => {
  expect(readConfig(environment).developmentSignIn).toBe(exists);
});

test.each<[Record<string, string>]>([
  [{ HOST: '0.0.0.0' }],
  [{ HOST: '192.168.1.2', PUBLIC_URL: 'http://localhost:3000' }],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'https://bots.example' }],
  [{ DATABASE_URL: 'postgres://db/bots', ENCRYPTION_KEY: key }],
  [oauth],
])('With %o, a service that is told to have the development sign-in does not start', (environment) => {
  expect(() => readConfig({ ...environment, DEVELOPMENT_SIGN_IN: 'true' })).toThrow(/DEVELOPMENT_SIGN_IN/);
});

describe('Where the development sign-in does not exist', () => {
  const subject = useService(1, { HOST: '0.0.0.0' });

  test('pages do not lead to it, and say that nobody can sign in', async () => {
    const bot = `/bot/${subject.bot().id}`;
    for (const path of ['/', bot, `${bot}/vote`, '/sign-in']) {
      const { html } = await visit(subject.service, path);
      expect(html).not.toMatch(/href="\/(sign-in|account)/);
    }
    expect((await visit(subject.service, '/sign-in')).text).toContain(
      'Signing in is not set up on this site.',
    );
    expect((await visit(subject.service, `${bot}/vote`)).text).toContain('Nobody can vote');
  });

  test('neither its page, its form nor its sign-out is there', async () => {
    expect((await visit(subject.service, '/sign-in')).status).toBe(404);
    const form = { id: '309876543210987654', name: 'Anybody', return: '/' };
    const answer = await visit(subject.service, '/sign-in', { form });
    expect(answer.status).toBe(404);
    expect(answer.headers.getSetCookie()).toEqual([]);
    for (const path of ['/sign-out', '/sign-out-everywhere'])
      expect((await visit(subject.service, path, { method: 'POST' })).status).toBe(404);
    for (const path of ['/account', '/sign-in/start', '/sign-in/callback?code=a&state=b'])
      expect((await visit(subject.service, path)).status).toBe(404);
  });
});
