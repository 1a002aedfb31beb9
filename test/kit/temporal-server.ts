import { join } from 'node:path';

/**
 * The arguments of the Temporal CLI for a server on loopback.
 *
 * @param folder keeps its database
 */
export function temporalServerArgs(port: number, folder: string): string[] {
  return [
    ...['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', `${port}`],
    ...['--db-filename', join(folder, 'temporal.db'), '--log-level', 'error'],
    ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
  ];
}
