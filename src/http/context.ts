import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';
import { keyOfToken } from '../domain/identity/authenticate-token.ts';
import { RateLimitedError } from '../domain/kernel/errors.ts';
import { createVisitorBudgets } from '../limits/budget.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import { type Context, createContext, type Services } from '../schema/context.ts';
import { operationLimits } from '../schema/limits-by-viewer.ts';
import { requestId } from '../telemetry/request-id.ts';
import type { Lane } from './admission/admission.ts';
import type { Arrival } from './admission/arrival.ts';
import { createClientReader } from './caller/client-address.ts';
import type { Cookie } from './caller/cookies.ts';
import { type Credential, readCredential, readSession, readToken } from './caller/credentials.ts';
import { type HeaderReader, headersOf } from './caller/header-reader.ts';
import { identify } from './caller/identify.ts';
import { isSameOrigin } from './caller/same-origin.ts';
import type { Form } from './router.ts';

/** Makes the GraphQL contexts of requests. */
export interface Contexts {
  /** The context of a request: one for all its operations. */
  readonly of: (request: Request) => Context;
  /** The same, for a request that has no other form. */
  readonly at: (arrival: Arrival) => Context;
  /** The context of a stranger, for responses that are the same for everybody. */
  readonly ofNobody: () => Context;
  /**
   * Counts a sign-in against the rate limit of the client's address.
   *
   * @throws {RateLimitedError} when the rate limit is exceeded
   */
  readonly admitSignIn: (request: Request) => Promise<void>;
}

interface ContextOptions {
  readonly config: Pick<Config, 'budgets' | 'trustedProxies'>;
  readonly lanes: Readonly<Record<Lane, Services>>;
  readonly limiter: RateLimiter;
  readonly sessionCookie: Cookie;
  readonly arrivals: WeakMap<Request, Arrival>;
  /** Returns the current span, for deliveries. Absent when nothing is traced. */
  readonly traceparent: (() => string | undefined) | undefined;
}

/** Makes the contexts of requests: sender, address and limits. */
export function createContexts({
  config,
  lanes,
  limiter,
  sessionCookie,
  arrivals,
  traceparent,
}: ContextOptions): Contexts {
  const budgets = createVisitorBudgets(config.budgets);
  const origin = () => ({ requestId: requestId(), traceparent: traceparent?.() });
  const readClient = createClientReader(config.trustedProxies);
  const clientOf = (arrival: Arrival | undefined) =>
    arrival ? readClient(arrival.message) : { address: undefined, key: 'unknown' };
  // REST accepts tokens, pages accept sessions, and `/graphql` accepts both.
  const readers: Record<Form, (headers: HeaderReader) => Credential> = {
    api: readToken,
    page: (headers) => readSession(headers, sessionCookie),
    graphql: (headers) => readCredential(headers, sessionCookie),
  };

  function make(arrival: Arrival): Context {
    const { match, message } = arrival;
    const headers = headersOf(message);
    const isTrusted = match.form !== 'graphql';
    const credential = readers[match.form](headers);
    // Browsers also send the cookie with requests that other sites cause.
    const isForeign = !isSameOrigin({ headers });
    // A link from another site may open a page, so a session counts there. It does not count for `/graphql` or for
    // forms.
    const isNobody = credential.kind === 'session' && isForeign && (!isTrusted || isBinding(message));
    const services = lanes[arrival.lane ?? 'strangers'];
    return createContext({
      services,
      limiter,
      // Requests that other sites cause have a separate rate limit.
      budgets: isForeign ? { ...budgets, anonymous: budgets.anonymousElsewhere } : budgets,
      origin,
      client: () => clientOf(arrival),
      limits: isTrusted ? undefined : operationLimits({ kind: 'anonymous' }),
      identify: () => identify(services, isNobody ? { kind: 'none' } : credential),
      readTokenKey: () => (credential.kind === 'token' ? keyOfToken(credential.token) : undefined),
    });
  }

  function at(arrival: Arrival): Context {
    arrival.context ??= make(arrival);
    return arrival.context;
  }

  return {
    of(request) {
      const arrival = arrivals.get(request);
      if (!arrival) throw new Error('The request did not come through the edge.');
      return at(arrival);
    },
    at,
    ofNobody: () =>
      createContext({
        services: lanes.strangers,
        limiter,
        budgets,
        origin,
        client: () => clientOf(undefined),
        limits: undefined,
        identify: async () => ({ kind: 'anonymous' }),
        readTokenKey: () => undefined,
      }),
    async admitSignIn(request) {
      if (!budgets.signIn) return;
      const { key } = clientOf(arrivals.get(request));
      const state = await limiter.spend(`address:${key}`, budgets.signIn, { fieldName: 'signIn' });
      if (!state.admitted) throw new RateLimitedError(state.retryAfterSeconds);
    },
  };
}

/** Whether a request changes data or opens a stream. */
function isBinding({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' || Boolean(headers.accept?.includes('text/event-stream'));
}
