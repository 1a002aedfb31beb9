import type { Logger } from 'pino';
import type { Budget } from './budget.ts';
import type { BudgetState, BudgetStore } from './store.ts';

/** The time between two tries while the store is down, in milliseconds. */
const RETRY_EVERY_MS = 1000;

type Call = () => Promise<BudgetState> | BudgetState;

/**
 * Lets requests through while a store is down (contract, section 8, rule 1).
 *
 * Requests that wait when the store fails pass as soon as their own call fails. Later requests pass at once. About once
 * a second, one of them also calls the store in the background; when that succeeds, the store is used again. There is
 * one warning in the log when the store goes down, and one info when it is back. A passed request has its whole budget
 * left.
 *
 * @param store its calls must settle in bounded time; it is closed with this one
 * @param now the clock, in milliseconds since any moment
 */
export function failOpen(store: BudgetStore, logger: Logger, now = () => performance.now()): BudgetStore {
  let isDown = false;
  let isRetrying = false;
  let isClosed = false;
  let retryAt = 0;

  function goDown(error: unknown): void {
    if (isDown) return;
    isDown = true;
    retryAt = now() + RETRY_EVERY_MS;
    if (isClosed) return;
    logger.warn(
      { reason: reasonOf(error) },
      'Redis (REDIS_URL) does not count requests: they pass without a rate limit.',
    );
  }

  function isTimeToRetry(): boolean {
    if (isRetrying || isClosed) return false;
    const early = retryAt - now();
    // Longer than one interval: the clock has stepped back.
    return early <= 0 || early > RETRY_EVERY_MS;
  }

  async function retry(call: Call): Promise<void> {
    isRetrying = true;
    try {
      await call();
      isDown = false;
      logger.info('Redis (REDIS_URL) counts requests again.');
    } catch {
      retryAt = now() + RETRY_EVERY_MS;
    } finally {
      isRetrying = false;
    }
  }

  async function openly(budget: Budget, call: Call): Promise<BudgetState> {
    if (isDown) {
      if (isTimeToRetry()) void retry(call);
      return passed(budget);
    }
    try {
      return await call();
    } catch (error) {
      goDown(error);
      return passed(budget);
    }
  }

  return {
    take: (key, budget) => openly(budget, () => store.take(key, budget)),
    look: (key, budget) => openly(budget, () => store.look(key, budget)),
    async close() {
      isClosed = true;
      await store.close();
    },
  };
}

/** Only the code or the message, because the error of a Redis client contains the command and its arguments. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

function passed({ max }: Budget): BudgetState {
  return {
    admitted: true,
    limit: max,
    remaining: max,
    resetSeconds: 0,
    retryAfterSeconds: 0,
    isUncounted: true,
  };
}
