import { Response } from '@whatwg-node/server';
import { graphql, type ResultOf } from '../documents/graphql.ts';
import { readBytes } from '../http/body.ts';
import { type Rendered, respondCached } from '../http/responses/served.ts';
import type { Route, Visit } from '../http/route.ts';
import { type BotDetails, BotPage, botDetails, summaryOf, withLife } from './bot-page.ts';
import { botRow } from './directory-pages.ts';
import { pageViewer } from './html.ts';
import { whenAgain } from './pages.ts';
import { isCategory, ReportPage, type ReportStanding } from './report-page.ts';
import { HTML, POLICY, redirect, SECURITY_HEADERS, type Viewed } from './respond.ts';
import type { Site } from './site.ts';
import { text } from './text.ts';
import { CAPTCHA_FIELD, VotePage, type VoteStanding } from './vote-page.ts';

const refusal = graphql(`fragment Refusal on Error {
  code message
  ... on VoteWindowActiveError { nextVoteAt }
  ... on AccountTooYoungError { mayVoteAt }
  ... on RateLimitedError { retryAfter }
}`);
export const documents = {
  bot: graphql(
    `query BotPage($botId: ID!) {
      viewer { userId ...PageViewer }
      bot(botId: $botId) { ...BotDetails }
    }`,
    [pageViewer, botDetails],
  ),
  form: graphql(
    `query BotForm($botId: ID!) {
      viewer { ...PageViewer }
      bot(botId: $botId) { ...BotRow state viewerNextVoteAt }
    }`,
    [pageViewer, botRow],
  ),
  vote: graphql(
    `mutation Vote($botId: ID!, $captchaToken: String) {
      result: castVote(botId: $botId, captchaToken: $captchaToken) { ...Refusal }
    }`,
    [refusal],
  ),
  report: graphql(
    `mutation Report($botId: ID!, $category: ReportCategory!, $text: String!) {
      result: reportListing(botId: $botId, category: $category, text: $text) { ...Refusal }
    }`,
    [refusal],
  ),
};

type Refusal = ResultOf<typeof refusal>;

/** A refusal that is none of these is a conflict with what was done before. */
const STATUS_OF_CODE: Record<string, number> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  RATE_LIMITED: 429,
  FORBIDDEN: 403,
  ACCOUNT_TOO_YOUNG: 403,
  CAPTCHA_FAILED: 403,
};

/** Of a form that was opened before the session ended. */
const SIGNED_OUT: Refusal = { code: 'UNAUTHENTICATED', message: text.report.signedOut };

/** In the query of the page for voting: the visitor has just voted. */
const THANKS = 'voted';

