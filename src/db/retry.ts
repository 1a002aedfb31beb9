import { setTimeout as delay } from 'node:timers/promises';

/** What postgres.js says while nobody serves the database: during a restart, or a take-over of the embedded one. */
const AWAY = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'CONNECT_TIMEOUT',
  '57P01',
  '57P03',
]);
const PATIENCE_MS = 10_000;
const PAUSE_MS = 250;

/**
 * Repeats work that the database's absence interrupted, for about ten seconds.
 *
 * @param work harmless to repeat, also when it was done and only its answer was lost
 * @throws what the last try threw, and at once whatever has another cause
 */
export async function whileAway<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || performance.now() - start > PATIENCE_MS) throw error;
      await delay(PAUSE_MS);
    }
  }
}

/** drizzle wraps what the driver threw. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return AWAY.has(String(Reflect.get(error, 'code'))) || isAway(error.cause);
}
