import type { Budget } from './budget.ts';
import type { BudgetState } from './store.ts';

/**
 * The headers that tell a client how it stands, on admitted and refused answers alike: `RateLimit-Policy`
 * and `RateLimit` as in draft-ietf-httpapi-ratelimit-headers-10, and `Retry-After` (whole seconds, the
 * same number as `retryAfter` in the body) on a refusal. Contract, sections 7 and 8.
 *
 * @param budget A budget whose name needs no escaping, as `assertBudget` demands.
 */
export function rateLimitHeaders(budget: Budget, state: BudgetState): Record<string, string> {
  const headers: Record<string, string> = {
    'RateLimit-Policy': `"${budget.name}";q=${budget.max};w=${budget.windowSeconds}`,
    RateLimit: `"${budget.name}";r=${state.remaining};t=${state.resetSeconds}`,
  };
  if (!state.admitted) headers['Retry-After'] = String(state.retryAfterSeconds);
  return headers;
}
