import type { Response } from '@whatwg-node/server';
import { graphql } from '../../documents/graphql.ts';
import type { Route } from '../../http/route.ts';
import { pageViewer } from '../frame/layout.tsx';
import { redirect, SEARCHING } from '../frame/page-response.ts';
import type { Site } from '../frame/site.ts';
import { SITE_CARD } from '../frame/summary.tsx';
import { botRow } from '../listing/bot-row.tsx';
import { inLanguageOf } from '../words/choose-language.ts';
import { messages } from '../words/messages.ts';
import { HomePage } from './home-page.tsx';

export const homeDocument = graphql(
  `query Home($first: Int!) {
    viewer { ...PageViewer }
    tags { slug label botCount }
    featured: featuredBots(first: $first) { ...BotRow }
    trending: bots(order: TRENDING, first: $first) { edges { node { ...BotRow } } }
    newest: bots(order: NEWEST, first: $first) { edges { node { ...BotRow } } }
    servers: bots(order: SERVERS, first: $first) { edges { node { ...BotRow } } }
  }`,
  [pageViewer, botRow],
);

/** Bots in each row: two lines of three cards on a wide screen. */
const ROW = 6;

/** The first page. Its address was the directory's before, so a search moves there. */
export function createHomeRoutes({
  runDocument,
  page,
  publicUrl,
  now,
  signIn,
  suggestScript,
}: Site): readonly Route[] {
  return [
    [
      'GET',
      '/',
      async ({ request, url }): Promise<Response> => {
        const search = inLanguageOf(url.search, undefined);
        if (search !== '') return redirect(`/bots${search}`);
        const data = await runDocument(request, homeDocument, { first: ROW });
        const around = { now: now(), canSubmit: signIn !== undefined, suggestScript };
        return page('', HomePage({ ...data, ...around }), data, {
          path: '/',
          headers: SEARCHING,
          summary: {
            description: messages.directory.description,
            canonical: `${publicUrl}/`,
            card: { url: publicUrl + SITE_CARD, alt: messages.home.title },
          },
        });
      },
    ],
  ];
}
