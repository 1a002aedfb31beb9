import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';

/** How an example runs: Go's are built beside their file first. */
export async function commandOf(file: string, folder = dirname(file)): Promise<[string, ...string[]]> {
  switch (extname(file)) {
    case '.sh':
      return ['sh', '-e', file];
    case '.py':
      return ['python3', file];
    case '.go': {
      const program = join(folder, basename(file, '.go'));
      await promisify(execFile)('go', ['build', '-o', program, file], {
        cwd: folder,
        env: { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off' },
      });
      return [program];
    }
    default:
      return [process.execPath, file];
  }
}

export interface RunningProgram {
  /** The first match of what it prints, or is going to print. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Everything it printed so far. */
  readonly output: () => string;
  /** Whether it still runs. */
  readonly isAlive: () => boolean;
  stop(): Promise<void>;
}

/** Starts a program that runs until it is stopped. */
export function startProgram(
  [command, ...args]: [string, ...string[]],
  environment: Record<string, string>,
): RunningProgram {
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let wake = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      wake();
    });
  }
  const ended = once(child, 'close');
  let hasEnded = false;
  child.on('close', () => {
    hasEnded = true;
    wake();
  });
  return {
    output: () => output,
    isAlive: () => !hasEnded,
    async printed(pattern) {
      for (;;) {
        const match = pattern.exec(output);
        if (match) return match;
        if (hasEnded) throw new Error(`The program ended:\n${output}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
