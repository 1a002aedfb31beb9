import type { RestCall, RestOperation } from '../rest/handler.ts';
import type { Context } from '../schema/context.ts';
import type { Rendered } from './message/packed-response.ts';
import type { PageCache } from './message/page-cache.ts';
import type { Handler } from './message/request.ts';
import { hole } from './message/template.ts';

const BOT_ID = /^\d{17,19}$/;

/**
 * Makes a handler that serves widgets from the page cache.
 *
 * @param render renders the widget
 * @param nobody makes the context of a request without a credential
 * @param isPicture whether the widget is the SVG picture, which has themes
 */
export function cachedWidget(
  cache: PageCache,
  render: RestOperation['handler'],
  nobody: () => Context,
  isPicture: boolean,
): Handler {
  return async (request) => {
    const { params, query } = request;
    const [id = ''] = params;
    const isDark = isPicture && query.get('theme') === 'dark';
    const url = `/widget/${id}${isPicture ? '.svg' : ''}${isDark ? '?theme=dark' : ''}`;
    const renderForNobody = async (): Promise<Rendered | undefined> => {
      const normalized = new URLSearchParams(isDark ? 'theme=dark' : '');
      const call: RestCall = {
        params,
        query: normalized,
        context: nobody(),
        readJson: async () => undefined,
      };
      const { status, headers, body = '' } = await render(call);
      if (status !== 200) return undefined;
      const text = body.toString();
      return { headers, body: isPicture ? text : withHole(text), fill: writeCheckIn };
    };
    const kept = BOT_ID.test(id) ? await cache.serve(url, id, renderForNobody) : undefined;
    return kept?.packed ?? render(request);
  };
}

/** JSON escapes the quotes of every text, so this is the name of the field. */
function withHole(json: string): string {
  return json.replace(/"checked_in_at":(?:null|"[^"]*")/, `"checked_in_at":${hole('check-in')}`);
}

/** Not written where a request is in scope: the cache would keep the request with it. */
function writeCheckIn(_hole: string, checkedInAt: Date | null): string {
  return JSON.stringify(checkedInAt);
}
