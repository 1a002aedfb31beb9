import { ConfigError } from '../config/config.ts';
import { explainConnection, isAway, isDatabaseFault } from '../db/away.ts';
import { outdatedReason } from '../db/newest-copy.ts';
import { DomainError } from '../domain/kernel/errors.ts';
import { causesOf, codeOf } from '../lib/causes.ts';
import { faultOf } from '../lib/log.ts';
import { explainTls } from './tls.ts';

/** What a command has done or found. */
export interface Result {
  /** For people. */
  readonly lines: readonly string[];
  /** For programs, with `--json`. */
  readonly data: object;
  /** The exit code is 1 although nothing was refused: a check has found a problem. */
  readonly isProblem?: boolean;
}

/** The command does not do this. The message is one sentence for the operator. */
export class NotDone extends Error {}

/** The options contradict each other, or one is missing. */
export class WrongUsage extends Error {}

/** Sets rows in columns. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [heads, ...rows];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** @returns `1 secret`, `2 secrets` */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Errors whose messages are written for people. */
const FOR_PEOPLE = [DomainError, NotDone, WrongUsage, ConfigError];

/**
 * Explains a failure in one sentence. Messages of drivers may contain statements, parameters and addresses, so only
 * messages that were written for people are shown.
 */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'The command failed.';
  if (FOR_PEOPLE.some((kind) => error instanceof kind)) return error.message;
  const outdated = outdatedReason(error);
  if (outdated !== undefined) return outdated;
  // Of the error, or of the one that it wraps.
  const code = causesOf(error)
    .map(codeOf)
    .find((each) => each !== 'undefined');
  if (code?.startsWith('28') || code === '3D000') {
    return 'PostgreSQL refuses the connection: check the user, the password and the database in DATABASE_URL.';
  }
  const ofTls = explainTls(error, 'PostgreSQL');
  if (ofTls !== undefined) return ofTls;
  const ofConnection = explainConnection(error);
  if (ofConnection !== undefined) return `DATABASE_URL: ${ofConnection}.`;
  if (isAway(error) || isDatabaseFault(error)) return 'The database does not respond. Check DATABASE_URL.';
  // Such errors are written for people: embedded parts name a folder or a program.
  if (error.constructor === Error && code === undefined && error.cause === undefined) {
    return error.message.split('\n')[0] ?? '';
  }
  return `The command failed: ${faultOf(error)}.`;
}
