import type { Response } from '@whatwg-node/server';
import { respondCached } from '../web/respond.ts';
import type { PageCache, Rendered } from './page-cache.ts';

const ADDRESS = /^\/widget\/(\d{17,19})(\.svg)?$/;

/**
 * Serves widgets as they were rendered before, as long as they are true.
 *
 * @param render answers a request for a widget
 * @returns answers undefined for everything that is no widget of a public bot
 */
export function createCachedWidget(
  cache: PageCache,
  render: (request: Request) => Promise<Response> | undefined,
): (request: Request) => Promise<Response | undefined> {
  async function renderOnce(url: string): Promise<Rendered | undefined> {
    const response = await render(new Request(new URL(url, 'http://localhost')));
    if (response?.status !== 200) return undefined;
    const { etag: _, ...headers } = Object.fromEntries(response.headers);
    const isPicture = headers['content-type']?.startsWith('image/');
    return { headers, body: await response.text(), withLife: isPicture ? (body) => body : withLife };
  }

  return async (request) => {
    if (request.method !== 'GET') return undefined;
    const { pathname, searchParams } = new URL(request.url);
    const [, botId = '', picture] = ADDRESS.exec(pathname) ?? [];
    if (botId === '') return undefined;
    const url = picture && searchParams.get('theme') === 'dark' ? `${pathname}?theme=dark` : pathname;
    const served = await cache.serve(url, botId, () => renderOnce(url));
    return served && respondCached(request, served);
  };
}

function withLife(body: string, checkedInAt: Date | null): string {
  return JSON.stringify({ ...JSON.parse(body), checked_in_at: checkedInAt });
}
