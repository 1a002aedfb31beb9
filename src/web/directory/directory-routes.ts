import type { ItemList, ProfilePage, WithContext } from 'schema-dts';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { createCache } from '../../lib/cache.ts';
import { type Page, type Reader, replyWithList, strangerOf } from '../frame/kept-page.ts';
import { pageViewer, viewerDocument } from '../frame/layout.tsx';
import type { Site } from '../frame/site.ts';
import { feedLink, feedPath, markdownLink } from '../kit/formats.ts';
import { isFirstPageOf, pageEnds, readFrom, readRange } from '../kit/page-links.tsx';
import { type Tag, tagLabel } from '../kit/tags.tsx';
import { botRow } from '../listing/bot-row.tsx';
import { inLanguageOf } from '../words/choose-language.ts';
import { messages, sentenceOf } from '../words/messages.ts';
import {
  defaultOrder,
  directoryPath,
  EVERYTHING,
  readSearch,
  type Search,
  userPath,
} from './directory-address.ts';
import { type BotList, DirectoryPage, directoryTitle, foundDirectory } from './directory-page.tsx';
import { type Offered, offeredDocument } from './filter-panel.tsx';
import { hasFilters, withoutFilters } from './filters.tsx';
import { findings } from './search-notes.tsx';
import { profile, UserPage } from './user-page.tsx';

export const documents = {
  directory: graphql(
    `query Directory(
      $search: String, $filter: DirectoryFilter, $order: DirectoryOrder
      $first: Int, $after: String, $last: Int, $before: String, $language: String!
    ) {
      viewer { ...PageViewer }
      bots(
        search: $search, filter: $filter, order: $order, isRelaxed: true, language: $language
        first: $first, after: $after, last: $last, before: $before
      ) {
        edges { node { ...BotRow } }
        pageInfo { ...PageEnds }
        ...Findings
      }
    }`,
    [pageViewer, botRow, pageEnds, findings],
  ),
  user: graphql(
    `query User(
      $userId: ID!, $first: Int, $after: String, $last: Int, $before: String, $language: String!
    ) {
      viewer { ...PageViewer }
      user(userId: $userId) { ...Profile }
    }`,
    [pageViewer, profile],
  ),
};

const FILES = ['filters.css', 'filters.js', 'compare.css'] as const;

/** A search that is never refused, so that its page can be kept. */
const PLAIN_WORDS = /^[\p{L}\p{N} ]{1,40}$/u;

/** What every page of the directory offers is the same for all readers, and may be a second old. */
const OFFERED_MS = 1000;
const OFFERED_BYTES = 1024 * 1024;

/** The lists of bots: all bots, the bots of a tag, the bots of a user. */
export function createDirectoryRoutes(site: Site): readonly Route[] {
  const { runDocument } = site;
  const kept = createCache<Offered, Reader>({
    maxBytes: OFFERED_BYTES,
    ttl: OFFERED_MS,
    fetchMethod: (_key, _before, { context }) => runDocument(strangerOf(context), offeredDocument, {}),
  });
  const offeredTo = (reader: Reader) => kept.forceFetch('offered', { context: reader });

  function directory(request: HttpRequest, tag?: Tag): Promise<Reply> {
    const { query } = request;
    const wanted = readSearch(query, tag?.slug);
    const { order, search } = wanted;
    const words = PLAIN_WORDS.test(search) ? search : '';
    const first = directoryPath({ ...EVERYTHING, order, search: words, tags: tag ? [tag.slug] : [] });
    // What is not part of a search, such as `utm_source`, changes nothing.
    const isKept = isFirstPageOf(query) && directoryPath(wanted) === first;
    return replyWithList(site, request, isKept ? first : undefined, async (reader) =>
      makeDirectory(site, await offeredTo(reader), reader, request, tag),
    );
  }

  async function tagged(request: HttpRequest): Promise<Reply | undefined> {
    const { tags } = await offeredTo(request);
    const tag = tags.find(({ slug }) => slug === request.params[0]);
    return tag && directory(request, tag);
  }

  return [
    ['GET', '/bots', (request) => directory(request)],
    ['GET', '/tag/:slug', tagged],
    ['GET', '/user/:userId', (request) => replyWithUser(site, request)],
  ];
}

