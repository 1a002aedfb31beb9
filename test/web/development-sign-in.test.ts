import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { newUserId, send, useService } from '../contract/subject.ts';
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
  [{ EMBEDDED_DATABASE: 'true', TRUSTED_PROXIES: '127.0.0.0/8' }, false],
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
  [{ TRUSTED_PROXIES: '127.0.0.0/8' }],
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

describe('The development sign-in', () => {
  const subject = useService(1);
  const form = () => new URLSearchParams({ id: newUserId(), name: 'Anybody', return: '/' }).toString();
  const ask = async (method: string, headers: Record<string, string>) =>
    send(subject.service.url, method, '/sign-in', {
      headers,
      ...(method === 'POST' && { pieces: [form()] }),
    });

  test.each(['localhost', 'localhost:3000', '127.0.0.1:8080', '[::1]:3000', 'LOCALHOST'])(
    'takes anybody at %s',
    async (host) => {
      expect((await ask('GET', { host })).status).toBe(200);
      const answer = await ask('POST', { host });
      expect(answer.status).toBe(303);
      expect(answer.headers['set-cookie']).toHaveLength(1);
    },
  );

  test.each<[Record<string, string>]>([
    [{ host: 'rebound.example' }],
    [{ host: 'localhost.evil.example:3000' }],
    [{ host: '127.0.0.1.evil.example' }],
    [{ host: '192.168.1.5:3000' }],
    [{ host: 'localhost', forwarded: 'for=203.0.113.9' }],
    [{ host: 'localhost', 'x-forwarded-for': '203.0.113.9' }],
    [{ host: 'localhost', 'X-Forwarded-Host': 'tunnel.example' }],
    [{ host: 'localhost', 'x-forwarded-proto': 'https' }],
  ])('refuses what a tunnel, a proxy or a rebound name leads here: %o', async (headers) => {
    for (const method of ['GET', 'POST']) {
      const answer = await ask(method, headers);
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('This sign-in is for development');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});
