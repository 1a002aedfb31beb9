import type { Config } from '../config/config.ts';
import {
  type AroundOperation,
  type CompiledDocuments,
  createCompiledDocuments,
} from '../documents/compiled.ts';
import { listSitemapParts, readSitemapPart } from '../domain/directory/sitemap.ts';
import { findAvatar } from '../domain/listing/avatars.ts';
import { findImage, usesImage } from '../domain/listing/images.ts';
import { findVisibleListing } from '../domain/listing/read.ts';
import { TAGS } from '../domain/listing/tags.ts';
import { type Pictures, PicturesBusyError } from '../pictures/pictures.ts';
import { createRest } from '../rest/handler.ts';
import { openApi } from '../rest/openapi.ts';
import type { Services } from '../schema/context.ts';
import { createGraphQLServer } from '../schema/execution/yoga.ts';
import { schema } from '../schema/index.ts';
import type { SignIn } from '../web/frame/sign-in.ts';
import { createWeb, type Web } from '../web/routes.ts';
import { cachedWidget } from './cached-widget.ts';
import type { Contexts } from './context.ts';
import { createGraphQLHandler } from './graphql.ts';
import type { PageCache } from './message/page-cache.ts';
import { replyJson } from './message/reply.ts';
import type { Route } from './message/request.ts';
import type { RouteKind } from './router.ts';

interface RoutesOptions {
  readonly config: Config;
  readonly services: Services;
  readonly contexts: Contexts;
  readonly cache: PageCache;
  readonly signIn: SignIn | undefined;
  readonly pictures: Pictures;
  /** Surrounds the execution of each GraphQL operation. */
  readonly around: AroundOperation | undefined;
  readonly onFault: (error: unknown, operation: string) => void;
}

/** Opens REST, GraphQL and the pages, and returns their routes. */
export function createRoutes(options: RoutesOptions): {
  routes: Record<RouteKind, readonly Route[]>;
  web: Web;
} {
  const documents = createCompiledDocuments(schema, options.around);
  const web = openPages(options, documents);
  return {
    routes: {
      api: restRoutes(options, documents),
      graphql: graphqlRoutes(options, documents),
      page: web.routes,
    },
    web,
  };
}

function restRoutes(
  { config, contexts, cache, onFault }: RoutesOptions,
  documents: CompiledDocuments,
): readonly Route[] {
  const description = replyJson(200, openApi(config.publicUrl));
  return [
    ...createRest({ documents, onFault }).map(({ method, path, handler }): Route => {
      const isPicture = path === '/widget/{id}.svg';
      const isWidget = isPicture || path === '/widget/{id}';
      const cached = isWidget ? cachedWidget(cache, handler, contexts.ofNobody, isPicture) : handler;
      return [method, path.replace('{id}', ':id'), cached];
    }),
    ['GET', '/api/openapi.json', () => description],
  ];
}

function graphqlRoutes(
  { config, around, onFault }: RoutesOptions,
  documents: CompiledDocuments,
): readonly Route[] {
  const { introspection, graphiql } = config;
  const graphql = createGraphQLServer({
    documents,
    introspection,
    around,
    onFault,
  });
  return [['GET', '/graphql', createGraphQLHandler(graphql, graphiql)]];
}

function openPages(
  { config, services, cache, signIn, pictures, onFault }: RoutesOptions,
  documents: CompiledDocuments,
): Web {
  return createWeb({
    documents,
    brand: config.brand,
    publicUrl: config.publicUrl,
    now: services.now,
    cache,
    sitemap: {
      tags: TAGS.map(({ slug }) => slug),
      parts: () => listSitemapParts(services),
      read: (from, before) => readSitemapPart(services, from, before),
    },
    readAvatar: async (request, botId) => {
      const listing = await findVisibleListing(services, request.context.actor(), botId);
      if (!listing) return undefined;
      const picture = listing.avatarHash === null ? undefined : await findAvatar(services, botId);
      return { name: listing.name, isPublic: listing.state === 'approved', picture };
    },
    readImage: async (request, botId, hash) => {
      const listing = await findVisibleListing(services, request.context.actor(), botId);
      if (!listing || !usesImage(services.showsTextImages ? listing : { ...listing, textImages: [] }, hash)) {
        return undefined;
      }
      const stored = await findImage(services, botId, hash);
      return stored && { isPublic: listing.state === 'approved', ...stored };
    },
    drawCard: (card, isFirst) =>
      pictures.drawCard(card, isFirst).catch((error: unknown) => {
        if (error instanceof PicturesBusyError) return undefined;
        throw error;
      }),
    onFault,
    ...(signIn && { signIn }),
    ...(config.captcha && { captcha: config.captcha }),
    ...(config.security && { security: config.security }),
  });
}
