import type { GraphQLResolveInfo } from 'graphql';
import { getGraphQLRateLimiter } from 'graphql-rate-limit';
import type { Logger } from 'pino';
import { assertBudget, type Budget } from './budget.ts';
import { failOpen } from './fail-open.ts';
import { MemoryStore } from './memory-store.ts';
import type { BudgetState, BudgetStore } from './store.ts';

export interface RateLimiter {
  /**
   * Spends one request of a budget (contract, sections 4, 7 and 8).
   *
   * @param key Who sends the request: a hash of the verified token, never the token itself.
   * @param budget The budget that the request counts against.
   * @param info Describes the field that is being resolved.
   * @returns The state right after this request. A refusal is a value, not an error.
   * @throws RangeError for an impossible budget, and whatever the store's `take` throws.
   */
  spend(key: string, budget: Budget, info: Pick<GraphQLResolveInfo, 'fieldName'>): Promise<BudgetState>;
  /**
   * Reads what is left of a budget, and spends nothing. It is right for all processes that share the store.
   *
   * @returns undefined while the store is down: nobody knows
   */
  left(key: string, budget: Budget): Promise<BudgetState | undefined>;
}

/** Learns what the rate limiter decided. `uncounted`: the store is down, so the request passed. */
export type OnDecision = (budget: string, decision: 'admitted' | 'refused' | 'uncounted') => void;

/**
 * The library refuses a request when the list of times that it read, plus this request, is longer than `max`. So with a
 * `max` of 1, an empty list admits and one time refuses. The time is infinite, so it never gets too old.
 */
const ADMITS: readonly number[] = [];
const REFUSES: readonly number[] = [Number.POSITIVE_INFINITY];
const ARGS = { max: 1, message: 'Rate limit exceeded.', readOnly: true };
const ADMITTED = 'admitted';

/**
 * Creates the limiter that resolvers call: graphql-rate-limit decides, over a store that counts.
 *
 * The library reads a list of times and writes it back. That is not atomic and yields no `retryAfter`. So the store
 * counts the request first, the library reads what came out, and nothing is written back.
 *
 * @param store Its owner closes it.
 * @param onDecision Learns each decision.
 */
export function createRateLimiter(store: BudgetStore, onDecision?: OnDecision): RateLimiter {
  const limit = getGraphQLRateLimiter({
    identifyContext: ({ admitted }: BudgetState) => (admitted ? ADMITTED : 'refused'),
    store: {
      getForIdentity: ({ contextIdentity }) => (contextIdentity === ADMITTED ? ADMITS : REFUSES),
      setForIdentity: () => undefined,
    },
  });
  return {
    async spend(key, budget, info) {
      assertBudget(budget);
      const state = await store.take(key, budget);
      const field = { parent: undefined, args: {}, context: state, info: info as GraphQLResolveInfo };
      const admitted = (await limit(field, ARGS)) === undefined;
      onDecision?.(budget.name, state.isUncounted ? 'uncounted' : admitted ? 'admitted' : 'refused');
      return { ...state, admitted };
    },
    async left(key, budget) {
      const state = await store.look(key, budget);
      return state.isUncounted ? undefined : state;
    },
  };
}

/** What the probes of health spend. It is no limit for them. */
const PROBE: Budget = { name: 'probe', max: 1000, windowSeconds: 1 };

/** Rate limits, and whether their store works. */
export interface Limits {
  readonly limiter: RateLimiter;
  redisStatus(): Promise<'ok' | 'unavailable' | 'not used'>;
}

/**
 * Opens the store of rate limits: Redis, which several processes can share, or this process's memory.
 *
 * @param redisUrl absent: the limits are kept in memory
 * @param onDecision learns each decision
 */
export async function openLimits(
  redisUrl: string | undefined,
  log: Logger,
  parts: AsyncDisposableStack,
  onDecision?: OnDecision,
): Promise<Limits> {
  if (redisUrl === undefined) {
    const store = new MemoryStore();
    parts.defer(() => store.close());
    return { limiter: createRateLimiter(store, onDecision), redisStatus: async () => 'not used' };
  }
  // The client of Redis takes a part of the start that a process without it saves.
  const { RedisStore } = await import('./redis-store.ts');
  const redis = new RedisStore({ url: redisUrl });
  const store = failOpen(redis, log);
  parts.defer(() => store.close());
  // Without this, the first requests would pass uncounted until the connection is made.
  await redis.connected();
  // A server that responds may refuse to write: a replica does. So only a request that each server counts shows that
  // Redis works.
  const redisStatus = async () => {
    const states = await Promise.all(redis.keyOnEach(PROBE).map((key) => store.take(key, PROBE)));
    return states.some(({ isUncounted }) => isUncounted) ? ('unavailable' as const) : ('ok' as const);
  };
  // The log names a Redis that does not work at the start, not with the first request.
  await redisStatus();
  return { limiter: createRateLimiter(store, onDecision), redisStatus };
}
