import type { Config } from '../config/config.ts';
import { listSitemapParts, readSitemapPart } from '../domain/directory/sitemap.ts';
import { findAvatar } from '../domain/listing/avatars.ts';
import { findVisibleListing } from '../domain/listing/read.ts';
import { TAGS } from '../domain/listing/tags.ts';
import { answerJson, createRest } from '../rest/handler.ts';
import { openApi } from '../rest/openapi.ts';
import type { Services } from '../schema/context.ts';
import { createGraphQLServer } from '../schema/execution/yoga.ts';
import { schema } from '../schema/index.ts';
import { serveGraphiQL } from '../web/docs/graphiql.ts';
import type { SignIn } from '../web/pages/sign-in.ts';
import { createWeb, type Web } from '../web/routes.ts';
import type { Contexts } from './context.ts';
import { cachedWidget } from './responses/cached-widget.ts';
import type { PageCache } from './responses/page-cache.ts';
import type { Answer, Route } from './route.ts';
import type { Form } from './router.ts';

interface RoomOptions {
  readonly config: Config;
  readonly services: Services;
  readonly contexts: Contexts;
  readonly cache: PageCache;
  readonly signIn: SignIn | undefined;
  readonly onFault: (error: unknown, operation: string) => void;
}

/** Opens REST, GraphQL and the pages, and returns their routes. */
export function openRooms(options: RoomOptions): { routes: Record<Form, readonly Route[]>; web: Web } {
  const web = openPages(options);
  return { routes: { api: restRoutes(options), graphql: graphqlRoutes(options), page: web.routes }, web };
}

function restRoutes({ config, contexts, cache, onFault }: RoomOptions): readonly Route[] {
  const description = openApi(config.publicUrl);
  return [
    ...createRest({ schema, contextOf: contexts.of, onFault }).map(
      ({ method, path, answer, reply }): Route => {
        const isPicture = path === '/widget/{id}.svg';
        const replyToNobody = (query: URLSearchParams, id: string) => reply(contexts.ofNobody(), query, id);
        const handler: Answer =
          isPicture || path === '/widget/{id}'
            ? cachedWidget(cache, { answer, reply: replyToNobody }, isPicture)
            : ({ request, url, places: [id = ''] }) => answer(request, url.searchParams, id);
        return [method, path.replace('{id}', ':id'), handler];
      },
    ),
    ['GET', '/api/openapi.json', () => answerJson(description)],
  ];
}

function graphqlRoutes({ config, contexts, onFault }: RoomOptions): readonly Route[] {
  const { introspection, graphiql } = config;
  const graphql = createGraphQLServer({ contextOf: contexts.of, introspection, onFault });
  const answer: Answer = async ({ request }) => {
    const response = (graphiql && (await serveGraphiQL(request))) || (await graphql(request));
    response.headers.set('x-content-type-options', 'nosniff');
    return response;
  };
  // The GraphQL handler gets every method and refuses the wrong ones itself.
  return [['GET', '/graphql', answer]];
}

function openPages({ config, services, contexts, cache, signIn, onFault }: RoomOptions): Web {
  return createWeb({
    schema,
    contextOf: contexts.of,
    publicUrl: config.publicUrl,
    now: services.now,
    cache,
    sitemap: {
      tags: TAGS.map(({ slug }) => slug),
      parts: () => listSitemapParts(services),
      read: (from) => readSitemapPart(services, from),
    },
    readAvatar: async (request, botId) => {
      const listing = await findVisibleListing(services, await contexts.of(request).actor(), botId);
      if (!listing) return undefined;
      const picture = listing.avatarHash === null ? undefined : await findAvatar(services, botId);
      return { name: listing.name, isPublic: listing.state === 'approved', picture };
    },
    onFault,
    ...(signIn && { signIn }),
    ...(config.captcha && { captcha: config.captcha }),
    ...(config.security && { security: config.security }),
  });
}
