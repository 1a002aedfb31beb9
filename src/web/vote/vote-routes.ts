import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { POLICY, SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { pageViewer } from '../frame/layout.tsx';
import { redirect } from '../frame/page-response.ts';
import {
  isRefusal,
  type PageRefusal,
  refusal,
  responseTo,
  sentenceOfRefusal,
  signedOut,
} from '../frame/refusal.ts';
import type { Captcha, Site } from '../frame/site.ts';
import { botRow } from '../listing/bot-row.tsx';
import { messages } from '../words/messages.ts';
import { reminderCalendar } from './reminder.ts';
import { afterVoteDocument, CAPTCHA_FIELD, VOTES_PATH, VotePage, type VoteStanding } from './vote-page.tsx';

export const voteFormDocument = graphql(
  `query BotForm($botId: ID!, $language: String!) {
    viewer { ...PageViewer }
    bot(botId: $botId) { ...BotRow state viewerNextVoteAt }
  }`,
  [pageViewer, botRow],
);

export const voteDocument = graphql(
  `mutation Vote($botId: ID!, $captchaToken: String) {
    result: castVote(botId: $botId, captchaToken: $captchaToken) { ...Refusal }
  }`,
  [refusal],
);

/** This parameter of a page's address means that the visitor has just voted. */
export const JUST_VOTED = 'voted';

/** The page with the form for votes. */
export function createVoteRoutes(site: Site): readonly Route[] {
  const { runDocument, page, notFound, now, captcha, publicUrl } = site;
  const canSignIn = site.signIn !== undefined;

  async function vote(request: HttpRequest): Promise<Reply> {
    const { url, query } = request;
    const [botId = ''] = request.params;
    const data = await runDocument(request, voteFormDocument, { botId });
    if (data.bot?.state !== 'APPROVED') return notFound(data, 'bot');
    const { viewerNextVoteAt } = data.bot;
    let standing: VoteStanding = data.viewer ? { kind: 'open' } : { kind: 'sign-in', isPossible: canSignIn };
    if (viewerNextVoteAt !== null && request.method === 'GET') {
      standing = {
        kind: 'voted',
        more: await runDocument(request, afterVoteDocument, { botId }),
        isJustCast: query.has(JUST_VOTED),
        nextVoteAt: viewerNextVoteAt,
        url: `${publicUrl}/bot/${botId}`,
      };
    }
    let response = responseTo(undefined);
    if (request.method === 'POST' && !data.viewer) response = responseTo(signedOut());
    else if (request.method === 'POST') {
      const form = await request.readForm();
      const captchaToken = captcha ? form.get(CAPTCHA_FIELD) : null;
      const { result } = await runDocument(request, voteDocument, { botId, captchaToken });
      // A redirect, so that loading the page again does not send the form again.
      if (!isRefusal(result)) {
        const returnsToVotes = form.get('return') === VOTES_PATH;
        return redirect(
          returnsToVotes ? `${VOTES_PATH}?${JUST_VOTED}=${botId}` : `${url.pathname}?${JUST_VOTED}`,
        );
      }
      standing = standingAfter(result);
      response = responseTo(result);
    }
    if (standing.kind === 'open' && captcha)
      response.headers['content-security-policy'] = policyWith(captcha);
    const content = VotePage(data.bot, standing, now(), captcha);
    const title = standing.kind === 'voted' ? messages.vote.voted : messages.vote.title;
    return page(title({ name: data.bot.name }), content, data, {
      ...response,
      path: url.pathname,
      files: ['rows.css'],
    });
  }

  return [
    ['GET', '/bot/:botId/vote', vote],
    ['POST', '/bot/:botId/vote', vote],
    ['GET', '/bot/:botId/vote/reminder.ics', (request) => replyWithReminder(site, request)],
  ];
}

/** A file for calendars that reminds of the next vote. There is none for somebody who can vote now. */
async function replyWithReminder(
  { runDocument, notFound, now, publicUrl }: Site,
  request: HttpRequest,
): Promise<Reply> {
  const [botId = ''] = request.params;
  const data = await runDocument(request, voteFormDocument, { botId });
  if (data.bot?.state !== 'APPROVED' || data.bot.viewerNextVoteAt === null) return notFound(data);
  const at = new Date(data.bot.viewerNextVoteAt);
  const event = {
    id: `${botId}-${at.getTime()}@${new URL(publicUrl).host}`,
    title: messages.vote.title({ name: data.bot.name }),
    url: `${publicUrl}/bot/${botId}/vote`,
    at,
  };
  return {
    status: 200,
    headers: {
      ...SECURITY_HEADERS,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="vote-${botId}.ics"`,
      'cache-control': 'private, no-store',
    },
    body: reminderCalendar(event, now()),
  };
}

/** The captcha's script opens a frame of its own origin. */
function policyWith({ captchaScriptUrl }: Captcha): string {
  const { origin } = new URL(captchaScriptUrl);
  const policy = POLICY.replace("script-src 'self'", `script-src 'self' ${origin}`);
  return `${policy}; frame-src ${origin}`;
}

function standingAfter(refused: PageRefusal): VoteStanding {
  const message = sentenceOfRefusal(refused, messages.vote.tooOften);
  if (refused.code === 'CAPTCHA_FAILED') return { kind: 'open', problem: message };
  return {
    kind: 'refused',
    message,
    isBlocked: refused.code === 'BLOCKED',
    ...('nextVoteAt' in refused && { nextVoteAt: refused.nextVoteAt }),
    ...('mayVoteAt' in refused && { mayVoteAt: refused.mayVoteAt }),
  };
}
