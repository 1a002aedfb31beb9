import type { Logger } from 'pino';
import type { Budget } from './budget.ts';
import type { BudgetState, BudgetStore } from './store.ts';

export interface FailOpenOptions {
  readonly logger: Logger;
  /** The clock, in milliseconds since any moment. Default: a monotonic one. */
  readonly now?: () => number;
  /** How often a store that is down is asked again, in milliseconds. Default: 1000. */
  readonly retryEveryMs?: number;
}

/**
 * Lets requests through while a store is down (contract, section 8, rule 1).
 *
 * The requests that were waiting when the store failed pass when their own question fails. Later ones
 * pass at once; about every second one of them also asks the store in the background, and an answer
 * puts the store in charge again. Logs one warning when the store goes down and one info when it is
 * back. A passed request has all of its budget left and nothing to wait for.
 *
 * @param store A store whose `take` settles in bounded time; it is closed with this one.
 */
export function failOpen(store: BudgetStore, options: FailOpenOptions): BudgetStore {
  return new FailOpenStore(store, options);
}

class FailOpenStore implements BudgetStore {
  readonly #store: BudgetStore;
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #retryEveryMs: number;
  #down = false;
  #asking = false;
  #askAgainAt = 0;
  #closed = false;

  constructor(
    store: BudgetStore,
    { logger, now = () => performance.now(), retryEveryMs = 1_000 }: FailOpenOptions,
  ) {
    this.#store = store;
    this.#logger = logger;
    this.#now = now;
    this.#retryEveryMs = retryEveryMs;
  }

  async take(key: string, budget: Budget): Promise<BudgetState> {
    if (this.#down) {
      if (this.#isTimeToAsk()) void this.#askInBackground(key, budget);
      return passed(budget);
    }
    try {
      return await this.#store.take(key, budget);
    } catch (error) {
      this.#wentDown(error);
      return passed(budget);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#store.close();
  }

  #isTimeToAsk(): boolean {
    if (this.#asking || this.#closed) return false;
    const early = this.#askAgainAt - this.#now();
    // Further off than it was ever set: the clock has stepped back.
    return early <= 0 || early > this.#retryEveryMs;
  }

  async #askInBackground(key: string, budget: Budget): Promise<void> {
    this.#asking = true;
    try {
      await this.#store.take(key, budget);
      this.#down = false;
      this.#logger.info('The rate-limit store is back: requests are counted again.');
    } catch {
      this.#askAgainAt = this.#now() + this.#retryEveryMs;
    } finally {
      this.#asking = false;
    }
  }

  #wentDown(error: unknown): void {
    if (this.#down) return;
    this.#down = true;
    this.#askAgainAt = this.#now() + this.#retryEveryMs;
    if (!this.#closed)
      this.#logger.warn({ reason: reasonOf(error) }, 'The rate-limit store fails: requests pass uncounted.');
  }
}

/** Only a code or a message: the error of a Redis client carries the command, with its arguments. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

function passed(budget: Budget): BudgetState {
  return {
    admitted: true,
    limit: budget.max,
    remaining: budget.max,
    resetSeconds: 0,
    retryAfterSeconds: 0,
  };
}
