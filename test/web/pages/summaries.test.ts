import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsonld from 'jsonld';
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm';
import openGraph from 'open-graph-scraper';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishNews } from '../../../src/domain/listing/news.ts';
import { LANGUAGES } from '../../../src/web/words/language.ts';
import { given } from '../../kit/given.ts';
import { present } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { elementsOf, visit } from '../page.ts';

const BASE = 'http://127.0.0.1';

const service = await forFile(startOwnService({ PUBLIC_URL: BASE }));
const { id: bot, ownerId: owner } = await given(service.services)
  .listing({ name: 'Plain', tags: ['music'] })
  .approved();
await publishNews(service.services, bot, { title: 'Version <2> ]]>', text: 'It *sings* <b>.' });
await service.services.db.sql`update bot_stats set trend = 5 where bot_id = ${bot}`;

const elements = async (path: string) => elementsOf((await visit(service, path)).html);
const alternates = async (path: string, type: string) =>
  (await elements(path))
    .filter(({ name }) => name === 'link')
    .map(({ attributes }) => attributes)
    .filter((link) => link.rel === 'alternate' && link.type === type);

/** Each kind of public page, with what it is in the vocabulary of schema.org. */
const KINDS: readonly (readonly [kind: string, path: () => string, types: readonly string[]])[] = [
  ['the first page', () => '/', ['WebSite']],
  ['the directory', () => '/bots', ['ItemList']],
  ['a category', () => '/tag/music', ['ItemList']],
  ['a bot', () => `/bot/${bot}`, ['SoftwareApplication', 'BreadcrumbList']],
  ['an owner', () => `/user/${owner}`, ['ProfilePage']],
  ['a page for developers', () => '/docs', ['TechArticle']],
  ['the reference', () => '/docs/api', ['TechArticle']],
  ['a page about the site', () => '/about', []],
  ['a comparison', () => '/compare', []],
];

describe.each(KINDS)('What %s says about itself', (_kind, path, types) => {
  test('has all that Open Graph requires', async () => {
    const { html } = await visit(service, path());
    const { error, result } = await openGraph({ html });
    expect(error).toBe(false);
    expect(result).toMatchObject({ ogSiteName: 'Orbit', ogType: 'website', ogUrl: BASE + path() });
    expect(result.ogTitle).toBeTruthy();
    expect(result.ogDescription).toBeTruthy();
    const image = present(result.ogImage?.[0]?.url).replace(BASE, '');
    const fetched = async () => {
      const { status, headers } = await fetch(service.url + image);
      return [status, headers.get('content-type')];
    };
    // On a busy machine the first drawing may take longer than a client waits, who then asks again.
    await expect.poll(fetched, { timeout: 15_000 }).toEqual([200, 'image/png']);
  });

  test('is JSON-LD that expands to the vocabulary of schema.org alone', async () => {
    const blocks = (await elements(path())).filter(
      ({ attributes }) => attributes.type === 'application/ld+json',
    );
    const read = await Promise.all(blocks.map(({ text }) => jsonld.expand(JSON.parse(text), OFFLINE)));
    const nodes = read.flat();
    expect(nodes.flatMap((node) => node['@type'])).toEqual(types.map((type) => `https://schema.org/${type}`));
    const keys = new Set(nodes.flatMap(keysOf));
    expect([...keys].filter((key) => !/^(@\w+|https:\/\/schema\.org\/[a-z][A-Za-z-]*)$/.test(key))).toEqual(
      [],
    );
  });

  test('names the page as Markdown, in the language of the page', async () => {
    for (const language of LANGUAGES) {
      const query = language === 'en' ? '' : `?lang=${language}`;
      const [text, ...others] = await alternates(path() + query, 'text/markdown');
      expect(others).toEqual([]);
      const address = present(text?.href);
      expect(address.endsWith(`.md${query}`), address).toBe(true);
      const { status, headers } = await visit(service, address);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    }
  });
});

/** Expands the terms of schema.org as its own context does, without the network. A term of no vocabulary is refused. */
const OFFLINE = {
  safe: true,
  documentLoader: async (documentUrl: string) => {
    expect(documentUrl).toMatch(/^https:\/\/schema\.org\/?$/);
    return { documentUrl, document: { '@context': { '@vocab': 'https://schema.org/' } } };
  },
};

const keysOf = (node: unknown): string[] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, value]) => [
        ...(Array.isArray(node) ? [] : [key]),
        ...keysOf(value),
      ])
    : [];

