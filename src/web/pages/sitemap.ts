import { Response } from '@whatwg-node/server';
import { SECURITY_HEADERS } from '../../http/responses/security-headers.ts';
import type { Route, Visit } from '../../http/route.ts';

export interface SitemapEntry {
  readonly botId: string;
  readonly updatedAt: Date;
}

/** Reads the addresses of tags and listings. */
export interface SitemapSource {
  /** The slugs of all tags. */
  readonly tags: readonly string[];
  /** The first id of each part of the listings. The first part has the empty id. */
  readonly parts: () => Promise<readonly string[]>;
  /** Reads one part, by its first id. */
  readonly read: (from: string) => Promise<readonly SitemapEntry[]>;
}

const HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'public, max-age=3600' };
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Finding the parts reads all ids, so they are cached this long. */
const PARTS_FRESH_MS = 10 * 60 * 1000;
/** The name of a part: its first id, or 0 for the first part. */
const PART = /^(?:0|\d{17,19})$/;
/** Pages of neither a tag nor a bot. */
const PAGES = ['/', '/bots', '/docs', '/docs/api', '/docs/webhooks'];
/** Crawlers stay off pages of a single visitor, and off forms. */
const CLOSED = [
  ...['/account', '/sign-in', '/dashboard', '/moderation', '/submit', '/graphql'],
  ...['/bot/*/vote', '/bot/*/report', '/bot/*/edit'],
];

/**
 * The files for crawlers: `robots.txt` and `sitemap.xml`. With more than one part, `sitemap.xml` is an index of them.
 *
 * @param publicUrl the start of each absolute URL, without a trailing slash
 */
export function createSitemapRoutes(
  source: SitemapSource,
  publicUrl: string,
  now: () => Date,
): readonly Route[] {
  let known: { parts: readonly string[]; at: number } | undefined;
  async function listParts(): Promise<readonly string[]> {
    const at = now().getTime();
    if (!known || at - known.at >= PARTS_FRESH_MS) known = { parts: await source.parts(), at };
    return known.parts;
  }

  const others = [...PAGES, ...source.tags.map((slug) => `/tag/${slug}`)].map(
    (path) => `<url><loc>${publicUrl}${path}</loc></url>`,
  );

  async function urlset(from: string): Promise<Response> {
    const bots = (await source.read(from)).map(
      ({ botId, updatedAt }) =>
        `<url><loc>${publicUrl}/bot/${botId}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
    );
    const urls = from === '' ? [...others, ...bots] : bots;
    return xml(`<urlset xmlns="${NAMESPACE}">\n${urls.join('\n')}\n</urlset>`);
  }

  async function index(): Promise<Response> {
    const parts = await listParts();
    if (parts.length === 1) return urlset('');
    const maps = parts.map((from) => `<sitemap><loc>${publicUrl}/sitemap/${from || '0'}.xml</loc></sitemap>`);
    return xml(`<sitemapindex xmlns="${NAMESPACE}">\n${maps.join('\n')}\n</sitemapindex>`);
  }

  /** Any id may begin a part: parts move, and a crawler may still use the index of an hour ago. */
  async function part({ places: [name = ''] }: Visit): Promise<Response | undefined> {
    return PART.test(name) ? urlset(name === '0' ? '' : name) : undefined;
  }

  function robots(): Response {
    const closed = CLOSED.map((path) => `Disallow: ${path}`);
    return new Response(
      ['User-agent: *', ...closed, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n'),
      {
        headers: { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' },
      },
    );
  }

  return [
    ['GET', '/robots.txt', robots],
    ['GET', '/sitemap.xml', index],
    ['GET', '/sitemap/:part.xml', part],
  ];
}

function xml(root: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`, {
    headers: { ...HEADERS, 'content-type': 'application/xml; charset=utf-8' },
  });
}
