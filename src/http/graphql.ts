import { Readable } from 'node:stream';
import { Request } from '@whatwg-node/fetch';
import { anyRequestIdHeader } from '../lib/request-id.ts';
import type { GraphQLServer } from '../schema/execution/yoga.ts';
import { serveGraphiQL } from '../web/docs/graphiql.ts';
import type { Reply } from './message/reply.ts';
import type { Handler, HttpRequest } from './message/request.ts';

/**
 * Makes the handler of `/graphql`. Only it has requests and responses of the Fetch standard, which the library needs.
 *
 * @param graphiql whether browsers get the page for writing documents
 */
export function createGraphQLHandler(serve: GraphQLServer, graphiql: boolean): Handler {
  return async (request) => {
    const { context, method, query } = request;
    const page = graphiql ? serveGraphiQL(request) : undefined;
    const reply =
      page ??
      (await replyOf(
        await serve({ context, method, query, read: (maxBytes) => fetchRequestOf(request, maxBytes) }),
      ));
    return {
      ...reply,
      // The status of a response with errors may be 200.
      headers: { ...reply.headers, 'x-content-type-options': 'nosniff', ...anyRequestIdHeader() },
    };
  };
}

/** Node's own Request takes a tenth of a millisecond to make. */
async function fetchRequestOf(request: HttpRequest, maxBytes: number): Promise<Request> {
  const { url, method, headers, signal } = request;
  const body = method === 'POST' ? await request.readBody(maxBytes) : null;
  return new Request(url.href, { method, headers: headers as Record<string, string>, signal, body });
}

async function replyOf(response: Response): Promise<Reply> {
  const { status, body } = response;
  const { 'content-length': length, ...headers } = Object.fromEntries(response.headers);
  return {
    status,
    headers,
    // It may contain a new token beside text that the document chose.
    isSecret: true,
    // Only events have no length.
    body: length === undefined && body ? Readable.from(body) : await response.text(),
  };
}
