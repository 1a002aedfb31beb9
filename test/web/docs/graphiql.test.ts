import { beforeAll, describe, expect, test } from 'vitest';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../page.ts';

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('GraphiQL', () => {
  const subject = useService(1);
  // The first request renders several megabytes. On a busy machine that can take longer than a request may.
  beforeAll(async () => {
    while ((await visit(subject.service, '/graphql', asBrowser)).status === 503);
  });

  test('is served at /graphql to a browser, whole: the page requests nothing from elsewhere', async () => {
    const { status, headers, html } = await visit(subject.service, '/graphql', asBrowser);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(html).toContain('Bot list GraphiQL');
    // The scripts in the page hold addresses as text; what the page itself loads are its tags.
    const tags = [...html.matchAll(/<(?:script|link|img|iframe)\b[^>]*>/gi)].map(([tag]) => tag);
    expect(tags.length).toBeGreaterThan(0);
    expect(tags.filter((tag) => /(?:src|href)=["']?(?:https?:)?\/\//i.test(tag))).toEqual([]);
    expect(html).not.toMatch(
      /@import|(?:unpkg\.com|cdn\.jsdelivr\.net|esm\.sh)\/[\w@]+[^"'`]*\.(?:js|css)["'`]/,
    );
  });

  test('is sent compressed to those who take it, and is the same', async () => {
    const inCoding = (coding: string) =>
      visit(subject.service, '/graphql', { headers: { ...asBrowser.headers, 'accept-encoding': coding } });
    const plain = await inCoding('identity');
    for (const coding of ['br', 'gzip']) {
      const { headers, html } = await inCoding(coding);
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([coding, 'accept-encoding']);
      expect(Number(headers.get('content-length'))).toBeLessThan(plain.html.length / 2);
      expect(html === plain.html).toBe(true);
    }
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  test('is not what a client without a browser gets', async () => {
    const response = await visit(subject.service, '/graphql', { headers: { accept: 'application/json' } });
    expect(response.html).not.toContain('<html');
  });
});

describe('With GRAPHIQL=false', () => {
  const subject = useService(1, { GRAPHIQL: 'false' });

  test('GraphiQL does not exist, and operations are answered all the same', async () => {
    const { html } = await visit(subject.service, '/graphql', asBrowser);
    expect(html).not.toMatch(/<html|graphiql/i);
    expect((await subject.service.graphql('{ health { ok } }')).data).toEqual({ health: { ok: true } });
  });
});
