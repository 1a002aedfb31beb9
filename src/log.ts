import { type Logger, pino } from 'pino';

/**
 * @param level one of pino's, or `silent`
 * @param descriptor the file descriptor written to: 1 is standard output, 2 standard error
 */
export function createLog(level: string, descriptor: 1 | 2 = 1): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, pino.destination({ dest: descriptor, sync: true }));
}

/**
 * What a log line may say of an error that is not ours: its class and code. Messages and stacks of drivers hold
 * statements, parameters and addresses.
 */
export function faultOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return typeof error;
  const hasCause = error.cause instanceof Error && depth < 4;
  const cause = hasCause ? `, caused by ${faultOf(error.cause, depth + 1)}` : '';
  const code: unknown = Reflect.get(error, 'code');
  return `${error.name}${typeof code === 'string' || typeof code === 'number' ? ` ${code}` : ''}${cause}`;
}
