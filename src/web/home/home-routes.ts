import type { SearchAction } from 'schema-dts';
import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { directoryPath, EVERYTHING, readSearch } from '../directory/directory-address.ts';
import { type Page, type Reader, replyWithList } from '../frame/kept-page.ts';
import { redirect } from '../frame/page-response.ts';
import type { Site } from '../frame/site.ts';
import { feedLink, feedPath, markdownLink } from '../kit/formats.ts';
import { isFirstPageOf } from '../kit/page-links.tsx';
import { botRow } from '../listing/bot-row.tsx';
import { inLanguageOf } from '../words/choose-language.ts';
import { currentLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { type Home, HomePage, homeDocument } from './home-page.tsx';

export const speakingDocument = graphql(
  `query Speaking($language: String!, $first: Int!) {
    bots(order: VOTES, filter: { languages: [$language] }, first: $first) { edges { node { ...BotRow } } }
  }`,
  [botRow],
);

/** The search of the site, for search engines. Its property `query-input` is not in the vocabulary itself. */
const searchAction = (urlTemplate: string): SearchAction & { readonly 'query-input': string } => ({
  '@type': 'SearchAction',
  target: { '@type': 'EntryPoint', urlTemplate },
  'query-input': 'required name=search_term_string',
});

/** Bots that are read for each shelf, which shows those that no shelf before it has. */
const READ = 12;

/** Reads what the first page shows. */
export async function readHome({ runDocument, now, signIn }: Site, reader: Reader): Promise<Home> {
  const [data, speaking] = await Promise.all([
    runDocument(reader, homeDocument, { first: READ }),
    // Nearly all bots speak English.
    currentLanguage() === 'en' ? undefined : runDocument(reader, speakingDocument, { first: READ }),
  ]);
  const around = { now: now(), canSubmit: signIn !== undefined };
  return { ...data, ...around, speaking: speaking?.bots };
}

/** The first page. Its address was the directory's before, so a search moves there. */
export function createHomeRoutes(site: Site): readonly Route[] {
  const { publicUrl, brand } = site;

  async function makeHome(reader: Reader): Promise<Page> {
    const home = await readHome(site, reader);
    return {
      title: '',
      content: HomePage(home),
      viewed: home,
      options: {
        path: '/',
        style: null,
        summary: {
          description: messages.directory.description,
          canonical: `${publicUrl}/`,
          others: [
            markdownLink('/'),
            feedLink(messages.directory.orders.NEWEST, feedPath('new')),
            feedLink(messages.home.trending, feedPath('trending')),
          ],
          subject: {
            '@context': 'https://schema.org',
            '@type': 'WebSite',
            name: brand.siteName,
            url: `${publicUrl}/`,
            potentialAction: searchAction(`${publicUrl}/bots?q={search_term_string}`),
          },
        },
      },
    };
  }

  async function home(request: HttpRequest): Promise<Reply> {
    const { query, url } = request;
    const isSearch = !isFirstPageOf(query) || directoryPath(readSearch(query)) !== directoryPath(EVERYTHING);
    // Other parameters, such as `utm_source`, change nothing.
    return isSearch
      ? redirect(`/bots${inLanguageOf(url.search, undefined)}`)
      : replyWithList(site, request, '/', makeHome);
  }

  return [['GET', '/', home]];
}
