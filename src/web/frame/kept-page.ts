import type { VNode } from 'preact';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest } from '../../http/message/request.ts';
import { currentLanguage } from '../words/current-language.ts';
import { PAGE_HEADERS, type PageOptions, type Viewed } from './page-response.ts';
import type { Site } from './site.ts';

/** What a page is made from. */
export interface Page {
  readonly title: string;
  readonly content: VNode;
  readonly viewed: Viewed;
  readonly options: PageOptions;
}

/**
 * Responds with a list of bots. Strangers of a language share it for a second; members get their own.
 *
 * @param address the only form of the address for this page. A request with another form gets a page of its own, so
 *   that nobody can fill the cache
 * @throws whatever `make` throws
 */
export async function replyWithList(
  site: Site,
  request: HttpRequest,
  address: string,
  make: () => Promise<Page>,
): Promise<Reply> {
  const { url } = request;
  if (url.pathname + url.search !== address || !(await site.isAnonymous(request))) {
    const { title, content, viewed, options } = await make();
    return site.page(title, content, viewed, options);
  }
  const render = async () => {
    const { title, content, viewed, options } = await make();
    const body = site.document(title, content, viewed, options);
    return { body, headers: { ...PAGE_HEADERS, ...options.headers, ...KEPT } };
  };
  return site.cache.serveList(address, render, currentLanguage());
}

/** A browser revalidates on each visit, and gets a 304 as long as nothing has changed. */
const KEPT = { 'cache-control': 'public, max-age=0, s-maxage=1' };
