import { Response } from '@whatwg-node/server';
import { graphql } from '../../documents/graphql.ts';
import { type Rendered, respondCached } from '../../http/responses/packed-response.ts';
import { SECURITY_HEADERS } from '../../http/responses/security-headers.ts';
import type { Route, Visit } from '../../http/route.ts';
import { pageViewer } from '../layout/layout.ts';
import { HTML, type Viewed } from '../layout/page-response.ts';
import { type BotDetails, BotPage, botDetails } from './bot-page.ts';
import { summaryOf } from './bot-summary.ts';
import { withCheckIn } from './check-in.ts';
import type { Site } from './site.ts';

export const botDocument = graphql(
  `query BotPage($botId: ID!) {
    viewer { userId ...PageViewer }
    bot(botId: $botId) { ...BotDetails }
  }`,
  [pageViewer, botDetails],
);

/** The page of a bot. It is the same for all visitors who are not signed in, and cached for them. */
export function createBotRoutes(site: Site): readonly Route[] {
  const { runDocument, document, notFound, nobody, publicUrl, now } = site;

  async function bot({ request, places: [botId = ''] }: Visit): Promise<Response> {
    return (await site.isAnonymous(request)) ? botForStranger(request, botId) : botForMember(request, botId);
  }

  async function botForMember(request: Request, botId: string): Promise<Response> {
    const data = await runDocument(request, botDocument, { botId });
    if (data.bot?.state !== 'APPROVED') return notFound(data);
    const html = renderBot(data.bot, data, data.viewer?.userId);
    return new Response(withCheckIn(html, data.bot.checkedInAt, now()), {
      headers: headersOf('private, no-cache'),
    });
  }

  async function botForStranger(request: Request, botId: string): Promise<Response> {
    const render = async (): Promise<Rendered | undefined> => {
      const { bot } = await runDocument(request, botDocument, { botId });
      if (bot?.state !== 'APPROVED') return undefined;
      return {
        body: renderBot(bot, nobody),
        // A browser revalidates on each visit and mostly gets a 304. A shared cache revalidates every five seconds.
        headers: headersOf('public, max-age=0, s-maxage=5'),
        withCheckIn: (body, checkedInAt) => withCheckIn(body, checkedInAt?.toISOString() ?? null, now()),
      };
    };
    const served = await site.cache.serve(`/bot/${botId}`, botId, render);
    return served ? respondCached(request, served) : notFound(nobody);
  }

  function renderBot(bot: BotDetails, viewed: Viewed, userId?: string): string {
    // Managers also read who is invited. The page does not show that.
    const owners = bot.owners.filter((owner) => owner.isAccepted);
    const isManager = owners.some((owner) => owner.userId === userId);
    return document(bot.name, BotPage({ ...bot, owners }, publicUrl, isManager), viewed, {
      path: `/bot/${bot.botId}`,
      summary: summaryOf(bot, publicUrl),
    });
  }

  return [['GET', '/bot/:botId', bot]];
}

function headersOf(cacheControl: string) {
  return { ...SECURITY_HEADERS, 'content-type': HTML, 'cache-control': cacheControl, vary: 'cookie' };
}
