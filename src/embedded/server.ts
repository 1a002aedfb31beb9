import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { pause } from '../lib/pause.ts';

const START_MS = 60_000;
/** Between two looks whether the server responds. */
const POLL_MS = 25;
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 5_000;
/** A server that does not end in order is killed after this time. */
export const GRACE_MS = 4_000;
/** The last lines of a server's output have the reason of its end. */
const LINES = 20;

/** How a server ended. Code and signal are null when it never started. */
interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly reason: string;
}

interface Keeping {
  /** The server's name in the log. */
  readonly name: string;
  /** The server's name in errors, such as "the embedded database". */
  readonly title: string;
  /** What makes it end at once, and in order. */
  readonly endSignal: NodeJS.Signals;
  launch(): Promise<ChildProcess>;
  /** Notes the process of the server, so that the next owner finds it. */
  note(pid: number | undefined): void;
  /** Whether the server responds. */
  responds(): Promise<boolean>;
  /** Finds the reason of its end in the last lines of its output. */
  reasonIn(lines: readonly string[]): string;
  /** Whether a server that has never responded would end again. */
  isFinal(ending: Ending): boolean;
  readonly log: Logger;
  /** Ends the server, and the wait for it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts a server and keeps it running. Each pause before a restart is twice as long as the one before, up to 5 seconds.
 * Once the server responds, it is the first one again.
 *
 * @returns when the server responds. `stop` ends it in order, and by SIGKILL after 4 seconds
 * @throws the reason, when it is final; or after 60 seconds, with the last reason in the message
 */
export async function keepServer(init: Keeping): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const opened = Promise.withResolvers<void>();
  let lastReason = 'it does not respond';
  const ended = keep(init, stopping.signal, opened.resolve, (ending, isFinal) => {
    lastReason = ending.reason;
    if (isFinal) opened.reject(new Error(lastReason));
  });
  const giveUp = () => opened.reject(init.signal?.reason);
  init.signal?.addEventListener('abort', giveUp);
  if (init.signal?.aborted) giveUp();
  const late = setTimeout(() => {
    opened.reject(new Error(`${init.title} did not start within ${START_MS / 1000} seconds: ${lastReason}`));
  }, START_MS);
  const stop = () => {
    stopping.abort();
    return ended;
  };
  try {
    await opened.promise;
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(late);
    init.signal?.removeEventListener('abort', giveUp);
  }
}

/** Runs the server again and again, until the signal is aborted or an end is final. */
async function keep(
  init: Keeping,
  stopping: AbortSignal,
  onOpen: () => void,
  onEnd: (ending: Ending, isFinal: boolean) => void,
): Promise<void> {
  const log = init.log.child({ child: init.name });
  let pauseMs = FIRST_PAUSE_MS;
  let hasResponded = false;
  while (!stopping.aborted) {
    const ending = await runOnce(init, log, stopping, () => {
      hasResponded = true;
      pauseMs = FIRST_PAUSE_MS;
      onOpen();
    });
    if (stopping.aborted) return;
    // What worked once may work again: the disk may have room again.
    const isFinal = !hasResponded && init.isFinal(ending);
    onEnd(ending, isFinal);
    if (isFinal) return;
    log.warn({ ...ending, restartInMs: pauseMs }, `${init.name} ended; restarting it`);
    await pause(pauseMs, { signal: stopping });
    pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
  }
}

/** Runs the server until it ends, or until it has to end. Does not reject. */
async function runOnce(
  init: Keeping,
  log: Logger,
  stopping: AbortSignal,
  onOpen: () => void,
): Promise<Ending> {
  const child = await init.launch().catch((error: Error) => error);
  if (child instanceof Error) return { code: null, signal: null, reason: child.message };
  const over = new AbortController();
  const ended = untilEnded(child);
  const lines: string[] = [];
  createInterface({ input: child.stderr as Readable }).on('line', (line) => {
    lines.push(line.slice(0, 500));
    if (lines.length > LINES) lines.shift();
    log.debug(line);
  });
  let force: NodeJS.Timeout | undefined;
  const end = () => {
    force = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    child.kill(init.endSignal);
  };
  stopping.addEventListener('abort', end);
  if (stopping.aborted) end();
  let failure: Error | undefined;
  try {
    init.note(child.pid);
    void untilResponse(init, over.signal).then(() => over.signal.aborted || onOpen());
  } catch (error) {
    // As on a full disk. The next owner would not find it.
    failure = error as Error;
    end();
  }
  const { code, signal, error = failure } = await ended;
  over.abort();
  clearTimeout(force);
  stopping.removeEventListener('abort', end);
  if (error) return { code: null, signal: null, reason: error.message };
  return { code, signal, reason: signal ? `signal ${signal}` : init.reasonIn(lines) };
}

function untilEnded(child: ChildProcess) {
  return new Promise<{ code: number | null; signal: NodeJS.Signals | null; error?: Error }>((resolve) => {
    child.on('exit', (code, signal) => resolve({ code, signal }));
    // For a process that was started, only 'exit' is its end. It may have other errors before.
    child.on('error', (error) => child.pid === undefined && resolve({ code: null, signal: null, error }));
  });
}

async function untilResponse({ responds }: Keeping, over: AbortSignal): Promise<void> {
  while (!over.aborted && !(await responds())) await pause(POLL_MS, { signal: over });
}
