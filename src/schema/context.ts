import type { Actor } from '../domain/actor.ts';
import type { Services } from '../domain/services.ts';
import type { Budget, VisitorBudgets } from '../limits/budget.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import type { BudgetState } from '../limits/store.ts';
import type { DocumentLimits } from './document-limits.ts';

/** What one GraphQL operation knows of its surroundings. */
export interface Context {
  readonly services: Services;
  readonly limiter: RateLimiter;
  readonly budgets: VisitorBudgets;
  /** @throws {UnauthenticatedError} when a token is offered that is no listing's */
  readonly actor: () => Promise<Actor>;
  /**
   * Asks anew who it is, for what goes on for long: a session can have ended since.
   *
   * @throws {UnauthenticatedError} as {@link Context.actor}
   */
  readonly identify: () => Promise<Actor>;
  /** Where the request comes from; `key` is what budgets go by. */
  readonly client: () => { readonly address: string | undefined; readonly key: string };
  /** The budget that the operation drew on, for the transport's headers. */
  spent?: { readonly budget: Budget; readonly state: BudgetState };
  /** What the document may cost; the service's own need no limits. */
  limits: DocumentLimits | undefined;
}

/** The actor is found out at most once an operation, and not at all when nothing needs to know. */
export function createContext(parts: Omit<Context, 'actor' | 'spent'>): Context {
  let actor: Promise<Actor> | undefined;
  return {
    ...parts,
    actor: () => {
      actor ??= parts.identify();
      return actor;
    },
  };
}
