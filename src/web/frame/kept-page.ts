import type { VNode } from 'preact';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest } from '../../http/message/request.ts';
import { asNobody, type Context } from '../../schema/context.ts';
import { currentLanguage } from '../words/current-language.ts';
import { viewerDocument } from './layout.tsx';
import { PAGE_HEADERS, type PageOptions, type Viewed } from './page-response.ts';
import type { Site } from './site.ts';

/** What a page is made from. */
export interface Page {
  readonly title: string;
  readonly content: VNode;
  readonly viewed: Viewed;
  readonly options: PageOptions;
}

/** Somebody with the rights to read. */
export interface Reader {
  readonly context: Context;
}

/** A reader with the rights of a stranger, for pages that are kept for everybody. */
export const strangerOf = ({ context }: Reader): Reader => ({ context: asNobody(context) });

/**
 * Responds with a list of bots. All readers of a language share it for a second; the header is each one's own.
 *
 * @param address the usual form of the address for this page; undefined for a page that is made for each request
 * @throws whatever `make` throws
 */
export async function replyWithList(
  site: Site,
  request: HttpRequest,
  address: string | undefined,
  make: (reader: Reader) => Promise<Page>,
): Promise<Reply> {
  if (address === undefined) {
    const { title, content, viewed, options } = await make(request);
    return site.page(title, content, viewed, options);
  }
  const render = async () => {
    const { title, content, options } = await make(strangerOf(request));
    return {
      body: site.template(title, content, options),
      headers: { ...PAGE_HEADERS, ...KEPT },
      fill: () => site.header(site.nobody, address),
    };
  };
  const isAnonymous = await site.isAnonymous(request);
  const { packed, template } = await site.cacheFor(isAnonymous).serveList(address, render, currentLanguage());
  if (isAnonymous) return packed;
  const viewed = await site.runDocument(request, viewerDocument, {});
  return { status: 200, headers: PAGE_HEADERS, body: template.fill(() => site.header(viewed, address)) };
}

/** A browser revalidates on each visit, and gets a 304 as long as nothing has changed. */
const KEPT = { 'cache-control': 'public, max-age=0, s-maxage=1' };
