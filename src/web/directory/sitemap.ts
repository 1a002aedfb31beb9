import { createHash } from 'node:crypto';
import { type Encoded, encode, FAST_BROTLI, replyEncoded } from '../../http/message/compression.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { createCache } from '../../lib/cache.ts';

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
  /** Reads one part: from its first id to that of the next part, if any. */
  readonly read: (from: string, before: string | undefined) => Promise<readonly SitemapEntry[]>;
}

/** A file that is kept, ready to be sent. */
interface Kept {
  readonly madeAt: number;
  readonly encoded: Encoded;
  readonly etag: string;
  /** In `sitemap.xml`: the first ids of the parts. */
  readonly parts: readonly string[];
}

const HEADERS = {
  ...SECURITY_HEADERS,
  'cache-control': 'public, max-age=1800',
  'content-type': 'application/xml; charset=utf-8',
};
const PLAIN_TEXT = { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8' };
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** After this time the next request has a file made again. It gets the kept one. In milliseconds. */
const FRESH_MS = 15 * 60 * 1000;
/** After this time a request waits for the new file. Clients keep it for the same time again. */
const KEPT_MS = 30 * 60 * 1000;
/** About 200 000 listings: a part takes 160 kB with its compressed forms. */
const MAX_BYTES = 32 * 1024 * 1024;
/** The key of `sitemap.xml` among the kept files. Parts have their number. */
const INDEX = 'index';
const PART = /^(?:0|[1-9]\d{0,5})$/;
/** Pages of neither a tag nor a bot, without those about the site and for developers. */
const PAGES = ['/', '/bots'];
/** Crawlers stay off pages of a single visitor, off forms, and off comparisons, of which there are endlessly many. */
const CLOSED = [
  ...['/account', '/sign-in', '/dashboard', '/moderation', '/submit', '/graphql'],
  ...['/bot/*/vote', '/bot/*/favourite', '/bot/*/report', '/bot/*/edit', '/compare?'],
];

/** Crawlers need no page, which takes four times as long. */
const MISSING: Reply = { status: 404, headers: PLAIN_TEXT, body: 'Not found.\n' };

/**
 * The files for crawlers: `robots.txt` and `sitemap.xml`. With more than one part, `sitemap.xml` is an index of them.
 * Each file is made and compressed at most once in 15 minutes, and requests share it. So a listing that is no longer
 * public is gone after half an hour, and after an hour for those who read a cache.
 *
 * @param sitePages paths of the pages about the site and for developers
 * @param publicUrl the start of each absolute URL, without a trailing slash
 */
export function createSitemapRoutes(
  source: SitemapSource,
  sitePages: readonly string[],
  publicUrl: string,
  now: () => Date,
): readonly Route[] {
  const files = createCache<Kept>({
    maxBytes: MAX_BYTES,
    ttl: FRESH_MS,
    perf: { now: () => now().getTime() },
    ttlResolution: 0,
    // Without the database, the kept file is served as long as it may be.
    noDeleteOnFetchRejection: true,
    async fetchMethod(name) {
      const madeAt = now().getTime();
      const parts = name === INDEX ? await source.parts() : (await find(INDEX)).parts;
      const xml = await write(name, parts);
      const etag = `W/"${createHash('sha256').update(xml).digest('base64url').slice(0, 22)}"`;
      return { madeAt, etag, parts, encoded: await encode(Buffer.from(xml), FAST_BROTLI) };
    },
  });

  function find(name: string): Promise<Kept> {
    const kept = files.peek(name, { allowStale: true });
    const isKept = kept !== undefined && now().getTime() - kept.madeAt < KEPT_MS;
    return files.forceFetch(name, { allowStale: isKept });
  }

  async function write(name: string, parts: readonly string[]): Promise<string> {
    if (name === INDEX && parts.length > 1) return indexOf(parts.length, publicUrl);
    const number = name === INDEX ? 0 : Number(name);
    const bots = await source.read(parts[number] ?? '', parts[number + 1]);
    const others = number === 0 ? [...PAGES, ...sitePages, ...source.tags.map((slug) => `/tag/${slug}`)] : [];
    return urlsetOf(others, bots, publicUrl);
  }

  async function serve(name: string): Promise<Reply> {
    const { encoded, etag } = await find(name);
    return replyEncoded(encoded, { ...HEADERS, etag });
  }

  async function servePart({ params: [name = ''] }: HttpRequest): Promise<Reply> {
    const isPart = PART.test(name) && Number(name) < (await find(INDEX)).parts.length;
    return isPart ? serve(name) : MISSING;
  }

  return [
    ['GET', '/robots.txt', () => robotsOf(publicUrl)],
    ['GET', '/sitemap.xml', () => serve(INDEX)],
    ['GET', '/sitemap/:part.xml', servePart],
  ];
}

function robotsOf(publicUrl: string): Reply {
  const closed = CLOSED.map((path) => `Disallow: ${path}`);
  return {
    status: 200,
    headers: { ...PLAIN_TEXT, 'cache-control': 'public, max-age=3600' },
    body: ['User-agent: *', ...closed, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n'),
  };
}

/** @param others paths of pages that are not of a bot */
function urlsetOf(others: readonly string[], bots: readonly SitemapEntry[], publicUrl: string): string {
  const urls = [
    ...others.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`),
    ...bots.map(
      ({ botId, updatedAt }) =>
        `<url><loc>${publicUrl}/bot/${botId}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
    ),
  ];
  return xmlOf(`<urlset xmlns="${NAMESPACE}">\n${urls.join('\n')}\n</urlset>`);
}

function indexOf(count: number, publicUrl: string): string {
  const maps = Array.from(
    { length: count },
    (_, number) => `<sitemap><loc>${publicUrl}/sitemap/${number}.xml</loc></sitemap>`,
  );
  return xmlOf(`<sitemapindex xmlns="${NAMESPACE}">\n${maps.join('\n')}\n</sitemapindex>`);
}

function xmlOf(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
