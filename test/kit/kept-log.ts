import { type Logger, pino } from 'pino';

export interface KeptLine {
  readonly level: number;
  readonly msg: string;
  readonly fault?: string;
  /** Whose words these are, when not ours. */
  readonly from?: string;
}

/** A log whose lines are kept instead of printed. */
export function keepLog(level = 'info'): { readonly log: Logger; readonly lines: KeptLine[] } {
  const lines: KeptLine[] = [];
  const log = pino(
    { base: null, timestamp: false, level },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  return { log, lines };
}
