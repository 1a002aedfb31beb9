import { resolve } from 'node:path';
import { z } from 'zod';
import { isServer } from '../lib/host.ts';
import { PostgresUrlProblem, readPostgresUrl } from '../lib/postgres-url.ts';
import { parseRedisGroup } from '../lib/redis-url.ts';
import { type Checks, flag, integer, isUrl, list, text } from './values.ts';

const PROJECT_FOLDER = resolve(import.meta.dirname, '../..');
/** Settings that nobody needs to try the service out on embedded parts. */
const OF_A_REAL_SERVICE = ['DATABASE_REPLICA_URL', 'TEMPORAL_ADDRESS', 'REDIS_URL', 'TRUSTED_PROXIES'];
const key = z
  .string()
  .refine((value) => Buffer.from(value, 'base64').length === 32, {
    error: 'must be 32 bytes in base64 (make one with: openssl rand -base64 32)',
  })
  .transform((value): Uint8Array => Buffer.from(value, 'base64'));
const REDIS_PROTOCOLS = ['redis:', 'rediss:', 'unix:'];
const REDIS_GROUPS = 'redis+cluster://HOST:6379,HOST:6379 or redis+sentinel://HOST:26379,HOST:26379/NAME';

const checked = (problemOf: (value: string) => string | undefined) =>
  z.string().superRefine((value, context) => {
    const problem = problemOf(value);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });
const postgresUrl = (isReplica: boolean) => checked((value) => problemOf(value, isReplica));
/** Commas separate the hosts of one URL, so they do not separate URLs. */
const replicaUrls = z
  .string()
  .transform((urls) => urls.trim().split(/\s+/))
  .pipe(
    z.array(
      postgresUrl(true).refine((url) => !url.includes(','), {
        error: 'has a comma: write one URL for each server, separated by spaces',
      }),
    ),
  );
const redisUrl = checked(problemOfRedis);
const days = (fallback: number, description: string) =>
  integer(0, 36_500, 'days').default(fallback).meta({ description, isGrave: true });

export const data = z
  .object({
    databaseUrl: postgresUrl(false).optional().meta({
      description: 'PostgreSQL 15 or newer; without it the embedded database',
      bounds: 'postgres URL',
      example: 'postgres://bots:secret@localhost:5432/bots',
      isSecret: true,
      isGrave: true,
    }),
    databaseReplicaUrl: replicaUrls.optional().meta({
      description: 'Standbys for reads that may be old, separated by spaces',
      bounds: 'postgres URLs',
      example: 'postgres://bots:secret@two:5432/bots',
      isSecret: true,
    }),
    databasePoolSize: integer(4, 500).default(12).describe('Connections of one process'),
    embeddedDatabase: flag.optional().meta({
      description: 'You want the embedded database beside settings of a real service',
      example: 'true',
    }),
    encryptionKey: key.optional().meta({
      description: 'Encrypts webhook secrets and sign-ins',
      bounds: '32 bytes, base64',
      isSecret: true,
      isGrave: true,
    }),
    encryptionKeyPrevious: list(key).optional().meta({
      description: 'Other keys while the key is replaced, separated by commas',
      bounds: 'keys',
      isSecret: true,
    }),
    dataDir: text
      .default('.data')
      .transform((folder) => resolve(PROJECT_FOLDER, folder))
      .meta({ description: 'Data of the embedded parts', bounds: 'folder', usually: '.data', isGrave: true }),
    cacheDir: text.optional().meta({
      description: 'Downloaded programs and compiled code; without it `bot-listing` in `~/.cache`',
      bounds: 'folder',
    }),
    redisUrl: redisUrl.optional().meta({
      description: 'Shares rate limits, and which copy of the database is the newest',
      bounds: 'redis URL',
      example: 'redis://localhost:6379',
      isSecret: true,
      isGrave: true,
    }),
  })
  .meta({
    title: 'Data',
    notes: `
- \`DATABASE_URL\`: may name several hosts, IPv6 addresses, a Unix socket, \`target_session_attrs\`, \`sslmode\` and
  certificates: [Connections](operating/connections.md).
- \`DATABASE_REPLICA_URL\`: one URL for each server, never that of a load balancer.
  [Connections](operating/connections.md#replicas) says what is read there, and when the primary takes it back.
- \`DATABASE_POOL_SIZE\`: a web process keeps a quarter for strangers, a quarter for signed-in users and one connection
  for the health check. Bots and votes get the rest. While a process exports or erases a user, it has one more.
  To each replica it has up to a quarter of the number, and one connection.
- \`EMBEDDED_DATABASE\`: with \`DATABASE_REPLICA_URL\`, \`TEMPORAL_ADDRESS\`, \`REDIS_URL\` or \`TRUSTED_PROXIES\` and without
  \`DATABASE_URL\` the service does not start, since a typing error must not lead to an empty site. \`true\` overrides that.
- \`ENCRYPTION_KEY\`: make one with \`openssl rand -base64 32\`. It is required with \`DATABASE_URL\`, and
  it must be the same for all processes of a database.
- \`ENCRYPTION_KEY_PREVIOUS\`: [operating.md](operating.md) has the steps to replace the key.
- \`REDIS_URL\`: one server, the primary that Sentinel names, or a Redis Cluster, with \`rediss\` for TLS:
  \`rediss+sentinel://USER:PASSWORD@one:26379,two:26379/NAME\`, \`rediss+cluster://USER:PASSWORD@one:6379,two:6379\`.
  [Redis](operating/processes.md#redis) has the details.
- \`DATA_DIR\`: with \`DATABASE_URL\` and without \`REDIS_URL\` it keeps which copy of the database is the newest, for the
  case of [two primaries](operating/database.md#two-primaries). If root runs the service, the embedded database may be
  [elsewhere](operating/database.md#the-embedded-database).
- \`CACHE_DIR\`: if \`XDG_CACHE_HOME\` is set, it replaces \`~/.cache\`.
`,
  });

