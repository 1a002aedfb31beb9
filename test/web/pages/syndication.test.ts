import { parseXml, type XmlElement } from '@rgrove/parse-xml';
import MarkdownIt from 'markdown-it';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishNews } from '../../../src/domain/listing/news.ts';
import { given } from '../../kit/given.ts';
import { newBotId } from '../../kit/ids.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { elementsOf, visit } from '../page.ts';

const BASE = 'http://127.0.0.1';
/** What could break XML, forge a heading or a link, or begin a list. */
const NASTY = '# ]]> <b>&amp; [free](https://evil.example) www.evil.example *all* `x`';

let nasty: string;
let plain: string;
let pending: string;

const service = await forFile(startOwnService({ PUBLIC_URL: BASE }));
const { services } = service;
beforeAll(async () => {
  const listing = (name: string, fields: object = {}) =>
    given(services).listing({ name, tags: ['music'], ...fields });
  nasty = (await listing('1. # Evil [x](y)', { shortDescription: NASTY, longDescription: '' }).approved()).id;
  plain = (
    await listing('Plain', {
      longDescription: '<script>x</script> <img src=x> [x](javascript:x)\n\n# Songs\n\nIt *sings*.',
    }).approved()
  ).id;
  pending = (await listing('Pending').in('pending')).id;
  const { sql } = services.db;
  await sql`update bot_stats set trend = 5 where bot_id = ${plain}`;
  await sql`update bots set short_description = short_description || E'\x01' where id = ${nasty}`;
});

const markdown = new MarkdownIt({ html: true, linkify: true });
const childrenOf = (element: XmlElement, name: string) =>
  element.children.filter((child): child is XmlElement => 'name' in child && child.name === name);
const textOf = (element: XmlElement, name: string) => childrenOf(element, name).map(({ text }) => text);

describe('A feed', () => {
  const read = async (path: string) => {
    const { status, headers, html } = await visit(service, path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const { root } = parseXml(html);
    if (!root) throw new Error('There is no root.');
    return root;
  };

  test.each(['/feeds/new.atom', '/feeds/trending.atom', '/feeds/tag/music.atom'])(
    '%s has what RFC 4287 demands',
    async (path) => {
      const feed = await read(path);
      expect(feed).toMatchObject({ name: 'feed', attributes: { xmlns: 'http://www.w3.org/2005/Atom' } });
      expect(textOf(feed, 'id')).toEqual([BASE + path]);
      expect(textOf(feed, 'title')).toHaveLength(1);
      const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
      for (const one of [feed, ...childrenOf(feed, 'entry')]) {
        expect(textOf(one, 'updated')).toEqual([expect.stringMatching(time)]);
        expect(childrenOf(one, 'link').map(({ attributes }) => attributes.rel)).toContain('alternate');
      }
      expect(childrenOf(feed, 'link')[0]?.attributes).toMatchObject({ rel: 'self', href: BASE + path });
      expect(textOf(childrenOf(feed, 'author')[0] ?? feed, 'name')).toEqual(['Orbit']);
      const ids = childrenOf(feed, 'entry').map((entry) => textOf(entry, 'id')[0]);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toContain(`${BASE}/bot/${plain}`);
      expect(ids).not.toContain(`${BASE}/bot/${pending}`);
    },
  );

  test('shows what a stranger wrote as text', async () => {
    const feed = await read('/feeds/new.atom');
    const entry = childrenOf(feed, 'entry').find((one) => textOf(one, 'id')[0]?.endsWith(nasty));
    expect(entry && textOf(entry, 'summary')).toEqual([NASTY.replace(']]>', ']] >')]);
    expect(entry && childrenOf(entry, 'summary')[0]?.attributes.type).toBeUndefined();
  });

  test('is named by the pages with the same bots, and answers 304 to those who have it', async () => {
    for (const [page, feed] of [
      ['/', '/feeds/trending.atom'],
      ['/bots', '/feeds/new.atom'],
      ['/tag/music', '/feeds/tag/music.atom'],
    ] as const) {
      const links = elementsOf((await visit(service, page)).html).filter(({ name }) => name === 'link');
      expect(links.map(({ attributes }) => attributes)).toContainEqual(
        expect.objectContaining({ rel: 'alternate', type: 'application/atom+xml', href: feed }),
      );
    }
    const { headers } = await visit(service, '/feeds/new.atom');
    const asked = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await visit(service, '/feeds/new.atom', asked)).status).toBe(304);
  });

  test('of a bot has its news, which its page shows', async () => {
    const empty = await read(`/bot/${plain}/news.atom`);
    expect(childrenOf(empty, 'entry')).toEqual([]);
    await publishNews(services, plain, { title: 'Version <2> ]]>', text: 'It *sings* <b>.' });
    const asked = async () => childrenOf(await read(`/bot/${plain}/news.atom`), 'entry');
    await expect.poll(async () => (await asked()).length).toBe(1);
    const [entry] = await asked();
    expect(entry && textOf(entry, 'title')).toEqual(['Version <2> ]] >']);
    expect(entry && textOf(entry, 'content')).toEqual(['<p>It <em>sings</em> &lt;b&gt;.</p>\n']);
    const { html, text } = await visit(service, `/bot/${plain}`);
    expect(text).toContain('What’s new Feed Version <2> ]]>');
    expect(html).toContain(`href="/bot/${plain}/news.atom"`);
    for (const gone of [pending, newBotId(), 'x'])
      expect((await visit(service, `/bot/${gone}/news.atom`)).status).toBe(404);
  });

  test('of a category that is not there is not found', async () => {
    for (const path of ['/feeds/tag/nothing.atom', '/feeds/tag/.atom', '/feeds/old.atom'])
      expect((await visit(service, path)).status).toBe(404);
  });
});

