import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ClientConnectConfig, loadClientConnectConfig } from '@temporalio/envconfig';
import { z } from 'zod';
import { findMisspellings } from './setting-names.ts';

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

export interface OAuthConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userUrl: string;
  readonly scope: string;
  readonly issuer: string;
  /** Where the provider may be, besides at public https addresses. */
  readonly trustedNetworks: readonly string[];
}

export interface Config {
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** Within which a request has to arrive whole. */
    readonly requestTimeoutSeconds: number;
  };
  /** The address that people and bots use, without a trailing slash. */
  readonly publicUrl: string;
  /** Whom to tell of a vulnerability, and how that is handled: what `security.txt` says. Absent: there is none. */
  readonly security?: { readonly contacts: readonly string[]; readonly policyUrl?: string };
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
  /** The provider that people sign in with; absent when there is none. */
  readonly oauth?: OAuthConfig;
  /** Where applications are looked up on the chat platform; absent when they are not. */
  readonly applications?: { readonly lookUpUrl: string; readonly iconUrl: string };
  /** Sign in by typing a user id: only without an OAuth provider, on loopback, and without proxies in front. */
  readonly developmentSignIn: boolean;
  /** Networks (CIDR) of the proxies in front, whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** How much is admitted; 0: without a limit. */
  readonly budgets: {
    readonly votesPerUserPerDay: number;
    readonly votesPerAddressPerDay: number;
    readonly signInsPerAddressPerHour: number;
    readonly anonymousOperationsPerMinute: number;
  };
  /** How many requests of each kind are worked on at once, and when there are too many. */
  readonly admission: {
    readonly concurrency: Readonly<Record<'bots' | 'votes' | 'members' | 'strangers', number>>;
    readonly patienceMs: number;
    readonly maxLoopDelayMs: number;
  };
  /** How old an account must be to vote, in days. */
  readonly minimumAccountAgeDays: number;
  /** What asks voters to show that they are human; absent where nothing does. */
  readonly captcha?: {
    readonly siteKey: string;
    readonly secret: string;
    readonly verifyUrl: string;
    readonly scriptUrl: string;
  };
  /** Users who may decide who moderates. */
  readonly adminUserIds: readonly string[];
  readonly graphiql: boolean;
  /** Whether everybody may ask what the schema is; otherwise admins only. */
  readonly introspection: boolean;
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
const integer = (min: number, max: number) => {
  const isWithin = (value: string) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
  return z
    .string()
    .refine(isWithin, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number);
};
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const isUrl = (value: string, protocols: readonly string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);
const url = (...protocols: string[]) =>
  z.string().refine((value) => isUrl(value, protocols), {
    error: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

const networks = z
  .string()
  .transform((list) => list.split(',').map((network) => network.trim()))
  .pipe(
    z.array(
      z.union([z.cidrv4(), z.cidrv6()], {
        error: ({ input }) =>
          `must be a comma-separated list of networks such as 127.0.0.1/32 or ::1/128, and "${input}" is none`,
      }),
    ),
  );

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
  REQUEST_TIMEOUT_SECONDS: optional(integer(1, 3600)),
  SECURITY_CONTACT: optional(
    z
      .string()
      .transform((list) => list.split(',').map((contact) => contact.trim()))
      .pipe(
        z.array(z.string().regex(/^(mailto:|tel:|https:\/\/)[\x21-\x7e]+$/), {
          error: 'must be a comma-separated list of mailto:, tel: or https:// addresses',
        }),
      ),
  ),
  SECURITY_POLICY_URL: optional(
    z.string().regex(/^https:\/\/[\x21-\x7e]+$/, { error: 'must be a URL that starts with https://' }),
  ),
  DATA_DIR: optional(z.string()),
  CACHE_DIR: optional(z.string()),
  DATABASE_URL: optional(url('postgres:', 'postgresql:')),
  EMBEDDED_DATABASE: optional(flag),
  DATABASE_POOL_SIZE: optional(integer(4, 500)),
  TEMPORAL_CLI_PATH: optional(z.string()),
  TEMPORAL_UI_URL: optional(url('http:', 'https:')),
  TEMPORAL_TASK_QUEUE: optional(z.string()),
  REDIS_URL: optional(url('redis:', 'rediss:', 'unix:')),
  ENCRYPTION_KEY: optional(
    z.string().refine((value) => Buffer.from(value, 'base64').length === 32, {
      error: 'must be 32 bytes in base64 (make one with: openssl rand -base64 32)',
    }),
  ),
  WEBHOOK_TRUSTED_NETWORKS: optional(networks),
  WEBHOOK_PROXY: optional(url('http:')),
  OAUTH_CLIENT_ID: optional(z.string()),
  OAUTH_CLIENT_SECRET: optional(z.string()),
  OAUTH_AUTHORIZATION_URL: optional(url('https:', 'http:')),
  OAUTH_TOKEN_URL: optional(url('https:', 'http:')),
  OAUTH_USER_URL: optional(url('https:', 'http:')),
  OAUTH_SCOPE: optional(z.string()),
  OAUTH_ISSUER: optional(url('https:', 'http:')),
  OAUTH_TRUSTED_NETWORKS: optional(networks),
  DEVELOPMENT_SIGN_IN: optional(flag),
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
  TRUSTED_PROXIES: optional(networks),
  VOTES_PER_USER_PER_DAY: optional(integer(0, 100_000)),
  VOTES_PER_ADDRESS_PER_DAY: optional(integer(0, 100_000)),
  SIGN_INS_PER_ADDRESS_PER_HOUR: optional(integer(0, 100_000)),
  ANONYMOUS_OPERATIONS_PER_MINUTE: optional(integer(0, 100_000)),
  CONCURRENT_BOT_REQUESTS: optional(integer(1, 100_000)),
  CONCURRENT_VOTES: optional(integer(1, 100_000)),
  CONCURRENT_MEMBER_REQUESTS: optional(integer(1, 100_000)),
  CONCURRENT_STRANGER_REQUESTS: optional(integer(1, 100_000)),
  MAX_WAIT_MS: optional(integer(0, 1400)),
  MAX_EVENT_LOOP_DELAY_MS: optional(integer(1, 10_000)),
  VOTE_MIN_ACCOUNT_AGE_DAYS: optional(integer(0, 3650)),
  CAPTCHA_SITE_KEY: optional(z.string()),
  CAPTCHA_SECRET: optional(z.string()),
  CAPTCHA_VERIFY_URL: optional(url('https:', 'http:')),
  CAPTCHA_SCRIPT_URL: optional(url('https:', 'http:')),
  GRAPHIQL: optional(flag),
  INTROSPECTION: optional(flag),
  METRICS_HOST: optional(z.string()),
  METRICS_PORT: optional(integer(0, 65535)),
  LOG_LEVEL: optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
});

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

