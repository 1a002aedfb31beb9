import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Brand } from '../../config/site.ts';
import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { isKnown } from '../../http/message/send.ts';
import { createCache } from '../../lib/cache.ts';
import type { Card } from '../../pictures/job.ts';
import { fillOf, openLogo } from '../frame/brand.ts';
import type { RunDocument } from '../frame/site.ts';
import { SITE_CARD } from '../frame/summary.tsx';
import { inLanguage } from '../words/current-language.ts';
import type { Language } from '../words/language.ts';
import { messages } from '../words/messages.ts';
import { shortCount } from '../words/numbers.ts';
import { type AvatarSource, hueOf } from './picture-routes.ts';

export const cardDocument = graphql(
  `query Card($botId: ID!) {
    bot(botId: $botId) { botId name shortDescription avatarUrl state voteCount serverCount }
  }`,
);

/** Change it with the drawing, so that caches do not keep the old one. */
const DESIGN = 1;
/** Chats that ask for a card tell no language of a reader, and show everybody the same picture. */
const DRAWN: Language = 'en';
/** Shown when the operator's logo cannot be decoded. */
const SITE_HUE = 240;
/** About sixty cards. */
const MAX_BYTES = 8 * 1024 * 1024;
/** A client waits this long for a drawing, which goes on afterwards. Responses have a limit of four seconds. */
const PATIENCE_MS = 2500;
/** How long caches keep the site's card in the place of a bot's, in seconds. */
const SUBSTITUTE_SECONDS = 30;

export interface CardRoutes {
  readonly brand: Brand;
  readonly runDocument: RunDocument;
  readonly readAvatar: (request: HttpRequest, botId: string) => Promise<AvatarSource | undefined>;
  /**
   * @param isFirst whether it comes before all other cards
   * @returns undefined when too many cards wait
   */
  readonly drawCard: (card: Card, isFirst: boolean) => Promise<Buffer | undefined>;
  readonly onFault: (error: unknown, operation: string) => void;
}

/**
 * Pictures that chats show beside a link: one for each bot, and one for the site. What a card shows is its entity tag,
 * so a client that has it costs no drawing. Drawn cards are kept in memory; requests for the same card share a drawing.
 *
 * While too many cards wait, a bot's card that is not drawn yet is redirected to the site's: chats follow it and show a
 * picture, but many of them never ask again after a failure.
 */
export function createCardRoutes(needs: CardRoutes): readonly Route[] {
  const { brand, runDocument, readAvatar } = needs;
  const site = { siteName: brand.siteName, accent: fillOf(brand.siteAccent) };

  const [ofBots, ofTheSite] = [keepDrawn(false, needs), keepDrawn(true, needs)];

  /**
   * @param read reads what costs a statement, only when the card must be drawn
   * @param instead what to respond without a drawing
   */
  async function serve(
    request: HttpRequest,
    drawn: typeof ofBots,
    shown: unknown,
    read: () => Promise<Card | undefined>,
    instead: () => Reply,
  ) {
    const key = createHash('sha256')
      .update(JSON.stringify([DESIGN, site, shown]))
      .digest('base64url');
    const etag = `"${key}"`;
    const headers = { etag, 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' };
    if (isKnown(etag, request.headers['if-none-match'])) return { status: 304, headers };
    const png = await inTime(drawn.fetch(key, { context: read }));
    return png ? { status: 200, headers: { ...headers, 'content-type': 'image/png' }, body: png } : instead();
  }

  async function ofBot(request: HttpRequest, botId: string): Promise<Reply | undefined> {
    const { bot } = await runDocument(request, cardDocument, { botId });
    if (bot?.state !== 'APPROVED') return undefined;
    const { name, shortDescription: description, avatarUrl, voteCount, serverCount } = bot;
    const facts = inLanguage(DRAWN, () => [
      messages.card.votes(shortCount(voteCount)),
      ...(serverCount === null ? [] : [messages.card.servers(shortCount(serverCount))]),
    ]);
    const read = async () => {
      const source = await readAvatar(request, botId);
      return source && { ...site, name, description, facts, icon: source.picture, hue: hueOf(botId) };
    };
    return serve(request, ofBots, [name, description, facts, avatarUrl], read, substitute);
  }

  function ofSite(request: HttpRequest): Promise<Reply> {
    const read = async () => {
      const { type: mediaType, body: image } = openLogo(brand);
      const { title: name, intro: description } = inLanguage(DRAWN, () => messages.home);
      return { ...site, name, description, facts: [], icon: { mediaType, image }, hue: SITE_HUE };
    };
    return serve(request, ofTheSite, brand.siteLogo ?? '', read, busy);
  }

  return [
    ['GET', '/bot/:botId/card.png', (request) => ofBot(request, request.params[0] ?? '')],
    ['GET', SITE_CARD, (request) => ofSite(request)],
  ];
}

/** Keeps drawn cards by their entity tags. */
function keepDrawn(isFirst: boolean, { drawCard, onFault }: Pick<CardRoutes, 'drawCard' | 'onFault'>) {
  return createCache<Buffer, () => Promise<Card | undefined>>({
    maxBytes: MAX_BYTES,
    async fetchMethod(_key, _before, { context: read }) {
      const card = await read();
      try {
        return card && (await drawCard(card, isFirst));
      } catch (error) {
        onFault(error, 'card');
        return undefined;
      }
    },
  });
}

/** @returns undefined when it takes too long */
async function inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  const ended = new AbortController();
  const late = delay(PATIENCE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}

const substitute = (): Reply => ({
  status: 302,
  headers: { location: SITE_CARD, 'cache-control': `public, max-age=${SUBSTITUTE_SECONDS}` },
});

const busy = (): Reply => ({ status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } });
