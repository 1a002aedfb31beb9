import type { Logger } from 'pino';
import { isDatabaseFault } from '../db/away.ts';
import { faultOf } from '../lib/log.ts';

const EVERY_MS = 10_000;

/**
 * Logs why requests fail, with one line for each fault of this service. While the database is away, all requests fail for
 * the same reason. Then there is one line for the first of them, at most one line with a count every ten seconds, and one
 * line when the database responds and requests no longer fail.
 *
 * @param askDatabase rejects while the database does not respond
 * @param parts closing them ends the reports
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
    // Another request may have failed meanwhile.
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
