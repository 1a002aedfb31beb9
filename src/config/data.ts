import { resolve } from 'node:path';
import { z } from 'zod';
import { cacheFolder } from './cache-folder.ts';
import { databaseUrl as databaseUrlText } from './database-url.ts';
import type { Settings } from './settings.ts';
import { flag, integer, list, text, url } from './values.ts';

export interface DataConfig {
  readonly database: { readonly kind: 'embedded' } | { readonly kind: 'server'; readonly url: string };
  readonly databasePoolSize: number;
  /** 32 bytes. Absent with the embedded database, whose key is generated and kept in `dataDir`. */
  readonly encryptionKey?: Uint8Array;
  /** 32 bytes each: keys that this process can read with, and may have to encrypt with, while a key is replaced. */
  readonly earlierKeys?: readonly Uint8Array[];
  /** Folder for the data of the embedded parts. */
  readonly dataDir: string;
  /** Folder for the Temporal CLI, once it is downloaded or built, and for compiled modules. */
  readonly cacheDir: string;
  readonly redisUrl?: string;
}

const PROJECT_FOLDER = resolve(import.meta.dirname, '../..');
/** Settings that nobody needs to try the service out on embedded parts. */
const OF_A_REAL_SERVICE = ['TEMPORAL_ADDRESS', 'REDIS_URL', 'TRUSTED_PROXIES'];
const key = z.string().refine((value) => Buffer.from(value, 'base64').length === 32, {
  error: 'must be 32 bytes in base64 (make one with: openssl rand -base64 32)',
});

export function readData(settings: Settings): DataConfig {
  const databaseUrl = settings.read('DATABASE_URL', databaseUrlText);
  checkDatabase(settings, settings.read('EMBEDDED_DATABASE', flag));
  const encryptionKey = settings.read('ENCRYPTION_KEY', key);
  const earlierKeys = settings.read('ENCRYPTION_KEY_PREVIOUS', list(key));
  settings.read('CACHE_DIR', text);
  const redisUrl = settings.read('REDIS_URL', url('redis:', 'rediss:', 'unix:'));
  return {
    database: databaseUrl ? { kind: 'server', url: databaseUrl } : { kind: 'embedded' },
    databasePoolSize: settings.read('DATABASE_POOL_SIZE', integer(4, 500)) ?? 12,
    ...(encryptionKey && { encryptionKey: Buffer.from(encryptionKey, 'base64') }),
    ...(earlierKeys && { earlierKeys: earlierKeys.map((each) => Buffer.from(each, 'base64')) }),
    dataDir: resolve(PROJECT_FOLDER, settings.read('DATA_DIR', text) ?? '.data'),
    cacheDir: cacheFolder(settings.env),
    ...(redisUrl && { redisUrl }),
  };
}

/** The embedded database is the default. If DATABASE_URL gets lost, the service must not start with an empty site. */
function checkDatabase({ isSet, problems }: Settings, isEmbedded: boolean | undefined): void {
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
