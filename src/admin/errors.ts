import { ConfigError } from '../config/config.ts';
import { isAway, isDatabaseFault } from '../db/away.ts';
import { DomainError } from '../domain/kernel/errors.ts';
import { faultOf } from '../telemetry/log.ts';
import { Refusal, WrongUsage } from './result.ts';

/** Errors whose messages are written for people. */
const FOR_PEOPLE = [DomainError, Refusal, WrongUsage, ConfigError];

/**
 * Explains a failure in one sentence. Messages of drivers may contain statements, parameters and addresses, so only
 * messages that were written for people are shown.
 */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'The command failed.';
  if (FOR_PEOPLE.some((kind) => error instanceof kind)) return error.message;
  const code = codeOf(error);
  if (code.startsWith('28') || code === '3D000') {
    return 'PostgreSQL refuses the connection: check the user, the password and the database in DATABASE_URL.';
  }
  if (isAway(error) || isDatabaseFault(error)) return 'The database does not respond. Check DATABASE_URL.';
  // Such errors are written for people: embedded parts name a folder or a program.
  if (error.constructor === Error && code === 'undefined' && error.cause === undefined) {
    return error.message.split('\n')[0] ?? '';
  }
  return `The command failed: ${faultOf(error)}.`;
}

/** The code of an error, or of the error that it wraps. */
function codeOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return code === undefined && error.cause instanceof Error ? codeOf(error.cause) : String(code);
}
