import type { Logger } from 'pino';
import { failOpen } from './fail-open.ts';
import { MemoryStore } from './memory-store.ts';
import { createRateLimiter, type OnDecision, type RateLimiter } from './rate-limit.ts';

/** Rate limits, and whether their store works. */
export interface Limits {
  readonly limiter: RateLimiter;
  redisStatus(): Promise<'ok' | 'unavailable' | 'not used'>;
}

/**
 * Opens the store of rate limits: Redis, which several processes can share, or this process's memory.
 *
 * @param redisUrl absent: the limits are kept in memory
 * @param onDecision learns each decision
 */
export async function openLimits(
  redisUrl: string | undefined,
  log: Logger,
  parts: AsyncDisposableStack,
  onDecision?: OnDecision,
): Promise<Limits> {
  if (redisUrl === undefined) {
    const store = new MemoryStore();
    parts.defer(() => store.close());
    return { limiter: createRateLimiter(store, onDecision), redisStatus: async () => 'not used' };
  }
  // The client of Redis takes a part of the start that a process without it saves.
  const { RedisStore } = await import('./redis-store.ts');
  const redis = new RedisStore({ url: redisUrl });
  const store = failOpen(redis, { logger: log });
  parts.defer(() => store.close());
  // Without this, the first requests would pass uncounted until the connection is made.
  await redis.connected();
  return {
    limiter: createRateLimiter(store, onDecision),
    redisStatus: async () => ((await redis.connected(1)) ? 'ok' : 'unavailable'),
  };
}
