import { Response } from '@whatwg-node/server';
import { type ExecutionResult, type GraphQLSchema, parse, validate } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { readJson } from '../http/body.ts';
import { rateLimitHeaders } from '../limits/headers.ts';
import { actorOrNobody, type Context } from '../schema/context.ts';
import { isRefusal, type Refusal } from './refusal.ts';
import type { Presented, RestRequest, Route } from './route.ts';
import { routes } from './routes.ts';

/** Section 7 of the contract. */
const STATUS_OF_CODE: Record<string, number> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
};

type Answer = ExecutionResult<{ result?: object | null }>;
type Execute = (context: Context, variables: object) => Promise<Answer> | Answer;

interface CompiledRoute extends Route {
  readonly execute: Execute;
}

/** A response before it is sent. */
interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A REST operation for the route table of the edge. */
export interface RestOperation extends Pick<Route, 'method' | 'path' | 'operationId'> {
  /**
   * Handles a request.
   *
   * @param id the `{id}` of the path
   * @throws {BodyTooLargeError} above 1 MiB
   * @throws {RequestAbortedError} when the body ends too early
   */
  readonly answer: (request: Request, query: URLSearchParams, id: string) => Promise<Response>;
  /** Makes a response without a request, for content that is the same for everybody. */
  readonly reply: (context: Context, query: URLSearchParams, id: string) => Promise<Reply>;
}

/** The parts that the facade needs. */
export interface RestOptions {
  readonly schema: GraphQLSchema;
  readonly contextOf: (request: Request) => Context;
  /** Called with an error of the service. The client gets status 500. */
  readonly onFault: (error: unknown, operation: string) => void;
}

/**
 * Makes the REST interface of the contract. Each route runs a GraphQL document, compiled once. The facade contains no
 * rule of the contract.
 *
 * @throws when a document is not valid for the schema
 */
export function createRest(options: RestOptions): readonly RestOperation[] {
  return routes.map((route) => {
    const { method, path, operationId } = route;
    const compiled = compile(options.schema, route);
    return {
      method,
      path,
      operationId,
      async answer(request, query, id) {
        const context = options.contextOf(request);
        // The body of a stranger is not read before the refusal.
        const body =
          method !== 'GET' && (await actorOrNobody(context)).kind === 'bot'
            ? await readJson(request)
            : undefined;
        const { body: text, ...head } = await run(options, compiled, context, { id, query, body });
        return new Response(text, head);
      },
      reply: (context, query, id) => run(options, compiled, context, { id, query, body: undefined }),
    };
  });
}

/** Responds with a JSON value, such as the OpenAPI description. */
export function answerJson(value: unknown): Response {
  const { body, ...head } = json(200, value);
  return new Response(body, head);
}

async function run(
  options: RestOptions,
  route: CompiledRoute,
  context: Context,
  asked: RestRequest,
): Promise<Reply> {
  const { data, errors } = await route.execute(context, route.variables(asked));
  const headers = context.spent ? rateLimitHeaders(context.spent.budget, context.spent.state) : {};
  const result = data?.result;
  if (errors?.length || !result) {
    for (const error of errors ?? []) options.onFault(error.originalError ?? error, route.operationId);
    return fault(headers);
  }
  if (isRefusal(result)) return refuse(result, { ...headers, ...corsOf(route) });
  return put(route.present(result, asked), { ...headers, ...route.headers });
}

function refuse(refusal: Refusal, headers: Record<string, string>): Reply {
  const { code, message } = refusal;
  return json(
    STATUS_OF_CODE[code] ?? 500,
    { error: message, ...('retryAfter' in refusal && { retryAfter: refusal.retryAfter }) },
    { ...headers, ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }) },
  );
}

/** The error of a route with CORS also needs CORS. */
function corsOf({ headers }: Route): Record<string, string> {
  const origin = headers?.['access-control-allow-origin'];
  return origin === undefined ? {} : { 'access-control-allow-origin': origin };
}

function compile(schema: GraphQLSchema, route: Route): CompiledRoute {
  const document = parse(route.document);
  const problems = validate(schema, document);
  if (problems[0]) throw new Error(`${route.operationId} does not fit the schema: ${problems[0].message}`);
  const compiled = compileQuery(schema, document);
  if (!isCompiledQuery(compiled)) throw new Error(`${route.operationId} cannot be compiled.`);
  return {
    ...route,
    execute: (context, variables) => compiled.query({}, context, variables) as ReturnType<Execute>,
  };
}

function put(presented: Presented, headers: Record<string, string>): Reply {
  if ('json' in presented) return json(presented.status ?? 200, presented.json, headers);
  const { contentType, text } = presented;
  return {
    status: 200,
    headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff', ...headers },
    body: text,
  };
}

function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: JSON.stringify(value),
  };
}

/** Section 7 of the contract, 500. */
function fault(headers: Record<string, string> = {}): Reply {
  return json(500, { error: 'The request could not be stored or answered; try again later.' }, headers);
}
