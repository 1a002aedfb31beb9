import { backOff, isTemporary } from './back-off.ts';
import type { CommandList, readCommands } from './commands.ts';
import { createPublisher } from './publishing.ts';
import type { Sleep } from './sleep.ts';
import { createTeller, type OnError, printError } from './tell.ts';
import type { CallOptions } from './transport.ts';

const FIVE_MINUTES_MS = 300_000;

/** What to report, and how often. */
export interface ReportingOptions {
  /** Counts the servers of all shards. It is called before each report. */
  readonly serverCount: () => number | Promise<number>;
  /**
   * Gives the bot's commands. It is called after each report that was stored. The commands are published when they
   * differ from those published before.
   */
  readonly commands?: (() => CommandList | Promise<CommandList>) | undefined;
  /** The time from one report to the next, in milliseconds. Default 300 000, which is five minutes. */
  readonly everyMs?: number | undefined;
  /** Ends the reports. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with an error; the reports go on. The same error is told once, until a report succeeds or fails in another
   * way. Default: prints it.
   */
  readonly onError?: OnError | undefined;
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
  /** Replaces the commands. */
  readonly put: (commands: ReturnType<typeof readCommands>, options: CallOptions) => Promise<unknown>;
  readonly sleep: Sleep;
  readonly random: () => number;
  /** The reports before these. The first of these waits for its end. */
  readonly after: Promise<void>;
}

/**
 * Reports at once and then again and again, one request at a time. Nothing that fails ends it.
 *
 * - After a 429, a status of 500 or above, or no response, it retries with a growing wait of up to a minute, but never
 *   before the service allows it.
 * - After any other error, such as a stale token, the wait grows from `everyMs` to five minutes. The listing may come
 *   back, and the token may be replaced.
 * - The waits do not keep the process alive: a bot's connection to the chat platform does.
 *
 * @throws {RangeError} when `everyMs` is not above 0
 */
export function startReporting(
  { report, put, sleep, random, after }: ReportingNeeds,
  { serverCount, commands, everyMs = FIVE_MINUTES_MS, signal, onError = printError }: ReportingOptions,
): Reporting {
  if (!(everyMs > 0)) throw new RangeError('everyMs must be above 0.');
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const options = { signal: stopping.signal, retries: 0 };
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  /** The requests that `stop` ended have not failed. */
  const tellUntilStopped = (error: unknown) => stopping.signal.aborted || onError(error);
  const teller = createTeller(tellUntilStopped);
  const publish =
    commands &&
    createPublisher({
      commands,
      put: (read) => put(read, options),
      teller: createTeller(tellUntilStopped),
    });
  let failures = 0;

  /** @returns the wait until the next report, in milliseconds */
  async function reportOnce(): Promise<number> {
    try {
      const allowedInMs = await report(await serverCount(), options);
      failures = 0;
      teller.succeeded();
      await publish?.();
      return Math.max(everyMs, allowedInMs);
    } catch (error) {
      teller.failed(error);
      failures += 1;
      if (isTemporary(error)) return backOff(failures, error, random);
      return Math.max(everyMs, Math.min(FIVE_MINUTES_MS, everyMs * 2 ** (failures - 1)));
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
