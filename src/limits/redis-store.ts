import { Redis } from 'ioredis';
import type { Budget } from './budget.ts';
import { type RedisReply, TAKE_SCRIPT } from './redis-script.ts';
import { type BudgetState, type BudgetStore, budgetState } from './store.ts';

export interface RedisStoreOptions {
  /** `redis://` or `rediss://`, or the path of a Unix socket. */
  readonly url: string;
  /** What each Redis key starts with. Default: `bot-listing:limit:`. */
  readonly prefix?: string;
  /** How long one `take` may last, in milliseconds. Default: 250. */
  readonly timeoutMs?: number;
}

type TakeRedis = Redis & {
  takeBudget(key: string, windowMs: number, max: number): Promise<RedisReply>;
};

const CONNECT_TIMEOUT_MS = 1_000;
const SLOWEST_RECONNECT_MS = 1_000;
/** A peer that says nothing for so long is gone: only a new connection finds the one that took over. */
const SILENCE_MS = 5_000;

/**
 * Keeps the logs in Redis, for several processes that share budgets (contract, section 8). One script
 * records and reads, atomically and by the server's own clock; a key expires after the window.
 *
 * `take` rejects when Redis is unreachable, answers with an error or takes longer than `timeoutMs`; wrap
 * the store in `failOpen`. The connection comes back by itself, in the background.
 */
export class RedisStore implements BudgetStore {
  readonly #redis: TakeRedis;
  readonly #prefix: string;
  #connectionError: Error | undefined;

  /**
   * Connects, and does not wait for it: see {@link RedisStore.connected}.
   *
   * @throws when the URL cannot be read.
   */
  constructor({ url, prefix = 'bot-listing:limit:', timeoutMs = 250 }: RedisStoreOptions) {
    this.#prefix = prefix;
    this.#redis = new Redis(url, {
      scripts: { takeBudget: { lua: TAKE_SCRIPT, numberOfKeys: 1 } },
      protocol: 2,
      commandTimeout: timeoutMs,
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      // A request that is not answered now passes; sent again later it would only be counted too late.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), SLOWEST_RECONNECT_MS),
      // After a failover the old address may answer as a replica until the connection is made again.
      reconnectOnError: (error) => error.message.includes('READONLY'),
    }) as TakeRedis;
    // Without a listener ioredis prints each of these; the next `take` reports the last one.
    this.#redis.on('error', (error: Error) => {
      this.#connectionError = error;
    });
    this.#redis.on('ready', () => {
      this.#connectionError = undefined;
    });
  }

  /**
   * Waits until Redis can be asked, or until it is plain that it cannot be for now; never rejects.
   *
   * @param timeoutMs The longest wait in milliseconds.
   * @returns Whether Redis can be asked.
   */
  connected(timeoutMs: number = CONNECT_TIMEOUT_MS): Promise<boolean> {
    const redis = this.#redis;
    if (redis.status === 'ready') return Promise.resolve(true);
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer);
        redis.off('ready', settle).off('close', settle);
        resolve(redis.status === 'ready');
      };
      const timer = setTimeout(settle, timeoutMs);
      redis.on('ready', settle).on('close', settle);
    });
  }

  /** @throws what the connection or the server said last; its message holds no key and no password. */
  async take(key: string, budget: Budget): Promise<BudgetState> {
    const redisKey = `${this.#prefix}${budget.name}:${key}`;
    const [, remaining, oldestLeavesIn, placeFreeIn] = await this.#ask(redisKey, budget);
    return budgetState(budget, remaining, oldestLeavesIn, placeFreeIn);
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  async #ask(redisKey: string, budget: Budget): Promise<RedisReply> {
    try {
      return await this.#redis.takeBudget(redisKey, budget.windowSeconds * 1000, budget.max);
    } catch (error) {
      throw this.#connectionError ?? error;
    }
  }
}
