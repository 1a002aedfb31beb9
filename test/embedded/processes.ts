import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { identify } from '../../src/embedded/processes.ts';
import type { Subject, SubjectReport } from './subject.ts';

const started = new Set<ChildProcess>();
const folders = new Set<string>();

/** A new, empty folder, which all users can enter; removed by {@link cleanUp}. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
  chmodSync(folder, 0o711);
  folders.add(folder);
  return folder;
}

/**
 * Another process that uses the embedded parts, as the service does; resolves when it has what it asked for.
 *
 * @param user who runs it, in the place of this process's user
 */
export async function startSubject(
  subject: Subject,
  user: { uid?: number; gid?: number } = {},
): Promise<{ process: ChildProcess; report: SubjectReport }> {
  const child = fork(fileURLToPath(new URL('./subject.ts', import.meta.url)), [JSON.stringify(subject)], {
    execArgv: [],
    ...user,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.add(child);
  const [report] = await once(child, 'message');
  return { process: child, report: report as SubjectReport };
}

/** Kills a process that a test started, as `kill -9` does, and waits until it is gone. */
export async function killNow(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Waits until a condition holds. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  ms = 15_000,
): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The number of the PostgreSQL of a data folder, which runs or ran. */
export function postgresPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'database/postmaster.pid'), 'utf8'), 10);
}

/** The processes that end a server with its owner: each has the group of the server, and is not the server. */
export function watchersOf(server: number): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' });
  return listed
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([pid, group, program]) => Number(group) === server && Number(pid) !== server && program === '/bin/sh',
    )
    .map(([pid]) => Number(pid));
}

/** Whether any process has this number. */
export function exists(pid: number): boolean {
  return identify(pid) !== undefined;
}

/** Ends what is left of the test's processes, and removes its folders. */
export async function cleanUp(): Promise<void> {
  for (const child of started) {
    if (child.exitCode === null && child.signalCode === null) await killNow(child);
  }
  started.clear();
  for (const folder of folders)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  folders.clear();
}
