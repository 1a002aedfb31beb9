import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { brotliDecompressSync } from 'node:zlib';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { chooseCoding } from '../../../src/http/message/compression.ts';
import { createPageCache } from '../../../src/http/message/page-cache.ts';
import type { Reply } from '../../../src/http/message/reply.ts';
import { sendReply } from '../../../src/http/message/send.ts';
import { present } from '../../kit/present.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../../web/page.ts';

const subject = useService(5);
const ask = (path: string, coding: string, headers: Record<string, string> = {}) =>
  visit(subject.service, path, { headers: { 'accept-encoding': coding, ...headers } });

describe('A cached page', () => {
  test('is sent compressed to those who take br, rendered or from the cache, and is the same page', async () => {
    const path = `/bot/${(await subject.silentBot()).id}`;
    const plain = await ask(path, 'identity');
    for (let round = 0; round < 3; round++) {
      const { status, headers, html } = await ask(path, 'gzip, deflate, br');
      expect([status, headers.get('content-encoding')]).toEqual([200, 'br']);
      expect(headers.get('vary')).toBe('accept-language, cookie, accept-encoding');
      expect(Number(headers.get('content-length'))).toBeLessThan(plain.html.length / 3);
      expect(html).toBe(plain.html);
    }
  });

  test('is sent as it is to those who do not, with the same Vary', async () => {
    const path = `/bot/${subject.bot().id}`;
    for (const coding of ['identity', 'gzip', 'br;q=0, gzip', 'brotli']) {
      const { headers, html } = await ask(path, coding);
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([
        null,
        'accept-language, cookie, accept-encoding',
      ]);
      expect(html).toContain('</html>');
    }
  });

  test('has a tag for each coding, and is not sent again to those who have it in theirs', async () => {
    const path = `/bot/${(await subject.silentBot()).id}`;
    const tagOf = async (coding: string) => String((await ask(path, coding)).headers.get('etag'));
    const [plain, compressed] = [await tagOf('identity'), await tagOf('br')];
    expect(compressed).not.toBe(plain);
    for (const [coding, tag, status] of [
      ['br', compressed, 304],
      ['identity', plain, 304],
      ['identity', compressed, 200],
    ] as const) {
      expect((await ask(path, coding, { 'if-none-match': tag })).status).toBe(status);
    }
  });

  test('is compressed once, however often it is sent', async () => {
    const cache = createPageCache({
      readVersion: async () => ({ content: '', checkedInAt: null }),
      now: () => new Date(0),
      registry: new Registry(),
    });
    const body = 'The same again. '.repeat(100);
    const url = '/bot/800000000000000001';
    const served = await cache.serve(url, '800000000000000001', async () => ({
      headers: {},
      body,
      fill: () => '',
    }));
    const again = cache.peek(url);
    const compressed = present(served?.packed.coded?.('br'));
    expect(again?.coded?.('br')).toBe(compressed);
    expect(brotliDecompressSync(compressed).toString()).toBe(body);
  });

  test('is left as it is when it is small', async () => {
    const { headers } = await ask(`/widget/${subject.bot().id}`, 'br');
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null]);
  });
});

