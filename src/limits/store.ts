import type { Budget } from './budget.ts';

/** What became of one request, and what is left for the next ones of the same key. */
export interface BudgetState {
  readonly admitted: boolean;
  /** The budget's `max`. */
  readonly limit: number;
  /** Requests that would be admitted right now; 0 or more. */
  readonly remaining: number;
  /** Whole seconds until the oldest counted request leaves the window; 0 when none is counted. */
  readonly resetSeconds: number;
  /** Whole seconds, at least 1, after which the next request passes; 0 when this one was admitted. */
  readonly retryAfterSeconds: number;
}

/**
 * A sliding-window log for each key and budget: a request at time t is admitted when fewer than `max`
 * admitted requests lie in (t - window, t]. A refused request is not counted, so a client that waits
 * `retryAfterSeconds` passes, unless another request with the same key took the place.
 */
export interface BudgetStore {
  /**
   * Records one request and tells whether it is admitted, as one atomic step.
   *
   * @param key Who asks: a hash, never a token itself, because stores may keep it in the clear.
   * @param budget What is asked for; the same key has a separate log for each budget name.
   */
  take(key: string, budget: Budget): Promise<BudgetState> | BudgetState;
  /** Lets go of connections and memory; nothing may be taken afterwards. */
  close(): Promise<void>;
}

/**
 * The state that a store answers with.
 *
 * @param oldestLeavesIn Milliseconds until the oldest counted request leaves the window.
 * @param placeFreeIn Milliseconds until one more request would be admitted; 0 when this one was.
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
    // Rounded up: a client that waits a whole number of seconds must never come back too early.
    resetSeconds: Math.ceil(oldestLeavesIn / 1000),
    retryAfterSeconds: Math.ceil(placeFreeIn / 1000),
  };
}
