import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Response } from '@whatwg-node/server';
import { type DocumentNode, execute, type GraphQLSchema, parse } from 'graphql';
import { isSameOrigin } from '../auth/same-origin.ts';
import { BodyTooLargeError } from '../request-body.ts';
import type { Context } from '../schema/context.ts';
import {
  type BotDetails,
  BotPage,
  type BotRow,
  DirectoryPage,
  MessagePage,
  VotePage,
  type VoteStanding,
} from './pages.ts';
import { createResponder, SECURITY_HEADERS, type Viewed } from './respond.ts';
import { createSignInRoutes, type SignIn } from './sign-in.ts';

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

export interface WebOptions {
  readonly schema: GraphQLSchema;
  readonly contextOf: (request: Request) => Context;
  /** Absent where nobody can sign in. */
  readonly signIn?: SignIn;
  readonly onFault: (error: unknown, operation: string) => void;
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

  const { page, notFound, nobody } = createResponder(options.signIn !== undefined);
  const signInRoutes =
    options.signIn &&
    createSignInRoutes({ signIn: options.signIn, ask, page, nobody, onFault: options.onFault });

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
    const answer = await signInRoutes?.(request, url);
    if (answer) return answer;
    if (url.pathname === '/sign-in' && !isPost) {
      return page('Sign in', MessagePage('Sign in', 'Signing in is not set up on this site.'), nobody, 404);
    }
    const [, botId, rest] = /^\/bot\/([^/]+)(\/vote)?$/.exec(url.pathname) ?? [];
    if (botId !== undefined && rest) return vote(request, botId);
    if (botId !== undefined && !isPost) return bot(request, botId);
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
