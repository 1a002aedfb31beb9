import type { Config } from '../config/config.ts';
import {
  type AroundOperation,
  type CompiledDocuments,
  createCompiledDocuments,
} from '../documents/compiled.ts';
import { listSitemapParts, readSitemapPart } from '../domain/directory/sitemap.ts';
import { type Actor, isModerator } from '../domain/identity/actor.ts';
import { findImage, isImageOfEdit, usesImage } from '../domain/listing/images.ts';
import { findVisibleListing } from '../domain/listing/read.ts';
import { TAGS } from '../domain/listing/tags.ts';
import { findAvatar } from '../domain/listing/uploads.ts';
import { isOnTeam } from '../domain/ownership/permissions.ts';
import { type Pictures, PicturesBusyError } from '../pictures/pictures.ts';
import { createRest, type RestOperation } from '../rest/handler.ts';
import { openApi } from '../rest/openapi.ts';
import type { Context, Services } from '../schema/context.ts';
import { createGraphQLServer } from '../schema/execution/yoga.ts';
import { schema } from '../schema/index.ts';
import { clientPackages } from '../web/frame/client-packages.ts';
import type { SignIn } from '../web/frame/sign-in.ts';
import { createWeb, type Web } from '../web/routes.ts';
import type { Contexts } from './context.ts';
import { createGraphQLHandler } from './graphql.ts';
import type { Rendered } from './message/packed-response.ts';
import type { PageCache } from './message/page-cache.ts';
import { replyJson } from './message/reply.ts';
import type { Handler, Route } from './message/request.ts';
import { hole } from './message/template.ts';
import type { RouteKind } from './router.ts';

interface RoutesOptions {
  readonly config: Config;
  readonly services: Services;
  readonly contexts: Contexts;
  readonly cache: PageCache;
  readonly memberCache: PageCache;
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
  const { config, contexts, cache, around, onFault } = options;
  const { introspection, graphiql, publicUrl } = config;
  const documents = createCompiledDocuments(schema, around);
  const web = openPages(options, documents);
  const rest = createRest({ documents, onFault }).map(({ method, path, handler }): Route => {
    const isPicture = path === '/widget/{id}.svg';
    const isWidget = isPicture || path === '/widget/{id}';
    const cached = isWidget ? cachedWidget(cache, handler, contexts.ofNobody, isPicture) : handler;
    return [method, path.replace('{id}', ':id'), cached];
  });
  const description = replyJson(200, openApi(publicUrl));
  const graphql = createGraphQLServer({ documents, introspection, around, onFault });
  return {
    routes: {
      api: [...rest, ['GET', '/api/openapi.json', () => description]],
      graphql: [['GET', '/graphql', createGraphQLHandler(graphql, graphiql)]],
      page: web.routes,
    },
    web,
  };
}

function openPages(
  { config, services, cache, memberCache, signIn, pictures, onFault }: RoutesOptions,
  documents: CompiledDocuments,
): Web {
  const { captchaSiteKey, captchaScriptUrl } = config;
  return createWeb({
    documents,
    brand: config,
    clients: clientPackages(config.publicUrl, config.publishedClients),
    publicUrl: config.publicUrl,
    now: services.now,
    secrets: services.secrets,
    cache,
    cacheFor: (isAnonymous) => (isAnonymous ? cache : memberCache),
    sitemap: {
      tags: TAGS.map(({ slug }) => slug),
      parts: () => listSitemapParts(services),
      read: (from, before) => readSitemapPart(services, from, before),
    },
    readAvatar: async ({ context }, botId) => {
      const { services } = context;
      const listing = await findVisibleListing(services, context.actor(), botId);
      if (!listing) return undefined;
      const picture = listing.avatarHash === null ? undefined : await findAvatar(services, botId);
      return { name: listing.name, isPublic: listing.state === 'approved', picture };
    },
    readImage: async ({ context }, botId, hash) => {
      const { services } = context;
      const actor = context.actor();
      const listing = await findVisibleListing(services, actor, botId);
      if (!listing) return undefined;
      const isShown = usesImage(services.listingImages ? listing : { ...listing, textImages: [] }, hash);
      if (!isShown && !(await maySeeEdits(services, await actor, botId, hash))) return undefined;
      const stored = await findImage(services, botId, hash);
      return stored && { isPublic: isShown && listing.state === 'approved', ...stored };
    },
    drawCard: (card, isFirst) => unlessBusy(pictures.drawCard(card, isFirst)),
    drawAppIcon: (icon) => unlessBusy(pictures.drawAppIcon(icon)),
    onFault,
    ...(signIn && { signIn }),
    ...(captchaSiteKey !== undefined && { captcha: { captchaSiteKey, captchaScriptUrl } }),
    securityContact: config.securityContact,
    securityPolicyUrl: config.securityPolicyUrl,
  });
}

/** Whether an image belongs to an edit of the listing, and the sender may see its edits. */
async function maySeeEdits(services: Services, actor: Actor, botId: string, hash: string): Promise<boolean> {
  if (actor.kind !== 'user') return false;
  const isAllowed = isModerator(actor) || (await isOnTeam(services, actor.userId, botId));
  return isAllowed && isImageOfEdit(services, botId, hash);
}

/** @returns undefined when too many pictures wait */
const unlessBusy = (drawing: Promise<Buffer>): Promise<Buffer | undefined> =>
  drawing.catch((error: unknown) => {
    if (error instanceof PicturesBusyError) return undefined;
    throw error;
  });

const BOT_ID = /^\d{17,19}$/;

/**
 * Makes a handler that serves widgets from the page cache.
 *
 * @param render renders the widget
 * @param nobody makes the context of a request without a credential
 * @param isPicture whether the widget is the SVG picture, which has themes
 */
function cachedWidget(
  cache: PageCache,
  render: RestOperation['handler'],
  nobody: () => Context,
  isPicture: boolean,
): Handler {
  return async (request) => {
    const { params, query } = request;
    const [id = ''] = params;
    const isDark = isPicture && query.get('theme') === 'dark';
    const url = `/widget/${id}${isPicture ? '.svg' : ''}${isDark ? '?theme=dark' : ''}`;
    const renderForNobody = async (): Promise<Rendered | undefined> => {
      const {
        status,
        headers,
        body = '',
      } = await render({
        params,
        query: new URLSearchParams(isDark ? 'theme=dark' : ''),
        context: nobody(),
        method: 'GET',
        headers: {},
        readJson: async () => undefined,
      });
      if (status !== 200) return undefined;
      const text = body.toString();
      return { headers, body: isPicture ? text : withHole(text), fill: writeCheckIn };
    };
    const kept = BOT_ID.test(id) ? await cache.serve(url, id, renderForNobody) : undefined;
    return kept?.packed ?? render(request);
  };
}

/** JSON escapes the quotes of every text, so this is the name of the field. */
function withHole(json: string): string {
  return json.replace(/"checked_in_at":(?:null|"[^"]*")/, `"checked_in_at":${hole('check-in')}`);
}

/** Not written where a request is in scope: the cache would keep the request with it. */
function writeCheckIn(_hole: string, checkedInAt: Date | null): string {
  return JSON.stringify(checkedInAt);
}
