import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Response } from '@whatwg-node/server';
import { stringifySetCookie } from 'cookie';
import { type DocumentNode, execute, type GraphQLSchema, parse } from 'graphql';
import type { VNode } from 'preact';
import { SESSION_COOKIE } from '../auth/credentials.ts';
import { isSameOrigin } from '../auth/same-origin.ts';
import { BodyTooLargeError, readBytes } from '../request-body.ts';
import type { Context } from '../schema/context.ts';
import { type AvatarSource, serveAvatar } from './avatar.ts';
import { renderPage } from './html.ts';
import {
  type BotDetails,
  BotPage,
  type BotRow,
  DevelopmentSignInPage,
  DirectoryPage,
  MessagePage,
  VotePage,
  type VoteStanding,
} from './pages.ts';

const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

const ROW = 'botId name shortDescription serverCount voteCount checkedInAt';
const documents = {
  directory: parse(`query Directory($after: String) {
    viewer { name } bots(first: 24, after: $after) { edges { node { ${ROW} } } pageInfo { hasNextPage endCursor } }
  }`),
  bot: parse(`query BotPage($botId: ID!) {
    viewer { name }
    bot(botId: $botId) { ${ROW} state longDescription viewerNextVoteAt commands { name description } }
  }`),
  vote: parse(`mutation Vote($botId: ID!) {
    result: castVote(botId: $botId) {
      ... on CastVotePayload { nextVoteAt }
      ... on Error { code message }
      ... on VoteWindowActiveError { nextVoteAt }
    }
  }`),
};

/** How somebody signs in and out; sessions are the application's. */
export interface SignIn {
  /** @throws {InvalidInputError} with a sentence for the form */
  readonly start: (user: { id: string; name: string }) => Promise<{ sessionId: string; maxAge: number }>;
  readonly end: (request: Request) => Promise<void>;
}

export interface WebOptions {
  readonly schema: GraphQLSchema;
  readonly contextOf: (request: Request) => Context;
  /** The picture of a listing that may be seen by whoever asks: bytes, which do not fit into the schema. */
  readonly readAvatar: (request: Request, botId: string) => Promise<AvatarSource | undefined>;
  /** Absent where it must not exist. */
  readonly developmentSignIn?: SignIn;
  readonly secureCookies: boolean;
  readonly onFault: (error: unknown, operation: string) => void;
}

interface Viewed {
  readonly viewer: { readonly name: string } | null;
}

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
    let standing: VoteStanding = data.viewer ? { kind: 'open' } : { kind: 'sign-in' };
    if (viewerNextVoteAt !== null) standing = { kind: 'voted', nextVoteAt: viewerNextVoteAt };
    if (request.method === 'POST' && data.viewer) {
      const { result } = await ask<{ result: { code?: string; message?: string; nextVoteAt?: string } }>(
        request,
        documents.vote,
        { botId },
      );
      standing =
        result.code === undefined && result.nextVoteAt
          ? { kind: 'recorded', nextVoteAt: result.nextVoteAt }
          : {
              kind: 'refused',
              message: result.message ?? '',
              ...(result.nextVoteAt && { nextVoteAt: result.nextVoteAt }),
            };
    }
    return page(
      `Vote for ${data.bot.name}`,
      VotePage(data.bot, standing),
      data,
      standing.kind === 'refused' ? 409 : 200,
    );
  }

  async function avatar(request: Request, url: URL, botId: string): Promise<Response> {
    const source = await options.readAvatar(request, botId);
    return source ? serveAvatar(request, botId, url.searchParams.get('v'), source) : notFound(nobody);
  }

  async function signIn(request: Request, url: URL, provider: SignIn): Promise<Response> {
    if (request.method !== 'POST') {
      return page('Sign in', DevelopmentSignInPage(localPath(url.searchParams.get('return'))), {
        viewer: null,
      });
    }
    const form = new URLSearchParams((await readBytes(request)).toString());
    const returnTo = localPath(form.get('return'));
    try {
      const session = await provider.start({
        id: form.get('id') ?? '',
        name: (form.get('name') ?? '').trim().slice(0, 32) || 'Developer',
      });
      return redirect(returnTo, cookie(session.sessionId, session.maxAge));
    } catch (error) {
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'INVALID_INPUT') throw error;
      return page('Sign in', DevelopmentSignInPage(returnTo, error.message), { viewer: null }, 400);
    }
  }

  function cookie(value: string, maxAge: number): string {
    return stringifySetCookie({
      name: SESSION_COOKIE,
      value,
      maxAge,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: options.secureCookies,
    });
  }

  async function route(request: Request): Promise<Response> {
    const url = new URL(request.url, 'http://localhost');
    const isPost = request.method === 'POST';
    if (!isPost && request.method !== 'GET' && request.method !== 'HEAD') {
      return page(
        'Method not allowed',
        MessagePage('Method not allowed', 'This page is only read.'),
        nobody,
        405,
      );
    }
    if (isPost && !isSameOrigin(request)) {
      return page('Refused', MessagePage('Refused', 'This form was sent from another site.'), nobody, 403);
    }
    const known = assets[url.pathname];
    if (known) {
      return new Response(known.body, {
        headers: { 'content-type': known.type, 'cache-control': 'public, max-age=300', ...SECURITY_HEADERS },
      });
    }
    const provider = options.developmentSignIn;
    if (url.pathname === '/sign-in' && provider) return signIn(request, url, provider);
    if (url.pathname === '/sign-out' && provider && isPost) {
      await provider.end(request);
      return redirect('/', cookie('', 0));
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
        return page('Not possible', MessagePage('Not possible', error.message), nobody, 400);
      }
      if (error instanceof BodyTooLargeError) {
        return page('Too large', MessagePage('Too large', error.message), nobody, 413);
      }
      options.onFault(error, 'page');
      return page(
        'Something broke',
        MessagePage('Something broke', 'Please try again in a moment.'),
        nobody,
        500,
      );
    }
  };
}

const nobody: Viewed = { viewer: null };

function page(title: string, content: VNode, { viewer }: Viewed, status = 200): Response {
  return new Response(renderPage({ title, content, viewer }), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      ...SECURITY_HEADERS,
    },
  });
}

function notFound(viewed: Viewed): Response {
  return page('Not found', MessagePage('Not found', 'There is no such page.'), viewed, 404);
}

function redirect(location: string, setCookie: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'set-cookie': setCookie, ...SECURITY_HEADERS },
  });
}

/** Only a path of this site: `//host` and `/\host` lead elsewhere. */
function localPath(path: string | null): string {
  return path !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/';
}
