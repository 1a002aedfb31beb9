import { once } from 'node:events';

/** The level of a child's log line. */
export type ReportLevel = 'debug' | 'info' | 'warn' | 'error';

/** A message of a child to its parent. */
export type ChildReport =
  | { type: 'failed'; message: string; isFinal?: boolean }
  /** `serving`: this guard has the server. `waiting`: another one has it. */
  | { type: 'serving' | 'waiting' }
  | { type: 'log'; level: ReportLevel; message: string; fields?: Record<string, unknown> };

/** After this time the child exits, since a child that hangs would outlive its parent. */
const CLOSE_MS = 6_000;

/** Waits for the first message of the parent, with the options. */
export async function receiveOptions<Options>(): Promise<Options> {
  const [message] = await once(process, 'message');
  return (message as { options: Options }).options;
}

/** Sends a message to the parent. Does nothing when the parent is gone. */
export function report(message: ChildReport): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** Sends a log line to the parent, which writes it. */
export function reportLog(level: ReportLevel, message: string, fields?: Record<string, unknown>): void {
  report(fields ? { type: 'log', level, message, fields } : { type: 'log', level, message });
}

/**
 * Ends this process with its parent. When the channel to the parent closes (at its death, also by kill -9, or at its
 * request) this calls `close` once and exits, after at most 6 seconds.
 *
 * It ignores SIGINT, SIGTERM and SIGHUP, because these often go to the whole process group. The parent decides.
 *
 * @param close closes everything that the process has open
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
  // When the parent is gone, nobody reads stderr. A failed write must not end the process before it has closed.
  process.stderr.on('error', () => undefined);
  if (!process.connected) end();
}

/** A server cannot start, and another try would fail as well. The message is a sentence for people. */
export class StartRefusal extends Error {}

/** Reports a failure and exits with 1, so that the parent restarts this process. */
export function failWith(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const exit = (): never => process.exit(1);
  if (!process.connected || !process.send) exit();
  else {
    const failed = { type: 'failed', message, isFinal: error instanceof StartRefusal } satisfies ChildReport;
    process.send(failed, undefined, undefined, exit);
  }
}
