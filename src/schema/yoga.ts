import { Response } from '@whatwg-node/server';
import { GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Actor } from '../domain/identity/actor.ts';
import { DomainError, RateLimitedError } from '../domain/kernel/errors.ts';
import { withWholeBody } from '../http/body.ts';
import { rateLimitHeaders } from '../limits/headers.ts';
import { type Asked, bounded } from './bounded.ts';
import { actorOrNobody, type Context } from './context.ts';
import { documentLimits } from './document-limits.ts';
import { hiddenSchema } from './hidden-schema.ts';
import { schema } from './index.ts';
import { spendAsClient } from './spend.ts';

/** Raised by the libraries for a bad document: their text speaks of the document only. */
const DOCUMENT_CODES = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']);

export interface YogaOptions {
  readonly contextOf: (request: Request) => Context;
  /** Whether everybody may ask what the schema is; otherwise admins only. */
  readonly introspection: boolean;
  /** A fault that is not the client's: it was answered with a masked error. */
  readonly onFault: (error: unknown, operation: string) => void;
}

/**
 * The `/graphql` endpoint for the dashboard and for everybody else's documents.
 *
 * @returns a handler, which throws `BodyTooLargeError` and `RequestAbortedError`
 */
export function createGraphQLServer({
  contextOf,
  introspection,
  onFault,
}: YogaOptions): (request: Request) => Promise<Response> {
  const yoga = createYoga<Asked, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ asked }) => asked,
    graphiql: false,
    // Other sites may not ask in a visitor's name; clients without a browser do not need CORS.
    cors: false,
    landingPage: false,
    logging: false,
    batching: false,
    multipart: false,
    // A document is kept for nobody: a stranger's would fill the memory, and the service's own are compiled elsewhere.
    parserAndValidationCache: false,
    plugins: introspection ? [bounded] : [bounded, hiddenSchema],
    maskedErrors: {
      maskError: (error) => mask(error, onFault),
    },
  });
  return async (request) => {
    const asked = contextOf(request);
    // Whoever sends no operation is told how to.
    if (request.method !== 'POST' && !new URL(request.url).searchParams.has('query')) {
      return yoga.fetch(request, { asked, isAdmin: false });
    }
    try {
      const viewer = await viewerOf(asked);
      const limits = documentLimits(viewer);
      asked.limits = limits;
      if (viewer.kind === 'anonymous') {
        await spendAsClient(asked, { fieldName: 'graphql' }, asked.budgets.anonymous);
      }
      const isAdmin = viewer.kind === 'user' && viewer.role === 'admin';
      return await yoga.fetch(await withWholeBody(request, limits.body), { asked, isAdmin });
    } catch (error) {
      if (error instanceof RateLimitedError) return tooMany(asked, error);
      throw error;
    }
  };
}

/** While a fault hides who is asking, a request has a stranger's limits, and its fields tell the fault. */
async function viewerOf(asked: Context): Promise<Actor> {
  try {
    return await actorOrNobody(asked);
  } catch (fault) {
    asked.fault = fault;
    return { kind: 'anonymous' };
  }
}

function tooMany({ spent }: Context, { code, message, retryAfter }: RateLimitedError): Response {
  return new Response(JSON.stringify({ errors: [{ message, extensions: { code, retryAfter } }] }), {
    status: 429,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(spent && rateLimitHeaders(spent.budget, spent.state)),
    },
  });
}

function mask(error: unknown, onFault: YogaOptions['onFault']): Error {
  const original = error instanceof GraphQLError ? error.originalError : error;
  const place =
    error instanceof GraphQLError
      ? {
          nodes: error.nodes ?? null,
          path: error.path ?? null,
          source: error.source ?? null,
          positions: error.positions ?? null,
        }
      : {};
  if (original instanceof DomainError) {
    return new GraphQLError(original.message, { ...place, extensions: { code: original.code } });
  }
  // Without a cause it is the libraries' own refusal of the document or its variables.
  if (
    error instanceof GraphQLError &&
    (!original || original instanceof GraphQLError || isAboutDocument(error))
  ) {
    return error;
  }
  onFault(original ?? error, 'graphql');
  return new GraphQLError('Something broke. Try again later.', {
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  });
}

function isAboutDocument(error: GraphQLError): boolean {
  return typeof error.extensions.code === 'string' && DOCUMENT_CODES.has(error.extensions.code);
}
