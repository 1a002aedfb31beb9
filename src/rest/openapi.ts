import type { Route } from './route.ts';
import { routes } from './routes.ts';
import { errorResponse, type Parameter, parameters } from './schemas.ts';

/** The error statuses (section 7 of the contract), in Markdown. */
export const FAILURES: Readonly<Record<number, string>> = {
  400: 'The body or a query parameter is malformed. `error` names the first problem. Do not retry.',
  401: 'The `Authorization` header is missing or unreadable, or the token is unknown. Do not retry.',
  404:
    'The bot does not exist, the token belongs to another bot, or the id is invalid. ' +
    'The response is the same in all three cases.',
  406: 'The header `Accept` does not allow the content type of the response.',
  408: 'The body did not arrive: less than 10 KiB in 10 seconds, or not all of it in time. Send it again.',
  413: 'The body is larger than 1 MiB, or comes in more than 1000 chunks of less than 32 bytes on average.',
  415: 'The body has a content coding, such as gzip. Send it without one.',
  429: 'The rate limit of the token is exceeded.',
  500: 'The request was valid but could not be stored. Retry with backoff.',
  503: 'The service is unavailable.',
};

/**
 * Makes the OpenAPI 3.1 description of the REST interface from the table of routes.
 *
 * @param baseUrl the public URL, without a trailing slash
 */
export function openApi(baseUrl: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bot Listing Service API',
      version: '1.0.0',
      description: 'Post a server count, publish commands, check and list votes, embed a widget.',
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The API token of the listing, as `<token>` or `Bearer <token>`.',
        },
      },
      schemas: { Error: errorResponse },
    },
  };
}

/** All parameters of a route, those in its path first. */
export const parametersOf = ({ path, docs }: Route): readonly Parameter[] => [
  ...(path.includes('{id}') ? [parameters.id] : []),
  ...(docs.parameters ?? []),
];

function operation(route: Route) {
  const { docs } = route;
  const failures = docs.failures.map((status) => [
    status,
    {
      description: FAILURES[status],
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      ...(status === 429 && {
        headers: {
          'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer', minimum: 1 } },
        },
      }),
    },
  ]);
  return {
    operationId: route.operationId,
    tags: [docs.failures.includes(401) ? 'With a token' : 'Public'],
    summary: docs.summary,
    ...(docs.description && { description: docs.description }),
    security: docs.failures.includes(401) ? [{ token: [] }] : [],
    parameters: parametersOf(route),
    ...(docs.request && {
      requestBody: { required: true, content: { 'application/json': { schema: docs.request } } },
    }),
    responses: {
      200: {
        description: 'Success.',
        content: { [docs.contentType ?? 'application/json']: { schema: docs.response } },
      },
      ...Object.fromEntries(failures),
    },
  };
}
