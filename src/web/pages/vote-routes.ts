import type { Response } from '@whatwg-node/server';
import { graphql } from '../../documents/graphql.ts';
import { POLICY } from '../../http/responses/security-headers.ts';
import type { Route, Visit } from '../../http/route.ts';
import { redirect } from '../layout/page-response.ts';
import { text } from '../text.ts';
import { formDocument, readForm } from './bot-form.ts';
import { isRefusal, type Refusal, refusal, responseTo, retryAfterOf, SIGNED_OUT } from './refusal.ts';
import type { Site } from './site.ts';
import { tryAgainIn } from './try-again.ts';
import { CAPTCHA_FIELD, type Captcha, VotePage, type VoteStanding } from './vote-page.ts';

export const voteDocument = graphql(
  `mutation Vote($botId: ID!, $captchaToken: String) {
    result: castVote(botId: $botId, captchaToken: $captchaToken) { ...Refusal }
  }`,
  [refusal],
);

/** This parameter of the page's address means that the visitor has just voted. */
const JUST_VOTED = 'voted';

/** The page with the form for votes. */
export function createVoteRoutes(site: Site): readonly Route[] {
  const { runDocument, page, notFound, now, captcha } = site;
  const canSignIn = site.signIn !== undefined;

  async function vote({ request, url, places: [botId = ''] }: Visit): Promise<Response> {
    const data = await runDocument(request, formDocument, { botId });
    if (data.bot?.state !== 'APPROVED') return notFound(data);
    const { viewerNextVoteAt } = data.bot;
    let standing: VoteStanding = data.viewer ? { kind: 'open' } : { kind: 'sign-in', isPossible: canSignIn };
    if (viewerNextVoteAt !== null) {
      const kind = url.searchParams.has(JUST_VOTED) ? 'recorded' : 'voted';
      standing = { kind, nextVoteAt: viewerNextVoteAt };
    }
    let response = responseTo(undefined);
    if (request.method === 'POST' && !data.viewer) response = responseTo(SIGNED_OUT);
    else if (request.method === 'POST') {
      const form = captcha && (await readForm(request));
      const captchaToken = form?.get(CAPTCHA_FIELD) ?? null;
      const { result } = await runDocument(request, voteDocument, { botId, captchaToken });
      // A redirect, so that loading the page again does not send the form again.
      if (!isRefusal(result)) return redirect(`${url.pathname}?${JUST_VOTED}`);
      standing = standingAfter(result);
      response = responseTo(result);
    }
    if (standing.kind === 'open' && captcha)
      response.headers['content-security-policy'] = policyWith(captcha);
    const content = VotePage(data.bot, standing, now(), captcha);
    return page(text.vote.title(data.bot.name), content, data, { ...response, path: url.pathname });
  }

  return [
    ['GET', '/bot/:botId/vote', vote],
    ['POST', '/bot/:botId/vote', vote],
  ];
}

/** The captcha's script opens a frame of its own origin. */
function policyWith({ scriptUrl }: Captcha): string {
  const { origin } = new URL(scriptUrl);
  const policy = POLICY.replace("script-src 'self'", `script-src 'self' ${origin}`);
  return `${policy}; frame-src ${origin}`;
}

function standingAfter(refused: Refusal): VoteStanding {
  const { code, message } = refused;
  if (code === 'CAPTCHA_FAILED') return { kind: 'open', problem: message };
  const retryAfter = retryAfterOf(refused);
  if (retryAfter !== undefined)
    return { kind: 'refused', message: text.vote.tooOften(tryAgainIn(retryAfter)) };
  return {
    kind: 'refused',
    message,
    ...('nextVoteAt' in refused && { nextVoteAt: refused.nextVoteAt }),
    ...('mayVoteAt' in refused && { mayVoteAt: refused.mayVoteAt }),
  };
}
