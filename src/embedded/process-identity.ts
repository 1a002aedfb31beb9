import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pause } from '../pause.ts';

/** A process, told apart from a later one that was given the same number. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, as the operating system says it; compared, never interpreted. */
  started: string;
}

/** Identifies a running process; undefined when there is none with this number, or when it cannot be told. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : startedByPs(pid);
  return started ? { pid, started } : undefined;
}

/** Whether exactly this process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/**
 * Ends exactly this process: SIGTERM, then SIGKILL after `graceMs`. Does nothing to another one with its number.
 */
export async function endProcess(identity: ProcessIdentity, graceMs: number): Promise<void> {
  const force = Date.now() + graceMs;
  let signal: NodeJS.Signals = 'SIGTERM';
  while (isRunning(identity)) {
    try {
      if (signal === 'SIGTERM') process.kill(identity.pid, signal);
      else if (Date.now() > force) process.kill(identity.pid, 'SIGKILL');
    } catch {
      return;
    }
    signal = 'SIGKILL';
    await pause(25);
  }
}

function startedOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold spaces, so the fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    // Clock ticks since boot alone would repeat after the next boot.
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
