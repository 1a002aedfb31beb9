import type { Response } from '@whatwg-node/server';
import { graphql, type ResultOf } from '../documents/graphql.ts';
import type { Route, Visit } from '../http/route.ts';
import {
  botRow,
  DirectoryPage,
  defaultOrder,
  directoryPath,
  directoryTitle,
  type Order,
  passage,
  type Tag,
  tagLink,
  UserPage,
} from './directory-pages.ts';
import { pageViewer } from './html.ts';
import type { Site } from './site.ts';
import { text } from './text.ts';

const PAGE_SIZE = 24;
export const documents = {
  directory: graphql(
    `query Directory(
      $search: String, $tag: String, $order: DirectoryOrder, $first: Int, $after: String, $last: Int, $before: String
    ) {
      viewer { ...PageViewer }
      tags { ...TagLink }
      bots(search: $search, tag: $tag, order: $order, first: $first, after: $after, last: $last, before: $before) {
        edges { node { ...BotRow } }
        pageInfo { ...Passage }
      }
    }`,
    [pageViewer, tagLink, botRow, passage],
  ),
  tags: graphql('{ tags { ...TagLink } }', [tagLink]),
  frame: graphql('{ viewer { ...PageViewer } tags { ...TagLink } }', [pageViewer, tagLink]),
  user: graphql(
    `query User($userId: ID!, $first: Int, $after: String, $last: Int, $before: String) {
      viewer { ...PageViewer }
      user(userId: $userId) {
        userId name
        bots(first: $first, after: $after, last: $last, before: $before) {
          edges { node { ...BotRow } }
          pageInfo { ...Passage }
        }
      }
    }`,
    [pageViewer, botRow, passage],
  ),
};

/** The lists of bots: all, those of a tag, those of a user. */
export function createDirectoryRoutes(site: Site): readonly Route[] {
  const { ask, page, notFound, publicUrl, now } = site;

  async function directory(visit: Visit, tag?: Tag): Promise<Response> {
    const query = visit.url.searchParams;
    const search = query.get('q')?.trim() ?? '';
    const order = readOrder(query.get('order'), search);
    const range = readRange(query);
    const wanted = { search, tag, order, isPart: 'after' in range || 'before' in range };
    const around = { ...wanted, now: now(), canSubmit: site.signIn !== undefined };
    let data: ResultOf<typeof documents.directory>;
    try {
      data = await ask(visit.request, documents.directory, {
        search,
        tag: tag?.slug ?? null,
        order,
        ...range,
      });
    } catch (error) {
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'INVALID_INPUT') throw error;
      const data = await ask(visit.request, documents.frame, {});
      const content = DirectoryPage({ ...data, ...around, bots: { problem: error.message } });
      return page(text.failures.inputTitle, content, data, { status: 400 });
    }
    const title = directoryTitle(wanted);
    return page(title, DirectoryPage({ ...data, ...around }), data, {
      path: visit.url.pathname + visit.url.search,
      summary: {
        description: tag ? text.directory.tagDescription(tag.label) : text.directory.description,
        // Parts and orders of a list are the same list.
        canonical: publicUrl + directoryPath({ search, order: defaultOrder(search) }, tag?.slug),
        isPassage: search !== '' || wanted.isPart,
      },
    });
  }

  async function tagged(visit: Visit): Promise<Response | undefined> {
    const { tags } = await ask(visit.request, documents.tags, {});
    const tag = tags.find(({ slug }) => slug === visit.places[0]);
    return tag && directory(visit, tag);
  }

  async function user({ request, url, places: [userId = ''] }: Visit): Promise<Response> {
    const range = readRange(url.searchParams);
    const data = await ask(request, documents.user, { userId, ...range });
    if (!data.user) return notFound(data);
    return page(text.user.title(data.user.name), UserPage(data.user, now()), data, {
      path: url.pathname + url.search,
      summary: {
        description: text.user.description(data.user.name),
        canonical: `${publicUrl}/user/${data.user.userId}`,
        isPassage: 'after' in range || 'before' in range,
      },
    });
  }

  return [
    ['GET', '/', (visit) => directory(visit)],
    ['GET', '/tag/:slug', tagged],
    ['GET', '/user/:userId', user],
  ];
}

/** What is no order counts as none. */
function readOrder(asked: string | null, search: string): Order {
  const order = asked?.toUpperCase() ?? '';
  const isOrder = Object.hasOwn(text.directory.orders, order) && (order !== 'RELEVANCE' || search !== '');
  return isOrder ? (order as Order) : defaultOrder(search);
}

/** An empty cursor is none. */
function readRange(query: URLSearchParams) {
  const before = query.get('before') || undefined;
  const after = query.get('after') || undefined;
  if (before !== undefined) return { last: PAGE_SIZE, before };
  return after === undefined ? { first: PAGE_SIZE } : { first: PAGE_SIZE, after };
}
