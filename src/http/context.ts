import type { Config } from '../config/config.ts';
import { RateLimitedError } from '../domain/kernel/errors.ts';
import { createVisitorBudgets } from '../limits/budget.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import { type Context, createContext, type Services } from '../schema/context.ts';
import { operationLimits } from '../schema/limits-by-viewer.ts';
import { requestId } from '../telemetry/request-id.ts';
import type { Lane } from './admission/admission.ts';
import type { Arrival } from './admission/arrival.ts';
import { createClientReader } from './caller/client-address.ts';
import type { CredentialMemory } from './caller/credential-memory.ts';
import { headersOf } from './caller/header-reader.ts';
import { identifyAndNote } from './caller/identify.ts';
import { isSameOrigin } from './caller/same-origin.ts';

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
  /** Learns which credentials are valid. */
  readonly memory: CredentialMemory;
  readonly arrivals: WeakMap<Request, Arrival>;
  /** Returns the current span, for deliveries. Absent when nothing is traced. */
  readonly traceparent: (() => string | undefined) | undefined;
}

/** Makes the contexts of requests: sender, address and limits. */
export function createContexts({
  config,
  lanes,
  limiter,
  memory,
  arrivals,
  traceparent,
}: ContextOptions): Contexts {
  const budgets = createVisitorBudgets(config.budgets);
  const origin = () => ({ requestId: requestId(), traceparent: traceparent?.() });
  const readClient = createClientReader(config.trustedProxies);
  const clientOf = (arrival: Arrival | undefined) =>
    arrival ? readClient(arrival.message) : { address: undefined, key: 'unknown' };

  function make(arrival: Arrival): Context {
    const { match, message, claim, place } = arrival;
    if (!place) throw new Error('The request has no slot yet.');
    const { credential, actor } = place;
    const services = lanes[place.lane ?? 'strangers'];
    const tokenKey = credential.kind === 'token' ? claim?.key : undefined;
    return createContext({
      services,
      limiter,
      // Requests that other sites cause have a separate rate limit.
      budgets: isSameOrigin({ headers: headersOf(message) })
        ? budgets
        : { ...budgets, anonymous: budgets.anonymousElsewhere },
      origin,
      client: () => clientOf(arrival),
      limits: match.form === 'graphql' ? operationLimits({ kind: 'anonymous' }) : undefined,
      found: actor,
      identify: () => identifyAndNote(services, credential, claim, memory),
      tokenKey: () => tokenKey,
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
        tokenKey: () => undefined,
      }),
    async admitSignIn(request) {
      if (!budgets.signIn) return;
      const { key } = clientOf(arrivals.get(request));
      const state = await limiter.spend(`address:${key}`, budgets.signIn, { fieldName: 'signIn' });
      if (!state.admitted) throw new RateLimitedError(state.retryAfterSeconds);
    },
  };
}
