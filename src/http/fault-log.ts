import type { Logger } from 'pino';
import { isDatabaseFault } from '../db/away.ts';
import { faultOf } from '../lib/log.ts';
import { requestId, withoutRequest } from '../lib/request-id.ts';

const EVERY_MS = 10_000;
/** Ids of requests in a line, in bytes: logs cut lines of 16 kB, and clients choose ids of up to 64 characters. */
const IDS_BYTES = 14_000;

/** A response was not ready at its deadline, and its client got 503. */
export class TooLateError extends Error {
  override readonly name = 'TooLateError';
}

/** What makes many requests fail at once. */
interface Outage {
  readonly begins: string;
  readonly goesOn: string;
  readonly ends: string;
  /** Rejects while it goes on. */
  readonly ask: () => PromiseLike<unknown>;
}

/**
 * Logs why requests fail, with one line for each fault of this service. While the database is away, or responses are too
 * late, all requests fail for the same reason. Then there is one line for the first of them, at most one line every ten
 * seconds with a count and the ids of the requests, and one line when they no longer fail. So whoever has the id of a
 * failed response finds it, as far as a line of 16 kB holds them.
 *
 * @param askDatabase rejects while the database does not respond
 * @param parts closing them ends the reports
 * @param everyMs the time between two lines about the same outage, in milliseconds
 */
export function createFaultLog(
  log: Logger,
  askDatabase: () => PromiseLike<unknown>,
  parts: AsyncDisposableStack,
  everyMs = EVERY_MS,
): (error: unknown, operation: string) => void {
  const database = countFailures(log, parts, everyMs, {
    begins: 'Requests fail because of the database.',
    goesOn: 'Requests still fail because of the database.',
    ends: 'The database serves requests again.',
    ask: askDatabase,
  });
  const late = countFailures(log, parts, everyMs, {
    begins: 'Requests get no response in time.',
    goesOn: 'Requests still get no response in time.',
    ends: 'Requests get their responses in time again.',
    ask: async () => {},
  });
  return (error, operation) => {
    if (isDatabaseFault(error)) database(error, operation);
    else if (error instanceof TooLateError) late(error, operation);
    else log.error({ fault: faultOf(error), operation }, 'A request failed.');
  };
}

function countFailures(
  log: Logger,
  parts: AsyncDisposableStack,
  everyMs: number,
  { begins, goesOn, ends, ask }: Outage,
): (error: unknown, operation: string) => void {
  let reporting: NodeJS.Timeout | undefined;
  let failed = 0;
  let more = 0;
  let requestIds: string[] = [];
  let left = IDS_BYTES;

  function tellMore(): void {
    if (more > 0) log.error({ failed, more, requestIds }, goesOn);
    more = 0;
    requestIds = [];
    left = IDS_BYTES;
  }

  async function report(): Promise<void> {
    if (more > 0) return tellMore();
    try {
      await ask();
    } catch {
      return;
    }
    // Another request may have failed meanwhile.
    if (more > 0) return;
    clearInterval(reporting);
    reporting = undefined;
    log.warn({ failed }, ends);
  }

  parts.defer(() => {
    clearInterval(reporting);
    tellMore();
  });
  return (error, operation) => {
    if (reporting) {
      failed += 1;
      more += 1;
      const id = requestId();
      if (id === undefined) return;
      // With its quotation marks and a comma.
      left -= id.length + 3;
      if (left >= 0) requestIds.push(id);
      return;
    }
    failed = 1;
    log.error({ fault: faultOf(error), operation }, begins);
    // Not in the context of this request, whose id is not that of the later lines.
    reporting = withoutRequest(() => setInterval(report, everyMs).unref());
  };
}
