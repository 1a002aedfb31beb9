import type { Logger } from 'pino';
import type { Budget } from './budget.ts';
import type { BudgetState, BudgetStore } from './store.ts';

/** The time between two tries while the store is down, in milliseconds. */
const RETRY_EVERY_MS = 1000;

type Call = () => Promise<BudgetState> | BudgetState;

/** A server that does not count. */
interface Outage {
  /** The first request that was not counted. */
  readonly key: string;
  readonly budget: Budget;
  retryAt: number;
  isRetrying: boolean;
}

/**
 * Lets requests through while a store is down (contract, section 8, rule 1).
 *
 * Requests that wait when the store fails pass as soon as their own call fails. Later requests pass at once. About once
 * a second, one of them also calls the store in the background; when that succeeds, the store is used again. There is
 * one warning in the log when the store goes down, and one info when it is back. A passed request has its whole budget
 * left.
 *
 * Where a store has several servers, all this is true for each of them: the others count on. A server is also back when
 * another one counts for its keys.
 *
 * @param store its calls must settle in bounded time; it is closed with this one
 * @param now the clock, in milliseconds since any moment
 */
export function failOpen(store: BudgetStore, logger: Logger, now = () => performance.now()): BudgetStore {
  const outages = new Map<string, Outage>();
  let isClosed = false;
  const serverOf = (key: string, budget: Budget) => store.serverOf?.(key, budget) ?? '';

  function begin(server: string, key: string, budget: Budget, error: unknown): void {
    if (outages.has(server)) return;
    outages.set(server, { key, budget, retryAt: now() + RETRY_EVERY_MS, isRetrying: false });
    if (isClosed) return;
    logger.warn(
      { reason: reasonOf(error), ...(server && { server }) },
      'Redis (REDIS_URL) does not count requests: they pass without a rate limit.',
    );
  }

  function end(lost: string, by: string): void {
    outages.delete(lost);
    if (isClosed) return;
    const names = { ...(by && { server: by }), ...(lost && lost !== by && { insteadOf: lost }) };
    logger.info(names, 'Redis (REDIS_URL) counts requests again.');
  }

  /** A server has counted. So those whose keys it has now are no longer needed. */
  function takeOver(by: string): void {
    for (const [lost, { key, budget }] of outages) {
      if (lost !== by && serverOf(key, budget) === by) end(lost, by);
    }
  }

  function isTimeToRetry({ isRetrying, retryAt }: Outage): boolean {
    if (isRetrying || isClosed) return false;
    const early = retryAt - now();
    // Longer than one interval: the clock has stepped back.
    return early <= 0 || early > RETRY_EVERY_MS;
  }

  async function retry(server: string, outage: Outage, call: Call): Promise<void> {
    outage.isRetrying = true;
    try {
      await call();
      if (outages.get(server) === outage) end(server, serverOf(outage.key, outage.budget));
    } catch {
      outage.retryAt = now() + RETRY_EVERY_MS;
    } finally {
      outage.isRetrying = false;
    }
  }

  async function openly(key: string, budget: Budget, call: Call): Promise<BudgetState> {
    const server = serverOf(key, budget);
    const outage = outages.get(server);
    if (outage) {
      if (isTimeToRetry(outage)) void retry(server, outage, call);
      return passed(budget);
    }
    try {
      const state = await call();
      if (outages.size > 0) takeOver(server);
      return state;
    } catch (error) {
      begin(server, key, budget, error);
      return passed(budget);
    }
  }

  return {
    take: (key, budget) => openly(key, budget, () => store.take(key, budget)),
    look: (key, budget) => openly(key, budget, () => store.look(key, budget)),
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
