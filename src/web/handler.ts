import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Response } from '@whatwg-node/server';
import { type DocumentNode, execute, type GraphQLSchema, parse } from 'graphql';
import { isSameOrigin } from '../auth/same-origin.ts';
import { BodyTooLargeError, readBytes } from '../request-body.ts';
import type { Context } from '../schema/context.ts';
import { type AvatarSource, serveAvatar } from './avatar.ts';
import { bundleClient } from './client-bundle.ts';
import { createDashboardRoutes } from './dashboard.ts';
import { createDocs } from './docs/handler.ts';
import {
  type BotDetails,
  BotPage,
  type BotRow,
  CAPTCHA_FIELD,
  type Captcha,
  DirectoryPage,
  MessagePage,
  VotePage,
  type VoteStanding,
  whenAgain,
} from './pages.ts';
import { createResponder, POLICY, SECURITY_HEADERS, type Viewed } from './respond.ts';
import { createSignInRoutes, type SignIn } from './sign-in.ts';

const ROW = 'botId name shortDescription serverCount voteCount checkedInAt';
const documents = {
  directory: parse(`query Directory($after: String) {
    viewer { name } bots(first: 24, after: $after) { edges { node { ${ROW} } } pageInfo { hasNextPage endCursor } }
  }`),
  bot: parse(`query BotPage($botId: ID!) {
    viewer { name }
    bot(botId: $botId) { ${ROW} state viewerNextVoteAt longDescriptionHtml tags { label } inviteUrl prefix websiteUrl supportUrl sourceUrl privacyUrl
      owners { name } commands { name description } }
  }`),
  vote: parse(`mutation Vote($botId: ID!, $captchaToken: String) {
    result: castVote(botId: $botId, captchaToken: $captchaToken) {
      ... on CastVotePayload { nextVoteAt }
      ... on Error { code message }
      ... on VoteWindowActiveError { nextVoteAt }
      ... on AccountTooYoungError { mayVoteAt }
      ... on RateLimitedError { retryAfter }
    }
  }`),
};

export interface WebOptions {
  readonly schema: GraphQLSchema;
  readonly contextOf: (request: Request) => Context;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Absent where nobody can sign in. */
  readonly signIn?: SignIn;
  /** What the form for voting shows, where one is configured. */
  readonly captcha?: Captcha;
  /** The picture of a listing that may be seen by whoever asks: bytes, which do not fit into the schema. */
  readonly readAvatar: (request: Request, botId: string) => Promise<AvatarSource | undefined>;
  readonly onFault: (error: unknown, operation: string) => void;
}

/** What became of a vote, as the page's document asks for it. */
interface Cast {
  readonly code?: string;
  readonly message?: string;
  readonly nextVoteAt?: string;
  readonly mayVoteAt?: string;
  readonly retryAfter?: number;
}

/** A refusal that is none of these is a conflict with an earlier vote. */
const STATUS_OF_CODE: Record<string, number> = {
  RATE_LIMITED: 429,
  ACCOUNT_TOO_YOUNG: 403,
  CAPTCHA_FAILED: 403,
};

const asset = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/**
 * The pages that people see, rendered here and usable without JavaScript. They read and change
 * everything through the schema.
 */
