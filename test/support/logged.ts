import { pino } from 'pino';

/** A log whose lines of level warn and above can be read. */
export function createLoggedLines() {
  const lines: string[] = [];
  return {
    lines,
    log: pino({ level: 'warn', base: null }, { write: (line: string) => void lines.push(line) }),
  };
}
