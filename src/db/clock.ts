import type { Database } from './client.ts';

const EVERY_MS = 60_000;
/** How often the clock looks for a reason to measure early. */
const LOOK_MS = 1000;
/** Clocks may differ by this much before anybody is told. Smaller corrections never turn the time back. */
export const TOLERATED_MS = 2000;
/** After a measurement that is less exact than this, the next one comes soon. */
const EXACT_MS = 500;
/** The driver cuts the database's time to whole milliseconds. */
const ROUNDING_MS = 1;

/** The two clocks of a machine. */
export interface MachineClocks {
  /** The time of day, in milliseconds since the epoch. It jumps when somebody sets it. */
  readonly wallMs: () => number;
  /** Milliseconds since any moment. It never jumps. It may stand still while the machine is suspended. */
  readonly steadyMs: () => number;
}

export const machineClocks: MachineClocks = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

export interface Clock {
  /** The database's time. A jump of this machine's wall clock does not change it. */
  readonly now: () => Date;
  /** By how many milliseconds this machine's wall clock is ahead of the database's; negative while it is behind. */
  readonly aheadMs: () => number;
  close(): void;
}

/** What the owner of a clock is told. */
export interface ClockEvents {
  /**
   * The wall clock begins to differ from the database's, by so many milliseconds that it is ahead. With 0 it is right
   * again. Nothing uses the wall clock, but logs and Temporal's SDK have its times.
   */
  readonly onOffset?: (aheadMs: number) => void;
  /** The time of this process was wrong, by so many milliseconds that it was behind, and is right again. */
  readonly onStep?: (behindMs: number) => void;
}

/**
 * Provides the database's time. Leases, due times and vote windows are compared with times that other processes wrote.
 * If the clocks of two machines differed by five minutes, all deliveries would look late. If somebody set the clock of
 * a machine, its users could vote a second time.
 *
 * The database's time is measured once a minute, and goes on with the steady clock of this machine in between. Before
 * the first measurement succeeds, it is the wall clock's.
 *
 * The wall clock is only a hint: when it moves against the steady clock, the machine was suspended or somebody set its
 * clock, so the next measurement comes within a second.
 */
export async function keepClock(
  db: Pick<Database, 'sql'>,
  clocks: MachineClocks,
  events: ClockEvents = {},
): Promise<Clock> {
  const { now, aheadMs, isDue, measure } = createMeasuredTime(db, clocks, events);
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  function lookLater(): void {
    if (!isClosed) timer = setTimeout(look, LOOK_MS).unref();
  }
  async function look(): Promise<void> {
    // Other parts log that the database does not respond.
    if (isDue()) await measure().catch(() => {});
    lookLater();
  }
  await measure().catch(() => {});
  lookLater();

  return {
    now,
    aheadMs,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** The time of the steady clock and the offset that was measured last. */
function createMeasuredTime(
  db: Pick<Database, 'sql'>,
  { wallMs, steadyMs }: MachineClocks,
  { onOffset, onStep }: ClockEvents,
) {
  const wallOffset = () => wallMs() - steadyMs();
  /** What is added to the steady clock. */
  let offsetMs = wallOffset();
  let isKnown = false;
  let isExact = false;
  let isWallWrong = false;
  let measuredAt = steadyMs();
  let wallOffsetThen = offsetMs;
  let last = 0;

  const aheadMs = () => wallOffset() - offsetMs;
  return {
    aheadMs,
    now(): Date {
      const at = steadyMs() + offsetMs;
      // After a small correction the time stands still for a moment. Only a large one turns it back.
      if (at > last || last - at > TOLERATED_MS) last = at;
      return new Date(last);
    },
    isDue(): boolean {
      return (
        steadyMs() - measuredAt >= (isExact ? EVERY_MS : LOOK_MS) ||
        Math.abs(wallOffset() - wallOffsetThen) > TOLERATED_MS
      );
    },
    async measure(): Promise<void> {
      measuredAt = steadyMs();
      // Read first: a suspension during the measurement shows at the next look.
      wallOffsetThen = wallOffset();
      isExact = false;
      const measured = await measureOffset(db, steadyMs);
      isExact = measured.errorMs <= EXACT_MS;
      const behindMs = measured.offsetMs - offsetMs;
      if (Math.abs(behindMs) > measured.errorMs) {
        offsetMs = measured.offsetMs;
        if (isKnown && Math.abs(behindMs) > TOLERATED_MS) onStep?.(behindMs);
      }
      isKnown = true;
      if (Math.abs(aheadMs()) > TOLERATED_MS === isWallWrong) return;
      isWallWrong = !isWallWrong;
      onOffset?.(isWallWrong ? aheadMs() : 0);
    },
  };
}

/**
 * Compares the database's time with a clock of this machine.
 *
 * @returns the milliseconds to add to the clock, and the largest error of that
 */
export async function measureOffset(
  { sql }: Pick<Database, 'sql'>,
  clockMs: () => number,
): Promise<{ offsetMs: number; errorMs: number }> {
  const sentAt = clockMs();
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  const tookMs = clockMs() - sentAt;
  if (!row) throw new Error('A select without a table returned no row.');
  return { offsetMs: row.now.getTime() - sentAt - tookMs / 2, errorMs: tookMs / 2 + ROUNDING_MS };
}
