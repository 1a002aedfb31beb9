import type { Logger } from 'pino';
import type { Budget } from './budget.ts';
import type { BudgetState, BudgetStore } from './store.ts';

export interface FailOpenOptions {
  readonly logger: Logger;
  /** The clock, in milliseconds since any moment. Default: a monotonic one. */
  readonly now?: () => number;
  /** Interval of retries while the store is down, in milliseconds. Default: 1000. */
  readonly retryEveryMs?: number;
}

/**
 * Lets requests through while a store is down (contract, section 8, rule 1).
 *
 * Requests that wait when the store fails pass as soon as their own call fails. Later requests pass at once. About once
 * a second, one of them also calls the store in the background; when that succeeds, the store is used again. There is
 * one warning in the log when the store goes down, and one info when it is back. A passed request has its whole budget
 * left.
 *
 * @param store its `take` must settle in bounded time; it is closed with this one
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
  #isRetrying = false;
  #retryAt = 0;
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
      if (this.#isTimeToRetry()) void this.#retryInBackground(key, budget);
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

  #isTimeToRetry(): boolean {
    if (this.#isRetrying || this.#closed) return false;
    const early = this.#retryAt - this.#now();
    // Longer than one interval: the clock has stepped back.
    return early <= 0 || early > this.#retryEveryMs;
  }

  async #retryInBackground(key: string, budget: Budget): Promise<void> {
    this.#isRetrying = true;
    try {
      await this.#store.take(key, budget);
      this.#down = false;
      this.#logger.info('The rate-limit store is back: requests are counted again.');
    } catch {
      this.#retryAt = this.#now() + this.#retryEveryMs;
    } finally {
      this.#isRetrying = false;
    }
  }

  #wentDown(error: unknown): void {
    if (this.#down) return;
    this.#down = true;
    this.#retryAt = this.#now() + this.#retryEveryMs;
    if (!this.#closed)
      this.#logger.warn({ reason: reasonOf(error) }, 'The rate-limit store fails: requests pass uncounted.');
  }
}

/** Only the code or the message, because the error of a Redis client contains the command and its arguments. */
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
    isUncounted: true,
  };
}