export function createWeb(options: WebOptions): (request: Request) => Promise<Response> {
  const assets: Record<string, { body: string; type: string }> = {
    '/assets/style.css': { body: asset('style.css'), type: 'text/css; charset=utf-8' },
    '/favicon.ico': { body: asset('icon.svg'), type: 'image/svg+xml; charset=utf-8' },
    '/assets/icon.svg': { body: asset('icon.svg'), type: 'image/svg+xml; charset=utf-8' },
  };

  async function ask<Data>(request: Request, document: DocumentNode, variables: object): Promise<Data> {
    const result = await execute({
      schema: options.schema,
      document,
      contextValue: options.contextOf(request),
      variableValues: { ...variables },
    });
    if (result.errors?.[0] || !result.data) throw result.errors?.[0]?.originalError ?? new Error('No data.');
    return result.data as Data;
  }

  const { page, notFound, nobody } = createResponder(options.signIn !== undefined);
  const signInRoutes =
    options.signIn &&
    createSignInRoutes({ signIn: options.signIn, ask, page, nobody, onFault: options.onFault });
  const dashboardRoutes = createDashboardRoutes({ ask, page, notFound });
  // A fault is told at the start; who asks for these pages then is told that something broke.
  bundleClient().catch((error: unknown) => options.onFault(error, 'client bundle'));

  const docs = createDocs({ publicUrl: options.publicUrl, ask, page });

  async function directory(request: Request, url: URL): Promise<Response> {
    const data = await ask<
      Viewed & {
        bots: { edges: { node: BotRow }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
      }
    >(request, documents.directory, { after: url.searchParams.get('after') });
    const { edges, pageInfo } = data.bots;
    const rows = edges.map((edge) => edge.node);
    return page('Bots', DirectoryPage(rows, pageInfo.hasNextPage ? pageInfo.endCursor : null), data);
  }

  async function bot(request: Request, botId: string): Promise<Response> {
    const data = await ask<Viewed & { bot: (BotDetails & { state: string }) | null }>(
      request,
      documents.bot,
      { botId },
    );
    if (data.bot?.state !== 'APPROVED') return notFound(data);
    return page(data.bot.name, BotPage(data.bot), data);
  }

  async function vote(request: Request, botId: string): Promise<Response> {
    const data = await ask<Viewed & { bot: (BotDetails & { state: string }) | null }>(
      request,
      documents.bot,
      { botId },
    );
    if (data.bot?.state !== 'APPROVED') return notFound(data);
    const { viewerNextVoteAt } = data.bot;
    let standing: VoteStanding = data.viewer
      ? { kind: 'open' }
      : { kind: 'sign-in', isPossible: options.signIn !== undefined };
    if (viewerNextVoteAt !== null) standing = { kind: 'voted', nextVoteAt: viewerNextVoteAt };
    let status = 200;
    const headers: Record<string, string> = {};
    if (request.method === 'POST' && data.viewer) {
      const form = options.captcha && new URLSearchParams((await readBytes(request)).toString());
      const captchaToken = form?.get(CAPTCHA_FIELD) ?? null;
      const { result } = await ask<{ result: Cast }>(request, documents.vote, { botId, captchaToken });
      standing = standingAfter(result);
      if (result.code !== undefined) status = STATUS_OF_CODE[result.code] ?? 409;
      if (result.retryAfter !== undefined) headers['retry-after'] = String(result.retryAfter);
    }
    if (standing.kind === 'open' && options.captcha) {
      const { origin } = new URL(options.captcha.scriptUrl);
      headers['content-security-policy'] = `${POLICY}; script-src ${origin}; frame-src ${origin}`;
    }
    const content = VotePage(data.bot, standing, options.captcha);
    return page(`Vote for ${data.bot.name}`, content, data, { status, headers });
  }

  async function avatar(request: Request, url: URL, botId: string): Promise<Response> {
    const source = await options.readAvatar(request, botId);
    return source ? serveAvatar(request, botId, url.searchParams.get('v'), source) : notFound(nobody);
  }

  async function route(request: Request): Promise<Response> {
    const url = new URL(request.url, 'http://localhost');
    const isPost = request.method === 'POST';
    if (!isPost && request.method !== 'GET' && request.method !== 'HEAD') {
      return page(
        'Method not allowed',
        MessagePage('Method not allowed', 'This page is only read.'),
        nobody,
        { status: 405 },
      );
    }
    if (isPost && !isSameOrigin(request)) {
      return page('Refused', MessagePage('Refused', 'This form was sent from another site.'), nobody, {
        status: 403,
      });
    }
    const known = assets[url.pathname];
    if (known) {
      return new Response(known.body, {
        headers: { 'content-type': known.type, 'cache-control': 'public, max-age=300', ...SECURITY_HEADERS },
      });
    }
    const answer =
      (await signInRoutes?.(request, url)) ??
      (await dashboardRoutes(request, url)) ??
      (await docs(request, url));
    if (answer) return answer;
    if (url.pathname === '/sign-in' && !isPost) {
      return page('Sign in', MessagePage('Sign in', 'Signing in is not set up on this site.'), nobody, {
        status: 404,
      });
    }
    const [, botId, rest] = /^\/bot\/([^/]+)(\/vote|\/avatar)?$/.exec(url.pathname) ?? [];
    if (botId !== undefined && rest === '/avatar' && !isPost) return avatar(request, url, botId);
    if (botId !== undefined && rest === '/vote') return vote(request, botId);
    if (botId !== undefined && rest === undefined && !isPost) return bot(request, botId);
    if (url.pathname === '/' && !isPost) return directory(request, url);
    return notFound(nobody);
  }

  return async (request) => {
    try {
      return await route(request);
    } catch (error) {
      if (error instanceof Error && Reflect.get(error, 'code') === 'INVALID_INPUT') {
        return page('Not possible', MessagePage('Not possible', error.message), nobody, { status: 400 });
      }
      if (error instanceof Error && Reflect.get(error, 'code') === 'RATE_LIMITED') {
        const retryAfter = Number(Reflect.get(error, 'retryAfter'));
        return page('Too often', MessagePage('Too often', `Please ${whenAgain(retryAfter)}.`), nobody, {
          status: 429,
          headers: { 'retry-after': String(retryAfter) },
        });
      }
      if (error instanceof BodyTooLargeError) {
        return page('Too large', MessagePage('Too large', error.message), nobody, { status: 413 });
      }
      options.onFault(error, 'page');
      return page(
        'Something broke',
        MessagePage('Something broke', 'Please try again in a moment.'),
        nobody,
        { status: 500 },
      );
    }
  };
}

function standingAfter({ code, message = '', nextVoteAt, mayVoteAt, retryAfter }: Cast): VoteStanding {
  if (code === undefined && nextVoteAt) return { kind: 'recorded', nextVoteAt };
  if (code === 'CAPTCHA_FAILED') return { kind: 'open', problem: message };
  if (retryAfter !== undefined) {
    return { kind: 'refused', message: `You have voted too often: ${whenAgain(retryAfter)}.` };
  }
  return { kind: 'refused', message, ...(nextVoteAt && { nextVoteAt }), ...(mayVoteAt && { mayVoteAt }) };
}
