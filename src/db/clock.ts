import type { Database } from './client.ts';

const EVERY_MS = 60_000;
/** What clocks that are kept right may differ by. */
const TOLERATED_MS = 2000;
/** A measurement that took longer says too little. */
const LONGEST_MS = 1000;

export interface Clock {
  /** This machine's time, or the database's while the two differ. */
  readonly now: () => Date;
  close(): void;
}

/**
 * Keeps the time of this process near the database's: its times are compared with those that other processes wrote (leases, due
 * times, vote windows), and five minutes between two machines would make all deliveries look late.
 *
 * @param systemNow this machine's clock
 * @param onOffset told when the clock begins to differ, and by how many milliseconds it is ahead; 0 when it is right again
 */
export async function keepClock(
  { sql }: Pick<Database, 'sql'>,
  systemNow: () => Date,
  onOffset: (aheadMs: number) => void,
): Promise<Clock> {
  let aheadMs = 0;

  async function measure(): Promise<void> {
    const started = performance.now();
    const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
    const tookMs = performance.now() - started;
    if (!row || tookMs > LONGEST_MS) return;
    const measured = systemNow().getTime() - tookMs / 2 - row.now.getTime();
    const before = aheadMs;
    aheadMs = Math.abs(measured) > TOLERATED_MS ? Math.round(measured) : 0;
    if ((before === 0) !== (aheadMs === 0)) onOffset(aheadMs);
  }

  // A database that does not answer is told of elsewhere.
  const tryToMeasure = () => measure().catch(() => {});
  await tryToMeasure();
  const timer = setInterval(tryToMeasure, EVERY_MS).unref();
  return {
    now: () => new Date(systemNow().getTime() - aheadMs),
    close: () => clearInterval(timer),
  };
}
