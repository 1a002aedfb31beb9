import type { Logger } from 'pino';
import { pause } from '../../lib/pause.ts';
import { repeat } from '../../lib/repeat.ts';
import { createOutage } from '../temporal/faults.ts';

/** How long work may take when the service stops. What is not done then is due again when its lease ends. */
const GRACE_MS = 6000;

/** Rows that are due, and what each needs from outside of the database: a lease keeps others away meanwhile. */
export interface Due<Row> {
  /** The pause between two looks. */
  readonly everyMs: number;
  /** How many rows are worked on at once. */
  readonly places: number;
  /** Finds rows that are due, at most so many. */
  take(limit: number): Promise<readonly Row[]>;
  /** Works on a row, and stores that it is done, or when it is due again. */
  work(row: Row, closing: AbortSignal): Promise<unknown>;
  /** Logged when that fails for a fault of the service, and when it works again. */
  readonly sentences: { readonly away: string; readonly back: string };
}

export interface Worker {
  /** Starts to work on what is due, where there is a place. It never throws. */
  look(): Promise<void>;
  /** Resolves when nothing is under way. */
  ended(): Promise<unknown>;
}

/** @param onFree is called when a place becomes free, but not after a fault: then the next look is soon enough */
export function createWorker<Row>(
  { places, take, work, sentences }: Due<Row>,
  log: Logger,
  closing: AbortSignal,
  onFree: () => void,
): Worker {
  const outage = createOutage(log, sentences);
  const underWay = new Set<Promise<void>>();
  let hasTaken = true;

  /** That rows can be taken ends no outage of the work on them. */
  const taken = async (limit: number) => {
    try {
      const rows = await take(limit);
      if (!hasTaken) outage.worked();
      hasTaken = true;
      return rows;
    } catch (error) {
      hasTaken = false;
      outage.failed(error);
      return [];
    }
  };

  return {
    async look() {
      const free = places - underWay.size;
      if (closing.aborted || free <= 0) return;
      for (const row of await taken(free)) {
        const working = outage.watch(work(row, closing).then(() => true)).then((isDone) => {
          underWay.delete(working);
          if (isDone) onFree();
        });
        underWay.add(working);
      }
    },
    ended: () => Promise.all(underWay),
  };
}

/** Works off what is due until it is closed. */
export function workOff<Row>(due: Due<Row>, log: Logger): { close(): Promise<void> } {
  const closing = new AbortController();
  const worker = createWorker(due, log, closing.signal, () => repeated.soon());
  const repeated = repeat(due.everyMs, worker.look, due.everyMs);
  return {
    async close() {
      closing.abort();
      await repeated.close();
      await Promise.race([worker.ended(), pause(GRACE_MS, { ref: false })]);
    },
  };
}