/** The page of a bot, and its forms for votes and reports. */
export function createBotRoutes(site: Site): readonly Route[] {
  const { ask, page, document, notFound, nobody, publicUrl, now, captcha } = site;
  const canSignIn = site.signIn !== undefined;

  async function bot(visit: Visit): Promise<Response> {
    const [botId = ''] = visit.places;
    if (await site.isAnonymous(visit.request)) return botForEverybody(visit.request, botId);
    const data = await ask(visit.request, documents.bot, { botId });
    if (data.bot?.state !== 'APPROVED') return notFound(data);
    const html = renderBot(data.bot, data, data.viewer?.userId);
    return new Response(withLife(html, data.bot.checkedInAt, now()), {
      headers: {
        ...SECURITY_HEADERS,
        'content-type': HTML,
        'cache-control': 'private, no-cache',
        vary: 'cookie',
      },
    });
  }

  /** The same for all who are not signed in, so it is rendered once. */
  async function botForEverybody(request: Request, botId: string): Promise<Response> {
    const served = await site.cache.serve(`/bot/${botId}`, botId, async (): Promise<Rendered | undefined> => {
      const { bot } = await ask(request, documents.bot, { botId });
      if (bot?.state !== 'APPROVED') return undefined;
      return {
        body: renderBot(bot, nobody),
        // A browser asks each time, and mostly gets a 304; a cache that many share asks every few seconds.
        headers: {
          ...SECURITY_HEADERS,
          'content-type': HTML,
          'cache-control': 'public, max-age=0, s-maxage=5',
          vary: 'cookie',
        },
        withLife: (body, checkedInAt) => withLife(body, checkedInAt?.toISOString() ?? null, now()),
      };
    });
    return served ? respondCached(request, served) : notFound(nobody);
  }

  function renderBot(bot: BotDetails, viewed: Viewed, userId?: string): string {
    // Managers are told who is invited, too, which is no part of the page.
    const owners = bot.owners.filter((owner) => owner.isAccepted);
    const isManager = owners.some((owner) => owner.userId === userId);
    return document(bot.name, BotPage({ ...bot, owners }, publicUrl, isManager), viewed, {
      path: `/bot/${bot.botId}`,
      summary: summaryOf(bot, publicUrl),
    });
  }

  async function vote({ request, url, places: [botId = ''] }: Visit): Promise<Response> {
    const data = await ask(request, documents.form, { botId });
    if (data.bot?.state !== 'APPROVED') return notFound(data);
    const { viewerNextVoteAt } = data.bot;
    let standing: VoteStanding = data.viewer ? { kind: 'open' } : { kind: 'sign-in', isPossible: canSignIn };
    if (viewerNextVoteAt !== null) {
      const kind = url.searchParams.has(THANKS) ? 'recorded' : 'voted';
      standing = { kind, nextVoteAt: viewerNextVoteAt };
    }
    let answer = answerTo(undefined);
    if (request.method === 'POST' && !data.viewer) answer = answerTo(SIGNED_OUT);
    else if (request.method === 'POST') {
      const form = captcha && (await readForm(request));
      const captchaToken = form?.get(CAPTCHA_FIELD) ?? null;
      const { result } = await ask(request, documents.vote, { botId, captchaToken });
      // Whoever loads the page again votes once all the same.
      if (!isRefusal(result)) return redirect(`${url.pathname}?${THANKS}`);
      standing = standingAfter(result);
      answer = answerTo(result);
    }
    if (standing.kind === 'open' && captcha) {
      const { origin } = new URL(captcha.scriptUrl);
      const policy = POLICY.replace("script-src 'self'", `script-src 'self' ${origin}`);
      answer.headers['content-security-policy'] = `${policy}; frame-src ${origin}`;
    }
    const content = VotePage(data.bot, standing, now(), captcha);
    return page(text.vote.title(data.bot.name), content, data, { ...answer, path: url.pathname });
  }

  async function report({ request, url, places: [botId = ''] }: Visit): Promise<Response> {
    const data = await ask(request, documents.form, { botId });
    if (data.bot?.state !== 'APPROVED') return notFound(data);
    let standing: ReportStanding = data.viewer
      ? { kind: 'open' }
      : { kind: 'sign-in', isPossible: canSignIn };
    let answer = answerTo(undefined);
    if (request.method === 'POST' && !canSignIn) answer = answerTo(SIGNED_OUT);
    else if (request.method === 'POST') {
      const form = await readForm(request);
      const draft = { category: form.get('category') ?? '', text: form.get('text') ?? '' };
      const refused = data.viewer ? await send(request, botId, draft) : SIGNED_OUT;
      standing = refused
        ? {
            kind: 'open',
            ...draft,
            problem: problemOf(refused),
            isSignedOut: refused.code === SIGNED_OUT.code,
          }
        : { kind: 'done' };
      answer = answerTo(refused);
    }
    const content = ReportPage(data.bot, standing);
    return page(text.report.title(data.bot.name), content, data, { ...answer, path: url.pathname });
  }

  /** @returns why it was not taken */
  async function send(
    request: Request,
    botId: string,
    { category, text: written }: { category: string; text: string },
  ): Promise<Refusal | undefined> {
    if (!isCategory(category)) return { code: 'INVALID_INPUT', message: text.report.category };
    const { result } = await ask(request, documents.report, { botId, category, text: written });
    return isRefusal(result) ? result : undefined;
  }

  return [
    ['GET', '/bot/:botId', bot],
    ['GET', '/bot/:botId/vote', vote],
    ['POST', '/bot/:botId/vote', vote],
    ['GET', '/bot/:botId/report', report],
    ['POST', '/bot/:botId/report', report],
  ];
}

async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await readBytes(request)).toString());
}

function isRefusal(result: object): result is Refusal {
  return 'code' in result;
}

function retryAfterOf(refused: Refusal): number | undefined {
  return 'retryAfter' in refused ? refused.retryAfter : undefined;
}

function answerTo(refused: Refusal | undefined) {
  const retryAfter = refused && retryAfterOf(refused);
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { status: refused ? (STATUS_OF_CODE[refused.code] ?? 409) : 200, headers };
}

function problemOf(refused: Refusal): string {
  if (refused.code === SIGNED_OUT.code) return SIGNED_OUT.message;
  const retryAfter = retryAfterOf(refused);
  return retryAfter === undefined ? refused.message : text.report.tooOften(whenAgain(retryAfter));
}

function standingAfter(refused: Refusal): VoteStanding {
  const { code, message } = refused;
  if (code === 'CAPTCHA_FAILED') return { kind: 'open', problem: message };
  const retryAfter = retryAfterOf(refused);
  if (retryAfter !== undefined)
    return { kind: 'refused', message: text.vote.tooOften(whenAgain(retryAfter)) };
  return {
    kind: 'refused',
    message,
    ...('nextVoteAt' in refused && { nextVoteAt: refused.nextVoteAt }),
    ...('mayVoteAt' in refused && { mayVoteAt: refused.mayVoteAt }),
  };
}
