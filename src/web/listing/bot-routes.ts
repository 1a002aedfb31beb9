import { graphql } from '../../documents/graphql.ts';
import type { Rendered } from '../../http/message/packed-response.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { templateOf } from '../../http/message/template.ts';
import { type Reader, strangerOf } from '../frame/kept-page.ts';
import { HEADER, pageViewer } from '../frame/layout.tsx';
import { PAGE_HEADERS, type PageOptions } from '../frame/page-response.ts';
import type { Site } from '../frame/site.ts';
import { currentLanguage, inLanguage } from '../words/current-language.ts';
import { type BotDetails, BotPage, botDetails } from './bot-page.tsx';
import { summaryOf } from './bot-summary.ts';
import { type BotVisitor, fillBotPage } from './bot-visitor.tsx';
import { reminderStateOf } from './reminder-button.tsx';

export const botDocuments = {
  page: graphql('query BotPage($botId: ID!, $language: String!) { bot(botId: $botId) { ...BotDetails } }', [
    botDetails,
  ]),
  preview: graphql(
    `query BotPreview($botId: ID!, $language: String!) { viewer { ...PageViewer } bot(botId: $botId) { ...BotDetails } }`,
    [pageViewer, botDetails],
  ),
  visitor: graphql(
    `query BotVisitor($botId: ID!, $language: String!) {
      viewer { ...PageViewer remindsFavourites }
      bot(botId: $botId) {
        botId name(language: $language) state viewerNextVoteAt isViewerFavourite viewerWantsReminder
      }
    }`,
    [pageViewer],
  ),
};

/**
 * The page of a bot. All readers of a language share it, but for what it shows of its visitor. While the listing is not
 * public, its owners and moderators get a preview.
 */
export function createBotRoutes(site: Site): readonly Route[] {
  const { runDocument, notFound, nobody, publicUrl, now } = site;

  async function bot(request: HttpRequest): Promise<Reply> {
    const [botId = ''] = request.params;
    const isAnonymous = await site.isAnonymous(request);
    const render = () => renderBot(strangerOf(request), botId);
    const kept = await site.cacheFor(isAnonymous).serve(pathOf(botId), botId, render, currentLanguage());
    if (isAnonymous) return kept?.packed ?? notFound(nobody, 'bot');
    if (!kept) return preview(request, botId);
    const data = await runDocument(request, botDocuments.visitor, { botId });
    if (data.bot?.state !== 'APPROVED') return notFound(data, 'bot');
    const { bot, viewer } = data;
    const visitor: BotVisitor = {
      userId: viewer?.userId,
      voteWait: bot.viewerNextVoteAt ? Math.max(0, Date.parse(bot.viewerNextVoteAt) - now().getTime()) : 0,
      isFavourite: bot.isViewerFavourite,
      reminder: reminderStateOf(bot, viewer),
      hasCaptcha: site.captcha !== undefined,
      canSignIn: site.signIn !== undefined,
      checkedInAt: kept.checkedInAt,
      now: now(),
    };
    const body = kept.template.fill((hole) =>
      hole === HEADER ? site.header(data, pathOf(botId)) : fillBotPage(hole, bot, visitor),
    );
    return { status: 200, headers: PAGE_HEADERS, body };
  }

  /** For its owners and for moderators: the page of a listing that is not public. It is never kept. */
  async function preview(request: HttpRequest, botId: string): Promise<Reply> {
    const data = await runDocument(request, botDocuments.preview, { botId });
    const { bot, viewer } = data;
    if (!bot || bot.state === 'REMOVED') return notFound(data, 'bot');
    const path = pathOf(botId);
    const html = site.template(bot.name, BotPage(bot, publicUrl + path, now()), {
      path,
      ...loads(bot),
    });
    const visitor: BotVisitor = {
      ...STRANGER,
      userId: viewer?.userId,
      canSignIn: false,
      checkedInAt: bot.checkedInAt === null ? null : new Date(bot.checkedInAt),
      now: now(),
    };
    const body = templateOf(html).fill((hole) =>
      hole === HEADER ? site.header(data, path) : fillBotPage(hole, bot, visitor),
    );
    const headers = { ...PAGE_HEADERS, 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };
    return { status: 200, headers, body };
  }

  async function renderBot(stranger: Reader, botId: string): Promise<Rendered | undefined> {
    const { bot } = await runDocument(stranger, botDocuments.page, { botId });
    if (bot?.state !== 'APPROVED') return undefined;
    const path = pathOf(botId);
    const body = site.template(bot.name, BotPage(bot, publicUrl + path, now()), {
      path,
      summary: summaryOf(bot, publicUrl),
      ...loads(bot),
    });
    // A browser revalidates on each visit and mostly gets a 304. A shared cache revalidates every five seconds.
    const headers = { ...PAGE_HEADERS, 'cache-control': 'public, max-age=0, s-maxage=5' };
    return { body, headers, fill: fillForStrangers(site, { botId, name: bot.name }) };
  }

  return [['GET', '/bot/:botId', bot]];
}

/**
 * The cache calls it for later readers, outside of their pages. It is made where neither the request nor the
 * whole bot is in scope: the cache would keep them with it.
 */
function fillForStrangers(
  site: Site,
  bot: { readonly botId: string; readonly name: string },
): Rendered['fill'] {
  const language = currentLanguage();
  return (hole, checkedInAt) =>
    inLanguage(language, () =>
      hole === HEADER
        ? site.header(site.nobody, pathOf(bot.botId))
        : fillBotPage(hole, bot, {
            ...STRANGER,
            canSignIn: site.signIn !== undefined,
            checkedInAt,
            now: site.now(),
          }),
    );
}

const STRANGER = {
  userId: undefined,
  voteWait: 0,
  isFavourite: undefined,
  reminder: 'off',
  hasCaptcha: false,
} as const;

const loads = ({ screenshots }: BotDetails): Pick<PageOptions, 'style' | 'files'> => ({
  style: 'bot.css',
  files: screenshots.length === 0 ? [] : ['screenshots.js'],
});

const pathOf = (botId: string) => `/bot/${botId}`;
