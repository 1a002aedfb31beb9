import type { GraphQLResolveInfo } from 'graphql';
import { type GraphQLRateLimitDirectiveArgs, getGraphQLRateLimiter, type Store } from 'graphql-rate-limit';
import { assertBudget, type Budget } from './budget.ts';
import type { BudgetState, BudgetStore } from './store.ts';

export interface RateLimiter {
  /**
   * Spends one request of a budget (contract, sections 4, 7 and 8).
   *
   * @param key Who asks: a hash of the verified token, never the token itself.
   * @param budget What the request is taken from.
   * @param info Of the field that is being resolved.
   * @returns The state of exactly this request; refused is a value, not an error.
   * @throws RangeError for an impossible budget, and whatever the store's `take` throws.
   */
  spend(key: string, budget: Budget, info: Pick<GraphQLResolveInfo, 'fieldName'>): Promise<BudgetState>;
}

interface Plan {
  readonly args: GraphQLRateLimitDirectiveArgs;
  /** As many requests as the budget allows, none of which the library takes for an old one. */
  readonly used: readonly number[];
}

interface Spending {
  readonly key: string;
  readonly budget: Budget;
  readonly plan: Plan;
  state?: BudgetState;
}

const NONE_USED: readonly number[] = Object.freeze([]);
const NO_ARGS = Object.freeze({});

/**
 * The limiter that resolvers call: graphql-rate-limit, which decides, over a store that counts.
 *
 * The library reads a list of times and writes it back, which is not atomic and knows no
 * `retryAfter`. So its one read is the store's `take`, answered with an empty list or a full one.
 *
 * @param store Closed by whoever made it.
 */
export function createRateLimiter(store: BudgetStore): RateLimiter {
  const plans = new Map<Budget['name'], { budget: Budget; plan: Plan }>();
  // The library hands nothing but strings to its store: the name of a spending leads back to it.
  const spendings = new Map<string, Spending>();
  let lastName = 0;

  const limit = getGraphQLRateLimiter({
    identifyContext: (name: string) => name,
    store: storeOf(store, spendings),
  });

  function planOf(budget: Budget): Plan {
    const known = plans.get(budget.name);
    if (known?.budget === budget) return known.plan;
    const plan = makePlan(budget);
    plans.set(budget.name, { budget, plan });
    return plan;
  }

  return {
    async spend(key, budget, info) {
      const spending: Spending = { key, budget, plan: planOf(budget) };
      const name = String(++lastName);
      spendings.set(name, spending);
      try {
        const refusal = await limit(
          { parent: undefined, args: NO_ARGS, context: name, info: info as GraphQLResolveInfo },
          spending.plan.args,
        );
        return decided(spending, refusal === undefined);
      } finally {
        spendings.delete(name);
      }
    },
  };
}

function storeOf(store: BudgetStore, spendings: ReadonlyMap<string, Spending>): Store {
  return {
    async getForIdentity({ contextIdentity }) {
      const spending = spendings.get(contextIdentity);
      if (spending === undefined) throw new Error('graphql-rate-limit asked for an unknown request');
      spending.state = await store.take(spending.key, spending.budget);
      return spending.state.admitted ? NONE_USED : spending.plan.used;
    },
    // `take` has recorded the request already.
    setForIdentity: () => undefined,
  };
}

function makePlan(budget: Budget): Plan {
  assertBudget(budget);
  const { max, windowSeconds } = budget;
  return {
    args: { max, window: `${windowSeconds}s`, message: 'Rate limit exceeded.', readOnly: true },
    used: neverOld(max),
  };
}

function neverOld(length: number): readonly number[] {
  const times = new Array<number>(length).fill(Number.POSITIVE_INFINITY);
  // The library reads the clock for each entry to filter old ones out. None is, and on a list of 600
  // that was most of what a refusal cost, which is when a client asks most.
  Object.defineProperty(times, 'filter', { value: () => times });
  return Object.freeze(times);
}

function decided({ state }: Spending, admitted: boolean): BudgetState {
  if (state === undefined) throw new Error('graphql-rate-limit did not ask its store');
  return state.admitted === admitted ? state : { ...state, admitted };
}
