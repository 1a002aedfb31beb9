import type { Config } from '../config/config.ts';
import { RateLimitedError } from '../domain/kernel/errors.ts';
import { requestId } from '../lib/request-id.ts';
import { type BudgetSizes, createVisitorBudgets } from '../limits/budget.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import { type Context, createContext, NOBODY, type Services } from '../schema/context.ts';
import { operationLimits } from '../schema/limits-by-viewer.ts';
import type { Lane } from './admission/admission.ts';
import { createClientReader } from './caller/client-address.ts';
import { isOfUnknownReader } from './caller/credentials.ts';
import { type CredentialMemory, identifyAndNote } from './caller/identify.ts';
import { type HttpRequest, isSameOrigin } from './message/request.ts';
import type { RoutedRequest } from './routed-request.ts';

/** The services by lane. Those of `readers` may be a few seconds old. */
export type Lanes = Readonly<Record<Lane | 'readers', Services>>;

/** Makes the GraphQL contexts of requests. */
export interface Contexts {
  /** Makes the context of a request that has a slot. */
  readonly of: (request: RoutedRequest) => Context;
  /** The context of a stranger, for responses that are the same for everybody. */
  readonly ofNobody: () => Context;
  /**
   * Counts a sign-in against the rate limit of the client's address.
   *
   * @throws {RateLimitedError} when the rate limit is exceeded
   */
  readonly admitSignIn: (request: HttpRequest) => Promise<void>;
}

interface ContextOptions {
  readonly config: BudgetSizes & Pick<Config, 'trustedProxies'>;
  readonly lanes: Lanes;
  readonly limiter: RateLimiter;
  /** Learns which credentials are valid. */
  readonly memory: CredentialMemory;
  /** Returns the current span, for deliveries. Absent when nothing is traced. */
  readonly traceparent: (() => string | undefined) | undefined;
}

/** Makes the contexts of requests: sender, address and limits. */
export function createContexts({ config, lanes, limiter, memory, traceparent }: ContextOptions): Contexts {
  const budgets = createVisitorBudgets(config);
  const origin = () => ({ requestId: requestId(), traceparent: traceparent?.() });
  const readClient = createClientReader(config.trustedProxies);

  function contextOf({ route, message, claim, slot }: RoutedRequest): Context {
    if (!slot) throw new Error('The request has no slot yet.');
    const { credential, actor } = slot;
    // What a document asks for is unknown here, and it may write.
    const mayBeOld = slot.lane === 'strangers' && route.kind !== 'graphql' && isOfUnknownReader(message);
    const services = lanes[mayBeOld ? 'readers' : (slot.lane ?? 'strangers')];
    const keyOf = (kind: 'token' | 'session') => (credential.kind === kind ? claim?.key : undefined);
    return createContext({
      services,
      limiter,
      // Requests that other sites cause have a separate rate limit.
      budgets: isSameOrigin(message) ? budgets : { ...budgets, anonymous: budgets.anonymousElsewhere },
      origin,
      client: () => readClient(message),
      limits: route.kind === 'graphql' ? operationLimits({ kind: 'anonymous' }) : undefined,
      found: actor,
      identify: () => identifyAndNote(services, credential, claim, memory),
      tokenKey: () => keyOf('token'),
      sessionKey: () => keyOf('session'),
    });
  }

  return {
    of: contextOf,
    ofNobody: () =>
      createContext({
        services: lanes.readers,
        limiter,
        budgets,
        origin,
        client: () => ({ address: undefined, key: 'unknown' }),
        limits: undefined,
        ...NOBODY,
      }),
    async admitSignIn({ message }) {
      if (!budgets.signIn) return;
      const { key } = readClient(message);
      const state = await limiter.spend(`address:${key}`, budgets.signIn, { fieldName: 'signIn' });
      if (!state.admitted) throw new RateLimitedError(state.retryAfterSeconds);
    },
  };
}