const DISCORD = {
  authorizationUrl: 'https://discord.com/oauth2/authorize',
  tokenUrl: 'https://discord.com/api/oauth2/token',
  userUrl: 'https://discord.com/api/users/@me',
};

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
  problems.push(...databaseProblems(env), ...oauthProblems(env));
  for (const { sentence, isGrave } of misspellingsOf(env)) if (isGrave) problems.push(sentence);
  const embedded = !env.DATABASE_URL;
  const host = env.HOST || (embedded ? '127.0.0.1' : '0.0.0.0');
  const isPrivate = LOOPBACK.has(host) && (!values?.PUBLIC_URL || isLoopbackUrl(values.PUBLIC_URL));
  if (values?.DEVELOPMENT_SIGN_IN) {
    if (!isPrivate) {
      problems.push('DEVELOPMENT_SIGN_IN takes any user id: HOST and PUBLIC_URL must be on loopback for it');
    }
    if (values.TRUSTED_PROXIES) problems.push('DEVELOPMENT_SIGN_IN cannot be had beside TRUSTED_PROXIES');
    if (values.OAUTH_CLIENT_ID) problems.push('DEVELOPMENT_SIGN_IN cannot be had beside OAUTH_CLIENT_ID');
  }
  if (values?.OAUTH_CLIENT_ID && !isPrivate && !values.PUBLIC_URL?.startsWith('https:')) {
    problems.push(
      'PUBLIC_URL must be an https:// address with OAUTH_CLIENT_ID: sessions are not sent in the clear',
    );
  }
  if (!values?.CAPTCHA_SITE_KEY !== !values?.CAPTCHA_SECRET) {
    problems.push('CAPTCHA_SITE_KEY and CAPTCHA_SECRET are set together or not at all');
  }
  if (values?.SECURITY_POLICY_URL && !values.SECURITY_CONTACT) {
    problems.push('SECURITY_CONTACT is required with SECURITY_POLICY_URL');
  }
  let temporal: TemporalConfig | undefined;
  try {
    temporal = readTemporal(env, values?.TEMPORAL_CLI_PATH, values?.TEMPORAL_UI_URL);
  } catch (error) {
    problems.push(`TEMPORAL_*: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (problems.length > 0 || !values || !temporal) throw new ConfigError(problems);

  const oauth = readOAuth(values);
  const port = values.PORT ?? 3000;
  const publicHost =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const developmentSignIn =
    isPrivate && !oauth && !values.TRUSTED_PROXIES && values.DEVELOPMENT_SIGN_IN !== false;
  return Object.freeze({
    http: { host, port, requestTimeoutSeconds: values.REQUEST_TIMEOUT_SECONDS ?? 60 },
    publicUrl: (values.PUBLIC_URL ?? `http://${publicHost}:${port}`).replace(/\/+$/, ''),
    ...(values.SECURITY_CONTACT && {
      security: {
        contacts: values.SECURITY_CONTACT,
        ...(values.SECURITY_POLICY_URL && { policyUrl: values.SECURITY_POLICY_URL }),
      },
    }),
    dataDir: resolve(PROJECT_FOLDER, values.DATA_DIR ?? '.data'),
    cacheDir: values.CACHE_DIR
      ? resolve(values.CACHE_DIR)
      : join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bot-listing'),
    database: values.DATABASE_URL ? { kind: 'server', url: values.DATABASE_URL } : { kind: 'embedded' },
    databasePoolSize: values.DATABASE_POOL_SIZE ?? 12,
    temporal,
    taskQueue: values.TEMPORAL_TASK_QUEUE ?? 'vote-deliveries',
    ...(values.REDIS_URL && { redisUrl: values.REDIS_URL }),
    ...(values.ENCRYPTION_KEY && { encryptionKey: Buffer.from(values.ENCRYPTION_KEY, 'base64') }),
    webhooks: {
      trustedNetworks: values.WEBHOOK_TRUSTED_NETWORKS ?? [],
      ...(values.WEBHOOK_PROXY && { proxy: values.WEBHOOK_PROXY }),
    },
    ...(oauth && { oauth }),
    developmentSignIn,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    budgets: {
      votesPerUserPerDay: values.VOTES_PER_USER_PER_DAY ?? 300,
      // On a developer's machine everybody has the same address.
      votesPerAddressPerDay: values.VOTES_PER_ADDRESS_PER_DAY ?? (developmentSignIn ? 0 : 1000),
      signInsPerAddressPerHour: values.SIGN_INS_PER_ADDRESS_PER_HOUR ?? (developmentSignIn ? 0 : 60),
      anonymousOperationsPerMinute: values.ANONYMOUS_OPERATIONS_PER_MINUTE ?? (developmentSignIn ? 0 : 300),
    },
    admission: {
      concurrency: {
        bots: values.CONCURRENT_BOT_REQUESTS ?? 512,
        votes: values.CONCURRENT_VOTES ?? 64,
        members: values.CONCURRENT_MEMBER_REQUESTS ?? 64,
        strangers: values.CONCURRENT_STRANGER_REQUESTS ?? 16,
      },
      patienceMs: values.MAX_WAIT_MS ?? 1000,
      maxLoopDelayMs: values.MAX_EVENT_LOOP_DELAY_MS ?? 50,
    },
    minimumAccountAgeDays: values.VOTE_MIN_ACCOUNT_AGE_DAYS ?? 0,
    ...(values.CAPTCHA_SITE_KEY &&
      values.CAPTCHA_SECRET && {
        captcha: {
          siteKey: values.CAPTCHA_SITE_KEY,
          secret: values.CAPTCHA_SECRET,
          verifyUrl: values.CAPTCHA_VERIFY_URL ?? 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
          scriptUrl: values.CAPTCHA_SCRIPT_URL ?? 'https://challenges.cloudflare.com/turnstile/v0/api.js',
        },
      }),
    ...(values.APPLICATION_LOOKUP_URL !== 'off' && {
      applications: {
        lookUpUrl: values.APPLICATION_LOOKUP_URL ?? APPLICATION_LOOKUP_URL,
        iconUrl: values.APPLICATION_ICON_URL ?? APPLICATION_ICON_URL,
      },
    }),
    adminUserIds: values.ADMIN_USER_IDS ?? [],
    graphiql: values.GRAPHIQL ?? true,
    introspection: values.INTROSPECTION ?? true,
    ...(values.METRICS_PORT !== undefined && {
      metrics: { host: values.METRICS_HOST ?? '127.0.0.1', port: values.METRICS_PORT },
    }),
    logLevel: values.LOG_LEVEL ?? 'info',
    searchPath: env.PATH ?? '',
  } satisfies Config);
}

