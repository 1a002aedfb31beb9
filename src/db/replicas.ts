import postgres from 'postgres';
import { codeOf } from '../lib/causes.ts';
import { readPostgresUrl } from '../lib/postgres-url.ts';
import { repeat } from '../lib/repeat.ts';
import { orNothing } from '../lib/within.ts';
import { isDatabaseFault, isOutOfTime } from './away.ts';
import { type Database, openDatabase, ormOf } from './client.ts';
import type { StatementWatch } from './statement-times.ts';

/** A replica that is further behind the primary is not read from, in milliseconds. */
export const MAX_LAG_MS = 5000;
/** While the primary tells nothing, what was near it is read from for so long: longer than a failover. */
export const MAX_SILENCE_MS = 60_000;
const EVERY_MS = 1000;
/** A server that takes longer for its position is not used. */
const TIMEOUT_MS = 1000;
/** Positions of the primary are remembered for so long, to tell how far behind a replica is. */
const REMEMBERED_MS = 10 * 60_000;

/**
 * What a replica is found to be: `ok`, `behind` by more than {@link MAX_LAG_MS} or on another timeline, a `primary`, of
 * `another database`, or `unavailable`. Only an `ok` one is read from.
 */
export type ReplicaStatus = 'ok' | 'behind' | 'primary' | 'another database' | 'unavailable';

export interface ReplicaState {
  /** Its host and port. */
  readonly name: string;
  readonly status: ReplicaStatus;
  /** How old what it shows is at most, in seconds; undefined for what follows no primary, or is away. */
  readonly lagSeconds: number | undefined;
  /** Whether this process reads from it. */
  readonly isUsed: boolean;
}

/** Where a server is in the log. A primary and what follows it have the same identifier and timeline. */
export interface Position {
  readonly identifier: string;
  readonly timeline: number;
  /** A distance from the begin of the log, in bytes. */
  readonly bytes: number;
}

interface Row extends Omit<Position, 'timeline'> {
  readonly isStandby: boolean;
  /** Hexadecimal of a primary, decimal of a standby. */
  readonly timeline: string;
}

/**
 * The identifier is that of the cluster and of the database in it. What is committed is flushed. A standby knows its
 * timeline from its last restart point, and from what it receives: a role sees that only with `pg_read_all_stats`.
 */
const POSITION = `
  select (select system_identifier from pg_control_system())
      || '/' || (select oid from pg_database where datname = current_database()) as identifier,
    pg_is_in_recovery() as "isStandby",
    case when pg_is_in_recovery()
      then greatest((select timeline_id from pg_control_checkpoint()), (select received_tli from pg_stat_wal_receiver))::text
      else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
    pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0')
      ::float8 as bytes`;

/** @throws when the server cannot be asked */
export async function readPosition({
  sql,
}: Pick<Database, 'sql'>): Promise<Position & { isStandby: boolean }> {
  const [row] = await sql.unsafe<Row[]>(POSITION);
  if (!row) throw new Error('A select without a table returned no row.');
  return { ...row, timeline: Number.parseInt(row.timeline, row.isStandby ? 10 : 16) };
}

/** Where the primary was. Lag by `pg_last_xact_replay_timestamp()` would grow while nobody writes. */
export function createPrimaryLog(steadyMs: () => number = () => performance.now()) {
  let seen: (Position & { at: number })[] = [];
  return {
    /** @param at when the primary was asked */
    note(position: Position, at: number): void {
      const last = seen.at(-1);
      // Positions of different timelines cannot be compared.
      const isSame = last?.identifier === position.identifier && last.timeline === position.timeline;
      seen = isSame ? seen.filter((each) => at - each.at < REMEMBERED_MS) : [];
      seen.push({ ...position, at });
    },
    /** @returns how old the data of a standby is at most, in milliseconds, or what makes it unusable */
    judge({ identifier, timeline, bytes, isStandby }: Position & { isStandby: boolean }) {
      const last = seen.at(-1);
      if (last && identifier !== last.identifier) return { status: 'another database' } as const;
      if (!isStandby) return { status: 'primary' } as const;
      if (timeline !== last?.timeline) return { status: 'behind' } as const;
      const reached = seen.findLast((each) => each.bytes <= bytes);
      const now = steadyMs();
      const isNear = reached && last.at - reached.at <= MAX_LAG_MS && now - last.at <= MAX_SILENCE_MS;
      return { status: isNear ? 'ok' : 'behind', lagMs: now - (reached ?? seen[0] ?? last).at } as const;
    },
  };
}

