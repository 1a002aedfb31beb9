import { resolve } from 'node:path';
import { z } from 'zod';
import { type Checks, flag, integer, isPort, isServer, isUrl, list, text } from './values.ts';

const PROJECT_FOLDER = resolve(import.meta.dirname, '../..');
/** Settings that nobody needs to try the service out on embedded parts. */
const OF_A_REAL_SERVICE = ['TEMPORAL_ADDRESS', 'REDIS_URL', 'TRUSTED_PROXIES'];
const key = z
  .string()
  .refine((value) => Buffer.from(value, 'base64').length === 32, {
    error: 'must be 32 bytes in base64 (make one with: openssl rand -base64 32)',
  })
  .transform((value): Uint8Array => Buffer.from(value, 'base64'));
const PROTOCOLS = ['postgres:', 'postgresql:'];
const NO_URL = 'must be a URL that starts with postgres:// or postgresql://';
/** A name or an IPv4 address, and its port. */
const HOST = /^[\w.-]+(?::(\d{1,5}))?$/;

/** The driver takes any other word as `verify-full`. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const REDIS_PROTOCOLS = ['redis:', 'rediss:', 'unix:'];

/** The address of PostgreSQL. It may name several hosts, as libpq allows; `new URL` does not read such an address. */
const databaseUrl = z.string().superRefine((value, context) => {
  const problem = problemOf(value);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});
/** The address of Redis: one server, since the script of the limiter needs one. */
const redisUrl = z.string().superRefine((value, context) => {
  const problem = problemOfRedis(value);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});
const days = (fallback: number, description: string) =>
  integer(0, 36_500, 'days').default(fallback).meta({ description, isGrave: true });

export const data = z
  .object({
    databaseUrl: databaseUrl.optional().meta({
      description: 'PostgreSQL 15 or newer; without it the embedded database',
      bounds: 'postgres URL',
      example: 'postgres://bots:secret@localhost:5432/bots',
      isSecret: true,
      isGrave: true,
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
- \`DATABASE_URL\`: may name several hosts, \`postgres://USER:PASSWORD@one:5432,two:5433/bots\`. Give each host its port, or
  none, which means 5432. With \`?target_session_attrs=primary\` the primary among them is found, also after a failover
  and while another host is silent: a host that does not respond within one or two seconds is passed over;
  \`read-write\` is refused, since the driver takes a standby with it. IPv6 addresses cannot be among several hosts.
- \`DATABASE_POOL_SIZE\`: a web process keeps a quarter for strangers, a quarter for signed-in users and one connection
  for the health check. Bots and votes get the rest. While a process exports or erases a user, it has one more.
- \`EMBEDDED_DATABASE\`: with \`TEMPORAL_ADDRESS\`, \`REDIS_URL\` or \`TRUSTED_PROXIES\` and without \`DATABASE_URL\` the service
  does not start, since a typing error must not lead to an empty site. \`true\` overrides that.
- \`ENCRYPTION_KEY\`: make one with \`openssl rand -base64 32\`. It is required with \`DATABASE_URL\`, and
  it must be the same for all processes of a database.
- \`ENCRYPTION_KEY_PREVIOUS\`: [operating.md](operating.md) has the steps to replace the key.
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

/** Whether an address of PostgreSQL names several hosts. */
export function hasSeveralHosts(url: string): boolean {
  return hostsOf(url).includes(',');
}

/** The problem of an address, without a part of it: it holds a password. */
function problemOf(url: string): string | undefined {
  const hosts = hostsOf(url);
  const [first = '', ...others] = hosts.split(',');
  const isValid = isUrl(others.length > 0 ? url.replace(hosts, first) : url, PROTOCOLS);
  if (!isValid) return NO_URL;
  if (hosts === '') return 'names no host: write postgres://USER:PASSWORD@HOST:5432/DATABASE';
  const mode = /[?&]sslmode=([^&#]*)/.exec(url)?.[1];
  if (mode !== undefined && !SSL_MODES.includes(mode)) {
    return `has an sslmode that does not exist: write one of ${SSL_MODES.join(', ')}`;
  }
  return others.length > 0 ? (problemOfHosts(hosts) ?? problemOfChoice(url)) : undefined;
}

/** The problem of an address, without a part of it: it holds a password. */
function problemOfRedis(url: string): string | undefined {
  if (!isUrl(url, REDIS_PROTOCOLS)) return 'must be a URL that starts with redis:// or rediss:// or unix://';
  const { protocol, host, pathname } = new URL(url);
  if (protocol === 'unix:') {
    return pathname.length > 1 ? undefined : 'names no socket: write unix:///run/redis/redis.sock';
  }
  if (!isServer(host)) return 'must name one server: write redis://HOST:6379';
  if (/^\/?\d*$/.test(pathname)) return undefined;
  return 'has a path that is not the number of a database: write redis://HOST:6379/0';
}

function problemOfHosts(hosts: string): string | undefined {
  if (hosts.includes('@')) return 'has a user or a password with "@": write it as %40';
  if (hosts.includes('['))
    return 'names several hosts, of which one is an IPv6 address: the driver needs names or IPv4';
  const ports = hosts.split(',').map((host) => HOST.exec(host));
  if (ports.includes(null)) return 'names several hosts, of which one is not a name with or without a port';
  const given = ports.flatMap((found) => found?.[1] ?? []);
  if (!given.every(isPort)) return 'has a port that is not 1 to 65535';
  // libpq takes 5432 for the others, and many expect that the port holds for all.
  if (given.length > 0 && given.length < ports.length) {
    return 'names several hosts and a port for only some of them: give each host its port';
  }
  return undefined;
}

/** Which of several hosts the driver chooses. With `read-write` it took a standby. */
function problemOfChoice(url: string): string | undefined {
  const wanted = /[?&]target_session_attrs=([^&#]*)/.exec(url)?.[1];
  if (wanted === undefined || wanted === 'primary') return undefined;
  return 'names several hosts with a target_session_attrs that is not primary: the driver may choose a standby';
}

function hostsOf(url: string): string {
  const [authority = ''] = url.slice(url.indexOf('://') + 3).split(/[/?#]/);
  return authority.slice(authority.indexOf('@') + 1);
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
