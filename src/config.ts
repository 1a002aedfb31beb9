import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ClientConnectConfig, loadClientConnectConfig } from '@temporalio/envconfig';
import { z } from 'zod';

/** Thrown when the environment cannot be used; its message names every problem, one a line. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export type TemporalConfig =
  | { readonly kind: 'embedded'; readonly cliPath?: string }
  | { readonly kind: 'cluster'; readonly connect: ClientConnectConfig; readonly uiUrl?: string };

export interface Config {
  readonly http: { readonly host: string; readonly port: number };
  /** The address that people and bots use, without a trailing slash. */
  readonly publicUrl: string;
  /** Where embedded parts keep their data. */
  readonly dataDir: string;
  /** Where programs fetched or built once are kept (the Temporal CLI). */
  readonly cacheDir: string;
  readonly database: { readonly kind: 'embedded' } | { readonly kind: 'server'; readonly url: string };
  readonly databasePoolSize: number;
  readonly temporal: TemporalConfig;
  readonly taskQueue: string;
  readonly redisUrl?: string;
  /** 32 bytes. Absent on embedded defaults, where a key is made and kept in `dataDir`. */
  readonly encryptionKey?: Uint8Array;
  readonly webhooks: { readonly trustedNetworks: readonly string[]; readonly proxy?: string };
  /** Where applications are looked up on the chat platform; absent when they are not. */
  readonly applications?: { readonly lookUpUrl: string; readonly iconUrl: string };
  /** Sign in by typing a user id: only without an OAuth provider, on loopback, and not published by a proxy. */
  readonly developmentSignIn: boolean;
  /** Users who may decide who moderates. */
  readonly adminUserIds: readonly string[];
  readonly graphiql: boolean;
  /** Where operators' metrics are served; absent when they are not. */
  readonly metrics?: { readonly host: string; readonly port: number };
  readonly logLevel: string;
  /** Where programs are looked for: PATH. */
  readonly searchPath: string;
}

const PROJECT_FOLDER = resolve(import.meta.dirname, '..');

const APPLICATION_LOOKUP_URL = 'https://discord.com/api/v10/applications/{id}/rpc';
const APPLICATION_ICON_URL = 'https://cdn.discordapp.com/app-icons/{id}/{icon}.png?size=128';

