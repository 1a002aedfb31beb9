import type { Response } from '@whatwg-node/server';
import { type DocumentNode, execute, type GraphQLSchema, parse } from 'graphql';
import { BodyTooLargeError, RequestAbortedError } from '../http/body.ts';
import type { PageCache } from '../http/page-cache.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import type { Context } from '../schema/context.ts';
import { serveAsset } from './assets.ts';
import { type AvatarSource, serveAvatar } from './avatar.ts';
import { createBotRoutes } from './bot-routes.ts';
import { bundleClient } from './client-bundle.ts';
import { createDashboardRoutes } from './dashboard.ts';
import { createDirectoryRoutes } from './directory-routes.ts';
import { createDocs } from './docs/handler.ts';
import { MessagePage, whenAgain } from './pages.ts';
import { createResponder, type Viewed } from './respond.ts';
import { createSecurityRoutes, type SecurityContact } from './security-txt.ts';
import { createSignInRoutes, type SignIn } from './sign-in.ts';
import type { PageRoute, Site, Visit } from './site.ts';
import { createSitemapRoutes, type SitemapSource } from './sitemap.ts';
import { text } from './text.ts';
import type { Captcha } from './vote-page.ts';

export interface WebOptions {
  readonly schema: GraphQLSchema;
  readonly contextOf: (request: Request) => Context;
  /** What addresses of pages begin with, for others. */
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly cache: PageCache;
  /** Absent where nobody can sign in. */
  readonly signIn?: SignIn;
  /** What the form for voting shows, where one is configured. */
  readonly captcha?: Captcha;
  /** The picture of a listing that may be seen by whoever asks: bytes, which do not fit into the schema. */
  readonly readAvatar: (request: Request, botId: string) => Promise<AvatarSource | undefined>;
  /** The addresses of all listings: too many to be asked of the schema. */
  readonly sitemap: SitemapSource;
  /** Whom to tell of a vulnerability. */
  readonly security?: SecurityContact;
  readonly onFault: (error: unknown, operation: string) => void;
}

/** What pages are asked with; a HEAD is a GET without the body. */
const METHODS = ['GET', 'HEAD', 'POST'] as const;

const viewerDocument = parse('{ viewer { name role } }');

/**
 * The pages that people see, rendered here and usable without JavaScript. They read and change
 * everything through the schema.
 */
export function createWeb(options: WebOptions): (request: Request) => Promise<Response> {
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

  const responder = createResponder(options.signIn !== undefined);
  const { page, notFound, nobody } = responder;
  const isAnonymous = async (request: Request) =>
    (await options.contextOf(request).actor()).kind === 'anonymous';
  const site: Site = { ...options, ...responder, ask, isAnonymous };
  const signInRoutes =
    options.signIn &&
    createSignInRoutes({ signIn: options.signIn, ask, page, nobody, onFault: options.onFault });
  const dashboardRoutes = createDashboardRoutes({ ask, page, notFound });
  // A fault is told at the start; who asks for these pages then is told that something broke.
  bundleClient().catch((error: unknown) => options.onFault(error, 'client bundle'));

  const docs = createDocs({ publicUrl: options.publicUrl, ask, page });

  async function avatar({ request, url, places: [botId = ''] }: Visit): Promise<Response | undefined> {
    const source = await options.readAvatar(request, botId);
    return source && serveAvatar(request, botId, url.searchParams.get('v'), source);
  }

  const table: readonly PageRoute[] = [
    ...createDirectoryRoutes(site),
    ...createBotRoutes(site),
    ['GET', '/bot/*/avatar', avatar],
    ...createSitemapRoutes(options.sitemap, options.publicUrl, options.now),
    ...createSecurityRoutes(options.security, options.publicUrl, options.now),
  ];
  const routes = table.map(([method, path, answer]) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '([^/]+)')}$`),
    answer,
  }));

  const message = (title: string, sentence: string, status: number, headers: Record<string, string> = {}) =>
    page(title, MessagePage(title, sentence), nobody, { status, headers });

  const methodNotAllowed = (methods: readonly string[]) =>
    message(text.failures.methodTitle, text.failures.method, 405, { allow: methods.join(', ') });
  /** What a path of the table takes; undefined for any other. */
  function methodsAt(path: string): readonly string[] | undefined {
    const found = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return found.length === 0
      ? undefined
      : METHODS.filter((method) => found.includes(method === 'HEAD' ? 'GET' : method));
  }

  async function route(request: Request): Promise<Response> {
    const url = new URL(request.url, 'http://localhost');
    const isPost = request.method === 'POST';
    if (!isPost && request.method !== 'GET' && request.method !== 'HEAD') {
      return methodNotAllowed(methodsAt(url.pathname) ?? METHODS);
    }
    if (isPost && !isSameOrigin(request)) {
      return message(text.failures.foreignTitle, text.failures.foreign, 403);
    }
    const answer =
      serveAsset(request, url.pathname) ??
      (await signInRoutes?.(request, url)) ??
      (await dashboardRoutes(request, url)) ??
      (await docs(request, url));
    if (answer) return answer;
    // Files are served without limits: one that is not there must cost nothing, either.
    if (/^\/(?:docs\/)?assets\//.test(url.pathname)) return notFound(nobody);
    if (url.pathname === '/sign-in' && !isPost) {
      return message(text.signIn.title, text.signIn.unavailable, 404);
    }
    const method = isPost ? 'POST' : 'GET';
    for (const { pattern, ...candidate } of routes) {
      const places = candidate.method === method ? pattern.exec(url.pathname)?.slice(1) : undefined;
      const answer = places && (await candidate.answer({ request, url, places }));
      if (answer) return answer;
    }
    const methods = methodsAt(url.pathname);
    if (methods && !methods.includes(method)) return methodNotAllowed(methods);
    return notFound(await ask<Viewed>(request, viewerDocument, {}));
  }

  return async (request) => {
    try {
      return await route(request);
    } catch (error) {
      const code = error instanceof Error && Reflect.get(error, 'code');
      if (error instanceof Error && code === 'INVALID_INPUT') {
        return message(text.failures.inputTitle, error.message, 400);
      }
      if (error instanceof Error && code === 'RATE_LIMITED') {
        const retryAfter = Number(Reflect.get(error, 'retryAfter'));
        const sentence = text.failures.tooOften(whenAgain(retryAfter));
        return message(text.failures.tooOftenTitle, sentence, 429, { 'retry-after': String(retryAfter) });
      }
      if (error instanceof BodyTooLargeError) {
        return message(text.failures.tooLargeTitle, error.message, 413);
      }
      if (error instanceof RequestAbortedError) {
        return message(text.failures.inputTitle, error.message, 400);
      }
      options.onFault(error, 'page');
      return message(text.failures.brokenTitle, text.failures.broken, 500);
    }
  };
}
