import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../src/embedded/ports.ts';
import { MEMORY_ENVIRONMENT, MEMORY_OPTIONS } from '../../src/lib/memory-options.ts';

/** An HTTP server that is measured, in a process of its own on 127.0.0.1. */
export interface Server {
  readonly name: string;
  readonly url: string;
  /** Resident memory of its process, in megabytes. */
  memoryMb(): Promise<number>;
  /** The last lines that it printed. */
  output(): string;
}

const SERVICE = new URL('../../src/main.ts', import.meta.url);
const START_MS = 60_000;
const STOP_MS = 10_000;
const KEPT_OUTPUT = 4000;
/** The process tells its memory when asked, and ends when this process is gone. */
const PROBE = new URL('../memory-probe.ts', import.meta.url).href;
/** Some baselines open parts of the service, which are TSX. */
const LOAD_TSX = new URL('../../test/kit/load-tsx.ts', import.meta.url).href;

/** Starts the service as in production, `node src/main.ts web`, with the environment of its database. */
export function startService(
  environment: Readonly<Record<string, string>>,
  parts: AsyncDisposableStack,
  name = 'service',
): Promise<Server> {
  return startServer(
    name,
    [SERVICE, 'web'],
    { ...environment, ...MEMORY_ENVIRONMENT },
    parts,
    MEMORY_OPTIONS,
  );
}

/**
 * Starts a program that listens on the port in `PORT`, and waits for its first HTTP response.
 *
 * @param program the file, and its arguments
 * @param environment variables besides those of this process
 * @param parts stops it: SIGTERM, and SIGKILL after 10 seconds
 * @param options of Node
 * @throws when it ends before it listens, or does not listen within a minute
 */
export async function startServer(
  name: string,
  [file, ...args]: readonly [file: URL, ...args: string[]],
  environment: Readonly<Record<string, string>>,
  parts: AsyncDisposableStack,
  options: readonly string[] = ['--import', LOAD_TSX],
): Promise<Server> {
  const port = await freePort(0);
  const child = fork(file, args, {
    execArgv: [...options, '--import', PROBE],
    env: { ...process.env, ...environment, HOST: '127.0.0.1', PORT: `${port}`, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  parts.defer(() => stop(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const end = performance.now() + START_MS;
  while (!(await answers(url))) {
    if (hasEnded(child)) throw new Error(`${name} ended at its start:\n${output}`);
    if (performance.now() > end) throw new Error(`${name} did not start within a minute:\n${output}`);
    await delay(50);
  }
  return {
    name,
    url,
    async memoryMb() {
      child.send('measure');
      const [usage] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
      return usage.rss / 2 ** 20;
    },
    output: () => output,
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(5000) });
    return true;
  } catch {
    return false;
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}
