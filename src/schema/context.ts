import type { WithDispatcher } from '../domain/delivery/claim.ts';
import type { DeliveryWatch } from '../domain/delivery/watch.ts';
import type { WorkflowLinks } from '../domain/delivery/workflow-links.ts';
import type { WithHealth } from '../domain/health.ts';
import type { Actor } from '../domain/identity/actor.ts';
import type { WithAdmins } from '../domain/identity/grant-role.ts';
import type { WithSecrets } from '../domain/identity/secret-box.ts';
import type { TokenStatements } from '../domain/identity/token-statements.ts';
import { DomainError } from '../domain/kernel/errors.ts';
import type { WithClock, WithDatabase, WithRandom, WithSender } from '../domain/kernel/needs.ts';
import type { StatsStatements } from '../domain/listing/stats-statements.ts';
import type { WithPlatform } from '../domain/platform/look-up.ts';
import type { Captcha } from '../domain/vote/captcha.ts';
import type { WindowStatements } from '../domain/vote/window-statements.ts';
import type { Budget, VisitorBudgets } from '../limits/budget.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import type { BudgetState } from '../limits/store.ts';
import type { DocumentLimits } from './document-limits.ts';

/** What the fields of the schema ask of the domain, and it of the world outside. */
export interface Services
  extends WithDatabase,
    WithClock,
    WithRandom,
    WithSender,
    WithSecrets,
    WithAdmins,
    WithPlatform,
    WithDispatcher,
    WithHealth,
    TokenStatements,
    WindowStatements,
    StatsStatements {
  /** How old an account must be to vote. */
  readonly minimumAccountAgeMs: number;
  /** Asked about every vote; undefined where none is configured. */
  readonly captcha: Captcha | undefined;
  readonly deliveryWatch: DeliveryWatch;
  /** Tells the caches of this process that a listing may have changed. Losing the hint costs them a second. */
  readonly listingTouched: (botId: string) => void;
  readonly workflowLinks: WorkflowLinks;
}

/** What one GraphQL operation knows of its surroundings. */
export interface Context {
  readonly services: Services;
  readonly limiter: RateLimiter;
  readonly budgets: VisitorBudgets;
  /** @throws {UnauthenticatedError} when a token is offered that is no listing's */
  readonly actor: () => Promise<Actor>;
  /** Who a scope of the builder has found to be asking. What kind of viewer it is, a field's `withAuth` types. */
  viewer?: Actor;
  /** Why it cannot be found out who is asking, where that is no refusal: the fields tell it. */
  fault?: unknown;
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

/** The context of a field after a scope has established who is asking. */
export type ContextOf<Viewer extends Actor> = Context & { viewer: Viewer };

/** The actor is found out at most once an operation, and not at all when nothing needs to know. */
export function createContext(parts: Omit<Context, 'actor' | 'viewer' | 'fault' | 'spent'>): Context {
  let actor: Promise<Actor> | undefined;
  return {
    ...parts,
    actor: () => {
      actor ??= parts.identify();
      return actor;
    },
  };
}

/**
 * Who is asking, for what is decided before any field. A refused credential gives no more rights than none; the fields
 * that need one tell what is wrong with it.
 *
 * @throws what is no refusal, such as a fault of the database: it makes nobody a stranger
 */
export async function actorOrNobody(context: Context): Promise<Actor> {
  try {
    return await context.actor();
  } catch (error) {
    if (error instanceof DomainError) return { kind: 'anonymous' };
    throw error;
  }
}