/** The embedded database is the default. If DATABASE_URL gets lost, the service must not start with an empty site. */
export function checkData({ embeddedDatabase }: z.output<typeof data>, { isSet, problems }: Checks): void {
  if (isSet('DATABASE_URL')) {
    if (!isSet('ENCRYPTION_KEY')) {
      problems.push('ENCRYPTION_KEY is required with DATABASE_URL (make one with: openssl rand -base64 32)');
    }
    if (embeddedDatabase)
      problems.push('DATABASE_URL and EMBEDDED_DATABASE=true contradict each other: remove one');
    return;
  }
  if (embeddedDatabase === false) problems.push('DATABASE_URL is required with EMBEDDED_DATABASE=false');
  const real = embeddedDatabase === undefined ? OF_A_REAL_SERVICE.find(isSet) : undefined;
  if (real) {
    problems.push(
      `DATABASE_URL is required with ${real}; set EMBEDDED_DATABASE=true to use the embedded database`,
    );
  }
}

/** The problem of an address, without a part of it: it holds a password. */
function problemOf(url: string, isReplica: boolean): string | undefined {
  try {
    const { target_session_attrs: target } = readPostgresUrl(url);
    if (isReplica || target === undefined || target === 'primary' || target === 'read-write')
      return undefined;
    return `has target_session_attrs=${target}, and the service writes: write primary or read-write`;
  } catch (error) {
    if (error instanceof PostgresUrlProblem) return error.message;
    throw error;
  }
}

/** The problem of an address, without a part of it: it holds a password. */
function problemOfRedis(url: string): string | undefined {
  try {
    if (parseRedisGroup(url)) return undefined;
  } catch (error) {
    return (error as Error).message;
  }
  if (/^rediss?:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)/.test(url))
    return `names several servers: write ${REDIS_GROUPS}`;
  if (!isUrl(url, REDIS_PROTOCOLS)) {
    return 'must be a URL that starts with redis://, rediss://, unix://, redis+sentinel:// or redis+cluster://';
  }
  const { protocol, host, pathname } = new URL(url);
  if (protocol === 'unix:') {
    return pathname.length > 1 ? undefined : 'names no socket: write unix:///run/redis/redis.sock';
  }
  if (!isServer(host)) return 'must name one server: write redis://HOST:6379';
  if (/^\/?\d*$/.test(pathname)) return undefined;
  return 'has a path that is not the number of a database: write redis://HOST:6379/0';
}

export const retention = z
  .object({
    retentionDeliveriesDays: days(90, 'Deliveries that have ended, with their attempts'),
    retentionAttemptBodiesDays: days(30, 'Responses of receivers, up to 4 kB each'),
    retentionReportsDays: days(365, "Reports that moderators have closed, and moderators' notes"),
    retentionDailyCountsDays: days(400, 'Votes and servers per day'),
  })
  .meta({
    title: 'Retention',
    notes: `
- After so many days a worker deletes these rows, in small batches, every six hours. 0 keeps them for ever.
- The last ten attempts of each bot always stay, since the edit page shows them. So do 90 days of daily numbers, which
  the charts show, and each bot's last server count before that.
- A response to an attempt that was made more than a day after its vote stays until its delivery is deleted.
- Sessions that have ended are deleted without a setting. Votes are never deleted.
  Old months can move to a cheaper disk: [operating.md](operating/database.md#votes-by-month).
`,
  });
