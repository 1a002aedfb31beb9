import { setTimeout as delay } from 'node:timers/promises';
import type { PendingQuery, Row } from 'postgres';
import { isOutOfTime } from '../../db/away.ts';
import type { WithDatabase, WithFaultLog } from './needs.ts';

/** The pause after a batch, in which others get their turn. */
const PAUSE_MS = 50;
/** A batch of less than this time is followed by a larger one, one of more by a smaller one. */
const QUICK_MS = 100;
const SLOW_MS = 500;

/** How many rows of one owner, bot or user a statement changes at most. Usually it takes about a tenth of a second. */
export const BATCH = 1000;

/** How many such rows a transaction changes beside its other work. Batches that follow it change the rest. */
export const FIRST_ROWS = 10;

/** A first batch is small: nobody knows how quick the machine is at the moment. */
const FIRST_PART = 1 / 10;

/** What a batch did. */
export interface Batch<Position> {
  /** The number of rows that it deleted or changed. */
  readonly changed: number;
  /** Where the next batch starts; undefined after the last one. */
  readonly next?: Position | undefined;
}

/** What all batches did. */
export interface Swept {
  readonly changed: number;
  /** False when the signal ended the work early. */
  readonly isComplete: boolean;
}

/**
 * Works through many rows in batches. Each of them is a short statement or transaction of its own, so no lock lasts long
 * and nothing is lost when the process ends. After a batch that wrote there is a pause.
 *
 * The size of a batch follows from the time of the one before. A slow or busy machine takes longer for any fixed size
 * than a statement may. A batch that exceeds the time limit of statements has changed nothing: a smaller one follows.
 *
 * @param most the maximum size of a batch
 * @param work does one batch of at most `size` rows, from the position that the batch before returned
 * @param signal ends the work after the batch in progress
 * @throws what `work` throws, also when one row takes longer than a statement may; earlier batches stay done
 */
export async function inBatches<Position>(
  most: number,
  work: (size: number, after: Position | undefined) => Promise<Batch<Position>>,
  signal?: AbortSignal,
): Promise<Swept> {
  let size = Math.ceil(most * FIRST_PART);
  let changed = 0;
  let after: Position | undefined;
  while (!signal?.aborted) {
    const startedAt = performance.now();
    const batch = await work(size, after).catch((error: unknown) => {
      if (size === 1 || !isOutOfTime(error)) throw error;
    });
    const tookMs = performance.now() - startedAt;
    if (!batch || tookMs > SLOW_MS) size = Math.ceil(size / 4);
    else if (tookMs < QUICK_MS) size = Math.min(2 * size, most);
    if (!batch) continue;
    changed += batch.changed;
    if (batch.next === undefined) return { changed, isComplete: true };
    after = batch.next;
    if (batch.changed > 0) await delay(PAUSE_MS, undefined, { ...(signal && { signal }) }).catch(() => {});
  }
  return { changed, isComplete: false };
}

/** How long a request works through batches. A regular job does the rest. */
const IN_REQUEST_MS = 1500;

/** Ends the batches of a request early enough that its sender hears of it. */
export const requestSignal = (): AbortSignal => AbortSignal.timeout(IN_REQUEST_MS);

/**
 * Begins in a request what a regular job finishes. What the request is for has been committed, so a fault is logged and
 * does not fail it: its sender would try again what is done.
 *
 * @param operation names it in the log
 */
export async function beginInRequest(
  { onFault }: WithFaultLog,
  operation: string,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  try {
    await work(requestSignal());
  } catch (error) {
    onFault(error, operation);
  }
}

/**
 * Repeats work that changes at most `size` rows, until it finds no more of them, with {@link inBatches}. For everything
 * that one owner, bot or user may have any number of: in one statement it would exceed the time of statements, and fail
 * for ever. After a kill the next call continues.
 *
 * @param work a statement, or the number of rows that were changed. It selects them as an array, `id = any(array(select …))`:
 *   a join may read the selection again for each row, and with locks find other rows each time, so more than `size`
 * @param signal ends it after the batch in progress
 */
export function untilDone(
  work: (size: number) => Promise<number | { readonly count: number }>,
  signal?: AbortSignal,
  most = BATCH,
): Promise<Swept> {
  return inBatches(
    most,
    async (size) => {
      const done = await work(size);
      const changed = typeof done === 'number' ? done : done.count;
      return { changed, next: changed > 0 ? true : undefined };
    },
    signal,
  );
}

/**
 * Works through a table page by page, with {@link inBatches}.
 *
 * @param most the maximum number of rows of a page
 * @param parts the parts of a statement: `page` selects the ids of a page of `size` rows, by id, and `changed` returns a
 *   row for each row that it deletes or changes
 * @param signal ends the work after the page in progress
 */
export function inPages(
  { db: { sql } }: WithDatabase,
  most: number,
  parts: (size: number, after: string | undefined) => PendingQuery<Row[]>,
  signal?: AbortSignal,
): Promise<Swept> {
  return inBatches(
    most,
    async (size, after: string | undefined) => {
      const [page] = await sql<{ changed: number; read: number; last: string | null }[]>`
        with ${parts(size, after)}
        select (select count(*)::int from changed) as changed, (select count(*)::int from page) as read,
          (select id from page order by id desc limit 1) as last`;
      // A page that is not full is the last one.
      return {
        changed: page?.changed ?? 0,
        next: page?.read === size ? (page.last ?? undefined) : undefined,
      };
    },
    signal,
  );
}

/**
 * Works through rows that are read already, part by part, with {@link inBatches}. Without rows it does nothing.
 *
 * @param most the maximum number of rows of a part
 * @param work does one part, and returns the number of rows that it changed; undefined ends the work
 * @returns the number of rows that were changed
 */
export async function inParts<Item>(
  rows: readonly Item[],
  most: number,
  work: (part: readonly Item[]) => Promise<number | undefined>,
): Promise<number> {
  if (rows.length === 0) return 0;
  const { changed } = await inBatches(most, async (size, start: number | undefined = 0) => {
    const end = start + size;
    const count = await work(rows.slice(start, end));
    return { changed: count ?? 0, next: count !== undefined && end < rows.length ? end : undefined };
  });
  return changed;
}
