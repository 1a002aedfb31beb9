import type { Database } from './client.ts';

const EVERY_MS = 60_000;
/** The pause after a measurement that failed or took too long. Until one succeeds, the clock may be wrong. */
const AGAIN_MS = 1000;
/** Synchronized clocks may differ by this much. */
export const TOLERATED_MS = 2000;
/** A measurement that took longer is too inexact. */
const LONGEST_MS = 1000;

export interface Clock {
  /** This machine's time, or the database's time while the two differ. */
  readonly now: () => Date;
  close(): void;
}

/**
 * Provides a time that is near the database's. Leases, due times and vote windows are compared with times that other
 * processes wrote. If the clocks of two machines differed by five minutes, all deliveries would look late.
 *
 * @param systemNow this machine's clock
 * @param onOffset called when the clock begins to differ, with the milliseconds that it is ahead, and with 0 when it is
 *   right again
 */
export async function keepClock(
  db: Pick<Database, 'sql'>,
  systemNow: () => Date,
  onOffset: (aheadMs: number) => void,
): Promise<Clock> {
  let aheadMs = 0;

  /** @returns whether it succeeded */
  async function measure(): Promise<boolean> {
    const { aheadMs: measured, tookMs } = await measureOffset(db, systemNow);
    if (tookMs > LONGEST_MS) return false;
    const before = aheadMs;
    aheadMs = Math.abs(measured) > TOLERATED_MS ? Math.round(measured) : 0;
    if ((before === 0) !== (aheadMs === 0)) onOffset(aheadMs);
    return true;
  }

  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  async function keepMeasuring(): Promise<void> {
    // Other parts log that the database does not respond.
    const isMeasured = await measure().catch(() => false);
    if (!isClosed) timer = setTimeout(keepMeasuring, isMeasured ? EVERY_MS : AGAIN_MS).unref();
  }
  await keepMeasuring();
  return {
    now: () => new Date(systemNow().getTime() - aheadMs),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Compares this machine's clock with the database's.
 *
 * @returns the milliseconds that this machine is ahead, and how long the statement took: the error is at most half of it
 */
export async function measureOffset(
  { sql }: Pick<Database, 'sql'>,
  systemNow: () => Date,
): Promise<{ aheadMs: number; tookMs: number }> {
  const started = performance.now();
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  const tookMs = performance.now() - started;
  if (!row) throw new Error('A select without a table returned no row.');
  return { aheadMs: systemNow().getTime() - tookMs / 2 - row.now.getTime(), tookMs };
}
