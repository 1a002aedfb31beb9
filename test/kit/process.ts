import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from './folder.ts';

export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** Resolves at its end with its exit code, which is null after a signal. */
  readonly ended: Promise<number | null>;
  /** Everything it printed so far. */
  readonly output: () => string;
  /** The time from the start to the first good response of `/api/health`, in milliseconds. */
  readonly startMs: number;
  /** SIGKILL to the whole process tree at once, with the embedded servers and what watches them. */
  killTree(): Promise<void>;
  /** Sends a signal to it alone. */
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM, and waits for the end. @returns the exit code */
  stop(): Promise<number | null>;
}

/**
 * Starts the service as its users do, in a process group of its own.
 *
 * @param environment variables; PORT must be set. Without DATA_DIR it gets a folder that ends with it
 * @param args the role, if another than `all`
 * @param inside a command that runs it, such as one that enters a network namespace
 */
export async function startProcess(
  environment: Record<string, string>,
  args: string[] = [],
  inside: readonly string[] = [],
): Promise<ServiceProcess> {
  const started = performance.now();
  const own = new AsyncDisposableStack();
  // In the folder of the project, what it remembers of this database would be held against a later one at its address.
  const dataDir = environment.DATA_DIR ?? (await makeFolder('process', own));
  const [program = '', ...words] = [...inside, process.execPath, 'src/main.ts', ...args];
  const child = spawn(program, words, {
    detached: true,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, 'exit').then(async ([code]) => {
    await own.disposeAsync();
    return code as number | null;
  });
  const url = `http://${environment.HOST ?? '127.0.0.1'}:${environment.PORT}`;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The service ended:\n${output}`);
    if (performance.now() - started > 120_000) throw new Error(`The service does not answer:\n${output}`);
    await delay(25);
  }
  return {
    url,
    pid: child.pid ?? 0,
    ended,
    signal: (signal) => void child.kill(signal),
    output: () => output,
    startMs: performance.now() - started,
    async killTree() {
      // A child that was never started has no group; the negative of its absent number would be ours.
      if (child.pid !== undefined) for (const group of groupsBelow(child.pid)) killGroup(group);
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** The process groups of a process and of everything that it has started. */
function groupsBelow(root: number): Set<number> {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid='], { encoding: 'utf8' });
  const rows = listed.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const groups = new Set([root]);
  const add = (parent: number) => {
    for (const [pid = 0, ppid, group = 0] of rows) {
      if (ppid !== parent) continue;
      groups.add(group);
      add(pid);
    }
  };
  add(root);
  return groups;
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended with what it belonged to.
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).ok;
  } catch {
    return false;
  }
}
