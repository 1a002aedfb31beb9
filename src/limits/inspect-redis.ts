import { Redis } from 'ioredis';

/** What an operator wants to know about Redis. */
export interface RedisState {
  readonly version: string;
  /** What Redis does when its memory is full, such as `noeviction`. */
  readonly policy: string;
  /** The limit of its memory in bytes; 0 for no limit. */
  readonly maxMemory: number;
}

/**
 * Reads version and memory settings of Redis.
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
  // Without a listener, ioredis prints each error.
  redis.on('error', () => {});
  try {
    await redis.connect();
    const info = await redis.info();
    const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    return {
      version: field('redis_version'),
      policy: field('maxmemory_policy'),
      maxMemory: Number(field('maxmemory')),
    };
  } finally {
    redis.disconnect();
  }
}
