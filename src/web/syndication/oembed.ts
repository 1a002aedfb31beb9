import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import type { Site } from '../frame/site.ts';

export const embedDocument = graphql(
  'query Embed($botId: ID!) { bot(botId: $botId) { botId name state revision owners { userId name } } }',
);

/** The size of the widget, and of the card, in pixels. */
const WIDGET = { width: 320, height: 96 };
const CARD = { width: 1200, height: 630 };
const CACHE_SECONDS = 3600;

/** oEmbed (oembed.com) for links to bots: the widget, with the card as its picture. */
export function createEmbedRoute({ runDocument, publicUrl, brand }: Site): Route {
  const answer = (status: number, body: object): Reply => ({
    status,
    headers: {
      ...SECURITY_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      ...(status === 200 && { 'cache-control': `public, max-age=${CACHE_SECONDS}` }),
    },
    body: JSON.stringify(body),
  });

  async function embed(request: HttpRequest): Promise<Reply> {
    const { query } = request;
    const format = query.get('format') ?? 'json';
    if (format !== 'json') return answer(501, { error: 'Only the format json is served.' });
    const botId = botIn(query.get('url') ?? '', publicUrl);
    const { bot } =
      botId === undefined ? { bot: null } : await runDocument(request, embedDocument, { botId });
    if (bot?.state !== 'APPROVED') return answer(404, { error: 'There is no such bot.' });
    const page = `${publicUrl}/bot/${bot.botId}`;
    const fits = ({ width, height }: typeof WIDGET) =>
      width <= limitIn(query, 'maxwidth') && height <= limitIn(query, 'maxheight');
    const [author] = bot.owners;
    return answer(200, {
      version: '1.0',
      title: bot.name,
      ...(author && { author_name: author.name, author_url: `${publicUrl}/user/${author.userId}` }),
      provider_name: brand.siteName,
      provider_url: `${publicUrl}/`,
      cache_age: CACHE_SECONDS,
      ...(fits(CARD) && {
        thumbnail_url: `${page}/card.png?v=${bot.revision}`,
        thumbnail_width: CARD.width,
        thumbnail_height: CARD.height,
      }),
      ...(fits(WIDGET)
        ? { type: 'rich', ...WIDGET, html: widget(bot.name, page, `${publicUrl}/widget/${bot.botId}.svg`) }
        : { type: 'link' }),
    });
  }

  return ['GET', '/oembed', embed];
}

/** The bot that an address of this site is about, with or without a query. */
function botIn(url: string, publicUrl: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return origin === new URL(publicUrl).origin ? /^\/bot\/(\d{17,19})\/?$/.exec(pathname)?.[1] : undefined;
}

const limitIn = (query: URLSearchParams, name: string): number => {
  const limit = Number(query.get(name) ?? Number.NaN);
  return Number.isInteger(limit) && limit > 0 ? limit : Number.POSITIVE_INFINITY;
};

const widget = (name: string, page: string, picture: string): string =>
  renderToString(h('a', { href: page }, h('img', { src: picture, ...WIDGET, alt: name })));
