import { type Route, routes } from './routes.ts';
import { errorResponse } from './schemas.ts';

/** What the statuses besides 200 mean (section 7 of the contract), with code between backticks. */
export const FAILURES: Readonly<Record<number, string>> = {
  400: 'The body or a query parameter is malformed; `error` names the first problem. Not to be retried.',
  401: 'The `Authorization` header is missing or unreadable, or the token unknown. Not to be retried.',
  404: 'No such bot, a bot of another token, or no 17 to 19 digit id: the same answer for all three.',
  429: 'The rate limit of the token is exceeded.',
  500: 'The request was fine but could not be stored. Retry with backoff.',
  503: 'The service cannot do its work.',
};

/**
 * The OpenAPI 3.1 description of the REST interface, made from the table of routes.
 *
 * @param baseUrl the public address, without a trailing slash
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
          description: 'The API token of the listing: bare, or as `Bearer <token>`.',
        },
      },
      schemas: { Error: errorResponse },
    },
  };
}

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
  const hasId = route.path.includes('{id}');
  return {
    operationId: route.operationId,
    tags: [docs.failures.includes(401) ? 'With a token' : 'Public'],
    summary: docs.summary,
    ...(docs.description && { description: docs.description }),
    security: docs.failures.includes(401) ? [{ token: [] }] : [],
    parameters: [
      ...(hasId
        ? [
            {
              name: 'id',
              in: 'path',
              required: true,
              description: "The bot's application id.",
              schema: { type: 'string', pattern: '^\\d{17,19}$' },
            },
          ]
        : []),
      ...(docs.parameters ?? []),
    ],
    ...(docs.request && {
      requestBody: { required: true, content: { 'application/json': { schema: docs.request } } },
    }),
    responses: {
      200: {
        description: 'Done.',
        content: { [docs.contentType ?? 'application/json']: { schema: docs.response } },
      },
      ...Object.fromEntries(failures),
    },
  };
}
