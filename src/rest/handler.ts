import type { CompiledDocuments, Execute } from '../documents/compiled.ts';
import { type Reply, replyJson, statusOf } from '../http/message/reply.ts';
import type { HttpRequest } from '../http/message/request.ts';
import { rateLimitHeaders } from '../limits/store.ts';
import { actorOrNobody, type Context, recallBot } from '../schema/context.ts';
import { isRefusal, type Presented, type Refusal, type RestRequest, type Route } from './route.ts';
import { routes } from './routes.ts';

/** What an operation needs of its request. */
export type RestCall = Pick<HttpRequest, 'context' | 'params' | 'query' | 'readJson'>;

/** A REST operation for the route table of the edge. */
export interface RestOperation extends Pick<Route, 'method' | 'path' | 'operationId'> {
  /**
   * Handles a request.
   *
   * @throws {BodyTooLargeError} above 1 MiB
   * @throws {RequestAbortedError} when the body ends too early
   */
  readonly handler: (call: RestCall) => Promise<Reply>;
}

interface CompiledRoute extends Route {
  readonly execute: Execute;
  readonly onFault: RestOptions['onFault'];
}

/** The parts that the facade needs. */
export interface RestOptions {
  readonly documents: CompiledDocuments;
  /** Called with an error of the service. The client gets status 500. */
  readonly onFault: (error: unknown, operation: string) => void;
}

/**
 * Makes the REST interface of the contract. Each route runs a GraphQL document, compiled once. The facade contains no
 * rule of the contract.
 *
 * @throws when a document is not valid for the schema
 */
export function createRest({ documents, onFault }: RestOptions): readonly RestOperation[] {
  return routes.map((route) => {
    const { method, path, operationId } = route;
    const { execute } = documents.compile(route.document);
    if (!execute) throw new Error(`${operationId} cannot be a subscription.`);
    const compiled = { ...route, execute, onFault };
    return {
      method,
      path,
      operationId,
      async handler(call) {
        const { context, query, params } = call;
        const body = method !== 'GET' && (await isBot(context, route)) ? await call.readJson() : undefined;
        return run(compiled, context, { id: params[0] ?? '', query, body });
      },
    };
  });
}

/** The body of a stranger is not read before the refusal, except once after another process has replaced its token. */
async function isBot(context: Context, { verifiesToken }: Route): Promise<boolean> {
  if (verifiesToken && recallBot(context) !== undefined) return true;
  return (await actorOrNobody(context)).kind === 'bot';
}

async function run(route: CompiledRoute, context: Context, asked: RestRequest): Promise<Reply> {
  const { data, errors } = await route.execute(context, route.variables(asked));
  const headers = context.spent ? rateLimitHeaders(context.spent.budget, context.spent.state) : {};
  const result = data?.result as object | null | undefined;
  if (errors?.length || !result) {
    for (const error of errors ?? []) route.onFault(error.originalError ?? error, route.operationId);
    return fault(headers);
  }
  if (isRefusal(result)) return refuse(result, { ...headers, ...corsOf(route) });
  return put(route.present(result, asked), { ...headers, ...route.headers });
}

function refuse(refusal: Refusal, headers: Record<string, string>): Reply {
  const { code, message } = refusal;
  return replyJson(
    statusOf(code),
    { error: message, ...('retryAfter' in refusal && { retryAfter: refusal.retryAfter }) },
    { ...headers, ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }) },
  );
}

/** The error of a route with CORS also needs CORS. */
function corsOf({ headers }: Route): Record<string, string> {
  const origin = headers?.['access-control-allow-origin'];
  return origin === undefined ? {} : { 'access-control-allow-origin': origin };
}

function put(presented: Presented, headers: Record<string, string>): Reply {
  if ('json' in presented) return replyJson(presented.status ?? 200, presented.json, headers);
  const { contentType, text } = presented;
  return {
    status: 200,
    headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff', ...headers },
    body: text,
  };
}

/** Section 7 of the contract, 500. */
function fault(headers: Record<string, string> = {}): Reply {
  return replyJson(500, { error: 'The request could not be stored or answered; try again later.' }, headers);
}
