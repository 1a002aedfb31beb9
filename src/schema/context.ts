import type { Actor } from '../domain/actor.ts';
import type { Services } from '../domain/services.ts';

import type { Budget } from '../limits/budget.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import type { BudgetState } from '../limits/store.ts';

/** What one GraphQL operation knows of its surroundings. */
export interface Context {
  readonly services: Services;
  readonly limiter: RateLimiter;
  /** @throws {UnauthenticatedError} when a token is offered that is no listing's */
  readonly actor: () => Promise<Actor>;
  /** The budget that the operation drew on, for the transport's headers. */
  spent?: { readonly budget: Budget; readonly state: BudgetState };
  /** Documents of this service itself need no complexity limit. */
  readonly trusted: boolean;
}

/** @param identify asked at most once an operation, and not at all when nothing needs to know */
export function createContext(
  parts: Pick<Context, 'services' | 'limiter' | 'trusted'>,
  identify: () => Promise<Actor>,
): Context {
  let actor: Promise<Actor> | undefined;
  return {
    ...parts,
    actor: () => {
      actor ??= identify();
      return actor;
    },
  };
}