describe('An answer that is made for one request', () => {
  const paths = ['/docs', '/docs/webhooks', '/api/openapi.json', '/nowhere', '/dashboard'];

  test.each(['br', 'gzip'])(
    'is sent in the coding %s to those who take it, and is the same',
    async (coding) => {
      const cookie = await subject.signIn();
      for (const path of paths) {
        const plain = await ask(path, 'identity', { cookie });
        expect([path, plain.headers.get('content-encoding')]).toEqual([path, null]);
        const { status, headers, html } = await ask(path, coding, { cookie });
        expect([path, status, headers.get('content-encoding')]).toEqual([path, plain.status, coding]);
        expect(html).toBe(plain.html);
        expect(Number(headers.get('content-length'))).toBeLessThan(plain.html.length * 0.7);
        for (const sent of [headers, plain.headers]) expect(sent.get('vary')).toContain('accept-encoding');
        expect(headers.get('content-type')).toBe(plain.headers.get('content-type'));
      }
    },
  );

  test('is compressed when it is the directory, and when it is the page of a bot for somebody', async () => {
    const cookie = await subject.signIn();
    const path = `/bot/${subject.bot().id}`;
    for (const { headers, html } of [await ask('/', 'br'), await ask(path, 'br', { cookie })]) {
      expect(headers.get('content-encoding')).toBe('br');
      expect(html).toContain('</html>');
    }
    expect((await ask(path, 'br', { cookie })).headers.get('vary')).toBe(
      'accept-language, cookie, accept-encoding',
    );
  });

  test.each(['br', 'identity'])('has the same head when that is asked for alone, in %s', async (coding) => {
    for (const path of ['/', '/docs', '/api/openapi.json']) {
      const headOf = async (method: string) => {
        const asked = { method, headers: { 'accept-encoding': coding } };
        const { status, headers } = await visit(subject.service, path, asked);
        const told = ['content-type', 'content-encoding', 'cache-control', 'vary'].map((name) =>
          headers.get(name),
        );
        return { told: [path, status, ...told], length: headers.get('content-length') };
      };
      const [head, whole] = [await headOf('HEAD'), await headOf('GET')];
      expect(head.told).toEqual(whole.told);
      // That of a body which was not made is not known. The first page of strangers is made, and kept.
      expect(head.length).toBe(coding === 'br' && path !== '/' ? null : whole.length);
    }
  });

  test('is left as it is where a token may be in it, next to what the document chose', async () => {
    const query = new URLSearchParams({ query: '{ __schema { types { name description } } }' });
    const { headers, html } = await ask(`/graphql?${query}`, 'br', { accept: 'application/json' });
    expect(html.length).toBeGreaterThan(1000);
    expect(headers.get('content-encoding')).toBeNull();
  });

  const long = 'The same again. '.repeat(100);
  const html = (headers: Record<string, string> = {}, body: string | Readable = long): Reply => ({
    status: 200,
    headers: { 'content-type': 'text/html', ...headers },
    body,
  });

  /** @returns how a reply is sent to a client with this `Accept-Encoding` */
  async function sent(reply: Reply, coding = ''): Promise<Response> {
    const server = createServer((message, response) => void sendReply(message, response, reply));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { 'accept-encoding': coding };
    const response = await fetch(`http://127.0.0.1:${port}`, { headers }).finally(() => server.close());
    expect(await response.clone().text()).toBe(reply.body instanceof Readable ? long : reply.body);
    return response;
  }

  test('keeps its status and its cookies', async () => {
    const setCookies = ['a=1', 'b=2'];
    const { status, headers } = await sent({ ...html(), status: 400, setCookies }, 'br');
    expect([status, headers.getSetCookie(), headers.get('content-encoding')]).toEqual([
      400,
      setCookies,
      'br',
    ]);
  });

  test.each<[string, string | undefined, Reply]>([
    ['who asks for no coding', undefined, html()],
    ['who refuses it', 'br;q=0, gzip;q=0', html()],
    ['what is small', 'br', html({}, 'Short.')],
    ['what has a strong tag', 'br', html({ etag: '"tag"' })],
    ['a picture', 'br', html({ 'content-type': 'image/png' })],
    ['what may hold a secret', 'br', { ...html(), isSecret: true }],
    ['what is kept, but not in this coding', 'br', { ...html(), coded: () => undefined }],
    ['events', 'br', html({ 'content-type': 'text/event-stream' }, Readable.from([long]))],
  ])('is left as it is for %s', async (_, coding, reply) => {
    expect((await sent(reply, coding)).headers.get('content-encoding')).toBeNull();
  });
});

test.each(['br', 'gzip'])('what pages are made of is sent in the coding %s', async (coding) => {
  const { html } = await visit(subject.service, '/');
  const paths = [...html.matchAll(/"(\/assets\/(?:style|public)[^"]+)"/g)].map(([, path]) => String(path));
  expect(paths).toHaveLength(2);
  for (const path of paths) {
    const [encoded, plain] = [await ask(path, coding), await ask(path, 'identity')];
    expect([encoded.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
      coding,
      null,
    ]);
    expect(encoded.html).toBe(plain.html);
    expect(encoded.headers.get('vary')).toBe('accept-encoding');
    expect(Number(encoded.headers.get('content-length'))).toBeLessThan(plain.html.length);
  }
});

test('a file that no coding makes smaller is sent as it is, such as a font', async () => {
  const { html } = await visit(subject.service, '/');
  const [, font = ''] = /"(\/assets\/font[^"]+)"/.exec(html) ?? [];
  const { headers } = await ask(font, 'br');
  expect([headers.get('content-type'), headers.get('content-encoding')]).toEqual(['font/woff2', null]);
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000', undefined],
  ['xbr, gzip2', undefined],
  ['', undefined],
  [undefined, undefined],
])('of %s the coding %s is chosen', (header, coding) => {
  expect(chooseCoding(header)).toBe(coding);
});
