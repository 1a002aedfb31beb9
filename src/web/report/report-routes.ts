import { graphql, type ResultOf } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { pageViewer } from '../frame/layout.tsx';
import { redirect } from '../frame/page-response.ts';
import {
  isRefusal,
  type PageRefusal,
  refusal,
  responseTo,
  SIGNED_OUT,
  sentenceOfRefusal,
  signedOut,
} from '../frame/refusal.ts';
import type { Site } from '../frame/site.ts';
import { botRow } from '../listing/bot-row.tsx';
import { messages } from '../words/messages.ts';
import { isCategory, ReportPage, type ReportStanding } from './report-page.tsx';

export const reportFormDocument = graphql(
  `query ReportForm($botId: ID!, $language: String!) {
    viewer { ...PageViewer }
    bot(botId: $botId) { ...BotRow state viewerHasReported }
  }`,
  [pageViewer, botRow],
);

export const reportDocument = graphql(
  `mutation Report($botId: ID!, $category: ReportCategory!, $text: String!) {
    result: reportListing(botId: $botId, category: $category, text: $text) { ...Refusal }
  }`,
  [refusal],
);

/** The parameter of the page after a report. */
const JUST_REPORTED = 'sent';

/** Before anything is sent. Whoever has reported the bot already reads so before writing. */
function standingOf(
  { bot, viewer }: ResultOf<typeof reportFormDocument>,
  query: URLSearchParams,
  canSignIn: boolean,
): ReportStanding {
  if (!viewer) return { kind: 'sign-in', isPossible: canSignIn };
  const { userId } = viewer;
  if (query.has(JUST_REPORTED)) return { kind: 'done', userId };
  return bot?.viewerHasReported ? { kind: 'already' } : { kind: 'open', userId };
}

/** The page with the form for reports. A refused form keeps what the reporter has written. */
export function createReportRoutes(site: Site): readonly Route[] {
  const { runDocument, page, notFound } = site;
  const canSignIn = site.signIn !== undefined;

  async function report(request: HttpRequest): Promise<Reply> {
    const { url, query } = request;
    const [botId = ''] = request.params;
    const data = await runDocument(request, reportFormDocument, { botId });
    if (data.bot?.state !== 'APPROVED') return notFound(data, 'bot');
    const userId = data.viewer?.userId;
    let standing = standingOf(data, query, canSignIn);
    let response = responseTo(undefined);
    if (request.method === 'POST' && !canSignIn) response = responseTo(signedOut());
    else if (request.method === 'POST') {
      const form = await request.readForm();
      const draft = {
        category: form.get('category') ?? '',
        text: form.get('text') ?? '',
        original: form.get('original') ?? '',
      };
      const refused = data.viewer ? await send(request, botId, draft) : signedOut();
      // A redirect, so that loading the page again does not send the form again.
      if (!refused) return redirect(`${url.pathname}?${JUST_REPORTED}`);
      const isSignedOut = refused.code === SIGNED_OUT;
      standing = {
        kind: 'open',
        userId,
        ...draft,
        problem: isSignedOut
          ? messages.report.signedOut
          : sentenceOfRefusal(refused, messages.report.tooOften),
        isSignedOut,
        isBlocked: refused.code === 'BLOCKED',
      };
      response = responseTo(refused);
    }
    const content = ReportPage(data.bot, standing);
    return page(messages.report.title({ name: data.bot.name }), content, data, {
      ...response,
      path: url.pathname,
      files: ['drafts.js'],
    });
  }

  /** @returns why the report was refused; undefined when it was stored */
  async function send(
    request: HttpRequest,
    botId: string,
    { category, text, original }: { category: string; text: string; original: string },
  ): Promise<PageRefusal | undefined> {
    if (!isCategory(category)) return { code: 'INVALID_INPUT', message: messages.report.noCategory };
    const isNamed = category === 'IMPERSONATION' && original.trim() !== '';
    const whole = isNamed ? `${messages.report.original} ${original.trim()}\n\n${text}` : text;
    const { result } = await runDocument(request, reportDocument, { botId, category, text: whole });
    return isRefusal(result) ? result : undefined;
  }

  return [
    ['GET', '/bot/:botId/report', report],
    ['POST', '/bot/:botId/report', report],
  ];
}
