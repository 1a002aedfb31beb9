import { createHash } from 'node:crypto';
import { Response } from '@whatwg-node/server';
import { LRUCache } from 'lru-cache';
import { graphql } from '../../documents/graphql.ts';
import { isKnown } from '../../http/responses/conditional.ts';
import type { Route } from '../../http/route.ts';
import type { Card } from '../../pictures/pictures.ts';
import { inLanguage, type Language } from '../language.ts';
import { type Brand, openLogo } from '../layout/brand.ts';
import { fillOf } from '../layout/colors.ts';
import { SITE_CARD } from '../layout/summary.ts';
import type { RunDocument } from '../run-document.ts';
import { text } from '../text.ts';
import { type AvatarSource, hueOf } from './avatar-route.ts';
import { shortNumber } from './numbers.ts';

export const cardDocument = graphql(
  `query Card($botId: ID!) {
    bot(botId: $botId) { botId name shortDescription avatarUrl state voteCount serverCount }
  }`,
);

/** Change it with the drawing, so that caches do not keep the old one. */
const DESIGN = 1;
/** Chats that ask for a card tell no language of a reader, and show everybody the same picture. */
const DRAWN: Language = 'en';
/** About sixty cards. */
const MAX_BYTES = 8 * 1024 * 1024;

export interface CardRoutes {
  readonly brand: Brand;
  readonly runDocument: RunDocument;
  readonly readAvatar: (request: Request, botId: string) => Promise<AvatarSource | undefined>;
  /** Throws when too many cards wait. */
  readonly drawCard: (card: Card) => Promise<Buffer>;
}

/**
 * Pictures that chats show beside a link: one for each bot, and one for the site. What a card shows is its entity tag,
 * so a client that has it costs no drawing. Drawn cards are kept in memory.
 */
export function createCardRoutes({ brand, runDocument, readAvatar, drawCard }: CardRoutes): readonly Route[] {
  const site = { siteName: brand.name, accent: fillOf(brand.accent) };
  const drawn = new LRUCache<string, Buffer, () => Promise<Card | undefined>>({
    maxSize: MAX_BYTES,
    sizeCalculation: (png) => png.length + 200,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _before, { context: read }) {
      const card = await read();
      return card && drawCard(card);
    },
  });

  /** @param read reads what costs a statement, only when the card must be drawn */
  async function serve(request: Request, shown: unknown, read: () => Promise<Card | undefined>) {
    const key = createHash('sha256')
      .update(JSON.stringify([DESIGN, site, shown]))
      .digest('base64url');
    const etag = `"${key}"`;
    const headers = { etag, 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' };
    if (isKnown(etag, request.headers.get('if-none-match')))
      return new Response(null, { status: 304, headers });
    const png = await drawn.fetch(key, { context: read });
    return png && new Response(new Uint8Array(png), { headers: { ...headers, 'content-type': 'image/png' } });
  }

  async function ofBot(request: Request, botId: string): Promise<Response | undefined> {
    const { bot } = await runDocument(request, cardDocument, { botId });
    if (bot?.state !== 'APPROVED') return undefined;
    const { name, shortDescription: description, avatarUrl, voteCount, serverCount } = bot;
    const facts = inLanguage(DRAWN, () => [
      text.card.votes({ count: voteCount, shown: shortNumber(voteCount) }),
      ...(serverCount === null
        ? []
        : [text.card.servers({ count: serverCount, shown: shortNumber(serverCount) })]),
    ]);
    return serve(request, [name, description, facts, avatarUrl], async () => {
      const source = await readAvatar(request, botId);
      if (!source) return undefined;
      const icon = source.picture ?? { hue: hueOf(botId) };
      return { ...site, name, description, facts, icon };
    });
  }

  const ofSite = (request: Request) =>
    serve(request, brand.logoPath ?? '', async () => {
      const { type: mediaType, body: image } = openLogo(brand);
      const { title: name, intro: description } = inLanguage(DRAWN, () => text.home);
      return { ...site, name, description, facts: [], icon: { mediaType, image } };
    });

  return [
    ['GET', '/bot/:botId/card.png', ({ request, places: [botId = ''] }) => ofBot(request, botId)],
    ['GET', SITE_CARD, ({ request }) => ofSite(request)],
  ];
}
