import { readdirSync, readFileSync } from 'node:fs';

/** A clock tick of Linux, in milliseconds. */
const TICK_MS = 10;

/** @returns the ids of a process and of all that it started, directly or not */
export function treeOf(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const parent = statOf(Number(name))[1];
      return parent === undefined ? [] : [[Number(name), Number(parent)] as const];
    });
  const found = [root];
  for (const id of found) for (const [child, parent] of parents) if (parent === id) found.push(child);
  return found;
}

/** @returns the CPU time of processes so far, with that of their children that have ended, in milliseconds */
export function cpuMsOf(pids: readonly number[]): number {
  const ticks = pids.flatMap((pid) => statOf(pid).slice(11, 15)).map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}

/** @returns the fields of /proc/PID/stat after the name, so the state is first; empty when the process has ended */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}