describe('As Markdown', () => {
  const read = async (path: string) => {
    const { status, headers, html } = await visit(service, path);
    expect(status, path).toBe(200);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    return { source: html, elements: elementsOf(markdown.render(html)) };
  };

  test('a bot has its facts, its commands, and last its description, which is safe', async () => {
    const { source, elements } = await read(`/bot/${plain}.md`);
    expect(elements.filter(({ name }) => name === 'h1').map(({ text }) => text)).toEqual(['Plain']);
    expect(source.trimEnd().endsWith('It _sings_.')).toBe(true);
    expect(source).toContain('## About');
    for (const name of ['script', 'img']) expect(elements.map((one) => one.name)).not.toContain(name);
    expect(source).toContain('\\[x\\](javascript:x)');
    expect(elements.some(({ text }) => text.includes('<script>x</script>'))).toBe(true);
    expect(source).toContain('- Categories: Music');
  });

  test('a bot has its news and its screenshots', async () => {
    const { id } = await given(services).listing().approved();
    await publishNews(services, id, { title: 'Version <2>', text: 'It *sings* <b>.' });
    const shots = [
      { hash: 'a', thumbnailHash: 'b', width: 9, height: 9, description: 'The [queue]' },
      { hash: 'c', thumbnailHash: 'd', width: 9, height: 9, description: null },
    ];
    await services.db
      .sql`update bots set screenshots = ${JSON.stringify(shots)}::text::jsonb where id = ${id}`;
    const { source, elements } = await read(`/bot/${id}.md`);
    expect(elements.filter(({ name }) => name === 'h3').map(({ text }) => text)).toContain('Version <2>');
    expect(source).toContain('It _sings_ ');
    const links = elements
      .filter(({ name }) => name === 'a')
      .map(({ text, attributes }) => [text, attributes.href]);
    expect(links).toContainEqual(['The [queue]', `${BASE}/bot/${id}/image/a`]);
    expect(links).toContainEqual(['Screenshot 2', `${BASE}/bot/${id}/image/c`]);
  });

  test('a description of any length is whole, but for a part that would take too long', async () => {
    const described = async (longDescription: string) => {
      const fields = { name: 'Long', longDescription };
      const { id } = await given(services).listing(fields).approved();
      return { id, source: (await read(`/bot/${id}.md`)).source };
    };
    const long = await described('It *sings* `loud`.\n\n'.repeat(990));
    expect(long.source.match(/It _sings_ `loud`\./g)).toHaveLength(990);
    const dense = await described(`First.\n\n${'*a* '.repeat(4900)}\n\nLast.`);
    const link = `[This part is too long for the Markdown version. Read it on the page.](<${BASE}/bot/${dense.id}>)`;
    expect(dense.source.trimEnd().endsWith(`First.\n\n${link}\n\nLast.`)).toBe(true);
  });

  test('an item keeps its paragraphs and its code', async () => {
    const longDescription = '1. Run\n\n   ```js\n   play(\n\n     1)\n   ```\n   - deep\n2. Enjoy';
    const fields = { name: 'Items', longDescription };
    const { id } = await given(services).listing(fields).approved();
    const { source, elements } = await read(`/bot/${id}.md`);
    expect(markdown.render(source)).toMatch(/<pre><code[^>]*>play\(\n\n {2}1\)\n</);
    expect(elements.filter(({ name }) => name === 'ol')).toHaveLength(1);
    expect(elements.filter(({ name, text }) => name === 'li' && text === 'deep')).toHaveLength(1);
  });

  test('code in a cell and in a link stays code, and the other links of the page stay', async () => {
    const code = '<img src=x onerror=alert(1)>';
    const longDescription = `| a | b |\n|-|-|\n| \`${code}\` | \`x \\| y\` |\n\n[\`<b>\`](https://a.example/)\n\n~~~\n<i>\n~~~`;
    const fields = { name: 'Coded', longDescription };
    const { id } = await given(services).listing(fields).approved();
    const { source } = await read(`/bot/${id}.md`);
    const html = new MarkdownIt('default', { html: true }).render(source);
    const shown = elementsOf(html);
    const codes = shown.filter(({ name }) => name === 'code').map(({ text }) => text.trim());
    expect(codes).toEqual([code, 'x | y', '<b>', '<i>']);
    expect(shown.filter(({ name }) => name === 'td')).toHaveLength(2);
    for (const name of ['img', 'b', 'i']) expect(shown.map((one) => one.name)).not.toContain(name);
    expect(html).toContain(`href="${BASE}/bot/${id}/vote"`);
  });

  test.each([
    () => `/bot/${nasty}.md`,
    () => '/bots.md',
    () => '/tag/music.md',
    () => '/index.md',
    () => '/compare.md',
    () => `/compare.md?bots=${nasty},${plain}`,
  ])('what a stranger wrote is text, and forges no heading and no link (%#)', async (path) => {
    const { elements } = await read(path());
    expect(elements.filter(({ name }) => name === 'h1')).toHaveLength(1);
    const links = elements.filter(({ name }) => name === 'a').map(({ attributes }) => attributes.href);
    expect(links.filter((href) => href?.includes('evil') || href === 'y')).toEqual([]);
    expect(elements.map(({ name }) => name)).not.toContain('b');
    expect(elements.some(({ text }) => text.includes('1. # Evil [x](y)'))).toBe(true);
  });

  test('lists take the parameters of their pages', async () => {
    const { source } = await read('/bots.md?q=plain');
    expect(source).toContain(`/bot/${plain}`);
    expect(source).not.toContain(nasty);
  });

  test('a list tells what became of the search, as its page does', async () => {
    await given(services).listing({ name: 'Guardian Angel' }).approved();
    const corrected = 'Showing results for “guardian angel” instead of “gaurdian angle”.';
    const query = 'q=gaurdian+angle';
    await expect.poll(async () => (await visit(service, `/bots?${query}`)).text).toContain(corrected);
    const { source } = await read(`/bots.md?${query}`);
    expect(source).toContain(`# Bots for “guardian angel”\n\n${corrected}\n\n1 bot\n\n- [Guardian Angel](`);
    const relaxed = 'No bot matches all filters. These match without: 900+ servers.';
    expect((await visit(service, '/bots?q=plain&servers=900')).text).toContain(relaxed);
    expect((await read('/bots.md?q=plain&servers=900')).source).toContain(relaxed);
    expect((await read('/bots.md?q=music')).source).toContain(`[Music](<${BASE}/tag/music.md>)`);
    expect((await read('/bots.md?q=zzzzzzz')).source).toContain('No bots found.');
  });

  test('lists lead to their next and their previous page', async () => {
    const userId = await given(services).user();
    for (let count = 0; count < 25; count += 1) {
      const fields = { name: `Many ${count}` };
      const { id } = await given(services).listing(fields).approved();
      await services.db.sql`update bot_owners set user_id = ${userId} where bot_id = ${id}`;
    }
    // All are of the same moment, so any of them may be the one on the second page.
    const botsOf = async (path: string) => (await read(path)).source.match(/\[Many \d+\]/g);
    for (const path of ['/bots.md?order=newest', `/user/${userId}.md`]) {
      const linkTo = async (from: string, label: string) => {
        const { elements } = await read(from);
        return elements.find(({ name, text }) => name === 'a' && text === label)?.attributes.href;
      };
      expect(await linkTo(path, 'Previous page')).toBeUndefined();
      const next = (await linkTo(path, 'Next page'))?.replace(BASE, '') ?? '';
      expect(next).toMatch(/after=/);
      const back = (await linkTo(next, 'Previous page'))?.replace(BASE, '') ?? '';
      const first = await botsOf(path);
      expect(first?.length).toBeGreaterThan(20);
      expect(await botsOf(back)).toEqual(first);
    }
  });

  test('the first page has the bots of its shelves, and the categories', async () => {
    const { source } = await read('/index.md');
    expect(source).toContain('## Trending this week\n\n- [Plain](');
    expect(source).toContain(`[Music](<${BASE}/tag/music.md>)`);
  });

  test('bots side by side are a table, and bots that are not public are missing', async () => {
    const { elements } = await read(`/compare.md?bots=${plain},${nasty},${pending}`);
    expect(elements.filter(({ name }) => name === 'th').map(({ text }) => text)).toEqual([
      '',
      'Plain',
      '1. # Evil [x](y)',
    ]);
    expect(elements.some(({ text }) => text === '1 bot was not found, or is not public.')).toBe(true);
    expect((await visit(service, `/compare.md?bots=${pending}`)).status).toBe(404);
  });

  test('what is not public is not found', async () => {
    for (const path of [
      `/bot/${pending}.md`,
      `/bot/${newBotId()}.md`,
      '/bot/x.md',
      '/tag/nothing.md',
      '/user/1.md',
    ])
      expect((await visit(service, path)).status, path).toBe(404);
  });
});

