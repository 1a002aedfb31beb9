import { describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { newUserId } from '../../kit/ids.ts';
import { exchange, readAnswers } from '../../kit/raw.ts';
import { send } from '../../kit/send.ts';
import { startNginx } from '../../kit/site-proxy.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../page.ts';

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
  [{ HOST: '127.0.0.1.example.com' }, false],
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
      'Signing in is not possible on this site.',
    );
    expect((await visit(subject.service, `${bot}/vote`)).text).toContain('Voting is not possible');
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
      headers: { connection: 'keep-alive', ...headers },
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
    [{ host: 'localhost', via: '1.1 varnish' }],
    [{ host: 'localhost', 'X-Real-IP': '203.0.113.9' }],
    [{ host: 'localhost', 'CF-Connecting-IP': '203.0.113.9' }],
    [{ host: 'localhost', 'true-client-ip': '203.0.113.9' }],
    [{ host: 'localhost', 'x-client-ip': '203.0.113.9' }],
    [{ host: 'localhost', 'client-ip': '203.0.113.9' }],
    [{ host: 'localhost', 'x-cluster-client-ip': '203.0.113.9' }],
    [{ host: 'localhost', 'fastly-client-ip': '203.0.113.9' }],
    [{ host: 'localhost', 'x-original-host': 'bots.example' }],
    [{ host: 'localhost', 'x-proxyuser-ip': '203.0.113.9' }],
    [{ host: 'localhost', 'cdn-loop': 'cloudflare' }],
    [{ host: 'localhost', 'x-envoy-external-address': '203.0.113.9' }],
    // What says nothing about the connection, or ends it, was written by no browser.
    [{ host: 'localhost', connection: 'close' }],
    [{ host: 'localhost', connection: 'upgrade' }],
    // The page that a form is on has another address behind a proxy than the proxy says.
    [{ host: 'localhost:3000', origin: 'https://bots.example', 'sec-fetch-site': 'same-origin' }],
  ])('refuses what a tunnel, a proxy or a rebound name leads here: %o', async (headers) => {
    for (const method of ['GET', 'POST']) {
      const answer = await ask(method, headers);
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('This sign-in is for development');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test('takes a command-line client, and refuses HTTP/1.0 and a browser without a word about the connection', async () => {
    for (const [version, lines, status] of [
      ['1.1', 'User-Agent: curl/8.5.0\r\nAccept: */*\r\n', 303],
      ['1.0', 'Connection: keep-alive\r\n', 403],
      ['1.1', 'Sec-Fetch-Site: none\r\n', 403],
      ['1.1', 'User-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\n', 403],
    ]) {
      const body = form();
      const post = `POST /sign-in HTTP/${version}\r\nHost: localhost\r\n${lines}Content-Length: ${body.length}\r\n\r\n${body}`;
      const end = 'GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
      const { text } = await exchange(subject.service.url, [post, end]);
      expect([version, lines, readAnswers(text)[0]?.status]).toEqual([version, lines, status]);
    }
  });

  test.skipIf(!inject('parts').nginx)(
    'refuses browsers behind nginx as it forwards by default from 1.29.7 on, without a word about the connection',
    async () => {
      const forward = 'proxy_http_version 1.1; proxy_set_header Connection "";';
      const nginx = await startNginx(`proxy_pass ${subject.service.url}; ${forward}`);
      try {
        const headers = { connection: 'keep-alive', 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'none' };
        const answer = await send(nginx.url, 'POST', '/sign-in', { headers, pieces: [form()] });
        expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
      } finally {
        await nginx.close();
      }
    },
  );

  test
    .skipIf(!inject('parts').nginx)
    .for([
      [''],
      ['proxy_http_version 1.1; proxy_set_header Host $host;'],
      ['proxy_http_version 1.1; proxy_set_header Host $http_host;'],
      ['proxy_set_header X-Real-IP $remote_addr; proxy_http_version 1.1; proxy_set_header Host localhost;'],
      [
        'proxy_http_version 1.1; proxy_set_header Connection "upgrade"; proxy_set_header Upgrade $http_upgrade;',
      ],
    ])('refuses what nginx forwards, whatever the visitor says: proxy_pass %s', async ([directives]) => {
    const nginx = await startNginx(`proxy_pass ${subject.service.url}; ${directives}`);
    try {
      const visitors: Record<string, string>[] = [
        {},
        { connection: 'keep-alive' },
        { connection: 'keep-alive', host: 'localhost' },
        { connection: 'keep-alive', host: new URL(subject.service.url).host, origin: subject.service.url },
      ];
      for (const headers of visitors) {
        expect((await send(nginx.url, 'GET', '/sign-in', { headers })).status).toBe(403);
        const answer = await send(nginx.url, 'POST', '/sign-in', { headers, pieces: [form()] });
        expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
      }
      expect((await send(nginx.url, 'GET', '/')).status).toBe(200);
    } finally {
      await nginx.close();
    }
  });
});
