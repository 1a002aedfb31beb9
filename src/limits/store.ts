import type { Budget } from './budget.ts';

/** Whether a request is admitted, and what remains for the next requests of the same key. */
export interface BudgetState {
  readonly admitted: boolean;
  /** The budget's `max`. */
  readonly limit: number;
  /** How many more requests would be admitted now. */
  readonly remaining: number;
  /** Whole seconds until the oldest counted request leaves the window; 0 when the window is empty. */
  readonly resetSeconds: number;
  /** Whole seconds, at least 1, until the next request is admitted; 0 when this one was. */
  readonly retryAfterSeconds: number;
  /** The store is down. The request passes without being counted. */
  readonly isUncounted?: true;
}

/**
 * A sliding-window log per key and budget. A request at time t is admitted when the window (t - window, t] has fewer
 * than `max` admitted requests. Refused requests do not count. So a client that waits `retryAfterSeconds` is admitted,
 * unless another request with the same key came first.
 */
export interface BudgetStore {
  /**
   * Records a request if it is admitted, as one atomic step.
   *
   * @param key identifies the client: a hash, never a token itself, because stores may keep it as it is
   * @param budget the same key has a separate log for each budget name
   */
  take(key: string, budget: Budget): Promise<BudgetState> | BudgetState;
  /** Reads the state and records nothing. `admitted`: whether `take` would admit a request now. */
  look(key: string, budget: Budget): Promise<BudgetState> | BudgetState;
  /** Which of several servers counts for a key, such as `10.0.0.1:6379`. Absent: there is only one. */
  serverOf?(key: string, budget: Budget): string;
  /** Releases connections and memory. `take` must not be called afterwards. */
  close(): Promise<void>;
}

/**
 * Creates the state that a store returns.
 *
 * @param oldestLeavesIn milliseconds until the oldest counted request leaves the window
 * @param placeFreeIn milliseconds until another request is admitted; 0 when this one was
 */
export function budgetState(
  budget: Budget,
  remaining: number,
  oldestLeavesIn: number,
  placeFreeIn: number,
): BudgetState {
  return {
    admitted: placeFreeIn === 0,
    limit: budget.max,
    remaining,
    // Rounded up, so that a client that waits this long does not come back too early.
    resetSeconds: Math.ceil(oldestLeavesIn / 1000),
    retryAfterSeconds: Math.ceil(placeFreeIn / 1000),
  };
}

/**
 * Creates the rate limit headers of a response: `RateLimit-Policy` and `RateLimit` as in
 * draft-ietf-httpapi-ratelimit-headers-10. A refusal also gets `Retry-After`, in whole seconds, with the same number as
 * `retryAfter` in the body. Contract, sections 7 and 8.
 *
 * @param budget its name needs no escaping, as `assertBudget` checks
 */
export function rateLimitHeaders(budget: Budget, state: BudgetState): Record<string, string> {
  const headers: Record<string, string> = {
    'RateLimit-Policy': `"${budget.name}";q=${budget.max};w=${budget.windowSeconds}`,
    RateLimit: `"${budget.name}";r=${state.remaining};t=${state.resetSeconds}`,
  };
  if (!state.admitted) headers['Retry-After'] = String(state.retryAfterSeconds);
  return headers;
}