export type PrimaryLog = ReturnType<typeof createPrimaryLog>;

/** A statement of the driver. Its pool is that of its handler. */
interface DriverQuery {
  handler: (query: DriverQuery) => unknown;
  resolve: (result: unknown) => unknown;
  reject: (error: Error) => unknown;
}

interface Replica {
  readonly name: string;
  readonly pool: Database;
  /** For its position, so that this does not wait for other statements. */
  own: Database;
  readonly openOwn: () => Database;
  status: ReplicaStatus;
  lagMs: number | undefined;
  /** Whether it responds: asked while it seems to be busy. */
  asked?: Promise<boolean> | undefined;
}

/** Reads that may be old, and where they go. */
export interface Replicas {
  /**
   * Sends each statement to the replica in use, and to the primary while there is none. What fails by a fault of the
   * replica runs on the primary; what finds no free connection to it in time fails. Transactions are the primary's.
   */
  readonly db: Database;
  /** Changes whenever the next statement may find older data than the one before. */
  readonly turn: () => number;
  readonly states: () => readonly ReplicaState[];
}

/**
 * Opens pools for replicas and follows how far they are behind. A process uses one replica at a time: what it reads is
 * never older than what it has read there before. Nothing is used before its first position is known.
 *
 * @param urls of PostgreSQL's servers, one each
 * @param primary.strangers gets the statements while no replica can be used
 * @param poolSize connections to each replica, beside one for its position
 * @param options.startAt the index of the first replica to try: processes should differ
 * @param options.onChange learns that the status of a replica has changed
 */
export function openReplicas(
  urls: readonly string[],
  primary: { readonly strangers: Database; readonly health: Database },
  poolSize: number,
  parts: AsyncDisposableStack,
  options: {
    readonly watch?: StatementWatch | undefined;
    readonly startAt: number;
    readonly onChange: (state: Omit<ReplicaState, 'isUsed'>) => void;
  },
): Replicas {
  const replicas = urls.map((url) => openReplica(url, poolSize, options.watch, parts));
  const log = createPrimaryLog();
  const ofPrimary = handlerOf(primary.strangers.sql);
  let turn = 0;
  let used: Replica | undefined;

  function use(next: Replica | undefined): void {
    if (next !== used) turn += 1;
    used = next;
  }

  async function follow(): Promise<void> {
    const at = performance.now();
    const position = await soon(readPosition(primary.health));
    if (position && !position.isStandby) log.note(position, at);
    await Promise.all(replicas.map((replica) => look(replica, log, options.onChange)));
    if (used?.status === 'ok') return;
    const start = options.startAt % replicas.length;
    use([...replicas.slice(start), ...replicas.slice(0, start)].find(({ status }) => status === 'ok'));
  }

  /** @returns whether the primary should get what has failed on the replica, which may be left for it */
  async function isForPrimary(error: Error, replica: Replica): Promise<boolean> {
    if (!isOfReplica(error)) return false;
    const code = codeOf(error);
    // The readers of a replica that is only busy would be too many for the primary. A frozen one looks the same.
    if (code === 'CONNECTION_QUEUE_TIMEOUT' && used === replica && (await isAlive(replica))) return false;
    if (used !== replica || CANCELLED.test(code)) return true;
    use(undefined);
    reconnect(replica);
    return true;
  }

  function send(query: DriverQuery): unknown {
    const replica = used;
    if (!replica) return ofPrimary(query);
    const { resolve, reject } = query;
    const since = turn;
    let isRejected = false;
    query.reject = async (error) => {
      // The driver may reject a statement twice: for the reset of its connection, and for its end.
      if (isRejected) return;
      isRejected = true;
      if (!(await isForPrimary(error, replica))) return reject(error);
      // The primary may show newer data. One turn is enough for all statements that were sent before it.
      if (turn === since) turn += 1;
      return ofPrimary(repeatOf(query, resolve, reject));
    };
    return handlerOf(replica.pool.sql)(query);
  }

  const following = repeat(EVERY_MS, follow);
  parts.defer(() => following.close());
  const sql = sentBy(primary.strangers.sql, send);
  return {
    db: { sql, orm: ormOf(sql), close: primary.strangers.close },
    turn: () => turn,
    states: () => replicas.map((replica) => ({ ...stateOf(replica), isUsed: replica === used })),
  };
}

