import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import type { Site } from '../frame/site.ts';
import { feedPath } from '../kit/formats.ts';
import { tagLabel } from '../kit/tags.tsx';
import { currentLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { replyWithText } from './shared-text.ts';

export const feedDocument = graphql(
  `query Feed($tag: String, $order: DirectoryOrder!, $first: Int!) {
    bots(tag: $tag, order: $order, first: $first) {
      edges { node { botId name shortDescription createdAt updatedAt tags { slug label } } }
    }
  }`,
);

export const tagsDocument = graphql('{ tags { slug label } }');

type Entry = ResultOf<typeof feedDocument>['bots']['edges'][number]['node'];

/** Entries of a feed. */
const FIRST = 50;
const TYPE = 'application/atom+xml';

interface Feed {
  readonly title: string;
  readonly path: string;
  /** The page with the same bots. */
  readonly page: string;
  readonly entries: readonly Entry[];
}

/** Atom feeds (RFC 4287) of new bots, of those that trend, and of each category. */
export function createFeedRoutes(site: Site): readonly Route[] {
  const { runDocument, brand, publicUrl, now } = site;

  function feed(
    request: HttpRequest,
    order: 'NEWEST' | 'TRENDING',
    about: () => Omit<Feed, 'entries'>,
    tag: string | null = null,
  ): Promise<Reply> {
    return replyWithText(site, request, about().path, TYPE, async (stranger) => {
      const { bots } = await runDocument(stranger, feedDocument, { tag, order, first: FIRST });
      const entries = bots.edges.map(({ node }) => node);
      return writeFeed({ ...about(), entries }, brand.name, publicUrl, now());
    });
  }

  async function ofTag(request: HttpRequest): Promise<Reply | undefined> {
    const { tags } = await runDocument(request, tagsDocument, {});
    const tag = tags.find(({ slug }) => slug === request.params[0]);
    if (!tag) return undefined;
    const about = () => ({
      title: messages.directory.tagged({ tag: tagLabel(tag) }),
      path: feedPath({ tag: tag.slug }),
      page: `/tag/${tag.slug}?order=newest`,
    });
    return feed(request, 'NEWEST', about, tag.slug);
  }

  return [
    [
      'GET',
      feedPath('new'),
      (request) =>
        feed(request, 'NEWEST', () => ({
          title: messages.footer.newest,
          path: feedPath('new'),
          page: '/bots?order=newest',
        })),
    ],
    [
      'GET',
      feedPath('trending'),
      (request) =>
        feed(request, 'TRENDING', () => ({
          title: messages.home.trending,
          path: feedPath('trending'),
          page: '/bots?order=trending',
        })),
    ],
    ['GET', feedPath({ tag: ':slug' }), ofTag],
  ];
}

function writeFeed({ title, path, page, entries }: Feed, siteName: string, publicUrl: string, now: Date) {
  const updated =
    entries
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? now.toISOString();
  return `<?xml version="1.0" encoding="utf-8"?>\n${renderToString(
    h('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': currentLanguage() }, [
      h('id', {}, publicUrl + path),
      h('title', {}, `${title} · ${siteName}`),
      h('updated', {}, updated),
      h('link', { rel: 'self', type: TYPE, href: publicUrl + path }),
      h('link', { rel: 'alternate', type: 'text/html', href: publicUrl + page }),
      h('icon', {}, `${publicUrl}/favicon.ico`),
      h('author', {}, h('name', {}, siteName), h('uri', {}, `${publicUrl}/`)),
      entries.map((entry) => writeEntry(entry, publicUrl)),
    ]),
  )}`;
}

function writeEntry({ botId, name, shortDescription, createdAt, updatedAt, tags }: Entry, publicUrl: string) {
  const address = `${publicUrl}/bot/${botId}`;
  return h('entry', {}, [
    h('id', {}, address),
    h('title', {}, xmlText(name)),
    h('published', {}, createdAt),
    h('updated', {}, updatedAt),
    h('link', { rel: 'alternate', type: 'text/html', href: address }),
    h('summary', {}, xmlText(shortDescription)),
    tags.map((tag) => h('category', { term: tag.slug, label: tagLabel(tag) })),
  ]);
}

/** XML has no place for these characters, and none for this mark in a text. */
const xmlText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
  text.replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').replaceAll(']]>', ']] >');
