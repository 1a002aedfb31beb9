import type { Config } from '../config/config.ts';
import { RateLimitedError } from '../domain/kernel/errors.ts';
import { createVisitorBudgets } from '../limits/budget.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import { type Context, createContext, type Services } from '../schema/context.ts';
import { documentLimits } from '../schema/document-limits.ts';
import type { Lane } from './admission.ts';
import type { Arrival } from './arrival.ts';
import { createClientReader } from './client-address.ts';
import type { Cookie } from './cookies.ts';
import { type Credential, readCredential, readSession, readToken } from './credentials.ts';
import { identify } from './identify.ts';
import type { Form } from './router.ts';
import { isSameOrigin } from './same-origin.ts';

export interface Contexts {
  /** The context of a request: one, however many operations it takes to answer it. */
  readonly of: (request: Request) => Context;
  /** For what is rendered once for everybody. */
  readonly ofNobody: () => Context;
  /** @throws {RateLimitedError} when somebody tries to sign in too often */
  readonly admitSignIn: (request: Request) => Promise<void>;
}

interface ContextOptions {
  readonly config: Pick<Config, 'budgets' | 'trustedProxies'>;
  readonly lanes: Readonly<Record<Lane, Services>>;
  readonly limiter: RateLimiter;
  readonly sessionCookie: Cookie;
  readonly arrivalOf: (request: Request) => Arrival | undefined;
}

/** Makes what the schema knows of a request: who is asking, from where, and what it may cost. */
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
  // REST knows bots, pages know people, and documents come from both.
  const readers: Record<Form, (headers: Headers) => Credential> = {
    api: readToken,
    page: (headers) => readSession(headers, sessionCookie),
    graphql: (headers) => readCredential(headers, sessionCookie),
  };

  function make(request: Request, arrival: Arrival): Context {
    const { form } = arrival.match;
    const isTrusted = form !== 'graphql';
    const credential = readers[form](request.headers);
    // A browser sends the cookie with requests that other sites cause, too.
    const isForeign = !isSameOrigin(request);
    // Any link may lead to a page, and documents are for this site alone.
    const isNobody = credential.kind === 'session' && isForeign && (!isTrusted || isBinding(request));
    const services = lanes[arrival.lane ?? 'strangers'];
    return createContext({
      services,
      limiter,
      // Requests caused by other sites have a separate budget.
      budgets: isForeign ? { ...budgets, anonymous: budgets.anonymousElsewhere } : budgets,
      client: () => clientOf(arrival),
      limits: isTrusted ? undefined : documentLimits({ kind: 'anonymous' }),
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

/** Whether a request changes something or holds something open. */
function isBinding({ method, headers }: Request): boolean {
  return method === 'POST' || Boolean(headers.get('accept')?.includes('text/event-stream'));
}
