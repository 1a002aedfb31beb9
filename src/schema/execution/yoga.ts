import { Response } from '@whatwg-node/server';
import { GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { AroundOperation, CompiledDocuments } from '../../documents/compiled.ts';
import type { Actor } from '../../domain/identity/actor.ts';
import { DomainError, RateLimitedError } from '../../domain/kernel/errors.ts';
import { rateLimitHeaders } from '../../limits/store.ts';
import { actorOrNobody, type Context } from '../context.ts';
import { listParameters } from '../errors.ts';
import { schema } from '../index.ts';
import { operationLimits } from '../limits-by-viewer.ts';
import { spendAsClient } from '../spend.ts';
import { hiddenSchema } from './hidden-schema.ts';
import { knownDocuments } from './known-documents.ts';
import { type Asked, limitsPlugin } from './limits-plugin.ts';

/** Codes of the libraries for an invalid document. Their messages are about the document only. */
const DOCUMENT_CODES = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']);

/** The parts that the endpoint needs. */
export interface YogaOptions {
  readonly documents: CompiledDocuments;
  /** Whether everybody may read the schema; otherwise only admins. */
  readonly introspection: boolean;
  /** Surrounds the execution of documents that are not part of the service. */
  readonly around: AroundOperation | undefined;
  /** Called with an error of the service. The client gets a masked error. */
  readonly onFault: (error: unknown, operation: string) => void;
}

/** A request to the endpoint. */
export interface GraphQLCall {
  readonly context: Context;
  readonly method: string;
  readonly query: URLSearchParams;
  /**
   * Makes the request of the Fetch standard, with its body.
   *
   * @param maxBytes the limit of the body
   */
  readonly read: (maxBytes: number) => Promise<Request>;
}

/** Handles a request. It throws what `read` throws. */
export type GraphQLServer = (call: GraphQLCall) => Promise<Response>;

/** Makes the `/graphql` endpoint for the dashboard and other clients. */
export function createGraphQLServer({
  documents,
  introspection,
  around,
  onFault,
}: YogaOptions): GraphQLServer {
  const yoga = createYoga<Asked, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ asked }) => asked,
    graphiql: false,
    // Other sites must not send requests as the visitor. Clients without a browser need no CORS.
    cors: false,
    landingPage: false,
    logging: false,
    batching: false,
    multipart: false,
    // Plugins keep documents, and know what a viewer may send.
    parserAndValidationCache: false,
    plugins: [limitsPlugin, ...(introspection ? [] : [hiddenSchema]), knownDocuments(documents, around)],
    maskedErrors: {
      maskError: (error) => mask(error, onFault),
    },
  });
  return async ({ context: asked, method, query, read }) => {
    // A request without an operation gets the library's instructions.
    if (method !== 'POST' && !query.has('query')) {
      return yoga.fetch(await read(0), { asked, isAdmin: false });
    }
    try {
      const viewer = await viewerOf(asked);
      const limits = operationLimits(viewer);
      asked.limits = limits;
      if (viewer.kind === 'anonymous') {
        await spendAsClient(asked, { fieldName: 'graphql' }, asked.budgets.anonymous);
      }
      const isAdmin = viewer.kind === 'user' && viewer.role === 'admin';
      return await yoga.fetch(await read(limits.body), { asked, isAdmin });
    } catch (error) {
      if (error instanceof RateLimitedError) return tooMany(asked, error);
      throw error;
    }
  };
}

/** If a fault prevents authentication, the request gets the limits of a stranger, and its fields report the fault. */
async function viewerOf(asked: Context): Promise<Actor> {
  try {
    return await actorOrNobody(asked);
  } catch (fault) {
    asked.fault = fault;
    return { kind: 'anonymous' };
  }
}

function tooMany({ spent }: Context, refusal: RateLimitedError): Response {
  const { message, retryAfter } = refusal;
  return new Response(
    JSON.stringify({ errors: [{ message, extensions: { ...extensionsOf(refusal), retryAfter } }] }),
    {
      status: 429,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(spent && rateLimitHeaders(spent.budget, spent.state)),
      },
    },
  );
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
    return new GraphQLError(original.message, { ...place, extensions: extensionsOf(original) });
  }
  // Without a cause, the libraries refused the document or its variables.
  if (
    error instanceof GraphQLError &&
    (!original || original instanceof GraphQLError || isAboutDocument(error))
  ) {
    // The library gives no code where it refuses an argument, such as a negative `first`.
    return error.extensions.code === undefined
      ? new GraphQLError(error.message, {
          ...place,
          extensions: { ...error.extensions, code: 'INVALID_INPUT' },
        })
      : error;
  }
  onFault(original ?? error, 'graphql');
  return new GraphQLError('Something broke. Try again later.', {
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  });
}

function extensionsOf(refusal: DomainError) {
  return { code: refusal.code, reason: refusal.reason, parameters: listParameters(refusal) };
}

function isAboutDocument(error: GraphQLError): boolean {
  return typeof error.extensions.code === 'string' && DOCUMENT_CODES.has(error.extensions.code);
}
