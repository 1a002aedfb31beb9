import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pause } from '../lib/pause.ts';

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

/**
 * A process beside the program reads from a pipe, whose other end this process has. The operating system closes the pipe
 * when this process dies, also by kill -9. Then the signal is sent. `$$` is the shell, which becomes the program.
 */
const WITH_WATCH =
  '( { read -r _ <&3 || kill -s "$0" $$; } </dev/null >/dev/null 2>&1 & ); exec 3<&-; exec "$@"';

/**
 * Starts a program that does not outlive this process. Ctrl-C in a terminal does not reach it.
 *
 * @param signal what ends the program
 */
export function spawnWatched(
  signal: NodeJS.Signals,
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> = {},
): ChildProcess {
  const child = spawn('/bin/sh', ['-c', WITH_WATCH, signal.replace('SIG', ''), program, ...args], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const pipe = child.stdio[3] as NodeJS.WritableStream;
  pipe.on('error', () => undefined);
  // A line says that there is nothing to end any more.
  child.on('exit', () => pipe.end('\n'));
  return child;
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
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