const AWAY = { status: 'unavailable' } as const;

function openReplica(
  url: string,
  poolSize: number,
  watch: StatementWatch | undefined,
  parts: AsyncDisposableStack,
): Replica {
  const times = { forRequests: true, inTurn: true };
  const openOwn = () => openDatabase({ url }, 1, times);
  const pool = openDatabase({ url }, poolSize, { ...times, watch });
  const replica: Replica = {
    name: nameOfServer(url),
    pool,
    openOwn,
    own: openOwn(),
    ...AWAY,
    lagMs: undefined,
  };
  parts.defer(async () => {
    await Promise.all([pool.close(), replica.own.close()]);
  });
  return replica;
}

async function look(
  replica: Replica,
  log: PrimaryLog,
  onChange: (state: Omit<ReplicaState, 'isUsed'>) => void,
): Promise<void> {
  const { own } = replica;
  const found = await soon(readPosition(own));
  // A connection that was replaced meanwhile says nothing of new ones.
  const isTold = found && replica.own === own;
  const { status, lagMs } = { lagMs: undefined, ...(isTold ? log.judge(found) : AWAY) };
  const isNew = replica.status !== status;
  Object.assign(replica, { status, lagMs });
  if (isNew) onChange(stateOf(replica));
}

/** Statements that ask at the same time share one question. */
const isAlive = (replica: Replica) =>
  (replica.asked ??= soon(readPosition(replica.own)).then((found) => {
    replica.asked = undefined;
    return found !== undefined;
  }));

/** An open connection tells the position of a replica that refuses new ones, as after a change of its `pg_hba.conf`. */
function reconnect(replica: Replica): void {
  void replica.own.close();
  replica.own = replica.openOwn();
}

/** @returns the host and port of the address of one server, without its password */
export function nameOfServer(url: string): string {
  const { host, port } = readPostgresUrl(url);
  return `${host}:${port}`;
}

const stateOf = ({ name, status, lagMs }: Replica) => ({
  name,
  status,
  lagSeconds: lagMs === undefined ? undefined : lagMs / 1000,
});

const soon = <Value>(work: Promise<Value>) => orNothing(work, TIMEOUT_MS);

/**
 * Whether the primary may do better: the replica does not respond, or cannot be reached, which the driver, TLS or the
 * network tells; or it refuses the connection, has no resources left, or cancelled the statement to replay the log. A
 * statement that is too slow would be so again.
 */
const isOfReplica = (error: Error) =>
  error instanceof postgres.PostgresError
    ? REFUSED.test(error.code) ||
      CANCELLED.test(error.code) ||
      (isDatabaseFault(error) && !isOutOfTime(error))
    : 'code' in error && !MISUSED.test(`${error.code}`);
/** A statement or a value that the driver cannot send. */
const MISUSED = /^(UNDEFINED_VALUE|MAX_PARAMETERS_EXCEEDED|NOT_TAGGED_CALL|ERR_INVALID_)/;
/** The user may not connect, or the database is missing. */
const REFUSED = /^(28...|3D000)$/;
/** The replay of the log was in the way of one statement. */
const CANCELLED = /^40...$/;

/** The same statement as if it had never been sent: a connection that ends may still have the other one. */
function repeatOf(
  query: DriverQuery,
  resolve: DriverQuery['resolve'],
  reject: DriverQuery['reject'],
): DriverQuery {
  const unsent = { state: null, statement: null, active: false, executed: true, retried: undefined };
  return Object.assign(Object.create(Object.getPrototypeOf(query)), query, unsent, { resolve, reject });
}

/** What gives a statement to a pool. */
const handlerOf = (sql: postgres.Sql) => (sql`` as unknown as DriverQuery).handler;

/** A client whose statements, but not those of its transactions, are sent by `send`. */
function sentBy(sql: postgres.Sql, send: DriverQuery['handler']): postgres.Sql {
  const redirect = <Made>(made: Made): Made =>
    made instanceof Promise && 'handler' in made ? Object.assign(made, { handler: send }) : made;
  return new Proxy(sql, {
    apply: (target, self, args) => redirect(Reflect.apply(target, self, args)),
    get: (target, name) =>
      name === 'unsafe'
        ? (...args: Parameters<postgres.Sql['unsafe']>) => redirect(target.unsafe(...args))
        : Reflect.get(target, name),
  });
}
