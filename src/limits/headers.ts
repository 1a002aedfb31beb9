import type { Budget } from './budget.ts';
import type { BudgetState } from './store.ts';

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