async function makeDirectory(
  site: Site,
  offered: Offered,
  reader: Reader,
  { url, query }: Pick<HttpRequest, 'url' | 'query'>,
  tag?: Tag,
): Promise<Page> {
  const { runDocument, publicUrl, now } = site;
  const search = readSearch(query, tag?.slug);
  const range = readRange(query);
  const around = {
    ...search,
    offered,
    isLaterPage: 'after' in range || 'before' in range,
    from: readFrom(query),
    now: now(),
    canSubmit: site.signIn !== undefined,
  };
  let data: ResultOf<typeof documents.directory>;
  try {
    data = await runDocument(reader, documents.directory, {
      search: search.search,
      filter: filterOf(search),
      order: search.order,
      ...range,
    });
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'INVALID_INPUT') throw error;
    if (Reflect.get(error, 'reason') === 'cursor.ofOtherList') {
      // A position that is no more, such as one in an old or shortened address, is the first page.
      const first = new URLSearchParams(query);
      for (const name of ['after', 'before', 'from']) first.delete(name);
      return makeDirectory(site, offered, reader, { url, query: first }, tag);
    }
    const viewed = await runDocument(reader, viewerDocument, {});
    const chosen = tag ? [tag] : [];
    const isContradiction = Reflect.get(error, 'reason') === 'filter.contradiction';
    const kept = isContradiction
      ? search
      : { ...withoutFilters(search), tags: chosen.map(({ slug }) => slug) };
    const refused = { ...around, ...kept, chosen };
    return {
      title: isContradiction ? messages.filters.contradiction : messages.failures.inputTitle,
      content: DirectoryPage({ ...refused, bots: { problem: sentenceOf(error) } }),
      viewed,
      options: { status: 400, path: url.pathname, files: FILES, style: null },
    };
  }
  const chosen = offered.tags.filter(({ slug }) => search.tags.includes(slug));
  const wanted = foundDirectory({ ...around, chosen }, data.bots);
  return {
    title: directoryTitle(wanted),
    content: DirectoryPage({ ...around, bots: data.bots, chosen }),
    viewed: data,
    options: {
      path: directoryPath(search, { ...range, from: around.from || undefined }),
      files: FILES,
      style: null,
      summary: {
        description: tag
          ? messages.directory.tagDescription({ tag: tagLabel(tag) })
          : messages.directory.description,
        // Pages and orders of a list count as one list.
        canonical: publicUrl + directoryPath({ ...search, order: defaultOrder(search.search) }),
        isPassage: search.search !== '' || wanted.isLaterPage || hasFilters(search),
        others: [
          markdownLink(directoryPath(search)),
          tag
            ? feedLink(tagLabel(tag), feedPath({ tag: tag.slug }))
            : feedLink(messages.directory.orders.NEWEST, feedPath('new')),
        ],
        subject: itemList(directoryTitle(wanted), data.bots, publicUrl),
      },
    },
  };
}

/** The bots of a page, for search engines. */
function itemList(name: string, { edges }: BotList, publicUrl: string): WithContext<ItemList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    itemListElement: edges.map(({ node }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: `${publicUrl}/bot/${node.botId}`,
    })),
  };
}

async function replyWithUser(
  { runDocument, page, notFound, publicUrl, now }: Site,
  request: HttpRequest,
): Promise<Reply> {
  const { url, query } = request;
  const [userId = ''] = request.params;
  const range = readRange(query);
  const data = await runDocument(request, documents.user, { userId, ...range });
  if (!data.user) return notFound(data, 'user');
  return page(messages.user.title({ name: data.user.name }), UserPage(data.user, now()), data, {
    path: inLanguageOf(url.pathname + url.search, undefined),
    summary: {
      description: messages.user.description({ name: data.user.name }),
      canonical: `${publicUrl}/user/${data.user.userId}`,
      isPassage: 'after' in range || 'before' in range,
      others: [markdownLink(userPath(data.user.userId))],
      subject: profileOf(data.user, publicUrl),
    },
  });
}

/** A user as the owner of their bots, for search engines. */
const profileOf = (
  { userId, name }: { readonly userId: string; readonly name: string },
  publicUrl: string,
): WithContext<ProfilePage> => ({
  '@context': 'https://schema.org',
  '@type': 'ProfilePage',
  url: publicUrl + userPath(userId),
  mainEntity: { '@type': 'Person', name, url: publicUrl + userPath(userId) },
});

/** The filters of a search. */
export function filterOf(search: Search) {
  const { tags, withoutTags, languages, minServers, isActive, isHarmless, maxPermissions } = search;
  return { tags, withoutTags, languages, minServers, isActive, isHarmless, maxPermissions };
}
