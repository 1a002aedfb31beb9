import postgres from 'postgres';

const DEADLOCK = '40P01';
const TRIES = 3;

/**
 * Repeats a transaction that PostgreSQL has ended to resolve a deadlock, at most twice.
 *
 * @param work begins anew each time
 */
export async function againstDeadlocks<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !isDeadlock(error)) throw error;
    }
  }
}

/** Whether PostgreSQL has ended a statement to resolve a deadlock. drizzle gives the error of the driver as its cause. */
export function isDeadlock(error: unknown): boolean {
  const failure = error instanceof postgres.PostgresError ? error : (error as Error).cause;
  return failure instanceof postgres.PostgresError && failure.code === DEADLOCK;
}
