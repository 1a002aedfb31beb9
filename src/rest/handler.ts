import { createHash } from 'node:crypto';
import { Response } from '@whatwg-node/server';
import { type ExecutionResult, type GraphQLSchema, parse, validate } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { BodyTooLargeError, RequestAbortedError, readJson } from '../http/body.ts';
import { rateLimitHeaders } from '../limits/headers.ts';
import type { Context } from '../schema/context.ts';
import { type Presented, type Route, routes } from './routes.ts';

const REFUSAL = 'fragment Refusal on Error { code message ... on RateLimitedError { retryAfter } }';
/** Section 7 of the contract. */
const STATUS_OF_CODE: Record<string, number> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
};

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly retryAfter?: number;
}

type Execute = (
  context: Context,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult> | ExecutionResult;

interface CompiledRoute extends Route {
  readonly pattern: RegExp;
  readonly execute: Execute;
}

/** What the facade needs of the application. */
export interface RestOptions {
  readonly schema: GraphQLSchema;
  readonly contextOf: (request: Request) => Context;
  /** A fault that is not the client's: it was answered with 500. */
  readonly onFault: (error: unknown, operation: string) => void;
  readonly openApi: unknown;
}

/**
 * The contract's REST interface as a facade: every route is a GraphQL document, compiled once, and
 * no rule of the contract is decided here.
 *
 * @returns a handler that answers `/api` and `/widget`, and undefined for every other path
 * @throws when a document does not fit the schema
 */
export function createRest(options: RestOptions): (request: Request) => Promise<Response> | undefined {
  const table = routes.map((route) => compile(options.schema, route));

  return (request) => {
    const url = new URL(request.url, 'http://localhost');
    const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname;
    if (!/^\/(api|widget)(\/|$)/.test(path)) return undefined;
    return answer(options, table, request, path, url.searchParams);
  };
}

async function answer(
  options: RestOptions,
  table: readonly CompiledRoute[],
  request: Request,
  path: string,
  query: URLSearchParams,
): Promise<Response> {
  if (path === '/api/openapi.json') {
    return isRead(request.method) ? json(200, options.openApi) : methodNotAllowed('GET, HEAD');
  }
  const candidates = table.filter((route) => route.pattern.test(path));
  const [first] = candidates;
  if (!first) return json(404, { error: 'Not found.' });
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const route = candidates.find((candidate) => candidate.method === method);
  if (!route) return methodNotAllowed(first.method === 'GET' ? 'GET, HEAD' : first.method);
  try {
    return await run(options, route, request, path, query);
  } catch (error) {
    if (request.signal.aborted || error instanceof RequestAbortedError)
      return json(400, { error: 'The request was aborted.' });
    if (error instanceof BodyTooLargeError)
      return json(413, { error: error.message }, { connection: 'close' });
    options.onFault(error, route.operationId);
    return fault();
  }
}

async function run(
  options: RestOptions,
  route: CompiledRoute,
  request: Request,
  path: string,
  query: URLSearchParams,
): Promise<Response> {
  const id = route.pattern.exec(path)?.[1] ?? '';
  const context = options.contextOf(request);
  // A stranger is refused without the service taking in a body first.
  const body = route.method !== 'GET' && (await isBot(context)) ? await readJson(request) : undefined;
  const asked = { id, query, body };
  const { data, errors } = await route.execute(context, route.variables(asked));
  const headers = context.spent ? rateLimitHeaders(context.spent.budget, context.spent.state) : {};
  const result = data?.result as (Refusal & Record<string, unknown>) | null | undefined;
  if (errors?.length || !result) {
    for (const error of errors ?? []) options.onFault(error.originalError ?? error, route.operationId);
    return fault(headers);
  }
  if (typeof result.code === 'string') {
    const { code, message, retryAfter } = result;
    return json(
      STATUS_OF_CODE[code] ?? 500,
      { error: message, ...(retryAfter !== undefined && { retryAfter }) },
      { ...headers, ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }), ...corsOf(route) },
    );
  }
  const response = send(route.present(result, asked), { ...headers, ...route.headers });
  return route.headers?.['cache-control']?.startsWith('public')
    ? conditional(request, await response)
    : response;
}

/** What may be embedded anywhere may also be missed anywhere. */
function corsOf({ headers }: Route): Record<string, string> {
  const origin = headers?.['access-control-allow-origin'];
  return origin === undefined ? {} : { 'access-control-allow-origin': origin };
}

async function isBot(context: Context): Promise<boolean> {
  try {
    return (await context.actor()).kind === 'bot';
  } catch {
    // The operation asks again, and answers with what is wrong.
    return false;
  }
}

function compile(schema: GraphQLSchema, route: Route): CompiledRoute {
  const source = route.document.includes('...Refusal') ? `${route.document} ${REFUSAL}` : route.document;
  const document = parse(source);
  const problems = validate(schema, document);
  if (problems[0]) throw new Error(`${route.operationId} does not fit the schema: ${problems[0].message}`);
  const compiled = compileQuery(schema, document);
  if (!isCompiledQuery(compiled)) throw new Error(`${route.operationId} cannot be compiled.`);
  const pattern = route.path.replaceAll('.', '\\.').replace('{id}', '([^/]*)');
  return {
    ...route,
    pattern: new RegExp(`^${pattern}$`),
    execute: (context, variables) => compiled.query({}, context, variables) as ReturnType<Execute>,
  };
}

function send(presented: Presented, headers: Record<string, string>): Response {
  if ('json' in presented) return json(presented.status ?? 200, presented.json, headers);
  return new Response(presented.text, {
    headers: { 'content-type': presented.contentType, 'x-content-type-options': 'nosniff', ...headers },
  });
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}

function methodNotAllowed(allow: string): Response {
  return json(405, { error: 'Method not allowed.' }, { allow });
}

/** Section 7 of the contract, 500. */
function fault(headers: Record<string, string> = {}): Response {
  return json(500, { error: 'The request could not be stored or answered; try again later.' }, headers);
}

async function conditional(request: Request, response: Response): Promise<Response> {
  const text = await response.text();
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = { ...Object.fromEntries(response.headers), etag };
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  return known?.some((tag) => tag === etag || tag === '*')
    ? new Response(null, { status: 304, headers })
    : new Response(text, { status: response.status, headers });
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';
