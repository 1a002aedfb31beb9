import { causesOf, codeOf } from '../lib/causes.ts';

/** Error codes while no process serves the database: while it restarts. A Unix socket is missing then. */
const AWAY = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'CONNECT_TIMEOUT',
  'CONNECTION_QUEUE_TIMEOUT',
  // The right copy of the database is away.
  'CONNECTION_OUTDATED',
  '57P01',
  '57P02',
  '57P03',
]);

/**
 * PostgreSQL's error codes when a database runs but cannot serve: it is read-only, or has no connection, disk or memory
 * left, or a statement took too long or waited too long for a lock.
 */
const UNABLE = /^(25006|53\w{3}|57014|55P03|58\w{3}|25P0[34])$/;

/** The database runs and stores nothing: it is read-only, its disk is full or fails, or it has no resources left. */
const REFUSES_WRITES = new Set(['25006', '53000', '53100', '58030']);

/** Whether a statement failed because the database stores nothing at the moment. */
export function refusesWrites(error: unknown): boolean {
  // Other programs have codes of their own. The driver adds its statement to its errors.
  return causesOf(error).some((each) => 'query' in each && REFUSES_WRITES.has(codeOf(each)));
}

/** Whether PostgreSQL ended a statement at its time limit, or because somebody cancelled it. It has changed nothing. */
export function isOutOfTime(error: unknown): boolean {
  return causesOf(error).some((each) => codeOf(each) === '57014');
}

/** Whether the database is away. The same work may succeed soon. */
export function isAway(error: unknown): boolean {
  // drizzle wraps the driver's error.
  return causesOf(error).some((each) => AWAY.has(codeOf(each)));
}

/** Whether a request failed because the database is away or cannot serve, and for no other reason. */
export function isDatabaseFault(error: unknown): boolean {
  return causesOf(error).some((each) => {
    const code = codeOf(each);
    // Other servers refuse connections too. The driver adds its statement to its errors.
    const isOfDriver = code.startsWith('CONNECT') || 'query' in each;
    return isOfDriver && (AWAY.has(code) || UNABLE.test(code));
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'its host name cannot be looked up at the moment',
  ENOTFOUND:
    'no server has its host name. In a password, write @, /, ?, # and % as %40, %2F, %3F, %23 and %25',
  CONNECTION_DESTROYED:
    'a host ended the connection. With target_session_attrs=primary, none of the hosts is a primary',
};

/**
 * Tells operators why no connection can be opened. What the server says then has names of settings and no values.
 *
 * @returns the end of a sentence; undefined when it is not known, or the error is about something else
 */
export function explainConnection(error: unknown): string | undefined {
  return causesOf(error)
    .map((each) => (['42704', '08P01'].includes(codeOf(each)) ? each.message : REASONS[codeOf(each)]))
    .find((reason) => reason !== undefined);
}
