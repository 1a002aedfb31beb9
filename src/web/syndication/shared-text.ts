import { graphql, type ResultOf } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest } from '../../http/message/request.ts';
import { type Reader, strangerOf } from '../frame/kept-page.ts';
import { PAGE_HEADERS } from '../frame/page-response.ts';
import type { Site } from '../frame/site.ts';
import { currentLanguage } from '../words/current-language.ts';

/** The headers of a text that is the same for all readers of a language. */
export const headersOfText = (type: string) => ({
  ...PAGE_HEADERS,
  'content-type': `${type}; charset=utf-8`,
  'cache-control': 'public, max-age=0, s-maxage=1',
});

/** The headers of a text whose language is that of its address: it is the same for all readers. */
export function headersOfAddressed(type: string): Readonly<Record<string, string>> {
  const { vary: _, ...headers } = headersOfText(type);
  return headers;
}

export const tagsDocument = graphql('{ tags { slug label } }');

/** The categories, without their counts. */
export async function readTags(
  { runDocument }: Site,
  reader: Reader,
): Promise<ResultOf<typeof tagsDocument>['tags']> {
  const { tags } = await runDocument(reader, tagsDocument, {});
  return tags;
}

/** A text has no holes. It is made here, where no request is in scope: the cache keeps it. */
export const noHoles = () => '';

/**
 * Responds with a text that all readers of a language share for a second.
 *
 * @param address the only form of the address for this text: each one is kept
 * @throws whatever `make` throws
 */
export async function replyWithText(
  site: Site,
  request: HttpRequest,
  address: string,
  headers: Readonly<Record<string, string>>,
  make: (stranger: Reader) => Promise<string>,
): Promise<Reply> {
  const render = async () => ({
    headers,
    body: await make(strangerOf(request)),
    fill: noHoles,
  });
  return (await site.cache.serveList(address, render, currentLanguage())).packed;
}
