import type { Operation } from '../rest/operation.ts';
import type { Context } from '../schema/context.ts';
import { inCoding, type Rendered } from './responses/packed-response.ts';
import type { PageCache } from './responses/page-cache.ts';

const BOT_ID = /^\d{17,19}$/;

/**
 * Makes an operation that serves widgets from the page cache.
 *
 * @param operation renders the widget
 * @param nobody makes the context of a request without a credential
 * @param isPicture whether the widget is the SVG picture, which has themes
 */
export function cachedWidget(
  cache: PageCache,
  operation: Operation,
  nobody: () => Context,
  isPicture: boolean,
): Operation {
  return async (call) => {
    const { id, query, acceptEncoding } = call;
    const isDark = isPicture && query.get('theme') === 'dark';
    const url = `/widget/${id}${isPicture ? '.svg' : ''}${isDark ? '?theme=dark' : ''}`;
    const render = async (): Promise<Rendered | undefined> => {
      const normalized = new URLSearchParams(isDark ? 'theme=dark' : '');
      const { status, headers, body } = await operation({ ...call, query: normalized, context: nobody() });
      if (status !== 200) return undefined;
      return { headers, body: body.toString(), withCheckIn: isPicture ? unchanged : withCheckIn };
    };
    const served = BOT_ID.test(id) ? await cache.serve(url, id, render) : undefined;
    return served ? { status: 200, ...inCoding(served, acceptEncoding) } : operation(call);
  };
}

/** Not written where a request is in scope: the cache would keep the request with it. */
const unchanged = (body: string): string => body;

function withCheckIn(body: string, checkedInAt: Date | null): string {
  return JSON.stringify({ ...JSON.parse(body), checked_in_at: checkedInAt });
}