test('JSON-LD with a term of no vocabulary is refused', async () => {
  const wrong = { '@context': { name: 'https://schema.org/name' }, name: 'x', nmae: 'y' };
  await expect(jsonld.expand(wrong, OFFLINE)).rejects.toThrow();
});

test('Every page that the sitemap names exists as Markdown, and says so', async () => {
  const { html } = await visit(service, '/sitemap.xml');
  const paths = [...html.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url = '']) => url.replace(BASE, ''));
  for (const path of ['/', '/docs/errors', '/docs/jda', '/about', `/bot/${bot}`])
    expect(paths).toContain(path);
  for (const path of paths) {
    const [text] = await alternates(path, 'text/markdown');
    expect((await visit(service, present(text?.href))).status, path).toBe(200);
  }
});

describe('A feed', () => {
  const FEEDS: readonly (() => string)[] = [
    () => '/feeds/new.atom',
    () => '/feeds/trending.atom',
    () => '/feeds/tag/music.atom',
    () => `/bot/${bot}/news.atom`,
  ];
  let grammar: RelaxNGValidator;
  beforeAll(async () => {
    const xml = await readFile(join(import.meta.dirname, 'atom.rng'));
    using document = XmlDocument.fromBuffer(xml);
    grammar = RelaxNGValidator.fromDoc(document);
  });
  afterAll(() => grammar.dispose());
  const validate = (xml: string) => {
    using document = XmlDocument.fromString(xml);
    grammar.validate(document);
  };

  test.each(FEEDS)('is Atom by the grammar of RFC 4287, in each language (%#)', async (path) => {
    for (const language of LANGUAGES) {
      const { html } = await visit(service, `${path()}?lang=${language}`);
      expect(html).toContain('<entry>');
      validate(html);
      for (const wrong of [
        html.replace(/<id>.*?<\/id>/, ''),
        html.replace(/<updated>.*?<\/updated>/, '<updated>yesterday</updated>'),
        html.replace('<entry>', '<entry><id>http://second.example</id>'),
      ])
        expect(() => validate(wrong)).toThrow();
    }
  });

  test.each(FEEDS)('has one address for each language, whoever asks (%#)', async (path) => {
    const accept = (language: string) => ({ headers: { 'accept-language': language } });
    const english = await visit(service, path(), accept('de'));
    expect(english.headers.get('vary') ?? '').not.toMatch(/language|cookie/);
    expect(english.html).toContain('xml:lang="en"');
    expect((await visit(service, path(), { cookie: 'language=de' })).html).toBe(english.html);
    const german = await visit(service, `${path()}?lang=de`, accept('fr'));
    expect(german.html).toContain('xml:lang="de"');
    expect(german.headers.get('set-cookie')).toBeNull();
    expect(german.html).toContain(`<id>${BASE}${path()}?lang=de</id>`);
    for (const [hreflang, address] of [
      ['en', path()],
      ['fr', `${path()}?lang=fr`],
    ])
      expect(german.html).toContain(
        `rel="alternate" type="application/atom+xml" hreflang="${hreflang}" href="${BASE}${address}"`,
      );
  });

  test.each(['/', '/bots', '/tag/music'])('is named by %s in the language of the page', async (page) => {
    const type = 'application/atom+xml';
    const english = (await alternates(page, type)).map(({ href }) => href);
    const german = (await alternates(`${page}?lang=de`, type)).map(({ href }) => href);
    expect(german).toEqual(english.map((href) => `${href}?lang=de`));
  });
});

test('llms.txt is the same for all, and has a sentence about each page and each category', async () => {
  const headers = { 'accept-language': 'de' };
  const { html } = await visit(service, '/llms.txt', { headers });
  expect((await visit(service, '/llms.txt')).html).toBe(html);
  const lines = html.split('\n').filter((line) => line.startsWith('- '));
  for (const line of lines) expect(line).toMatch(/^- \[[^\]]+\]\(\S+\): \S.*\.$/);
  const { tags } = (await service.graphql('{ tags { slug } }')).data as { tags: { slug: string }[] };
  const paths = [...tags.map(({ slug }) => `/tag/${slug}.md`), '/compare.md', '/ranking.md', '/review.md'];
  for (const path of [...paths, '/docs/api.md', '/feeds/new.atom', '/feeds/trending.atom'])
    expect(lines.filter((line) => line.includes(`(${BASE}${path})`))).toHaveLength(1);
});
