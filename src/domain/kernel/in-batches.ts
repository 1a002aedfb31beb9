import { setTimeout as delay } from 'node:timers/promises';
import type { PendingQuery, Row } from 'postgres';
import type { WithDatabase, WithFaultLog } from './needs.ts';

/** A batch takes a few milliseconds, so others get nine tenths of the time. */
const PAUSE_MS = 50;

/** What a batch did. */
export interface Batch<Position> {
  /** The number of rows that it deleted or changed. */
  readonly changed: number;
  /** Where the next batch starts; undefined after the last one. */
  readonly next?: Position | undefined;
}

/** What a statement did that went through one page of a table. */
export interface Page {
  readonly changed: number;
  readonly read: number;
  /** The id of the last row that it read; null when there was none. */
  readonly last: string | null;
}

/**
 * The batch that a page was. A page that is not full is the last one.
 *
 * @param size the number of rows that the statement reads at most
 */
export function batchOf(page: Page | undefined, size: number): Batch<string> {
  return {
    changed: page?.changed ?? 0,
    next: page?.read === size ? (page.last ?? undefined) : undefined,
  };
}

/** What all batches did. */
export interface Swept {
  readonly changed: number;
  /** False when the signal ended the work early. */
  readonly isComplete: boolean;
}

/**
 * Works through a table in small batches. Each of them is a short statement of its own, so no lock lasts long and
 * nothing is lost when the process ends. After a batch that wrote there is a pause.
 *
 * @param work does one batch, from the position that the batch before returned
 * @param signal ends the work after the batch in progress
 */
export async function inBatches<Position>(
  work: (after: Position | undefined) => Promise<Batch<Position>>,
  signal?: AbortSignal,
): Promise<Swept> {
  let changed = 0;
  let after: Position | undefined;
  while (!signal?.aborted) {
    const batch = await work(after);
    changed += batch.changed;
    if (batch.next === undefined) return { changed, isComplete: true };
    after = batch.next;
    if (batch.changed > 0) await delay(PAUSE_MS, undefined, { ...(signal && { signal }) }).catch(() => {});
  }
  return { changed, isComplete: false };
}

/** How many rows of one owner, bot or user a statement changes at most. It takes about a tenth of a second. */
export const BATCH = 1000;
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
 * Repeats work that changes at most {@link BATCH} rows, until it finds no more of them. For everything that one owner, bot
 * or user may have any number of: in one statement it would exceed the time of statements, and fail for ever. After a
 * kill the next call continues.
 *
 * @param work returns the number of rows that it changed
 * @param signal ends it after the batch in progress
 */
export function untilDone(work: () => Promise<number>, signal?: AbortSignal): Promise<Swept> {
  return inBatches(async () => {
    const changed = await work();
    return { changed, next: changed > 0 ? true : undefined };
  }, signal);
}

/**
 * Works through a table page by page, with {@link inBatches}.
 *
 * @param size the maximum number of rows of a page
 * @param parts the parts of a statement: `page` selects the ids of a page, by id, and `changed` returns a row for each
 *   row that it deletes or changes
 * @param signal ends the work after the page in progress
 */
export function inPages(
  { db: { sql } }: WithDatabase,
  size: number,
  parts: (after: string | undefined) => PendingQuery<Row[]>,
  signal?: AbortSignal,
): Promise<Swept> {
  return inBatches(async (after: string | undefined) => {
    const [page] = await sql<Page[]>`
      with ${parts(after)}
      select (select count(*)::int from changed) as changed, (select count(*)::int from page) as read,
        (select id from page order by id desc limit 1) as last`;
    return batchOf(page, size);
  }, signal);
}
