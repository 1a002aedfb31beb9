import type { Database } from './client.ts';

const EVERY_MS = 60_000;
/** After a measurement that failed or took too long: until one succeeds, the clock may be wrong. */
const AGAIN_MS = 1000;
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

  /** @returns whether it succeeded */
  async function measure(): Promise<boolean> {
    const started = performance.now();
    const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
    const tookMs = performance.now() - started;
    if (!row || tookMs > LONGEST_MS) return false;
    const measured = systemNow().getTime() - tookMs / 2 - row.now.getTime();
    const before = aheadMs;
    aheadMs = Math.abs(measured) > TOLERATED_MS ? Math.round(measured) : 0;
    if ((before === 0) !== (aheadMs === 0)) onOffset(aheadMs);
    return true;
  }

  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  async function keepMeasuring(): Promise<void> {
    // A database that does not answer is told of elsewhere.
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
