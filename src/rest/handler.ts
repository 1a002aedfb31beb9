import type { CompiledDocuments, Execute, Subscribe } from '../documents/compiled.ts';
import { eventStream } from '../http/message/event-stream.ts';
import { type Reply, replyJson, statusOf } from '../http/message/reply.ts';
import type { HttpRequest } from '../http/message/request.ts';
import { rateLimitHeaders } from '../limits/store.ts';
import { actorOrNobody, type Context, recallBot } from '../schema/context.ts';
import { createParameterCheck } from './parameters.ts';
import { isRefusal, type Presented, type RestRefusal, type RestRequest, type Route } from './route.ts';
import { routes } from './routes.ts';
import { acceptsEvents, NOT_ACCEPTED, STREAM_HEADERS, textOf } from './stream.ts';

/** What an operation needs of its request. */
export type RestCall = Pick<HttpRequest, 'context' | 'headers' | 'method' | 'params' | 'query' | 'readJson'>;

/** A REST operation for the route table of the edge. */
export interface RestOperation extends Pick<Route, 'method' | 'path' | 'operationId'> {
  /**
   * Handles a request.
   *
   * @throws {BodyTooLargeError} above 1 MiB
   * @throws {RequestAbortedError} when the body ends too early
   * @throws {TinyChunksError} when it comes in very many tiny chunks
   */
  readonly handler: (call: RestCall) => Promise<Reply>;
}

/** In place of a body `null`: GraphQL cannot tell it from a missing variable. It is no object either. */
const NULL = 'null';

/** A route with what its faults are reported to, and the check of its query parameters. */
interface ReportingRoute extends Route {
  readonly onFault: RestOptions['onFault'];
  readonly wrongParameter: ReturnType<typeof createParameterCheck>;
}

/** A response that is complete. */
type TextReply = ReturnType<typeof replyJson>;

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
    const { execute, subscribe } = documents.compile(route.document);
    const reporting = { ...route, onFault, wrongParameter: createParameterCheck(route) };
    return {
      method,
      path,
      operationId,
      async handler(call) {
        const { context, query, params, headers } = call;
        const body = method !== 'GET' && (await isBot(context, route)) ? await call.readJson() : undefined;
        const lastEventId = headers['last-event-id']?.toString() || undefined;
        const asked = { id: params[0] ?? '', query, lastEventId, body: body === null ? NULL : body };
        if (subscribe) return stream(reporting, subscribe, call, asked);
        return conclude(reporting, context, await execute?.(context, route.variables(asked)), asked);
      },
    };
  });
}

/** The body of a stranger is not read before the refusal, except once after another process has replaced its token. */
async function isBot(context: Context, { verifiesToken }: Route): Promise<boolean> {
  if (verifiesToken && recallBot(context) !== undefined) return true;
  return (await actorOrNobody(context)).kind === 'bot';
}

function conclude(
  route: ReportingRoute,
  context: Context,
  { data, errors }: Awaited<ReturnType<Execute>> = {},
  asked: RestRequest,
): TextReply {
  const headers = context.spent ? rateLimitHeaders(context.spent.budget, context.spent.state) : {};
  const result = data?.result as object | null | undefined;
  if (errors?.length || !result) {
    for (const error of errors ?? []) route.onFault(error.originalError ?? error, route.operationId);
    return fault(headers);
  }
  if (isRefusal(result)) return refuse(result, { ...headers, ...corsOf(route) });
  const wrong = route.wrongParameter(asked.query);
  if (wrong !== undefined) return replyJson(400, { error: wrong }, { ...headers, ...corsOf(route) });
  return put(route.present(result, asked), { ...headers, ...route.headers });
}

/** The first event decides about the response. A later refusal or fault ends the stream. */
async function stream(
  route: ReportingRoute,
  subscribe: Subscribe,
  { context, headers, method }: RestCall,
  asked: RestRequest,
): Promise<Reply> {
  const results = await subscribe(context, route.variables(asked));
  if (!(Symbol.asyncIterator in results)) return conclude(route, context, results, asked);
  const next = async () => {
    try {
      const { value, done } = await results.next();
      return done ? ended() : conclude(route, context, value, asked);
    } catch (error) {
      route.onFault(error, route.operationId);
      return fault();
    }
  };
  const close = () => void results.return(undefined);
  const first = await next();
  if (first.status === 200 && method !== 'HEAD' && acceptsEvents(headers.accept)) {
    const more = async () => {
      const { status, body } = await next();
      return status === 200 ? body : undefined;
    };
    return { ...first, body: eventStream(`retry: ${retryOf(asked)}\n${first.body}`, more, close) };
  }
  close();
  return first.status === 200 && method !== 'HEAD' ? replyJson(406, { error: NOT_ACCEPTED }) : first;
}

/** A process that closes ends its streams, also those that start. The next connection reaches another process. */
const ended = () =>
  replyJson(
    503,
    { error: 'The service is about to restart: try again in a few seconds.' },
    { 'retry-after': '2', 'cache-control': 'no-store' },
  );

/** Clients wait for one to two seconds, so that they do not all come back at once. */
const retryOf = ({ id }: RestRequest) => 1000 + Number(id.slice(-3));

function refuse(refusal: RestRefusal, headers: Record<string, string>): TextReply {
  const { code, message } = refusal;
  const wait = 'retryAfter' in refusal ? { retryAfter: refusal.retryAfter } : {};
  return replyJson(
    statusOf(code),
    { error: message, ...wait },
    {
      ...headers,
      ...('retryAfter' in refusal && { 'Retry-After': String(refusal.retryAfter) }),
      ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }),
    },
  );
}

/** The error of a route with CORS also needs CORS. */
function corsOf({ headers }: Route): Record<string, string> {
  const origin = headers?.['access-control-allow-origin'];
  return origin === undefined ? {} : { 'access-control-allow-origin': origin };
}

function put(presented: Presented, headers: Record<string, string>): TextReply {
  if ('json' in presented) return replyJson(presented.status ?? 200, presented.json, headers);
  if ('events' in presented)
    return { status: 200, headers: { ...STREAM_HEADERS, ...headers }, body: textOf(presented) };
  const { contentType, text } = presented;
  return {
    status: 200,
    headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff', ...headers },
    body: text,
  };
}

/** Section 7 of the contract, 500. */
function fault(headers: Record<string, string> = {}): TextReply {
  return replyJson(500, { error: 'The request could not be stored or answered; try again later.' }, headers);
}