describe('oEmbed', () => {
  const ask = (query: Record<string, string>) => visit(service, `/oembed?${new URLSearchParams(query)}`);
  const url = () => `${BASE}/bot/${nasty}`;

  test('describes the widget of a bot, which its page names', async () => {
    const { html, headers } = await ask({ url: url() });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const body = JSON.parse(html);
    expect(body).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: 320,
      height: 96,
      title: '1. # Evil [x](y)',
    });
    expect(elementsOf(body.html).map(({ name }) => name)).toEqual(['html', 'head', 'body', 'a', 'img']);
    const links = elementsOf((await visit(service, `/bot/${nasty}`)).html).map(
      ({ attributes }) => attributes,
    );
    const link = links.find(({ type }) => type === 'application/json+oembed');
    expect((await visit(service, link?.href?.replace(BASE, '') ?? '')).html).toBe(html);
  });

  test('gives no more than the size that was asked for', async () => {
    const small = JSON.parse((await ask({ url: url(), maxwidth: '300' })).html);
    expect(small).toMatchObject({ type: 'link' });
    expect(small).not.toHaveProperty('thumbnail_url');
    expect(JSON.parse((await ask({ url: url(), maxwidth: '-1' })).html)).toMatchObject({ type: 'rich' });
  });

  test('knows neither other sites nor bots that are not public, and no other format', async () => {
    for (const other of [
      '',
      'x',
      `https://evil.example/bot/${nasty}`,
      `${BASE}/bot/${pending}`,
      `${BASE}/bots`,
    ])
      expect((await ask({ url: other })).status, other).toBe(404);
    expect((await ask({ url: url(), format: 'xml' })).status).toBe(501);
  });
});

