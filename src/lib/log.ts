import { type Logger, pino } from 'pino';
import { causesOf } from './causes.ts';
import { requestId } from './request-id.ts';

/**
 * Makes the log. A line that is written for a request has the request's id.
 *
 * @param level a level of pino, or `silent`
 * @param descriptor 1 writes to standard output, 2 to standard error
 */
export function createLog(level: string, descriptor: 1 | 2 = 1): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: requestFields };
  return pino(options, pino.destination({ dest: descriptor, sync: true }));
}

/** The fields that each line gets from the request that it is written for. */
export function requestFields(): { requestId?: string } {
  const id = requestId();
  return id === undefined ? {} : { requestId: id };
}

/** Waits for work that is repeated later. When it fails, that is logged. */
export async function orWarn(log: Logger, work: Promise<unknown>, sentence: string): Promise<void> {
  await work.catch((error: unknown) => log.warn({ fault: faultOf(error) }, sentence));
}

/**
 * Describes an error of a library for the log: its class and code. Messages and stacks of drivers may contain statements,
 * parameters and addresses, which must not be logged.
 */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const faults = causesOf(error).map((each) => {
    const code: unknown = Reflect.get(each, 'code');
    return `${each.name}${typeof code === 'string' || typeof code === 'number' ? ` ${code}` : ''}`;
  });
  return faults.slice(0, MOST_CAUSES + 1).join(', caused by ');
}

const MOST_CAUSES = 4;
