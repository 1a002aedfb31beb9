/** What postgres.js says while nobody serves the database: during a restart, or a take-over of the embedded one. */
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
  '57P01',
  '57P02',
  '57P03',
]);

/**
 * What a database says that is there and cannot serve, by PostgreSQL's codes: it is read-only, has no connection, disk or
 * memory left, or a statement took too long or waited too long for a lock.
 */
const UNABLE = /^(25006|53\w{3}|57014|55P03|58\w{3}|25P0[34])$/;

/** Whether the database is away, and the same work may succeed soon. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // drizzle wraps what the driver threw.
  return AWAY.has(codeOf(error)) || isAway(error.cause);
}

/** Whether a request's fault is that the database is away or cannot serve, and not this service's or another server's. */
export function isDatabaseFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // Other servers refuse connections too: the driver notes its statement in what it throws.
  const isOfDriver = code.startsWith('CONNECT') || 'query' in error;
  return (isOfDriver && (AWAY.has(code) || UNABLE.test(code))) || isDatabaseFault(error.cause);
}

const codeOf = (error: Error) => String(Reflect.get(error, 'code'));
