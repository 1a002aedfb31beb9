import { resolve } from 'node:path';
import { z } from 'zod';
import { cacheFolder } from './cache-folder.ts';
import { databaseUrl } from './database-url.ts';
import type { Reading } from './reading.ts';
import { flag, integer, list, text, url } from './values.ts';

const PROJECT_FOLDER = resolve(import.meta.dirname, '../..');
/** Settings that nobody needs to try the service out on embedded parts. */
const OF_A_REAL_SERVICE = ['TEMPORAL_ADDRESS', 'REDIS_URL', 'TRUSTED_PROXIES'];
const key = z.string().refine((value) => Buffer.from(value, 'base64').length === 32, {
  error: 'must be 32 bytes in base64 (make one with: openssl rand -base64 32)',
});

export const data = z
  .object({
    DATABASE_URL: databaseUrl.optional().meta({
      description: 'PostgreSQL 15 or newer; without it the embedded database',
      bounds: 'postgres URL',
      example: 'postgres://bots:secret@localhost:5432/bots',
      isSecret: true,
      isGrave: true,
    }),
    DATABASE_POOL_SIZE: integer(4, 500).default(12).describe('Connections of one process'),
    EMBEDDED_DATABASE: flag.optional().meta({
      description: 'You want the embedded database beside settings of a real service',
      example: 'true',
    }),
    ENCRYPTION_KEY: key.optional().meta({
      description: 'Encrypts webhook secrets and sign-ins',
      bounds: '32 bytes, base64',
      isSecret: true,
      isGrave: true,
    }),
    ENCRYPTION_KEY_PREVIOUS: list(key).optional().meta({
      description: 'Other keys while the key is replaced, separated by commas',
      bounds: 'keys',
      isSecret: true,
    }),
    DATA_DIR: text
      .default('.data')
      .meta({ description: 'Data of the embedded parts', bounds: 'folder', isGrave: true }),
    CACHE_DIR: text.optional().meta({
      description: 'Downloaded programs and compiled code; without it `bot-listing` in `~/.cache`',
      bounds: 'folder',
    }),
    REDIS_URL: url('redis:', 'rediss:', 'unix:').optional().meta({
      description: 'Shares rate limits between web processes',
      example: 'redis://localhost:6379',
      isSecret: true,
      isGrave: true,
    }),
  })
  .meta({
    title: 'Data',
    notes: `
- \`DATABASE_URL\`: may name several hosts, \`postgres://USER:PASSWORD@one:5432,two:5433/bots\`. Give each host its port, or
  none, which means 5432. With \`?target_session_attrs=primary\` the primary among them is found, also after a failover;
  \`read-write\` is refused, since the driver takes a standby with it. IPv6 addresses cannot be among several hosts.
- \`DATABASE_POOL_SIZE\`: a web process keeps a quarter for strangers, a quarter for signed-in users and one connection
  for the health check. Bots and votes get the rest.
- \`EMBEDDED_DATABASE\`: with \`TEMPORAL_ADDRESS\`, \`REDIS_URL\` or \`TRUSTED_PROXIES\` and without \`DATABASE_URL\` the service
  does not start, since a typing error must not lead to an empty site. \`true\` overrides that.
- \`ENCRYPTION_KEY\`: make one with \`openssl rand -base64 32\`. It is required with \`DATABASE_URL\`, and
  it must be the same for all processes of a database.
- \`ENCRYPTION_KEY_PREVIOUS\`: [operating.md](operating.md) has the steps to replace the key.
- \`DATA_DIR\`: if root runs the service, the embedded database may be
  [elsewhere](operating/database.md#the-embedded-database).
- \`CACHE_DIR\`: if \`XDG_CACHE_HOME\` is set, it replaces \`~/.cache\`.
`,
  });

export function readData(reading: Reading<typeof data>) {
  const { env, values } = reading;
  const { DATABASE_URL: address, ENCRYPTION_KEY: encryptionKey, REDIS_URL: redisUrl } = values;
  const earlierKeys = values.ENCRYPTION_KEY_PREVIOUS;
  checkDatabase(reading);
  return {
    database: address ? { kind: 'server' as const, url: address } : { kind: 'embedded' as const },
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** 32 bytes. Absent with the embedded database, whose key is generated and kept in `dataDir`. */
    ...(encryptionKey !== undefined && { encryptionKey: bytesOf(encryptionKey) }),
    /** 32 bytes each: keys that this process can read with, and may have to encrypt with, while a key is replaced. */
    ...(earlierKeys && { earlierKeys: earlierKeys.map(bytesOf) }),
    /** Folder for the data of the embedded parts. */
    dataDir: resolve(PROJECT_FOLDER, values.DATA_DIR),
    /** Folder for the Temporal CLI, once it is downloaded or built, and for compiled modules. */
    cacheDir: cacheFolder(env),
    ...(redisUrl !== undefined && { redisUrl }),
  };
}

function bytesOf(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64');
}

/** The embedded database is the default. If DATABASE_URL gets lost, the service must not start with an empty site. */
function checkDatabase({ isSet, problems, values }: Reading<typeof data>): void {
  const isEmbedded = values.EMBEDDED_DATABASE;
  if (isSet('DATABASE_URL')) {
    if (!isSet('ENCRYPTION_KEY')) {
      problems.push('ENCRYPTION_KEY is required with DATABASE_URL (make one with: openssl rand -base64 32)');
    }
    if (isEmbedded)
      problems.push('DATABASE_URL and EMBEDDED_DATABASE=true contradict each other: remove one');
    return;
  }
  if (isEmbedded === false) problems.push('DATABASE_URL is required with EMBEDDED_DATABASE=false');
  const real = isEmbedded === undefined ? OF_A_REAL_SERVICE.find(isSet) : undefined;
  if (real) {
    problems.push(
      `DATABASE_URL is required with ${real}; set EMBEDDED_DATABASE=true to use the embedded database`,
    );
  }
}
