import type { Config } from '../config/config.ts';
import { RateLimitedError } from '../domain/kernel/errors.ts';
import { createVisitorBudgets } from '../limits/budget.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import { type Context, createContext, type Services } from '../schema/context.ts';
import { operationLimits } from '../schema/limits-by-viewer.ts';
import type { Lane } from './admission/admission.ts';
import type { Arrival } from './admission/arrival.ts';
import { createClientReader } from './caller/client-address.ts';
import type { Cookie } from './caller/cookies.ts';
import { type Credential, readCredential, readSession, readToken } from './caller/credentials.ts';
import { identify } from './caller/identify.ts';
import { isSameOrigin } from './caller/same-origin.ts';
import type { Form } from './router.ts';

/** Makes the GraphQL contexts of requests. */
export interface Contexts {
  /** The context of a request: one for all its operations. */
  readonly of: (request: Request) => Context;
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
  readonly arrivalOf: (request: Request) => Arrival | undefined;
}

/** Makes the contexts of requests: sender, address and limits. */
export function createContexts({
  config,
  lanes,
  limiter,
  sessionCookie,
  arrivalOf,
}: ContextOptions): Contexts {
  const budgets = createVisitorBudgets(config.budgets);
  const readClient = createClientReader(config.trustedProxies);
  const clientOf = (arrival: Arrival | undefined) =>
    arrival ? readClient(arrival.message) : { address: undefined, key: 'unknown' };
  // REST accepts tokens, pages accept sessions, and `/graphql` accepts both.
  const readers: Record<Form, (headers: Headers) => Credential> = {
    api: readToken,
    page: (headers) => readSession(headers, sessionCookie),
    graphql: (headers) => readCredential(headers, sessionCookie),
  };

  function make(request: Request, arrival: Arrival): Context {
    const { form } = arrival.match;
    const isTrusted = form !== 'graphql';
    const credential = readers[form](request.headers);
    // Browsers also send the cookie with requests that other sites cause.
    const isForeign = !isSameOrigin(request);
    // A link from another site may open a page, so a session counts there. It does not count for `/graphql` or for
    // forms.
    const isNobody = credential.kind === 'session' && isForeign && (!isTrusted || isBinding(request));
    const services = lanes[arrival.lane ?? 'strangers'];
    return createContext({
      services,
      limiter,
      // Requests that other sites cause have a separate rate limit.
      budgets: isForeign ? { ...budgets, anonymous: budgets.anonymousElsewhere } : budgets,
      client: () => clientOf(arrival),
      limits: isTrusted ? undefined : operationLimits({ kind: 'anonymous' }),
      identify: () => identify(services, isNobody ? { kind: 'none' } : credential),
    });
  }

  return {
    of(request) {
      const arrival = arrivalOf(request);
      if (!arrival) throw new Error('The request did not come through the edge.');
      arrival.context ??= make(request, arrival);
      return arrival.context;
    },
    ofNobody: () =>
      createContext({
        services: lanes.strangers,
        limiter,
        budgets,
        client: () => clientOf(undefined),
        limits: undefined,
        identify: async () => ({ kind: 'anonymous' }),
      }),
    async admitSignIn(request) {
      if (!budgets.signIn) return;
      const { key } = clientOf(arrivalOf(request));
      const state = await limiter.spend(`address:${key}`, budgets.signIn, { fieldName: 'signIn' });
      if (!state.admitted) throw new RateLimitedError(state.retryAfterSeconds);
    },
  };
}

/** Whether a request changes data or opens a stream. */
function isBinding({ method, headers }: Request): boolean {
  return method === 'POST' || Boolean(headers.get('accept')?.includes('text/event-stream'));
}
