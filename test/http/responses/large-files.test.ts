import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseAnyCoding, MAX_PLAIN_BYTES } from '../../../src/http/message/compression.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, visit } from '../../web/page.ts';

const subject = useService(30);

/** Asks as `node:http`, which adds no header. */
function ask(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request(subject.service.url + path, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
            }),
          );
      })
        .on('error', reject)
        .end();
    },
  );
}

/** What each kind of page loads from this site, with the pages and files that programs read. */
async function everything(): Promise<string[]> {
  const { service } = subject;
  const { id, ownerId } = subject.bot();
  const cookie = await service.signIn(ownerId);
  const pages = ['/', '/bots', `/bot/${id}`, '/docs', '/docs/api', '/graphql', '/dashboard', '/account'];
  const found = new Set([...pages, '/api/openapi.json', '/sitemap.xml', '/robots.txt', '/llms.txt']);
  for (const page of pages) {
    const { html } = await visit(service, page, { cookie, headers: { accept: 'text/html' } });
    for (const { attributes } of elementsOf(html)) {
      for (const path of [attributes.src, attributes.href]) {
        if (path && /^\/(?:docs\/)?assets\//.test(path)) found.add(path);
      }
    }
  }
  expect(found.size).toBeGreaterThan(25);
  return [...found];
}

test('No file is large without a content coding, and large ones are small with one', async () => {
  for (const path of await everything()) {
    const plain = await ask(path, { 'accept-encoding': 'identity', accept: 'text/html' });
    const coded = await ask(path, { 'accept-encoding': 'br, gzip', accept: 'text/html' });
    expect(plain.body.length, path).toBeLessThanOrEqual(MAX_PLAIN_BYTES);
    expect(coded.body.length, path).toBeLessThan(2 * 1024 * 1024);
    if (plain.status === 406) {
      expect(coded.status, path).toBe(200);
      expect(plain.headers.vary, path).toBe('accept-encoding');
    }
  }
});

test('A client that says nothing of codings gets a large file in gzip', async () => {
  const { html } = await visit(subject.service, '/graphql', { headers: { accept: 'text/html' } });
  const script = elementsOf(html).find(({ attributes }) => attributes.src)?.attributes.src ?? '';
  const { status, headers, body } = await ask(script);
  expect([status, headers['content-encoding'], headers.vary]).toEqual([200, 'gzip', 'accept-encoding']);
  expect(gunzipSync(body).toString()).toContain('GraphiQL');
});

test.each([
  [undefined, 'gzip'],
  ['*', 'gzip'],
  ['br, *;q=0', 'br'],
  ['identity, *;q=0.5', 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['gzip;q=0', undefined],
  ['', undefined],
])('With Accept-Encoding %o, a large file has the coding %o', (accepted, coding) => {
  expect(chooseAnyCoding(accepted)).toBe(coding);
});
