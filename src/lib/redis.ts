import { Cluster, Command, Redis } from 'ioredis';
import { parseRedisGroup } from './redis-url.ts';

const CONNECT_TIMEOUT_MS = 1_000;
const SLOWEST_RECONNECT_MS = 1_000;
/** A server that is silent for this time is gone. A new connection finds the one that took over. */
const SILENCE_MS = 5_000;

/** What ioredis says besides the cause. */
const CLOSED = 'Connection is closed.';

/** REDIS_URL names one server, which has only a part of a Redis Cluster or is a Sentinel. */
export class RedisKindError extends Error {
  override readonly name = 'RedisKindError';
}

const KINDS: Readonly<Record<string, string>> = {
  cluster: 'REDIS_URL leads to a Redis Cluster: write it as redis+cluster://HOST:6379,HOST:6379.',
  sentinel: 'REDIS_URL leads to a Sentinel: write it as redis+sentinel://HOST:26379,HOST:26379/NAME.',
};

type Scripts = Readonly<Record<string, { lua: string; numberOfKeys: number }>>;

/** A connection to Redis: one server, the primary that Sentinel names, or all primaries of a Cluster. */
export interface RedisConnection<Client extends Redis = Redis> {
  readonly redis: Client;
  /**
   * Waits until Redis is connected, or until a try has failed. Never rejects.
   *
   * @param timeoutMs the longest wait in milliseconds
   * @returns whether Redis is connected
   */
  connected(timeoutMs?: number): Promise<boolean>;
  /** Why no command can succeed; undefined while Redis is connected. */
  failure(): Error | undefined;
  /** @returns the primary that holds a key, such as `10.0.0.1:6379`; empty where there is only one, or none is known */
  serverOf(key: string): string;
  /** @returns for each primary a key that it holds; some may be left out where there are more than thirty */
  keyOnEach(prefix: string): readonly string[];
  /** The servers to ask for settings: each primary that is connected. */
  primaries(): readonly Redis[];
}

/**
 * Opens a connection, which is made in the background, and again after a loss.
 *
 * A command rejects when Redis is away, returns an error, or takes longer than `timeoutMs`. It is not sent again: who
 * sent it has gone on by then.
 *
 * @param url REDIS_URL, which the configuration has checked; own authorities are in NODE_EXTRA_CA_CERTS
 * @param timeoutMs of one command, in milliseconds
 * @throws when the URL cannot be read
 */
export function openRedis<Client extends Redis = Redis>(
  url: string,
  timeoutMs: number,
  scripts: Scripts = {},
): RedisConnection<Client> {
  const redis = clientOf(url, timeoutMs, scripts);
  let cause: Error | undefined;
  // Without a listener, ioredis prints each error. Of a Cluster, it says only that all servers have failed.
  redis.on('error', (error: Error) => {
    if (redis instanceof Redis || !cause) cause = error;
  });
  redis.on('node error', (error: Error) => {
    if (redis.status !== 'ready' && error.message !== CLOSED) cause = error;
  });
  let checked: Promise<void> | undefined;
  redis.on('ready', () => {
    cause = undefined;
    // A user without the right to it has the problem told by the first command.
    if (redis instanceof Redis) checked = refuseOtherKinds(redis).catch(() => {});
  });
  const refuseOtherKinds = async (one: Redis) => {
    const kind = /^redis_mode:(\w+)/m.exec(await one.info('server'))?.[1] ?? '';
    if (kind === 'cluster' && (await holdsAllKeys(one))) return;
    if (KINDS[kind] !== undefined) cause = new RedisKindError(KINDS[kind]);
  };
  const serverOf = (key: string) =>
    redis instanceof Cluster ? (redis.slots[new Command('get', [key]).getSlot() ?? 0]?.[0] ?? '') : '';
  const keys = new Map<string, readonly string[]>();
  // The servers may have other keys now.
  redis.on('refresh', () => keys.clear());
  const isConnected = () => redis.status === 'ready' && cause === undefined;
  return {
    // The commands of both are the same.
    redis: redis as Client,
    async connected(longestMs = CONNECT_TIMEOUT_MS) {
      if (redis.status !== 'ready') await firstOf(redis, ['ready', 'close', 'error'], longestMs);
      await checked;
      return isConnected();
    },
    failure: () => (isConnected() ? undefined : (cause ?? new Error('Redis is not connected.'))),
    serverOf,
    keyOnEach(prefix) {
      const found = keys.get(prefix) ?? keyOnEach(prefix, serverOf);
      keys.set(prefix, found);
      return found;
    },
    primaries: () => (redis instanceof Cluster ? redis.nodes('master') : [redis]),
  };
}

