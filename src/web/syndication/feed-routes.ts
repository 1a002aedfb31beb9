import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { strangerOf } from '../frame/kept-page.ts';
import type { Site } from '../frame/site.ts';
import { feedOfBot, feedPath } from '../kit/formats.ts';
import { tagLabel } from '../kit/tags.tsx';
import { addressIn } from '../words/choose-language.ts';
import { currentLanguage } from '../words/current-language.ts';
import { LANGUAGES } from '../words/language.ts';
import { messages } from '../words/messages.ts';
import { headersOfAddressed, noHoles, readTags, replyWithText } from './shared-text.ts';

export const feedDocument = graphql(
  `query Feed($tag: String, $order: DirectoryOrder!, $first: Int!, $language: String!) {
    bots(tag: $tag, order: $order, first: $first) {
      edges { node { botId name(language: $language) shortDescription(language: $language) createdAt updatedAt trend tags { slug label } } }
    }
  }`,
);

export const newsDocument = graphql(
  `query NewsFeed($botId: ID!, $first: Int!, $language: String!) {
    bot(botId: $botId) { botId name(language: $language) state createdAt news(first: $first) { id title html publishedAt } }
  }`,
);

type Entry = ResultOf<typeof feedDocument>['bots']['edges'][number]['node'];

/** Entries of a feed. */
const FIRST = 50;
const TYPE = 'application/atom+xml';
const HEADERS = headersOfAddressed(TYPE);
/** When a feed without entries changed. */
const NEVER = '1970-01-01T00:00:00Z';

interface Feed {
  readonly title: string;
  readonly path: string;
  /** The page that shows the same. */
  readonly page: string;
  readonly entries: readonly VNode[];
  readonly updated: string;
}

/**
 * Atom feeds (RFC 4287) of new bots, of those that trend, of each category, and of the news of a bot. Each language has
 * an address of its own: readers of feeds and caches keep no languages apart.
 */
export function createFeedRoutes(site: Site): readonly Route[] {
  const tagged = async (request: HttpRequest): Promise<Reply | undefined> => {
    const tag = (await readTags(site, request)).find(({ slug }) => slug === request.params[0]);
    if (!tag) return undefined;
    const { slug } = tag;
    const title = messages.directory.tagged({ tag: tagLabel(tag) });
    const about = { title, path: feedPath({ tag: slug }), page: `/tag/${slug}?order=newest` };
    return replyWithBots(site, request, 'NEWEST', about, slug);
  };
  const newest = (request: HttpRequest) => {
    const about = { title: messages.footer.newest, path: feedPath('new'), page: '/bots?order=newest' };
    return replyWithBots(site, request, 'NEWEST', about);
  };
  const trending = (request: HttpRequest) => {
    const path = feedPath('trending');
    const about = { title: messages.home.trending, path, page: '/bots?order=trending' };
    return replyWithBots(site, request, 'TRENDING', about);
  };
  return [
    ['GET', feedPath('new'), newest],
    ['GET', feedPath('trending'), trending],
    ['GET', feedPath({ tag: ':slug' }), tagged],
    ['GET', feedOfBot(':botId'), (request) => replyWithNews(site, request)],
  ];
}

function replyWithBots(
  site: Site,
  request: HttpRequest,
  order: 'NEWEST' | 'TRENDING',
  about: Pick<Feed, 'title' | 'path' | 'page'>,
  tag: string | null = null,
): Promise<Reply> {
  return replyWithText(site, request, inOwnLanguage(about.path), HEADERS, async (stranger) => {
    const { bots } = await site.runDocument(stranger, feedDocument, { tag, order, first: FIRST });
    // As on the first page: without more votes than in the week before, the order is arbitrary.
    const shown = bots.edges.filter(({ node }) => order !== 'TRENDING' || node.trend > 0);
    const entries = shown.map(({ node }) => writeEntry(node, site.publicUrl));
    const times = shown.map(({ node }) => node.updatedAt).sort();
    return writeFeed({ ...about, entries, updated: times.at(-1) ?? NEVER }, site);
  });
}

/** What the owners of a bot wrote about changes. */
async function replyWithNews(site: Site, request: HttpRequest): Promise<Reply | undefined> {
  const [botId = ''] = request.params;
  const path = feedOfBot(botId);
  const page = `/bot/${botId}`;
  const render = async () => {
    const { bot } = await site.runDocument(strangerOf(request), newsDocument, { botId, first: FIRST });
    if (bot?.state !== 'APPROVED') return undefined;
    const title = messages.news.feedTitle({ name: xmlText(bot.name) });
    const entries = bot.news.map((note) => writeNote(note, site.publicUrl + page));
    const updated = bot.news[0]?.publishedAt ?? bot.createdAt;
    const body = writeFeed({ title, path, page, entries, updated }, site);
    return { headers: HEADERS, body, fill: noHoles };
  };
  return (await site.cache.serve(inOwnLanguage(path), botId, render, currentLanguage()))?.packed;
}

function writeFeed({ title, path, page, entries, updated }: Feed, { brand, publicUrl }: Site): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${renderToString(
    h('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': currentLanguage() }, [
      h('id', {}, publicUrl + inOwnLanguage(path)),
      h('title', {}, `${title} · ${brand.siteName}`),
      h('updated', {}, updated),
      h('link', { rel: 'self', type: TYPE, href: publicUrl + inOwnLanguage(path) }),
      ...LANGUAGES.filter((language) => language !== currentLanguage()).map((hreflang) =>
        h('link', { rel: 'alternate', type: TYPE, hreflang, href: publicUrl + addressIn(path, hreflang) }),
      ),
      linkToPage(publicUrl + page),
      h('icon', {}, `${publicUrl}/favicon.ico`),
      h('author', {}, h('name', {}, brand.siteName), h('uri', {}, `${publicUrl}/`)),
      entries,
    ]),
  )}`;
}

/** The page that shows the same, in the language of the feed. */
const linkToPage = (address: string) =>
  h('link', {
    rel: 'alternate',
    type: 'text/html',
    hreflang: currentLanguage(),
    href: inOwnLanguage(address),
  });

/** The one address of what is shown, in the language of the feed. */
const inOwnLanguage = (address: string): string => addressIn(address, currentLanguage());

function writeEntry({ botId, name, shortDescription, createdAt, updatedAt, tags }: Entry, publicUrl: string) {
  const address = `${publicUrl}/bot/${botId}`;
  return h('entry', {}, [
    h('id', {}, address),
    h('title', {}, xmlText(name)),
    h('published', {}, createdAt),
    h('updated', {}, updatedAt),
    linkToPage(address),
    h('summary', {}, xmlText(shortDescription)),
    tags.map((tag) => h('category', { term: tag.slug, label: tagLabel(tag) })),
  ]);
}

type Note = NonNullable<ResultOf<typeof newsDocument>['bot']>['news'][number];

function writeNote({ id, title, html, publishedAt }: Note, page: string): VNode {
  return h('entry', {}, [
    h('id', {}, `urn:uuid:${id}`),
    h('title', {}, xmlText(title)),
    h('published', {}, publishedAt),
    h('updated', {}, publishedAt),
    h('link', { rel: 'alternate', type: 'text/html', href: `${inOwnLanguage(page)}#news` }),
    h('content', { type: 'html' }, xmlText(html)),
  ]);
}

/** XML has no place for these characters, and none for this mark in a text. */
const xmlText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
  text.replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').replaceAll(']]>', ']] >');