const emptyAsAbsent = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsAbsent, schema.optional());
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const isUrl = (value: string, protocols: readonly string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);
const url = (...protocols: string[]) =>
  z.string().refine((value) => isUrl(value, protocols), {
    error: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

/** A URL with a place for each of these names, in braces. */
const template = (...names: string[]) => {
  const places = names.map((name) => `{${name}}`);
  return z
    .string()
    .refine((value) => isUrl(value, ['http:', 'https:']) && places.every((place) => value.includes(place)), {
      error: `must be an http or https URL that holds ${places.join(' and ')}`,
    });
};

const environment = z.object({
  PORT: optional(integer(0, 65535)),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(url('http:', 'https:')),
  DATA_DIR: optional(z.string()),
  CACHE_DIR: optional(z.string()),
  DATABASE_URL: optional(url('postgres:', 'postgresql:')),
  DATABASE_POOL_SIZE: optional(integer(1, 500)),
  TEMPORAL_CLI_PATH: optional(z.string()),
  TEMPORAL_UI_URL: optional(url('http:', 'https:')),
  TEMPORAL_TASK_QUEUE: optional(z.string()),
  REDIS_URL: optional(url('redis:', 'rediss:', 'unix:')),
  ENCRYPTION_KEY: optional(
    z.string().refine((value) => Buffer.from(value, 'base64').length === 32, {
      error: 'must be 32 bytes in base64 (make one with: openssl rand -base64 32)',
    }),
  ),
  WEBHOOK_TRUSTED_NETWORKS: optional(
    z
      .string()
      .transform((list) => list.split(',').map((network) => network.trim()))
      .pipe(
        z.array(
          z.union([z.cidrv4(), z.cidrv6()], { error: 'must be a comma-separated list of CIDR blocks' }),
        ),
      ),
  ),
  WEBHOOK_PROXY: optional(url('http:')),
  APPLICATION_LOOKUP_URL: optional(
    z.union([z.literal('off'), template('id')], { error: 'must be off, or a URL that holds {id}' }),
  ),
  APPLICATION_ICON_URL: optional(template('id', 'icon')),
  ADMIN_USER_IDS: optional(
    z
      .string()
      .transform((list) => list.split(',').map((id) => id.trim()))
      .pipe(
        z.array(z.string().regex(/^\d{17,19}$/), {
          error: 'must be a comma-separated list of user ids of 17 to 19 digits',
        }),
      ),
  ),
  GRAPHIQL: optional(flag),
  METRICS_HOST: optional(z.string()),
  METRICS_PORT: optional(integer(0, 65535)),
  LOG_LEVEL: optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
});

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Turns an environment into the service's configuration. Pure: reads nothing but its argument
 * (and, where the Temporal variables name a profile file, that file).
 *
 * @param env variables by name, as in `process.env`
 * @throws {ConfigError} naming every problem found
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.slice(0, 1).join('')} ${sentence(issue)}`);
  const values = parsed.data;
  if (env.DATABASE_URL && !env.ENCRYPTION_KEY) {
    problems.push('ENCRYPTION_KEY is required with DATABASE_URL (make one with: openssl rand -base64 32)');
  }
  let temporal: TemporalConfig | undefined;
  try {
    temporal = readTemporal(env, values?.TEMPORAL_CLI_PATH, values?.TEMPORAL_UI_URL);
  } catch (error) {
    problems.push(`TEMPORAL_*: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (problems.length > 0 || !values || !temporal) throw new ConfigError(problems);

  const embedded = values.DATABASE_URL === undefined;
  const host = values.HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0');
  const port = values.PORT ?? 3000;
  const publicHost =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return Object.freeze({
    http: { host, port },
    publicUrl: (values.PUBLIC_URL ?? `http://${publicHost}:${port}`).replace(/\/+$/, ''),
    dataDir: resolve(PROJECT_FOLDER, values.DATA_DIR ?? '.data'),
    cacheDir: values.CACHE_DIR
      ? resolve(values.CACHE_DIR)
      : join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bot-listing'),
    database: values.DATABASE_URL ? { kind: 'server', url: values.DATABASE_URL } : { kind: 'embedded' },
    databasePoolSize: values.DATABASE_POOL_SIZE ?? 10,
    temporal,
    taskQueue: values.TEMPORAL_TASK_QUEUE ?? 'vote-deliveries',
    ...(values.REDIS_URL && { redisUrl: values.REDIS_URL }),
    ...(values.ENCRYPTION_KEY && { encryptionKey: Buffer.from(values.ENCRYPTION_KEY, 'base64') }),
    webhooks: {
      trustedNetworks: values.WEBHOOK_TRUSTED_NETWORKS ?? [],
      ...(values.WEBHOOK_PROXY && { proxy: values.WEBHOOK_PROXY }),
    },
    ...(values.APPLICATION_LOOKUP_URL !== 'off' && {
      applications: {
        lookUpUrl: values.APPLICATION_LOOKUP_URL ?? APPLICATION_LOOKUP_URL,
        iconUrl: values.APPLICATION_ICON_URL ?? APPLICATION_ICON_URL,
      },
    }),
    developmentSignIn: LOOPBACK.has(host) && (!values.PUBLIC_URL || isLoopbackUrl(values.PUBLIC_URL)),
    adminUserIds: values.ADMIN_USER_IDS ?? [],
    graphiql: values.GRAPHIQL ?? true,
    ...(values.METRICS_PORT !== undefined && {
      metrics: { host: values.METRICS_HOST ?? '127.0.0.1', port: values.METRICS_PORT },
    }),
    logLevel: values.LOG_LEVEL ?? 'info',
    searchPath: env.PATH ?? '',
  } satisfies Config);
}

function isLoopbackUrl(text: string): boolean {
  return LOOPBACK.has(new URL(text).hostname.replace(/^\[|\]$/g, ''));
}

function readTemporal(
  env: Record<string, string | undefined>,
  cliPath?: string,
  uiUrl?: string,
): TemporalConfig {
  if (!env.TEMPORAL_ADDRESS && !env.TEMPORAL_PROFILE && !env.TEMPORAL_CONFIG_FILE) {
    return { kind: 'embedded', ...(cliPath && { cliPath }) };
  }
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const connect = loadClientConnectConfig({ overrideEnvVars: Object.fromEntries(set) });
  return { kind: 'cluster', connect, ...(uiUrl && { uiUrl }) };
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') return issue.message;
  return issue.message.replace(/^Invalid input: /, '');
}