/**
 * What can be meant as it is, and may well not be: a sentence each, for whoever starts the service.
 *
 * @param env what the configuration was read from
 */
export function warningsOf(
  env: Record<string, string | undefined>,
  { database, temporal }: Pick<Config, 'database' | 'temporal'>,
  role: 'all' | 'web' | 'worker',
): string[] {
  const warnings = misspellingsOf(env).map(({ sentence }) => sentence);
  if (role !== 'web' && database.kind === 'server' && temporal.kind === 'embedded') {
    warnings.push(
      'DATABASE_URL is set and TEMPORAL_ADDRESS is not: this worker runs a Temporal dev server, and one on another machine would run another.',
    );
  }
  return warnings;
}

const misspellingsOf = (env: Record<string, string | undefined>) =>
  findMisspellings(env, Object.keys(environment.shape));

/** Nobody sets these to try the service out on embedded parts. */
const MEANT_FOR_REAL = ['TEMPORAL_ADDRESS', 'REDIS_URL', 'TRUSTED_PROXIES'];

/** The embedded database is what comes without any setting: a lost DATABASE_URL must not lead to an empty site. */
function databaseProblems(env: Record<string, string | undefined>): string[] {
  const embedded = flag.safeParse(env.EMBEDDED_DATABASE).data;
  if (env.DATABASE_URL) {
    return embedded ? ['DATABASE_URL and EMBEDDED_DATABASE=true contradict each other: remove one'] : [];
  }
  if (embedded === false) return ['DATABASE_URL is required with EMBEDDED_DATABASE=false'];
  const real = embedded ? undefined : MEANT_FOR_REAL.find((name) => env[name]);
  return real === undefined
    ? []
    : [`DATABASE_URL is required with ${real}; set EMBEDDED_DATABASE=true if the embedded database is meant`];
}

