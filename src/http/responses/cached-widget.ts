import type { Visit } from '../route.ts';
import type { Written } from './failures.ts';
import { type Rendered, respondCached } from './packed-response.ts';
import type { PageCache } from './page-cache.ts';

const BOT_ID = /^\d{17,19}$/;

/** The REST operation of a widget. */
interface WidgetOperation {
  readonly answer: (request: Request, query: URLSearchParams, id: string) => Promise<Response>;
  /** Renders the widget for a request without a credential. */
  readonly reply: (query: URLSearchParams, id: string) => Promise<Written>;
}

/**
 * Makes a handler that serves widgets from the page cache.
 *
 * @param isPicture whether the widget is the SVG picture, which has themes
 */
export function cachedWidget(
  cache: PageCache,
  { answer, reply }: WidgetOperation,
  isPicture: boolean,
): (visit: Visit) => Promise<Response> {
  return async ({ request, url: { searchParams }, places: [botId = ''] }) => {
    const isDark = isPicture && searchParams.get('theme') === 'dark';
    const url = `/widget/${botId}${isPicture ? '.svg' : ''}${isDark ? '?theme=dark' : ''}`;
    const render = async (): Promise<Rendered | undefined> => {
      const { status, headers, body } = await reply(new URLSearchParams(isDark ? 'theme=dark' : ''), botId);
      if (status !== 200) return undefined;
      return { headers, body, withCheckIn: isPicture ? (body) => body : withCheckIn };
    };
    const served = BOT_ID.test(botId) ? await cache.serve(url, botId, render) : undefined;
    return served ? respondCached(request, served) : answer(request, searchParams, botId);
  };
}

function withCheckIn(body: string, checkedInAt: Date | null): string {
  return JSON.stringify({ ...JSON.parse(body), checked_in_at: checkedInAt });
}
