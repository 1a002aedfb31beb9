import type { GraphQLSchema } from 'graphql';
import { graphql } from '../documents/graphql.ts';
import type { Failure, Written } from '../http/responses/failures.ts';
import type { PageCache } from '../http/responses/page-cache.ts';
import type { Answer, Route, Visit } from '../http/route.ts';
import type { Context } from '../schema/context.ts';
import { createAsk } from './ask.ts';
import { serveAsset } from './assets.ts';
import { type AvatarSource, serveAvatar } from './avatar.ts';
import { createBotRoutes } from './bot-routes.ts';
import { bundleClient, serveClient } from './client-bundle.ts';
import { createDashboardRoutes } from './dashboard.ts';
import { createDirectoryRoutes } from './directory-routes.ts';
import { createDocs } from './docs/handler.ts';
import { createFailurePage } from './failure-page.ts';
import { pageViewer } from './html.ts';
import { createResponder } from './respond.ts';
import { createSecurityRoutes, type SecurityContact } from './security-txt.ts';
import { createNoSignInRoutes, createSignInRoutes, type SignIn } from './sign-in.ts';
import type { Site } from './site.ts';
import { createSitemapRoutes, type SitemapSource } from './sitemap.ts';
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

export const viewerDocument = graphql('{ viewer { ...PageViewer } }', [pageViewer]);

export interface Web {
  readonly routes: readonly Route[];
  /** Answers where there is no page, to whoever asks. */
  readonly notFound: Answer;
  /** Writes an error as a page. */
  readonly failure: (failure: Failure) => Written;
}

/**
 * The pages that people see, rendered here and usable without JavaScript. They read and change
 * everything through the schema.
 */
export function createWeb(options: WebOptions): Web {
  const ask = createAsk(options.schema, options.contextOf);
  const { signIn, publicUrl, now, onFault } = options;
  const responder = createResponder(signIn !== undefined);
  const { notFound, nobody } = responder;
  const isAnonymous = async (request: Request) =>
    (await options.contextOf(request).actor()).kind === 'anonymous';
  const site: Site = { ...options, ...responder, ask, isAnonymous };
  // A fault is told at the start; a visitor who asks for these pages then is told that something broke.
  bundleClient().catch((error: unknown) => onFault(error, 'client bundle'));

  async function avatar({ request, url, places: [botId = ''] }: Visit): Promise<Response | undefined> {
    const source = await options.readAvatar(request, botId);
    return source && serveAvatar(botId, url.searchParams.get('v'), source);
  }

  /** Files are served without limits: one that is not there must cost nothing, either. */
  async function file({ request, url: { pathname } }: Visit): Promise<Response> {
    return serveAsset(request, pathname) ?? (await serveClient(request, pathname)) ?? notFound(nobody);
  }

  return {
    routes: [
      ...createDirectoryRoutes(site),
      ...createBotRoutes(site),
      ['GET', '/bot/:botId/avatar', avatar],
      ...(signIn
        ? createSignInRoutes({ signIn, ask, onFault, ...responder })
        : createNoSignInRoutes(responder)),
      ...createDashboardRoutes({ ask, ...responder }),
      ...createDocs({ publicUrl, ask, ...responder }),
      ...createSitemapRoutes(options.sitemap, publicUrl, now),
      ...createSecurityRoutes(options.security, publicUrl, now),
      ['GET', '/assets/*', file],
      ['GET', '/favicon.ico', file],
    ],
    notFound: async ({ request }) => notFound(await ask(request, viewerDocument, {})),
    failure: createFailurePage(responder),
  };
}
