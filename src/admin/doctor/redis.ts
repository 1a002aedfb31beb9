import type { Config } from '../../config/config.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const TIMEOUT_MS = 2000;

/** Loads the client of Redis, which only some commands need. */
export const loadRedis = () => import('../../limits/redis-store.ts');

/** Redis responds, and does not forget rate limits when its memory is full. */
export async function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding[]> {
  if (redisUrl === undefined) {
    return [ok('redis', 'Redis is not used: each web process keeps rate limits of its own.')];
  }
  const { inspectRedis } = await loadRedis();
  try {
    const { version, policy, maxMemory } = await inspectRedis(redisUrl, TIMEOUT_MS);
    const says = `Redis ${version} responds. Its eviction policy is ${policy}.`;
    if (maxMemory === 0 || policy === 'noeviction') return [ok('redis', says)];
    const todo = 'Set maxmemory-policy to noeviction: otherwise a full Redis forgets rate limits.';
    return [warning('redis', says, todo)];
  } catch {
    const todo = 'Check REDIS_URL and the server. Until it responds, requests pass without being counted.';
    return [problem('redis', 'Redis does not respond.', todo)];
  }
}
