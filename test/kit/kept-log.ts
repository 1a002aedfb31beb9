import { type Logger, pino } from 'pino';
import { requestFields } from '../../src/lib/log.ts';

export interface KeptLine {
  readonly level: number;
  readonly msg: string;
  readonly fault?: string;
  readonly reason?: string;
  readonly requestId?: string;
  readonly failures?: number;
  /** The primary of a Redis Cluster that the line is about. */
  readonly server?: string;
  readonly insteadOf?: string;
  /** The part that wrote it, when that is not the service. */
  readonly from?: string;
}

/**
 * Makes a log that keeps its lines instead of printing them.
 *
 * @param level the lowest one that it keeps
 * @param onLine is called after each line
 */
export function keepLog(
  level = 'info',
  onLine = () => {},
): { readonly log: Logger; readonly lines: KeptLine[] } {
  const lines: KeptLine[] = [];
  const write = (line: string) => {
    lines.push(JSON.parse(line));
    onLine();
  };
  return { log: pino({ base: null, timestamp: false, level, mixin: requestFields }, { write }), lines };
}
