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
import { createRest, replyJson } from '../rest/handler.ts';
import { openApi } from '../rest/openapi.ts';
import type { Operation } from '../rest/operation.ts';
import type { Services } from '../schema/context.ts';
import { createGraphQLServer } from '../schema/execution/yoga.ts';
import { schema } from '../schema/index.ts';
import { anyRequestIdHeader } from '../telemetry/request-id.ts';
import { serveGraphiQL } from '../web/docs/graphiql.ts';
import type { SignIn } from '../web/frame/sign-in.ts';
import { createWeb, type Web } from '../web/routes.ts';
import { cachedWidget } from './cached-widget.ts';
import type { Contexts } from './context.ts';
import type { PageCache } from './responses/page-cache.ts';
import type { Answer, Route } from './route.ts';
import type { Rooms } from './router.ts';

interface RoomOptions {
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
export function openRooms(options: RoomOptions): { routes: Rooms; web: Web } {
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
  { config, contexts, cache, onFault }: RoomOptions,
  documents: CompiledDocuments,
): readonly Route<Operation>[] {
  const description = replyJson(200, openApi(config.publicUrl));
  return [
    ...createRest({ documents, onFault }).map(({ method, path, answer }): Route<Operation> => {
      const isPicture = path === '/widget/{id}.svg';
      const isWidget = isPicture || path === '/widget/{id}';
      const operation = isWidget ? cachedWidget(cache, answer, contexts.ofNobody, isPicture) : answer;
      return [method, path.replace('{id}', ':id'), operation];
    }),
    ['GET', '/api/openapi.json', () => description],
  ];
}

function graphqlRoutes(
  { config, contexts, around, onFault }: RoomOptions,
  documents: CompiledDocuments,
): readonly Route[] {
  const { introspection, graphiql } = config;
  const graphql = createGraphQLServer({
    documents,
    contextOf: contexts.of,
    introspection,
    around,
    onFault,
  });
  const answer: Answer = async ({ request }) => {
    const response = (graphiql && (await serveGraphiQL(request))) || (await graphql(request));
    response.headers.set('x-content-type-options', 'nosniff');
    // The status of a response with errors may be 200.
    for (const [name, value] of Object.entries(anyRequestIdHeader())) response.headers.set(name, value);
    return response;
  };
  // The GraphQL handler gets every method and refuses the wrong ones itself.
  return [['GET', '/graphql', answer]];
}

function openPages(
  { config, services, contexts, cache, signIn, pictures, onFault }: RoomOptions,
  documents: CompiledDocuments,
): Web {
  return createWeb({
    documents,
    contextOf: contexts.of,
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
      const listing = await findVisibleListing(services, await contexts.of(request).actor(), botId);
      if (!listing) return undefined;
      const picture = listing.avatarHash === null ? undefined : await findAvatar(services, botId);
      return { name: listing.name, isPublic: listing.state === 'approved', picture };
    },
    readImage: async (request, botId, hash) => {
      const listing = await findVisibleListing(services, await contexts.of(request).actor(), botId);
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
