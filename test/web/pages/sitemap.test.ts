import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPatience } from '../../../src/db/client.ts';
import type { Reply } from '../../../src/http/message/reply.ts';
import type { HttpRequest } from '../../../src/http/message/request.ts';
import { createSitemapRoutes } from '../../../src/web/directory/sitemap.ts';
import { type OwnService, startOwnService, startService } from '../../kit/service.ts';
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

  test('the sitemap has every public bot; of more than a thousand it is an index of parts', async () => {
    const { bots } = await service.seed({ bots: 3, users: 0 });
    const { sql } = service.services.db;
    await sql`update bots set state = 'pending' where id = ${bots[2]?.id ?? ''}`;
    const small = await visit(service, '/sitemap.xml');
    expect(small.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const expected = bots.slice(0, 2).map(({ id }) => `http://127.0.0.1/bot/${id}`);
    const found = locations(small.html);
    expect(found.filter((url) => url.includes('/bot/'))).toEqual(expected.sort());
    for (const path of ['/', '/tag/music', '/docs', '/docs/webhooks', '/about', '/review'])
      expect(found).toContain(`http://127.0.0.1${path}`);
    for (const url of found) expect((await visit(service, new URL(url).pathname)).status).toBe(200);

    await withPatience(
      service.services.db,
      (filling) => filling`
        insert into bots (id, name, short_description, state, created_at)
        select (90000000000000000 + n)::text, 'Bot', 'A bot.', 'approved', now()
        from generate_series(1, 2000) n`,
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
    expect(all.filter((url) => url.includes('/bot/'))).toHaveLength(2002);
    expect(new Set(all).size).toBe(all.length);
    for (const name of ['3', '00', '-1', 'x', String(bots[0]?.id)]) {
      expect((await visit(other, `/sitemap/${name}.xml`)).status).toBe(404);
    }
  });

  test('a part comes compressed with its entity tag, and as 304 without a body to whoever has it', async () => {
    const path = `${service.url}/sitemap.xml`;
    for (const coding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': coding };
      const response = await fetch(path, { headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
      expect(response.headers.get('cache-control')).toBe('public, max-age=1800');
      expect(await response.text()).toContain('</urlset>');
      const etag = response.headers.get('etag') ?? '';
      const again = await fetch(path, { headers: { ...headers, 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const head = await fetch(path, { method: 'HEAD', headers });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    }
  });
});

const START = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

const textOf = (reply: Reply | undefined) =>
  new TextDecoder().decode((reply?.body as Uint8Array | undefined) ?? new Uint8Array());

/** A directory of two parts, whose reads are counted. */
function open() {
  const state = { minute: 0, parts: 0, reads: 0, isAway: false, bots: ['1', '2'] };
  const source = {
    tags: ['music'],
    async parts() {
      if (state.isAway) throw new Error('The database is away.');
      state.parts++;
      return ['', '2'];
    },
    async read(from: string, before = '9') {
      await delay(1);
      if (state.isAway) throw new Error('The database is away.');
      state.reads++;
      const found = state.bots.filter((botId) => botId >= from && botId < before);
      return found.map((botId) => ({ botId, updatedAt: new Date(0) }));
    },
  };
  const routes = createSitemapRoutes(
    source,
    [],
    'https://bots.example',
    () => new Date(START + state.minute * MINUTE_MS),
  );
  const answerOf = (path: string) => routes.find(([, pattern]) => pattern === path)?.[2];
  const ask = async (name: string) => {
    return answerOf('/sitemap/:part.xml')?.({ params: [name] } as unknown as HttpRequest);
  };
  const botsIn = async (name: string) =>
    [...textOf(await ask(name)).matchAll(/\/bot\/(\d)/g)].map(([, id]) => id);
  return { state, ask, botsIn };
}

test('a part is made once for all requests of fifteen minutes', async () => {
  const { state, ask } = open();
  for (state.minute = 0; state.minute <= 14; state.minute += 7) {
    for (const answer of await Promise.all(Array.from({ length: 50 }, () => ask('0'))))
      expect(answer?.status).toBe(200);
  }
  expect(state).toMatchObject({ parts: 1, reads: 1 });
});

test('after fifteen minutes requests get what is kept, while it is made again, once', async () => {
  const { state, ask, botsIn } = open();
  expect(await botsIn('1')).toEqual(['2']);
  state.bots = ['1'];
  state.minute = 16;
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('1')));
  for (const answer of answers) expect(textOf(answer)).toContain('/bot/2');
  await expect.poll(() => botsIn('1')).toEqual([]);
  expect(state).toMatchObject({ parts: 2, reads: 2 });
});

test('a listing that is no longer public is gone after half an hour, even for the first request', async () => {
  const { state, botsIn } = open();
  expect(await botsIn('1')).toEqual(['2']);
  state.bots = ['1'];
  state.minute = 30;
  expect(await botsIn('1')).toEqual([]);
});

test('without the database, what is kept is served for half an hour, and then nothing', async () => {
  const { state, ask, botsIn } = open();
  expect(await botsIn('1')).toEqual(['2']);
  state.isAway = true;
  for (const minute of [16, 20, 29]) {
    state.minute = minute;
    expect(await botsIn('1')).toEqual(['2']);
    await delay(5);
  }
  state.minute = 31;
  await expect(ask('1')).rejects.toThrow('The database is away.');
  state.isAway = false;
  expect(await botsIn('1')).toEqual(['2']);
});

test('a part that does not exist is not found, and reads no listings', async () => {
  const { state, ask } = open();
  for (const name of ['2', '999999', '1000000', '00', '-1', '1.0', '', 'x', '90000000000000001'])
    expect((await ask(name))?.status).toBe(404);
  expect(state).toMatchObject({ parts: 1, reads: 0 });
});
