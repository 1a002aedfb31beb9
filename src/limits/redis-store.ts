import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { causeAt, openRedis, type RedisConnection } from '../lib/redis.ts';
import type { Budget } from './budget.ts';
import { type BudgetState, type BudgetStore, budgetState } from './store.ts';

export interface RedisStoreOptions {
  /** REDIS_URL, which the configuration has checked. */
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
local key, window, max = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local newest = redis.call('LINDEX', key, -1)
if not newest then
  if ARGV[3] == '0' then return {max, 0, 0} end
  redis.call('RPUSH', key, now)
  redis.call('PEXPIRE', key, window)
  return {max - 1, window, 0}
end
local ahead = newest - now
if ahead > 0 then
  local times = redis.call('LRANGE', key, 0, -1)
  redis.call('DEL', key)
  for _, t in ipairs(times) do redis.call('RPUSH', key, t - ahead) end
  redis.call('PEXPIRE', key, window)
end

local oldest = tonumber(redis.call('LINDEX', key, 0))
while oldest and oldest <= now - window do
  redis.call('LPOP', key)
  oldest = tonumber(redis.call('LINDEX', key, 0) or nil)
end

local count = redis.call('LLEN', key)
if count >= max then
  local blocking = redis.call('LINDEX', key, count - max)
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

/**
 * Keeps the request logs in Redis, for several processes that share budgets (contract, section 8). One atomic script
 * records and reads one key, with the clock of the server that holds it, so it also works in a Cluster. A key expires
 * after the window.
 *
 * A call rejects when Redis is unreachable, returns an error or takes longer than `timeoutMs`: wrap the store in
 * `failOpen`. The store reconnects in the background.
 */
export class RedisStore implements BudgetStore {
  readonly #connection: RedisConnection<TakeRedis>;
  readonly #prefix: string;

  /**
   * Starts to connect. To wait for the connection: {@link RedisStore.connected}.
   *
   * @throws when the URL cannot be read
   */
  constructor({ url, prefix = PREFIX, timeoutMs = 250 }: RedisStoreOptions) {
    this.#prefix = prefix;
    this.#connection = openRedis(url, timeoutMs, { takeBudget: { lua: TAKE_SCRIPT, numberOfKeys: 1 } });
  }

  /** As {@link RedisConnection.connected}. */
  connected(timeoutMs?: number): Promise<boolean> {
    return this.#connection.connected(timeoutMs);
  }

  /** @throws the last error of the connection or the server; its message contains no key and no password */
  take(key: string, budget: Budget): Promise<BudgetState> {
    return this.#ask(key, budget, 1);
  }

  /** @throws as `take` does */
  look(key: string, budget: Budget): Promise<BudgetState> {
    return this.#ask(key, budget, 0);
  }

  serverOf(key: string, budget: Budget): string {
    return this.#connection.serverOf(this.#keyOf(key, budget));
  }

  /** @returns for each of the servers a key that it counts for, as {@link RedisConnection.keyOnEach} */
  keyOnEach(budget: Budget): string[] {
    const prefix = this.#keyOf('', budget);
    return this.#connection.keyOnEach(prefix).map((key) => key.slice(prefix.length));
  }

  async close(): Promise<void> {
    this.#connection.redis.disconnect();
  }

  #keyOf(key: string, { name }: Budget): string {
    return `${this.#prefix}${name}:${key}`;
  }

  async #ask(key: string, budget: Budget, records: 0 | 1): Promise<BudgetState> {
    const { redis, failure } = this.#connection;
    const failed = failure();
    // A Cluster that is away would keep the command until it is back.
    if (failed) throw failed;
    try {
      const redisKey = this.#keyOf(key, budget);
      const reply = await redis.takeBudget(redisKey, budget.windowSeconds * 1000, budget.max, records);
      return budgetState(budget, ...reply);
    } catch (error) {
      throw failure() ?? error;
    }
  }
}

/** What an operator wants to know about Redis. */
export interface RedisState {
  /** How many servers were asked to count a request. */
  readonly servers: number;
  /** Those that did not, and why, such as `READONLY`. The name is empty where there is only one server. */
  readonly refusals: readonly { readonly server: string; readonly reason: string }[];
  readonly version: string;
  /** What Redis does when its memory is full, such as `noeviction`. In a Cluster, of a server that does otherwise. */
  readonly policy: string;
  /** Whether Redis has a limit of memory and forgets keys at it. */
  readonly forgets: boolean;
}

/**
 * Reads version and memory settings of Redis, and counts a request on each server. Its key goes after a second.
 *
 * @param timeoutMs for the connection and for the response, in milliseconds
 * @throws when Redis does not respond; the message may contain the address
 */
export async function inspectRedis(url: string, timeoutMs: number): Promise<RedisState> {
  const connection = openRedis(url, timeoutMs);
  try {
    if (!(await connection.connected(timeoutMs))) {
      const failure = connection.failure();
      throw (await causeAt(url, timeoutMs)) ?? failure;
    }
    const keys = connection.keyOnEach(`${PREFIX}doctor:${randomUUID()}-`);
    let silence: unknown;
    // Before a replica refuses to count, since its connection is then made again.
    const asked = connection.primaries().map((redis) =>
      settingsOf(redis).catch((error: unknown) => {
        silence = error;
        return undefined;
      }),
    );
    const refusals = await Promise.all(
      keys.map(async (key) => ({
        server: connection.serverOf(key),
        reason: await refusalOf(connection.redis, key),
      })),
    );
    const settings = (await Promise.all(asked)).filter((one) => one !== undefined);
    const told = settings.find(({ forgets }) => forgets) ?? settings[0];
    if (!told) throw silence;
    return {
      ...told,
      servers: keys.length,
      refusals: refusals.flatMap(({ server, reason }) => (reason === undefined ? [] : { server, reason })),
    };
  } finally {
    connection.redis.disconnect();
  }
}

async function settingsOf(redis: Redis) {
  const info = await redis.info();
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const policy = field('maxmemory_policy');
  return {
    version: field('redis_version'),
    policy,
    forgets: Number(field('maxmemory')) > 0 && policy !== 'noeviction',
  };
}

async function refusalOf(redis: Redis, key: string): Promise<string | undefined> {
  try {
    await redis.eval(TAKE_SCRIPT, 1, key, 1000, 1, 1);
    return undefined;
  } catch (error) {
    // A response begins with a word, such as READONLY, NOPERM or MISCONF. The rest may have names of keys.
    return /^[A-Z]{2,}/.exec(error instanceof Error ? error.message : '')?.[0] ?? 'no response';
  }
}
