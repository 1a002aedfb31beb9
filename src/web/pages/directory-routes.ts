import type { Response } from '@whatwg-node/server';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import type { Route, Visit } from '../../http/route.ts';
import { pageViewer } from '../layout/layout.ts';
import { text } from '../text.ts';
import { botRow } from './bot-row.ts';
import { defaultOrder, directoryPath, readSearch } from './directory-address.ts';
import { DirectoryPage, directoryTitle, type Tag, tagLink } from './directory-page.ts';
import { pageEnds, readRange } from './page-links.ts';
import type { Site } from './site.ts';
import { UserPage } from './user-page.ts';

export const documents = {
  directory: graphql(
    `query Directory(
      $search: String, $tag: String, $order: DirectoryOrder, $first: Int, $after: String, $last: Int, $before: String
    ) {
      viewer { ...PageViewer }
      tags { ...TagLink }
      bots(search: $search, tag: $tag, order: $order, first: $first, after: $after, last: $last, before: $before) {
        edges { node { ...BotRow } }
        pageInfo { ...PageEnds }
      }
    }`,
    [pageViewer, tagLink, botRow, pageEnds],
  ),
  tags: graphql('{ tags { ...TagLink } }', [tagLink]),
  withoutBots: graphql('{ viewer { ...PageViewer } tags { ...TagLink } }', [pageViewer, tagLink]),
  user: graphql(
    `query User($userId: ID!, $first: Int, $after: String, $last: Int, $before: String) {
      viewer { ...PageViewer }
      user(userId: $userId) {
        userId name
        bots(first: $first, after: $after, last: $last, before: $before) {
          edges { node { ...BotRow } }
          pageInfo { ...PageEnds }
        }
      }
    }`,
    [pageViewer, botRow, pageEnds],
  ),
};

/** The lists of bots: all bots, the bots of a tag, the bots of a user. */
export function createDirectoryRoutes(site: Site): readonly Route[] {
  const { runDocument, page, notFound, publicUrl, now } = site;

  async function directory(visit: Visit, tag?: Tag): Promise<Response> {
    const query = visit.url.searchParams;
    const { search, order } = readSearch(query);
    const range = readRange(query);
    const wanted = { search, tag, order, isLaterPage: 'after' in range || 'before' in range };
    const around = { ...wanted, now: now(), canSubmit: site.signIn !== undefined };
    let data: ResultOf<typeof documents.directory>;
    try {
      data = await runDocument(visit.request, documents.directory, {
        search,
        tag: tag?.slug ?? null,
        order,
        ...range,
      });
    } catch (error) {
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'INVALID_INPUT') throw error;
      const data = await runDocument(visit.request, documents.withoutBots, {});
      const content = DirectoryPage({ ...data, ...around, bots: { problem: error.message } });
      return page(text.failures.inputTitle, content, data, { status: 400 });
    }
    const title = directoryTitle(wanted);
    return page(title, DirectoryPage({ ...data, ...around }), data, {
      path: visit.url.pathname + visit.url.search,
      summary: {
        description: tag ? text.directory.tagDescription(tag.label) : text.directory.description,
        // Pages and orders of a list count as one list.
        canonical: publicUrl + directoryPath({ search, order: defaultOrder(search) }, tag?.slug),
        isPassage: search !== '' || wanted.isLaterPage,
      },
    });
  }

  async function tagged(visit: Visit): Promise<Response | undefined> {
    const { tags } = await runDocument(visit.request, documents.tags, {});
    const tag = tags.find(({ slug }) => slug === visit.places[0]);
    return tag && directory(visit, tag);
  }

  async function user({ request, url, places: [userId = ''] }: Visit): Promise<Response> {
    const range = readRange(url.searchParams);
    const data = await runDocument(request, documents.user, { userId, ...range });
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
