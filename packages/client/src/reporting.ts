import { backOff, isTemporary } from './back-off.ts';
import { printError } from './errors.ts';
import type { Sleep } from './sleep.ts';
import type { CallOptions } from './transport.ts';

const FIVE_MINUTES_MS = 300_000;

/** What to report, and how often. */
export interface ReportingOptions {
  /** Counts the servers of all shards. It is called before each report. */
  readonly serverCount: () => number | Promise<number>;
  /** The time from one report to the next, in milliseconds. Default 300 000, which is five minutes. */
  readonly everyMs?: number | undefined;
  /** Ends the reports. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each error; the reports go on. Default: prints it. It must not throw. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Reports that repeat. */
export interface Reporting {
  /** Ends the reports, and the request that is under way. */
  stop(): void;
  /** Resolves when the last request has ended. It never rejects. */
  readonly done: Promise<void>;
}

export interface ReportingNeeds {
  /** Sends one report. @returns milliseconds until the rate limit allows the next */
  readonly report: (serverCount: number, options: CallOptions) => Promise<number>;
  readonly sleep: Sleep;
  readonly random: () => number;
  /** The reports before these. The first of these waits for its end. */
  readonly after: Promise<void>;
}

/**
 * Reports at once and then again and again, one report at a time.
 *
 * - After a 429, a status of 500 or above, or no response, it retries with a growing wait of up to a minute, but never
 *   before the service allows it.
 * - After any other error it waits for the next regular report. The listing may come back.
 * - The waits do not keep the process alive: a bot's connection to the chat platform does.
 *
 * @throws {RangeError} when `everyMs` is not above 0
 */
export function startReporting(
  { report, sleep, random, after }: ReportingNeeds,
  { serverCount, everyMs = FIVE_MINUTES_MS, signal, onError = printError }: ReportingOptions,
): Reporting {
  if (!(everyMs > 0)) throw new RangeError('everyMs must be above 0.');
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const options = { signal: stopping.signal, retries: 0 };
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  let failures = 0;

  /** @returns the wait until the next report, in milliseconds */
  async function reportOnce(): Promise<number> {
    try {
      const allowedInMs = await report(await serverCount(), options);
      failures = 0;
      return Math.max(everyMs, allowedInMs);
    } catch (error) {
      if (stopping.signal.aborted) return 0;
      onError(error);
      failures = isTemporary(error) ? failures + 1 : 0;
      return failures > 0 ? backOff(failures, error, random) : everyMs;
    }
  }

  async function run(): Promise<void> {
    await after;
    while (!stopping.signal.aborted) {
      await sleep(await reportOnce(), stopping.signal, false);
    }
    signal?.removeEventListener('abort', stop);
  }

  return { stop, done: run() };
}
