import type { Logger } from 'pino';
import { isDatabaseFault } from './db/away.ts';
import { faultOf } from './log.ts';

const EVERY_MS = 10_000;

/**
 * Logs why requests failed: each fault of this service in a line of its own. While the database is away every request
 * fails for the same reason: that is one line at the first of them, one line with a count in ten seconds at most, and one
 * line when the database answers and requests fail no more.
 *
 * @param askDatabase rejects while the database does not answer
 * @param parts end the counting
 * @param everyMs the time between two lines about the database, in milliseconds
 */
export function createFaultLog(
  log: Logger,
  askDatabase: () => PromiseLike<unknown>,
  parts: AsyncDisposableStack,
  everyMs = EVERY_MS,
): (error: unknown, operation: string) => void {
  let reporting: NodeJS.Timeout | undefined;
  let failed = 0;
  let unreported = 0;

  async function report(): Promise<void> {
    if (unreported > 0) {
      log.error({ failed, more: unreported }, 'Requests still fail because of the database.');
      unreported = 0;
      return;
    }
    try {
      await askDatabase();
    } catch {
      return;
    }
    // Meanwhile another one may have failed.
    if (unreported > 0) return;
    clearInterval(reporting);
    reporting = undefined;
    log.warn({ failed }, 'The database serves requests again.');
  }

  parts.defer(() => clearInterval(reporting));
  return (error, operation) => {
    if (!isDatabaseFault(error)) {
      log.error({ fault: faultOf(error), operation }, 'A request failed.');
      return;
    }
    if (reporting) {
      failed += 1;
      unreported += 1;
      return;
    }
    failed = 1;
    log.error({ fault: faultOf(error), operation }, 'Requests fail because of the database.');
    reporting = setInterval(report, everyMs).unref();
  };
}
