import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fill } from '../../kit/fill.ts';
import { type OwnService, startOwnService } from '../../kit/own-service.ts';
import { startService } from '../../kit/service.ts';
import { visit } from '../page.ts';

describe('What crawlers ask for', () => {
  let service: OwnService;
  beforeAll(async () => {
    service = await startOwnService({ PUBLIC_URL: 'http://127.0.0.1' });
  });
  afterAll(() => service.close());
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? '');

  test('robots.txt closes what is each visitor’s own, and names the sitemap', async () => {
    const { status, headers, html } = await visit(service, '/robots.txt');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(html).toMatch(/^User-agent: \*\nDisallow: \/account\n/);
    expect(html).toContain('\nSitemap: http://127.0.0.1/sitemap.xml\n');
  });

  test('the sitemap has every public bot; of more than ten thousand it is an index of parts', async () => {
    const { bots } = await service.seed({ bots: 3, users: 0 });
    const { sql } = service.services.db;
    await sql`update bots set state = 'pending' where id = ${bots[2]?.id ?? ''}`;
    const small = await visit(service, '/sitemap.xml');
    expect(small.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const expected = bots.slice(0, 2).map(({ id }) => `http://127.0.0.1/bot/${id}`);
    const found = locations(small.html);
    expect(found.filter((url) => url.includes('/bot/'))).toEqual(expected.sort());
    for (const path of ['/', '/tag/music', '/docs', '/docs/webhooks'])
      expect(found).toContain(`http://127.0.0.1${path}`);
    for (const url of found) expect((await visit(service, new URL(url).pathname)).status).toBe(200);

    await fill(
      service.services.db,
      (filling) => filling`
        insert into bots (id, name, short_description, state, created_at)
        select (90000000000000000 + n)::text, 'Bot', 'A bot.', 'approved', now()
        from generate_series(1, 20000) n`,
    );
    await using other = await startService(service.environment);
    const parts = locations((await visit(other, '/sitemap.xml')).html);
    expect(parts).toHaveLength(3);
    const all: string[] = [];
    for (const part of parts) {
      const { status, html } = await visit(other, new URL(part).pathname);
      expect(status).toBe(200);
      all.push(...locations(html));
    }
    expect(all.filter((url) => url.includes('/bot/'))).toHaveLength(20_002);
    expect(new Set(all).size).toBe(all.length);
    for (const name of ['123', 'x', `${bots[0]?.id}0`]) {
      expect((await visit(other, `/sitemap/${name}.xml`)).status).toBe(404);
    }
    // To this process the parts begin elsewhere, as they do after a listing came or went: the index may be an hour old.
    const again = await visit(service, new URL(parts[1] ?? '').pathname);
    expect(again.status).toBe(200);
    expect(locations(again.html)).toHaveLength(10_000);
  });
});
