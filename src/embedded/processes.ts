import { type ChildProcess, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pause } from '../lib/pause.ts';

const LAST_PAUSE_MS = 5_000;
/** A process that ran for this time was healthy, so the next pause is the first one again. */
const HEALTHY_AFTER_MS = 10_000;

/** Identifies a process, also when a later one gets the same number. */
export interface ProcessIdentity {
  pid: number;
  /** Its start time in the form of the operating system. It is only compared. */
  started: string;
}

/** Identifies a running process; undefined when no process has this number, or when its start time is unknown. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : startedByPs(pid);
  return started ? { pid, started } : undefined;
}

/** Whether this process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/**
 * Ends this process with a signal, and after `graceMs` with SIGKILL. Does nothing to a later one with the same number.
 */
export async function endProcess(
  identity: ProcessIdentity,
  { signal, graceMs }: { signal: NodeJS.Signals; graceMs: number },
): Promise<void> {
  const force = performance.now() + graceMs;
  let isAsked = false;
  while (isRunning(identity)) {
    try {
      if (!isAsked) process.kill(identity.pid, signal);
      else if (performance.now() > force) process.kill(identity.pid, 'SIGKILL');
    } catch {
      return;
    }
    isAsked = true;
    await pause(25);
  }
}

/** How a process ended. Both fields are null when it never started. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it never started. */
  readonly error?: Error;
}

/**
 * Runs something again each time it ends. Each pause is twice as long as the previous one, up to 5 seconds. After a
 * healthy run, it is the first one again.
 *
 * @param init.run runs it once, until it ends; it must end when the signal is aborted
 * @param init.wasHealthy whether what ended had worked, however briefly
 * @param init.onEnd called after each unexpected end, with the pause before the next start in milliseconds
 * @param init.firstPauseMs the first pause, in milliseconds
 * @param init.signal ends the repetition
 * @returns resolves after the last end
 * @throws the error of `run`
 */
export async function keepRunning<How>(init: {
  run(): Promise<How>;
  onEnd(how: How, pauseMs: number): void;
  wasHealthy?(how: How): boolean;
  firstPauseMs: number;
  signal: AbortSignal;
}): Promise<void> {
  const { signal } = init;
  let pauseMs = init.firstPauseMs;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const how = await init.run();
    if (signal.aborted) return;
    const isHealthy = performance.now() - startedAt > HEALTHY_AFTER_MS || init.wasHealthy?.(how);
    if (isHealthy) pauseMs = init.firstPauseMs;
    init.onEnd(how, pauseMs);
    await pause(pauseMs, { signal });
    pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
  }
}

/**
 * Waits for the end of a process. When the signal is aborted, it asks the process to end, and kills it if it does not.
 *
 * @param init.askToEnd asks the process to end
 * @param init.graceMs milliseconds between the request and SIGKILL
 */
export async function untilEnded(
  child: ChildProcess,
  init: { signal: AbortSignal; askToEnd(): void; graceMs: number },
): Promise<Ending> {
  let force: NodeJS.Timeout | undefined;
  const end = (): void => {
    force = setTimeout(() => child.kill('SIGKILL'), init.graceMs);
    init.askToEnd();
  };
  const ending = new Promise<Ending>((resolve) => {
    child.on('exit', (code, signal) => resolve({ code, signal }));
    // For a process that was started, only 'exit' is its end. It may have other errors before.
    child.on('error', (error) => child.pid === undefined && resolve({ code: null, signal: null, error }));
  });
  init.signal.addEventListener('abort', end);
  if (init.signal.aborted) end();
  try {
    return await ending;
  } finally {
    init.signal.removeEventListener('abort', end);
    clearTimeout(force);
  }
}

function startedOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets. It may contain spaces, so count the fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    // Clock ticks since boot may repeat after the next boot, so the boot's id is added.
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

function startedByPs(pid: number): string | undefined {
  try {
    return (
      execFileSync('ps', ['-o', 'lstart=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    );
  } catch {
    return undefined;
  }
}
