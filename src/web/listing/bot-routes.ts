import { graphql } from '../../documents/graphql.ts';
import type { Rendered } from '../../http/message/packed-response.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { pageViewer } from '../frame/layout.tsx';
import { PAGE_HEADERS, type Viewed } from '../frame/page-response.ts';
import type { Site } from '../frame/site.ts';
import { currentLanguage, inLanguage } from '../words/current-language.ts';
import type { Language } from '../words/language.ts';
import { type BotDetails, BotPage, botDetails } from './bot-page.tsx';
import { summaryOf } from './bot-summary.ts';
import { withCheckIn } from './check-in.tsx';

export const botDocument = graphql(
  `query BotPage($botId: ID!) {
    viewer { userId ...PageViewer }
    bot(botId: $botId) { ...BotDetails viewerNextVoteAt isViewerFavourite }
  }`,
  [pageViewer, botDetails],
);

/**
 * The page of a bot. It is the same for all visitors of a language who are not signed in, and cached for them.
 */
export function createBotRoutes(site: Site): readonly Route[] {
  const { runDocument, document, notFound, nobody, publicUrl, now } = site;

  async function bot(request: HttpRequest): Promise<Reply> {
    const [botId = ''] = request.params;
    return (await site.isAnonymous(request)) ? botForStranger(request, botId) : botForMember(request, botId);
  }

  async function botForMember(request: HttpRequest, botId: string): Promise<Reply> {
    const data = await runDocument(request, botDocument, { botId });
    if (data.bot?.state !== 'APPROVED') return notFound(data, 'bot');
    const html = renderBot(data.bot, data, {
      userId: data.viewer?.userId,
      nextVoteAt: data.bot.viewerNextVoteAt,
      isFavourite: data.bot.isViewerFavourite,
    });
    return {
      status: 200,
      headers: headersOf('private, no-cache'),
      body: withCheckIn(html, data.bot.checkedInAt, now()),
    };
  }

  async function botForStranger(request: HttpRequest, botId: string): Promise<Reply> {
    const language = currentLanguage();
    const render = async (): Promise<Rendered | undefined> => {
      const { bot } = await runDocument(request, botDocument, { botId });
      if (bot?.state !== 'APPROVED') return undefined;
      return {
        body: renderBot(bot, nobody),
        // A browser revalidates on each visit and mostly gets a 304. A shared cache revalidates every five seconds.
        headers: headersOf('public, max-age=0, s-maxage=5'),
        withCheckIn: checkInIn(language),
      };
    };
    const served = await site.cache.serve(`/bot/${botId}`, botId, render, language);
    return served ?? notFound(nobody, 'bot');
  }

  /**
   * The cache calls it for later readers, outside of their pages. It is made here, where no request is in scope: the
   * cache would keep the request with it.
   */
  function checkInIn(language: Language): Rendered['withCheckIn'] {
    return (body, checkedInAt) =>
      inLanguage(language, () => withCheckIn(body, checkedInAt?.toISOString() ?? null, now()));
  }

  function renderBot(
    bot: BotDetails,
    viewed: Viewed,
    { userId, nextVoteAt, isFavourite }: Member = {},
  ): string {
    // Managers also read who is invited. The page does not show that.
    const owners = bot.owners.filter((owner) => owner.isAccepted);
    const isManager = owners.some((owner) => owner.userId === userId);
    const visitor = {
      isManager,
      voteWait: waitOf(nextVoteAt),
      isFavourite,
      canSignIn: site.signIn !== undefined,
    };
    return document(
      bot.name,
      BotPage({ ...bot, owners }, visitor, `${publicUrl}/bot/${bot.botId}`, now()),
      viewed,
      {
        path: `/bot/${bot.botId}`,
        summary: summaryOf(bot, publicUrl),
      },
    );
  }

  /** The milliseconds until the visitor may vote again. */
  function waitOf(nextVoteAt: string | null | undefined): number {
    return nextVoteAt ? Math.max(0, Date.parse(nextVoteAt) - now().getTime()) : 0;
  }

  return [['GET', '/bot/:botId', bot]];
}

/** What the page shows to a signed-in visitor only. */
interface Member {
  readonly userId?: string | undefined;
  readonly nextVoteAt?: string | null;
  readonly isFavourite?: boolean;
}

function headersOf(cacheControl: string) {
  return { ...PAGE_HEADERS, 'cache-control': cacheControl };
}