function isLoopbackUrl(text: string): boolean {
  return LOOPBACK.has(new URL(text).hostname.replace(/^\[|\]$/g, ''));
}

const OAUTH_ENDPOINTS = ['OAUTH_AUTHORIZATION_URL', 'OAUTH_TOKEN_URL', 'OAUTH_USER_URL'] as const;

function oauthProblems(env: Record<string, string | undefined>): string[] {
  const lacking = (names: readonly string[]) => names.filter((name) => !env[name]).join(' and ');
  const set = Object.keys(env).filter((name) => name.startsWith('OAUTH_') && env[name]);
  const problems: string[] = [];
  const credentials = lacking(['OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET']);
  if (set.length > 0 && credentials) problems.push(`${credentials} is required with ${set[0]}`);
  const endpoints = lacking(OAUTH_ENDPOINTS);
  const endpoint = OAUTH_ENDPOINTS.find((name) => env[name]);
  // One provider's code or secret would be sent to another.
  if (endpoint && endpoints) problems.push(`${endpoints} is required with ${endpoint}`);
  const plain = OAUTH_ENDPOINTS.find((name) => env[name]?.toLowerCase().startsWith('http:'));
  if (plain && !env.OAUTH_TRUSTED_NETWORKS) {
    problems.push(
      `${plain} must start with https:// unless OAUTH_TRUSTED_NETWORKS names where the provider is`,
    );
  }
  return problems;
}

function readOAuth(values: z.infer<typeof environment>): OAuthConfig | undefined {
  const { OAUTH_CLIENT_ID: clientId, OAUTH_CLIENT_SECRET: clientSecret } = values;
  if (!clientId || !clientSecret) return undefined;
  const authorizationUrl = values.OAUTH_AUTHORIZATION_URL ?? DISCORD.authorizationUrl;
  return {
    clientId,
    clientSecret,
    authorizationUrl,
    tokenUrl: values.OAUTH_TOKEN_URL ?? DISCORD.tokenUrl,
    userUrl: values.OAUTH_USER_URL ?? DISCORD.userUrl,
    scope: values.OAUTH_SCOPE ?? 'identify',
    issuer: values.OAUTH_ISSUER ?? new URL(authorizationUrl).origin,
    trustedNetworks: values.OAUTH_TRUSTED_NETWORKS ?? [],
  };
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
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_union') return issue.message;
  return issue.message.replace(/^Invalid input: /, '');
}
