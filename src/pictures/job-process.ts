import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { MEMORY_ENVIRONMENT, MEMORY_OPTIONS } from '../lib/memory-options.ts';
import type { Job, Made } from './job.ts';

/** Times in milliseconds. */
export interface ProcessTimes {
  /** The child ends after this time without a job, and with it its 100 to 200 MB. */
  readonly idleMs: number;
  /** Longer than decoding takes on a busy machine. */
  readonly jobMs: number;
  /** The first job of a child also waits for its start. On a very busy machine that takes longer than the job. */
  readonly startMs: number;
}

const TIMES: ProcessTimes = { idleMs: 20_000, jobMs: 12_000, startMs: 20_000 };
/** Requests get nine times the processor time of the child where there is not enough. */
const NICENESS = 10;

/** A child process that does one job at a time. It starts with a job and ends when there are no more. */
export interface JobProcess {
  /** @returns 'gone' when the job ended the process, it took too long, or there was no process at all */
  run(job: Job): Promise<Made | 'gone'>;
  /** Ends the process, and the job that it does. */
  close(): Promise<void>;
}

export function createJobProcess(times: Partial<ProcessTimes>): JobProcess {
  const { idleMs, jobMs, startMs } = { ...TIMES, ...times };
  let child: ChildProcess | undefined;
  let finish: ((made: Made | 'gone') => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const started = forkChild();
    started.on('message', (made: Made) => finish?.(made));
    const gone = () => {
      if (child !== started) return;
      child = undefined;
      finish?.('gone');
    };
    started.once('exit', gone);
    started.once('error', gone);
    return started;
  }

  function end(): void {
    child?.disconnect();
    child = undefined;
  }

  return {
    run(job) {
      clearTimeout(timer);
      const ms = child ? jobMs : jobMs + startMs;
      const doing = child ?? start();
      child = doing;
      timer = setTimeout(() => doing.kill('SIGKILL'), ms).unref();
      return new Promise((resolve) => {
        finish = (made) => {
          finish = undefined;
          clearTimeout(timer);
          timer = setTimeout(end, idleMs).unref();
          resolve(made);
        };
        doing.send(job, (error) => error && doing.kill('SIGKILL'));
      });
    },
    async close() {
      clearTimeout(timer);
      const closing = child;
      if (!closing) return;
      closing.ref();
      closing.kill('SIGKILL');
      await new Promise((resolve) => closing.once('exit', resolve));
      clearTimeout(timer);
    },
  };
}

function forkChild(): ChildProcess {
  const compiled = getCompileCacheDir();
  const child = fork(new URL('pictures-child.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // As this process has them: compiled modules are kept for one set of options.
    execArgv: [...MEMORY_OPTIONS],
    // Nothing else of the environment: it has secrets.
    env: {
      ...MEMORY_ENVIRONMENT,
      ...(compiled !== undefined && { NODE_COMPILE_CACHE: dirname(compiled) }),
    },
  });
  child.once('spawn', () => lowerPriority(child));
  child.unref();
  child.channel?.unref();
  return child;
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // The child has ended, or the system does not allow it.
  }
}
