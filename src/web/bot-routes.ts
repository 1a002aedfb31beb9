import { Response } from '@whatwg-node/server';
import { parse } from 'graphql';
import { readBytes } from '../http/body.ts';
import type { Route, Visit } from '../http/route.ts';
import { type Rendered, respondCached } from '../http/served.ts';
import { type BotDetails, BotPage, summaryOf, withLife } from './bot-page.ts';
import type { BotRow } from './directory-pages.ts';
import { whenAgain } from './pages.ts';
import { isCategory, ReportPage, type ReportStanding } from './report-page.ts';
import { HTML, POLICY, redirect, SECURITY_HEADERS, type Viewed } from './respond.ts';
import type { Site } from './site.ts';
import { text } from './text.ts';
import { CAPTCHA_FIELD, VotePage, type VoteStanding } from './vote-page.ts';

const ROW = 'botId name avatarUrl shortDescription serverCount voteCount checkedInAt state';
const documents = {
  bot: parse(`query BotPage($botId: ID!) {
    viewer { userId name role }
    bot(botId: $botId) { ${ROW} longDescriptionHtml tags { slug label } inviteUrl prefix websiteUrl supportUrl sourceUrl privacyUrl
      createdAt updatedAt owners { userId name isCoOwner isAccepted } commands { name description }
      votesPerDay { day votes } serverCountPerDay { day serverCount } }
  }`),
  form: parse(`query BotForm($botId: ID!) {
    viewer { name role }
    bot(botId: $botId) { ${ROW} viewerNextVoteAt }
  }`),
  vote: parse(`mutation Vote($botId: ID!, $captchaToken: String) {
    result: castVote(botId: $botId, captchaToken: $captchaToken) {
      ... on Error { code message }
      ... on VoteWindowActiveError { nextVoteAt }
      ... on AccountTooYoungError { mayVoteAt }
      ... on RateLimitedError { retryAfter }
    }
  }`),
  report: parse(`mutation Report($botId: ID!, $category: ReportCategory!, $text: String!) {
    result: reportListing(botId: $botId, category: $category, text: $text) {
      ... on Error { code message }
      ... on RateLimitedError { retryAfter }
    }
  }`),
};

/** What became of a form, as the pages' documents ask for it. */
interface Outcome {
  readonly code?: string;
  readonly message?: string;
  readonly nextVoteAt?: string;
  readonly mayVoteAt?: string;
  readonly retryAfter?: number;
}

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
const SIGNED_OUT: Outcome = { code: 'UNAUTHENTICATED' };

/** In the query of the page for voting: the visitor has just voted. */
const THANKS = 'voted';

type BotViewed = Viewed & {
  readonly viewer: { readonly userId: string } | null;
  readonly bot: BotDetails | null;
};
type FormViewed = Viewed & {
  readonly bot: (BotRow & { readonly state: string; readonly viewerNextVoteAt: string | null }) | null;
};

/** The page of a bot, and its forms for votes and reports. */
export function createBotRoutes(site: Site): readonly Route[] {
  const { ask, page, document, notFound, nobody, publicUrl, now, captcha } = site;
  const canSignIn = site.signIn !== undefined;

  async function bot(visit: Visit): Promise<Response> {
    const [botId = ''] = visit.places;
    if (await site.isAnonymous(visit.request)) return botForEverybody(visit.request, botId);
    const data = await ask<BotViewed>(visit.request, documents.bot, { botId });
    if (data.bot?.state !== 'APPROVED') return notFound(data);
    const html = renderBot(data.bot, data);
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
      const { bot } = await ask<BotViewed>(request, documents.bot, { botId });
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

  function renderBot(bot: BotDetails, viewed: BotViewed | Viewed): string {
    const userId = viewed.viewer && 'userId' in viewed.viewer ? viewed.viewer.userId : undefined;
    // Managers are told who is invited, too, which is no part of the page.
    const owners = bot.owners.filter((owner) => owner.isAccepted);
    const isManager = owners.some((owner) => owner.userId === userId);
    return document(bot.name, BotPage({ ...bot, owners }, publicUrl, isManager), viewed, {
      path: `/bot/${bot.botId}`,
      summary: summaryOf(bot, publicUrl),
    });
  }

  async function vote({ request, url, places: [botId = ''] }: Visit): Promise<Response> {
    const data = await ask<FormViewed>(request, documents.form, { botId });
    if (data.bot?.state !== 'APPROVED') return notFound(data);
    const { viewerNextVoteAt } = data.bot;
    let standing: VoteStanding = data.viewer ? { kind: 'open' } : { kind: 'sign-in', isPossible: canSignIn };
    if (viewerNextVoteAt !== null) {
      const kind = url.searchParams.has(THANKS) ? 'recorded' : 'voted';
      standing = { kind, nextVoteAt: viewerNextVoteAt };
    }
    let answer = answerTo({});
    if (request.method === 'POST' && !data.viewer) answer = answerTo(SIGNED_OUT);
    else if (request.method === 'POST') {
      const form = captcha && (await readForm(request));
      const captchaToken = form?.get(CAPTCHA_FIELD) ?? null;
      const { result } = await ask<{ result: Outcome }>(request, documents.vote, { botId, captchaToken });
      // Whoever loads the page again votes once all the same.
      if (result.code === undefined) return redirect(`${url.pathname}?${THANKS}`);
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
    const data = await ask<FormViewed>(request, documents.form, { botId });
    if (data.bot?.state !== 'APPROVED') return notFound(data);
    let standing: ReportStanding = data.viewer
      ? { kind: 'open' }
      : { kind: 'sign-in', isPossible: canSignIn };
    let answer = answerTo({});
    if (request.method === 'POST' && !canSignIn) answer = answerTo(SIGNED_OUT);
    else if (request.method === 'POST') {
      const form = await readForm(request);
      const draft = { category: form.get('category') ?? '', text: form.get('text') ?? '' };
      const result = !data.viewer
        ? SIGNED_OUT
        : isCategory(draft.category)
          ? (await ask<{ result: Outcome }>(request, documents.report, { botId, ...draft })).result
          : { code: 'INVALID_INPUT', message: text.report.category };
      standing =
        result.code === undefined
          ? { kind: 'done' }
          : {
              kind: 'open',
              ...draft,
              problem: problemOf(result),
              isSignedOut: result.code === SIGNED_OUT.code,
            };
      answer = answerTo(result);
    }
    const content = ReportPage(data.bot, standing);
    return page(text.report.title(data.bot.name), content, data, { ...answer, path: url.pathname });
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

function answerTo({ code, retryAfter }: Outcome) {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { status: code === undefined ? 200 : (STATUS_OF_CODE[code] ?? 409), headers };
}

function problemOf({ code, message = '', retryAfter }: Outcome): string {
  if (code === SIGNED_OUT.code) return text.report.signedOut;
  return retryAfter === undefined ? message : text.report.tooOften(whenAgain(retryAfter));
}

function standingAfter({ code, message = '', nextVoteAt, mayVoteAt, retryAfter }: Outcome): VoteStanding {
  if (code === 'CAPTCHA_FAILED') return { kind: 'open', problem: message };
  if (retryAfter !== undefined) {
    return { kind: 'refused', message: text.vote.tooOften(whenAgain(retryAfter)) };
  }
  return { kind: 'refused', message, ...(nextVoteAt && { nextVoteAt }), ...(mayVoteAt && { mayVoteAt }) };
}
