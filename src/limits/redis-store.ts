import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Budget } from './budget.ts';
import { type BudgetState, type BudgetStore, budgetState } from './store.ts';

export interface RedisStoreOptions {
  /** `redis://` or `rediss://`, or the path of a Unix socket. */
  readonly url: string;
  /** The prefix of all Redis keys. Default: `bot-listing:limit:`. */
  readonly prefix?: string;
  /** The timeout of one call, in milliseconds. Default: 250. */
  readonly timeoutMs?: number;
}

/**
 * `take` and `look` in Lua. KEYS[1] is a list of the times of the admitted requests in milliseconds, oldest first. ARGV
 * holds the window in milliseconds, the maximum, and 1 to record a request or 0 to look. It returns a
 * {@link RedisReply}.
 *
 * It uses the server's time, because the clocks of processes may differ. If the server's clock steps back, the times in
 * the list move back too. Otherwise clients would be locked out for the length of the step.
 */
const TAKE_SCRIPT = `
local key = KEYS[1]
local window = tonumber(ARGV[1])
local max = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local ahead = tonumber(redis.call('LINDEX', key, -1) or now) - now
if ahead > 0 then
  local times = redis.call('LRANGE', key, 0, -1)
  redis.call('DEL', key)
  for _, t in ipairs(times) do redis.call('RPUSH', key, tonumber(t) - ahead) end
  redis.call('PEXPIRE', key, window)
end

local oldest = tonumber(redis.call('LINDEX', key, 0) or nil)
while oldest and oldest <= now - window do
  redis.call('LPOP', key)
  oldest = tonumber(redis.call('LINDEX', key, 0) or nil)
end

local count = redis.call('LLEN', key)
if count >= max then
  local blocking = tonumber(redis.call('LINDEX', key, count - max))
  return {0, oldest + window - now, blocking + window - now}
end
if ARGV[3] == '0' then
  return {max - count, oldest and oldest + window - now or 0, 0}
end
redis.call('RPUSH', key, now)
redis.call('PEXPIRE', key, window)
return {max - count - 1, (oldest or now) + window - now, 0}
`;

/** The remaining requests, ms until the oldest leaves the window, ms until a request is admitted again. */
type RedisReply = readonly [remaining: number, oldestLeavesIn: number, placeFreeIn: number];

type TakeRedis = Redis & {
  takeBudget(key: string, windowMs: number, max: number, records: 0 | 1): Promise<RedisReply>;
};

const PREFIX = 'bot-listing:limit:';
const CONNECT_TIMEOUT_MS = 1_000;
const SLOWEST_RECONNECT_MS = 1_000;
/** A server that is silent for this time is gone. A new connection finds the one that took over. */
const SILENCE_MS = 5_000;

/**
 * Keeps the request logs in Redis, for several processes that share budgets (contract, section 8). One atomic script
 * records and reads, with the server's clock. A key expires after the window.
 *
 * A call rejects when Redis is unreachable, returns an error or takes longer than `timeoutMs`: wrap the store in
 * `failOpen`. The store reconnects in the background.
 */
export class RedisStore implements BudgetStore {
  readonly #redis: TakeRedis;
  readonly #prefix: string;
  #connectionError: Error | undefined;

  /**
   * Starts to connect. To wait for the connection: {@link RedisStore.connected}.
   *
   * @throws when the URL cannot be read
   */
  constructor({ url, prefix = PREFIX, timeoutMs = 250 }: RedisStoreOptions) {
    this.#prefix = prefix;
    this.#redis = new Redis(url, {
      scripts: { takeBudget: { lua: TAKE_SCRIPT, numberOfKeys: 1 } },
      protocol: 2,
      commandTimeout: timeoutMs,
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      // No retries: a request without a response passes, so counting it later would be wrong.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), SLOWEST_RECONNECT_MS),
      // After a failover, the old connection may lead to a server that is now a replica.
      reconnectOnError: (error) => error.message.includes('READONLY'),
    }) as TakeRedis;
    // Without a listener, ioredis prints each error. The next `take` throws the last one.
    this.#redis.on('error', (error: Error) => {
      this.#connectionError = error;
    });
    this.#redis.on('ready', () => {
      this.#connectionError = undefined;
    });
  }

  /**
   * Waits until Redis is connected, or until a try has failed. Never rejects.
   *
   * @param timeoutMs the longest wait in milliseconds
   * @returns whether Redis is connected
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

  /** @throws the last error of the connection or the server; its message contains no key and no password */
  take(key: string, budget: Budget): Promise<BudgetState> {
    return this.#ask(key, budget, 1);
  }

  /** @throws as `take` does */
  look(key: string, budget: Budget): Promise<BudgetState> {
    return this.#ask(key, budget, 0);
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  async #ask(key: string, budget: Budget, records: 0 | 1): Promise<BudgetState> {
    const { name, windowSeconds, max } = budget;
    const redisKey = `${this.#prefix}${name}:${key}`;
    try {
      const reply = await this.#redis.takeBudget(redisKey, windowSeconds * 1000, max, records);
      return budgetState(budget, ...reply);
    } catch (error) {
      throw this.#connectionError ?? error;
    }
  }
}

/** What an operator wants to know about Redis. */
export interface RedisState {
  /** Why it does not count requests, such as `READONLY`; undefined when it does. */
  readonly refusal: string | undefined;
  readonly version: string;
  /** What Redis does when its memory is full, such as `noeviction`. */
  readonly policy: string;
  /** The limit of its memory in bytes; 0 for no limit. */
  readonly maxMemory: number;
}

/**
 * Reads version and memory settings of Redis, and counts a request. Its key goes after a second.
 *
 * @param timeoutMs for the connection and for the response, in milliseconds
 * @throws when Redis does not respond; the message may contain the address
 */
export async function inspectRedis(url: string, timeoutMs: number): Promise<RedisState> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The call that fails says only that the connection is closed.
  let cause: Error | undefined;
  redis.on('error', (error: Error) => {
    cause = error;
  });
  try {
    await redis.connect().catch((error: unknown) => {
      throw cause ?? error;
    });
    const info = await redis.info();
    const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    return {
      refusal: await refusalOf(redis),
      version: field('redis_version'),
      policy: field('maxmemory_policy'),
      maxMemory: Number(field('maxmemory')),
    };
  } finally {
    redis.disconnect();
  }
}

async function refusalOf(redis: Redis): Promise<string | undefined> {
  try {
    await redis.eval(TAKE_SCRIPT, 1, `${PREFIX}doctor:${randomUUID()}`, 1000, 1, 1);
    return undefined;
  } catch (error) {
    // A response begins with a word, such as READONLY, NOPERM or MISCONF. The rest may have names of keys.
    return /^[A-Z]+/.exec(error instanceof Error ? error.message : '')?.[0] ?? 'ERR';
  }
}