describe('Files about the site', () => {
  test('llms.txt names pages that are there', async () => {
    const { html } = await visit(service, '/llms.txt');
    const links = elementsOf(markdown.render(html)).filter(({ name }) => name === 'a');
    expect(links.length).toBeGreaterThan(10);
    for (const { attributes } of links) {
      const path = attributes.href?.replace(BASE, '') ?? '';
      expect((await visit(service, path)).status, path).toBe(200);
    }
  });

  test('the manifest names the site and its icon', async () => {
    const { html, headers } = await visit(service, '/manifest.webmanifest');
    expect(headers.get('content-type')).toBe('application/manifest+json');
    const manifest = JSON.parse(html);
    expect(manifest).toMatchObject({ name: 'Orbit', start_url: '/', display: 'standalone' });
    for (const { src } of manifest.icons) expect((await visit(service, src)).status, src).toBe(200);
  });

  test('the icons of the installed site are pictures of the size that the manifest names', async () => {
    const manifest = await (await fetch(`${service.url}/manifest.webmanifest`)).json();
    const pngs = manifest.icons.filter((icon: { type?: string }) => icon.type === 'image/png');
    expect(pngs.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
      ...['192x192 any', '512x512 any', '512x512 maskable', '180x180 maskable'],
    ]);
    for (const { src, sizes, purpose } of pngs) {
      const answer = await fetch(service.url + src);
      expect(answer.headers.get('content-type')).toBe('image/png');
      const { data, info } = await sharp(await answer.bytes())
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(`${info.width}x${info.height}`).toBe(sizes);
      // The first pixel is a corner: the mark is round, and a background goes to the edge.
      expect(data[3], src).toBe(purpose === 'maskable' ? 255 : 0);
    }
  });

  test('only pages that are read are loaded ahead', async () => {
    const { headers } = await visit(service, '/bots');
    const path = JSON.parse(headers.get('speculation-rules') ?? '');
    const { html } = await visit(service, path);
    expect(JSON.parse(html)).toMatchObject({ prefetch: [{ eagerness: 'moderate' }] });
    for (const closed of ['vote', 'sign-in', 'dashboard', 'moderation', 'edit', 'report', 'account'])
      expect(html).not.toContain(closed);
  });
});