function keyOnEach(prefix: string, serverOf: (key: string) => string): string[] {
  const keys = Array.from({ length: 200 }, (_, index) => `${prefix}${index}`);
  return [...new Map(keys.map((key) => [serverOf(key), key])).values()];
}

/**
 * Asks the first of several servers why none can be used, since ioredis tells only that none can.
 *
 * @param timeoutMs for the connection and for the response, in milliseconds
 * @returns undefined when REDIS_URL names one server, or when nothing is wrong with the first
 */
export async function causeAt(url: string, timeoutMs: number): Promise<Error | undefined> {
  const group = parseRedisGroup(url);
  if (!group) return undefined;
  const { kind, hosts, user, sentinelUser, isTls, name } = group;
  const redis = new Redis({
    ...hosts[0],
    ...(kind === 'sentinel' ? sentinelUser : user),
    ...(isTls && { tls: {} }),
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let cause: Error | undefined;
  redis.on('error', (error: Error) => {
    cause = error;
  });
  try {
    if (kind === 'sentinel') await redis.call('SENTINEL', 'MASTER', name);
    else await redis.ping();
    return cause;
  } catch (error) {
    return cause ?? (error as Error);
  } finally {
    redis.disconnect();
  }
}

/** Whether a server is the only one of its Cluster that holds keys. */
async function holdsAllKeys(redis: Redis): Promise<boolean> {
  const [id, ranges] = await Promise.all([redis.cluster('MYID'), redis.cluster('SLOTS')]);
  return ranges.every(([, , primary]) => String(primary?.[2]) === id);
}

function firstOf(redis: Redis | Cluster, events: readonly string[], longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      for (const event of events) redis.off(event, settle);
      resolve();
    };
    const timer = setTimeout(settle, longestMs);
    for (const event of events) redis.on(event, settle);
  });
}

function clientOf(url: string, timeoutMs: number, scripts: Scripts): Redis | Cluster {
  const retryStrategy = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 10), SLOWEST_RECONNECT_MS);
  const common = {
    protocol: 2 as const,
    commandTimeout: timeoutMs,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    // No retries: a request without a response passes, so counting it later would be wrong.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  };
  const one = {
    ...common,
    scripts,
    enableOfflineQueue: false,
    retryStrategy,
    // After a failover, the old connection may lead to a server that is now a replica.
    reconnectOnError: (error: Error) => error.message.includes('READONLY'),
  };
  const group = parseRedisGroup(url);
  if (!group) return gatherWrites(new Redis(url, one));
  const { hosts, user, name, db, sentinelUser } = group;
  const identity = { ...user, ...(group.isTls && { tls: {} }) };
  if (group.kind === 'sentinel') {
    return gatherWrites(
      new Redis({
        ...one,
        ...identity,
        sentinels: [...hosts],
        name,
        db,
        sentinelUsername: sentinelUser.username,
        sentinelPassword: sentinelUser.password,
        sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
        ...(group.isTls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
      }),
    );
  }
  const cluster = new Cluster([...hosts], {
    scripts,
    redisOptions: { ...common, ...identity },
    clusterRetryStrategy: retryStrategy,
    // The certificate of a server has its name.
    dnsLookup: (host, done) => done(null, host),
    // Some servers may count while others are away.
    enableReadyCheck: false,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: 10,
  });
  cluster.on('+node', gatherWrites);
  return cluster;
}

/**
 * Sends the commands of one turn of the event loop in one write. Redis reads them at once, and responds at once. The
 * pipelines of ioredis do the same, but cost this process more than they save.
 */
function gatherWrites(redis: Redis): Redis {
  return redis.on('connect', () => {
    const { stream } = redis;
    const write = stream.write;
    stream.write = (...chunk: unknown[]) => {
      if (stream.writableCorked === 0) {
        stream.cork();
        setImmediate(() => stream.uncork());
      }
      return Reflect.apply(write, stream, chunk);
    };
  });
}
