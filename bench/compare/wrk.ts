import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** wrk ends by itself. This much later it is killed, in milliseconds. */
const GRACE_MS = 15_000;

export interface Load {
  /** A Lua script that makes the requests. It must load `wrk-result.lua`, which prints the result. */
  readonly script: URL;
  readonly args: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

/** @throws when wrk is not installed */
export async function requireWrk(): Promise<void> {
  try {
    // It has no option that succeeds without a URL: asked for its version, it ends with 1.
    await run('wrk', ['--version']);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') return;
    throw new Error('This measurement needs wrk. Install it with: apt-get install wrk');
  }
}

/**
 * Sends requests over some connections, each as soon as the response before it is there. One thread is enough: it sends
 * several times what a Node process can take.
 *
 * @throws when any request failed or got another status than a success
 */
export async function runWrk(url: string, load: Load): Promise<LoadResult> {
  const { script, args, connections, seconds } = load;
  const { stdout } = await run(
    'wrk',
    [
      ...['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`],
      ...['--timeout', '10s', '--script', script.pathname, url, '--', ...args],
    ],
    { timeout: seconds * 1000 + GRACE_MS },
  );
  const line = /^RESULT (.*)$/m.exec(stdout)?.[1];
  if (line === undefined) throw new Error(`wrk gave no result:\n${stdout}`);
  const { requests, micros, p99Micros, ...failures } = JSON.parse(line) as Record<string, number>;
  if (Object.values(failures).some((count) => count > 0)) {
    throw new Error(`Requests to ${url} failed: ${JSON.stringify(failures)}`);
  }
  if (!requests || !micros || p99Micros === undefined) throw new Error(`${url} gave no response: ${line}`);
  return { requestsPerSecond: (requests / micros) * 1e6, p99Ms: p99Micros / 1000 };
}
