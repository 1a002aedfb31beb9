import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** What systemd waits by default before it starts a service again. */
const RESTART_MS = 100;

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Whose process it becomes. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** A program that is started again whenever it ends, as a service manager does. */
export interface Supervised {
  /** A signal to its process, SIGKILL by default; when it ends, it is started again at once. */
  kill(signal?: NodeJS.Signals): void;
  /** From now on it is not started again, until it is released. */
  hold(): void;
  release(): void;
  /** Of its process now. */
  readonly pid: number | undefined;
  /** How it ended each time, if not by SIGKILL. */
  readonly unaskedEnds: readonly string[];
  /** Everything it printed so far. */
  output(): string;
  /** SIGINT, the fast and orderly end of all programs here, and waits for it. */
  stop(): Promise<void>;
}

/** Starts a program and keeps it running. It ends with this process at the latest. */
export function supervise({ command, args, env, cwd, user }: Program): Supervised {
  const unaskedEnds: string[] = [];
  let output = '';
  let child: ChildProcess;
  let isStopping = false;
  let held = Promise.withResolvers<void>();
  held.resolve();

  async function keepRunning(): Promise<void> {
    while (!isStopping) {
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
      const [code, signal] = await once(child, 'exit');
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
