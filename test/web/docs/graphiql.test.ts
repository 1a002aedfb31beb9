import { describe, expect, test } from 'vitest';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, visit } from '../page.ts';

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('GraphiQL', () => {
  const subject = useService(1);
  const open = () => visit(subject.service, '/graphql', asBrowser);
  const filesOf = (html: string) =>
    elementsOf(html).flatMap(({ name, attributes: { src, href } }) =>
      (name === 'script' || name === 'link') && (src ?? href)?.startsWith('/docs/')
        ? [String(src ?? href)]
        : [],
    );

  test('is served at /graphql to a browser, as a small page whose files are all of this site', async () => {
    const { status, headers, html } = await open();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self';/);
    expect(html).toContain('Bot list GraphiQL');
    expect(html.length).toBeLessThan(2000);
    expect(filesOf(html)).toHaveLength(2);
    expect(html).not.toMatch(/https?:\/\//);
  });

  test('has files that browsers keep for a year, and that are never sent as they are', async () => {
    const { service } = subject;
    const [style, script] = filesOf((await open()).html);
    const program = await (await fetch(service.url + script)).text();
    const workers = [...program.matchAll(/\/docs\/assets\/graphiql-\w+\.[\da-f]{12}\.js/g)].map(
      ([path]) => path,
    );
    expect(workers.length).toBeGreaterThanOrEqual(3);
    for (const path of [style, script, ...workers]) {
      const { headers } = await fetch(service.url + path, { headers: { 'accept-encoding': 'br' } });
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-encoding')).toBe('br');
      const plain = await fetch(service.url + path, { headers: { 'accept-encoding': 'identity' } });
      expect(plain.status).toBe(406);
    }
    const other = await fetch(service.url + String(script).replace(/[\da-f]{12}/, '0'.repeat(12)));
    expect(other.status).toBe(200);
    expect(other.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(await other.text()).toBe(program);
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
