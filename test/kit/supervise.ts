import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** The default pause of systemd before it restarts a service. */
const RESTART_MS = 100;

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The user who runs it. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** A program that is restarted whenever it ends, as by a service manager. */
export interface Supervised {
  /** Sends a signal to its process, SIGKILL by default. When it ends, it is restarted. */
  kill(signal?: NodeJS.Signals): void;
  /** It is not restarted until `release`. */
  hold(): void;
  release(): void;
  /** Of its present process. */
  readonly pid: number | undefined;
  /** Its ends that no SIGKILL caused. */
  readonly unaskedEnds: readonly string[];
  /** Its output so far. */
  output(): string;
  /** Sends SIGINT, at which all programs here end fast and in order, and waits for the end. */
  stop(): Promise<void>;
}

/**
 * Starts a program and keeps it running. It ends with this process at the latest.
 *
 * @param program is read again at each start
 */
export function supervise(program: Program): Supervised {
  const unaskedEnds: string[] = [];
  let output = '';
  let child: ChildProcess;
  let isStopping = false;
  let held = Promise.withResolvers<void>();
  held.resolve();

  async function keepRunning(): Promise<void> {
    while (!isStopping) {
      const { command, args, env, cwd, user } = program;
      child = spawn(command, args, {
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(cwd !== undefined && { cwd }),
        ...user,
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          output += chunk.toString();
        });
      }
      // Once the processes that it had started are gone, too: they have its output open. PostgreSQL does not start while
      // one is left of a server that was killed. Service managers wait for them as well, or kill them.
      const [code, signal] = await once(child, 'close');
      if (signal !== 'SIGKILL' && !isStopping) unaskedEnds.push(`${command} ended: ${code ?? signal}`);
      if (!isStopping) await delay(RESTART_MS);
      await held.promise;
    }
  }

  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const running = keepRunning();
  return {
    kill: (signal = 'SIGKILL') => void child.kill(signal),
    hold() {
      held = Promise.withResolvers();
    },
    release: () => held.resolve(),
    get pid() {
      return child.pid;
    },
    unaskedEnds,
    output: () => output,
    async stop() {
      isStopping = true;
      held.resolve();
      child.kill('SIGINT');
      await running;
      process.off('exit', killOnExit);
    },
  };
}
