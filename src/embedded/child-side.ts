import { once } from 'node:events';

/** How loud a child's log line is. */
export type ReportLevel = 'debug' | 'info' | 'warn' | 'error';

/** What a child tells its parent. */
export type ChildReport =
  | { type: 'failed'; message: string }
  | { type: 'log'; level: ReportLevel; message: string; fields?: Record<string, unknown> };

/** A child that has not closed by then is stuck, and would otherwise outlive its parent. */
const CLOSE_MS = 6_000;

/** Waits for the options its parent sends first. */
export async function receiveOptions<Options>(): Promise<Options> {
  const [message] = await once(process, 'message');
  return (message as { options: Options }).options;
}

/** Tells the parent something; says nothing when the parent is gone. */
export function report(message: ChildReport): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** Sends a log line to the parent, which owns the log. */
export function reportLog(level: ReportLevel, message: string, fields?: Record<string, unknown>): void {
  report(fields ? { type: 'log', level, message, fields } : { type: 'log', level, message });
}

/**
 * Ties this process to its parent: when the channel to it closes (its death, kill -9 included, or its request to stop)
 * `close` is called once and the process exits, after at most 6 seconds.
 *
 * SIGINT, SIGTERM and SIGHUP are ignored, because they are often sent to the whole process group: the parent decides.
 *
 * @param close Closes what the process has open.
 */
export function endWithParent(close: () => Promise<void>): void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), CLOSE_MS).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('disconnect', end);
  process.on('SIGTERM', () => undefined);
  process.on('SIGINT', () => undefined);
  process.on('SIGHUP', () => undefined);
  // With the parent gone nobody reads stderr, and a write to it must not end the process before it has closed.
  process.stderr.on('error', () => undefined);
  if (!process.connected) end();
}

/** Reports a failure and exits with 1, so that the parent restarts this process. */
export function failWith(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const exit = (): never => process.exit(1);
  if (!process.connected || !process.send) exit();
  else process.send({ type: 'failed', message } satisfies ChildReport, undefined, undefined, exit);
}
