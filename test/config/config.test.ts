import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfigError, readConfig, warningsOf } from '../../src/config/config.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const KEY = randomBytes(32);
const EMBEDDED = { EMBEDDED_DATABASE: 'true' };
const SERVER = { DATABASE_URL: 'postgres://db.example/bots', ENCRYPTION_KEY: KEY.toString('base64') };

afterEach(() => {
  vi.unstubAllEnvs();
});

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const DEFAULTS = {
  http: { host: '127.0.0.1', port: 3000, requestTimeoutSeconds: 60 },
  publicUrl: 'http://127.0.0.1:3000',
  dataDir: join(PROJECT, '.data'),
  cacheDir: join(homedir(), '.cache', 'bot-listing'),
  database: { kind: 'embedded' },
  databasePoolSize: 12,
  temporal: { kind: 'embedded' },
  taskQueue: 'vote-deliveries',
  webhooks: { trustedNetworks: [] },
  applications: {
    lookUpUrl: 'https://discord.com/api/v10/applications/{id}/rpc',
    iconUrl: 'https://cdn.discordapp.com/app-icons/{id}/{icon}.png?size=128',
  },
  developmentSignIn: true,
  trustedProxies: [],
  budgets: {
    votesPerUserPerDay: 300,
    votesPerAddressPerDay: 0,
    signInsPerAddressPerHour: 0,
    anonymousOperationsPerMinute: 0,
  },
  admission: {
    concurrency: { bots: 512, votes: 64, members: 64, strangers: 16 },
    patienceMs: 1000,
    maxLoopDelayMs: 50,
  },
  minimumAccountAgeDays: 0,
  adminUserIds: [],
  graphiql: true,
  introspection: true,
  logLevel: 'info',
  searchPath: '',
};

test('with nothing set every part is embedded and only this machine is served', () => {
  expect(readConfig({})).toEqual(DEFAULTS);
});

test('a variable set to nothing counts as absent', () => {
  const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATA_DIR', 'CACHE_DIR', 'DATABASE_URL', 'DATABASE_POOL_SIZE'];
  const more = [
    'TEMPORAL_CLI_PATH',
    'TEMPORAL_UI_URL',
    'TEMPORAL_TASK_QUEUE',
    'TEMPORAL_ADDRESS',
    'REDIS_URL',
    'EMBEDDED_DATABASE',
  ];
  const applications = ['APPLICATION_LOOKUP_URL', 'APPLICATION_ICON_URL'];
  const rest = [
    ...applications,
    'ENCRYPTION_KEY',
    'WEBHOOK_TRUSTED_NETWORKS',
    'WEBHOOK_PROXY',
    'GRAPHIQL',
    'LOG_LEVEL',
    'OAUTH_CLIENT_ID',
    'OAUTH_CLIENT_SECRET',
    'OAUTH_AUTHORIZATION_URL',
    'OAUTH_TOKEN_URL',
    'OAUTH_USER_URL',
    'OAUTH_SCOPE',
    'OAUTH_ISSUER',
    'OAUTH_TRUSTED_NETWORKS',
    'DEVELOPMENT_SIGN_IN',
    'ADMIN_USER_IDS',
  ];
  const votes = ['TRUSTED_PROXIES', 'VOTES_PER_USER_PER_DAY', 'VOTES_PER_ADDRESS_PER_DAY', 'CAPTCHA_SECRET'];
  const env = Object.fromEntries([...names, ...more, ...rest, ...votes].map((name) => [name, '']));
  expect(readConfig(env)).toEqual(DEFAULTS);
});

test('with a database server every interface is served and nobody signs in by typing an id', () => {
  expect(readConfig(SERVER)).toMatchObject({
    http: { host: '0.0.0.0' },
    publicUrl: 'http://localhost:3000',
    database: { kind: 'server', url: SERVER.DATABASE_URL },
    encryptionKey: KEY,
    developmentSignIn: false,
  });
});

test.each([
  [SERVER, { votesPerUserPerDay: 300, votesPerAddressPerDay: 1000 }],
  [
    { PUBLIC_URL: 'https://list.example' },
    { signInsPerAddressPerHour: 60, anonymousOperationsPerMinute: 300 },
  ],
  [{ VOTES_PER_ADDRESS_PER_DAY: '7' }, { votesPerAddressPerDay: 7, signInsPerAddressPerHour: 0 }],
  [{ ...SERVER, ANONYMOUS_OPERATIONS_PER_MINUTE: '0' }, { anonymousOperationsPerMinute: 0 }],
])(
  'with %j the budgets are %j: per address only where others than this machine are served',
  (env, budgets) => {
    expect(readConfig(env).budgets).toMatchObject(budgets);
  },
);

test('a captcha is configured by its two keys, and is Turnstile unless told otherwise', () => {
  const keys = { CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET: 'secret' };
  expect(readConfig(keys).captcha).toEqual({
    siteKey: 'site',
    secret: 'secret',
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  });
  const own = {
    CAPTCHA_VERIFY_URL: 'https://c.example/verify',
    CAPTCHA_SCRIPT_URL: 'https://c.example/a.js',
  };
  expect(readConfig({ ...keys, ...own }).captcha).toMatchObject({
    verifyUrl: own.CAPTCHA_VERIFY_URL,
    scriptUrl: own.CAPTCHA_SCRIPT_URL,
  });
  expect(readConfig(own).captcha).toBeUndefined();
});

test.each(['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'])('%s without the other key is refused', (name) => {
  expect(problemsOf({ [name]: 'hunter2' })).toEqual([
    expect.stringMatching(/^CAPTCHA_SITE_KEY and CAPTCHA_SECRET /),
  ]);
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.5', false],
  ['127.0.0.1.example.com', false],
])('on the host %s the development sign-in exists: %s', (HOST, exists) => {
  expect(readConfig({ HOST }).developmentSignIn).toBe(exists);
});

test.each([
  [{ PORT: '8080' }, 'http://127.0.0.1:8080'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
  [{ HOST: '::' }, 'http://localhost:3000'],
  [{ PUBLIC_URL: 'https://list.example/' }, 'https://list.example'],
  [{ PUBLIC_URL: 'https://list.example/bots//' }, 'https://list.example/bots'],
])('with %j the public address is %s', (env, publicUrl) => {
  expect(readConfig(env).publicUrl).toBe(publicUrl);
});

test.each([
  [{ PORT: '0' }, { http: { port: 0 } }],
  [{ PORT: '65535' }, { http: { port: 65_535 } }],
  [{ REQUEST_TIMEOUT_SECONDS: '5' }, { http: { requestTimeoutSeconds: 5 } }],
  [
    {
      SECURITY_CONTACT: 'mailto:a@b.example, tel:+1-201-555-0123',
      SECURITY_POLICY_URL: 'https://b.example/p',
    },
    {
      security: {
        contacts: ['mailto:a@b.example', 'tel:+1-201-555-0123'],
        policyUrl: 'https://b.example/p',
      },
    },
  ],
  [{ DATA_DIR: 'here' }, { dataDir: join(PROJECT, 'here') }],
  [{ DATA_DIR: '/there' }, { dataDir: '/there' }],
  [{ CACHE_DIR: '/cache' }, { cacheDir: '/cache' }],
  [{ XDG_CACHE_HOME: '/xdg' }, { cacheDir: '/xdg/bot-listing' }],
  [{ DATABASE_POOL_SIZE: '500' }, { databasePoolSize: 500 }],
  [
    { CONCURRENT_BOT_REQUESTS: '1', CONCURRENT_STRANGER_REQUESTS: '2', MAX_WAIT_MS: '0' },
    {
      admission: {
        concurrency: { bots: 1, votes: 64, members: 64, strangers: 2 },
        patienceMs: 0,
        maxLoopDelayMs: 50,
      },
    },
  ],
  [{ TEMPORAL_CLI_PATH: '/bin/t' }, { temporal: { kind: 'embedded', cliPath: '/bin/t' } }],
  [{ TEMPORAL_TASK_QUEUE: 'q' }, { taskQueue: 'q' }],
  [{ ...EMBEDDED, REDIS_URL: 'redis://r:6379' }, { redisUrl: 'redis://r:6379' }],
  [{ ...EMBEDDED, REDIS_URL: 'rediss://r' }, { redisUrl: 'rediss://r' }],
  [{ ...EMBEDDED, REDIS_URL: 'unix:///run/redis' }, { redisUrl: 'unix:///run/redis' }],
  [{ ENCRYPTION_KEY: SERVER.ENCRYPTION_KEY }, { encryptionKey: KEY, database: { kind: 'embedded' } }],
  [
    { WEBHOOK_TRUSTED_NETWORKS: '10.0.0.0/8, fd00::/8' },
    { webhooks: { trustedNetworks: ['10.0.0.0/8', 'fd00::/8'] } },
  ],
  [{ WEBHOOK_PROXY: 'http://proxy:3128' }, { webhooks: { proxy: 'http://proxy:3128' } }],
  [{ ...EMBEDDED, TRUSTED_PROXIES: '10.0.0.0/8,::1/128' }, { trustedProxies: ['10.0.0.0/8', '::1/128'] }],
  [{ VOTE_MIN_ACCOUNT_AGE_DAYS: '7' }, { minimumAccountAgeDays: 7 }],
  [{ INTROSPECTION: 'false' }, { introspection: false }],
  [
    { APPLICATION_LOOKUP_URL: 'https://p/{id}', APPLICATION_ICON_URL: 'https://p/{id}/{icon}' },
    { applications: { lookUpUrl: 'https://p/{id}', iconUrl: 'https://p/{id}/{icon}' } },
  ],
  [{ GRAPHIQL: 'false' }, { graphiql: false }],
  [{ GRAPHIQL: '0' }, { graphiql: false }],
  [{ GRAPHIQL: '1' }, { graphiql: true }],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
  [{ PATH: '/a:/b' }, { searchPath: '/a:/b' }],
])('%j is taken over', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected);
});

test('look-ups of applications can be off', () => {
  expect(readConfig({ APPLICATION_LOOKUP_URL: 'off' })).not.toHaveProperty('applications');
});

test('an address of Temporal means a cluster, with its namespace and its page for operators', () => {
  const env = {
    ...EMBEDDED,
    TEMPORAL_ADDRESS: 't:7233',
    TEMPORAL_NAMESPACE: 'bots',
    TEMPORAL_UI_URL: 'http://ui:8080',
  };
  expect(readConfig(env).temporal).toMatchObject({
    kind: 'cluster',
    connect: { namespace: 'bots', connectionOptions: { address: 't:7233' } },
    uiUrl: 'http://ui:8080',
  });
});

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', 'http'],
  ['PUBLIC_URL', 'list.example'],
  ['PUBLIC_URL', 'ftp://list.example'],
  ['DATABASE_URL', 'mysql://db.example/bots'],
  ['DATABASE_POOL_SIZE', '3'],
  ['CONCURRENT_STRANGER_REQUESTS', '0'],
  ['MAX_WAIT_MS', '1401'],
  ['MAX_EVENT_LOOP_DELAY_MS', '0'],
  ['DATABASE_POOL_SIZE', '501'],
  ['TEMPORAL_UI_URL', 'localhost:8233'],
  ['REDIS_URL', 'http://r:6379'],
  ['ENCRYPTION_KEY', 'short'],
  ['ENCRYPTION_KEY', randomBytes(31).toString('base64')],
  ['ENCRYPTION_KEY', randomBytes(33).toString('base64')],
  ['WEBHOOK_TRUSTED_NETWORKS', '10.0.0.1'],
  ['WEBHOOK_TRUSTED_NETWORKS', '10.0.0.0/33'],
  ['WEBHOOK_TRUSTED_NETWORKS', '10.0.0.0/8,'],
  ['WEBHOOK_PROXY', 'socks5://proxy:1080'],
  ['TRUSTED_PROXIES', 'loopback'],
  ['VOTES_PER_USER_PER_DAY', '-1'],
  ['VOTE_MIN_ACCOUNT_AGE_DAYS', '1.5'],
  ['REQUEST_TIMEOUT_SECONDS', '0'],
  ['SECURITY_CONTACT', 'security@bots.example'],
  ['SECURITY_CONTACT', 'https://bots.example\nContact: mailto:a@evil.example'],
  ['SECURITY_CONTACT', 'mailto:a@b.example, javascript:alert(1)'],
  ['SECURITY_POLICY_URL', 'http://bots.example/security'],
  ['CAPTCHA_VERIFY_URL', 'ftp://c.example'],
  ['APPLICATION_LOOKUP_URL', 'https://platform.example/'],
  ['APPLICATION_LOOKUP_URL', 'ftp://platform.example/{id}'],
  ['APPLICATION_ICON_URL', 'https://platform.example/{id}'],
  ['APPLICATION_ICON_URL', 'off'],
  ['GRAPHIQL', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['DEVELOPMENT_SIGN_IN', 'maybe'],
])('%s=%s is refused, by its name', (name, value) => {
  const around = name === 'DATABASE_URL' ? { ENCRYPTION_KEY: SERVER.ENCRYPTION_KEY } : EMBEDDED;
  const problems = problemsOf({ ...around, [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]?.startsWith(`${name} `)).toBe(true);
});

test.each(['65536', '-1', '80.5', 'http', '9'.repeat(400)])('PORT=%s is told what it can be', (PORT) => {
  expect(problemsOf({ PORT })).toEqual(['PORT must be a whole number from 0 to 65535']);
});

test.each([
  ['GRAPHIQL', 'yes', '0, 1, true, false'],
  ['LOG_LEVEL', 'loud', 'trace, debug, info, warn, error, fatal, silent'],
])('%s=%s is told what it can be', (name, value, values) => {
  expect(problemsOf({ [name]: value })).toEqual([`${name} must be one of ${values}`]);
});

test.each(['WEBHOOK_TRUSTED_NETWORKS', 'OAUTH_TRUSTED_NETWORKS', 'TRUSTED_PROXIES'])(
  'each entry of %s that is no network is named, with the form that is wanted',
  (name) => {
    const problems = problemsOf({ ...EMBEDDED, ...OAUTH, [name]: '10.0.0.0/8, 10.0.0.1,fd00::/129' });
    expect(problems).toEqual(
      ['10.0.0.1', 'fd00::/129'].map(
        (entry) =>
          `${name} must be a comma-separated list of networks such as 127.0.0.1/32 or ::1/128, and "${entry}" is none`,
      ),
    );
  },
);

test('a database server without an encryption key is refused, with the way to make one', () => {
  expect(problemsOf({ DATABASE_URL: SERVER.DATABASE_URL })).toEqual([
    expect.stringMatching(/^ENCRYPTION_KEY is required .*openssl rand -base64 32/),
  ]);
});

test.each([
  ['TEMPORAL_ADDRESS', 't:7233'],
  ['REDIS_URL', 'redis://r'],
  ['TRUSTED_PROXIES', '10.0.0.0/8'],
])('%s without a database server is refused, unless the embedded database is asked for', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([
    `DATABASE_URL is required with ${name}; set EMBEDDED_DATABASE=true if the embedded database is meant`,
  ]);
  expect(problemsOf({ ...SERVER, [name]: value })).toEqual([]);
  expect(readConfig({ ...EMBEDDED, [name]: value }).database).toEqual({ kind: 'embedded' });
});

test('a database server and the embedded database, or neither, cannot be had together', () => {
  expect(problemsOf({ ...SERVER, ...EMBEDDED })).toEqual([
    'DATABASE_URL and EMBEDDED_DATABASE=true contradict each other: remove one',
  ]);
  expect(problemsOf({ ...SERVER, EMBEDDED_DATABASE: 'false' })).toEqual([]);
  expect(problemsOf({ EMBEDDED_DATABASE: 'false' })).toEqual([
    'DATABASE_URL is required with EMBEDDED_DATABASE=false',
  ]);
});

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['REDIS_URI', 'REDIS_URL'],
  ['ENCRYPTON_KEY', 'ENCRYPTION_KEY'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['TEMPORAL_ADRESS', 'TEMPORAL_ADDRESS'],
  ['CAPTCHA_SECRETS', 'CAPTCHA_SECRET'],
])('%s is refused as a misspelling of %s, and only warned of beside it', (name, meant) => {
  const env = { [name]: 'hunter5' };
  const [problem, ...others] = problemsOf(env);
  expect(others).toEqual([]);
  expect(problem).toMatch(new RegExp(`^${name} is no setting; did you mean ${meant}\\? .*${meant}`));
  expect(problem).not.toContain('hunter5');
  // It may be another program's: whoever names the setting, if only to leave it empty, has seen to it.
  expect(problemsOf({ ...env, [meant]: '' })).toEqual([]);
  const beside = { ...env, [meant]: '' };
  expect(warningsOf(beside, readConfig(beside), 'all')).toEqual([
    `${name} is no setting; did you mean ${meant}?`,
  ]);
});

test.each([
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['METRICS_POTR', 'METRICS_PORT'],
  ['WEBHOOK_TRUSTED_NETWORK', 'WEBHOOK_TRUSTED_NETWORKS'],
])('%s, a misspelling of %s that does no harm, is warned of', (name, meant) => {
  const env = { [name]: '1' };
  expect(warningsOf(env, readConfig(env), 'web')).toEqual([`${name} is no setting; did you mean ${meant}?`]);
});

/** As they are found in shells, containers, clusters and under npm. */
const FOREIGN = [
  ...['HOME', 'PATH', 'LANG', 'POSTS', 'HOSTNAME', 'PWD', 'TZ', 'XDG_DATA_DIRS', 'XDG_CACHE_HOME', 'CI'],
  ...['PGHOST', 'PGPORT', 'PGDATA', 'PGDATABASE', 'POSTGRES_URL', 'DATABASE_HOST', 'DATABASE_NAME'],
  ...['REDIS_HOST', 'REDIS_PORT', 'REDIS_SERVICE_HOST', 'MYSQL_URL', 'METRICS_PATH', 'GRAPHQL_URL'],
  ...['NODE_ENV', 'NODE_OPTIONS', 'npm_config_cache', 'npm_lifecycle_event', 'npm_config_loglevel'],
  ...['TEMPORAL_TLS', 'TEMPORAL_API_KEY', 'TEMPORAL_ENV', 'TEMPORAL_CODEC_ENDPOINT', 'HTTP_PROXY'],
];

test('variables of other programs are neither refused nor warned of', () => {
  const env = Object.fromEntries(FOREIGN.map((name) => [name, '1']));
  expect(warningsOf(env, readConfig(env), 'web')).toEqual([]);
});

const OAUTH = { OAUTH_CLIENT_ID: 'id', OAUTH_CLIENT_SECRET: 'hunter4' };
const OWN = {
  OAUTH_AUTHORIZATION_URL: 'https://id.example/realm/authorize',
  OAUTH_TOKEN_URL: 'https://id.example/realm/token',
  OAUTH_USER_URL: 'https://api.example/me',
};

test('an id and a secret are enough to sign in with Discord', () => {
  expect(readConfig(OAUTH).oauth).toEqual({
    clientId: 'id',
    clientSecret: 'hunter4',
    authorizationUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    userUrl: 'https://discord.com/api/users/@me',
    scope: 'identify',
    issuer: 'https://discord.com',
    trustedNetworks: [],
  });
});

test('every part of the provider can be another', () => {
  const more = { OAUTH_SCOPE: 'profile', OAUTH_ISSUER: 'https://id.example/realm' };
  const env = { ...OAUTH, ...OWN, ...more, OAUTH_TRUSTED_NETWORKS: '10.0.0.0/8' };
  expect(readConfig(env).oauth).toEqual({
    clientId: 'id',
    clientSecret: 'hunter4',
    authorizationUrl: OWN.OAUTH_AUTHORIZATION_URL,
    tokenUrl: OWN.OAUTH_TOKEN_URL,
    userUrl: OWN.OAUTH_USER_URL,
    scope: 'profile',
    issuer: 'https://id.example/realm',
    trustedNetworks: ['10.0.0.0/8'],
  });
});

const { OAUTH_TOKEN_URL, ...withoutToken } = OWN;
test.each<[string, Record<string, string>, RegExp]>([
  ['an id without a secret', { OAUTH_CLIENT_ID: 'id' }, /^OAUTH_CLIENT_SECRET is required/],
  ['a secret without an id', { OAUTH_CLIENT_SECRET: 'hunter4' }, /^OAUTH_CLIENT_ID is required/],
  ['endpoints alone', OWN, /^OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET is required/],
  ['one endpoint', { ...OAUTH, OAUTH_TOKEN_URL }, /^OAUTH_AUTHORIZATION_URL and OAUTH_USER_URL is required/],
  [
    'two endpoints',
    { ...OAUTH, ...withoutToken },
    /^OAUTH_TOKEN_URL is required with OAUTH_AUTHORIZATION_URL/,
  ],
  [
    'an endpoint without TLS',
    { ...OAUTH, ...OWN, OAUTH_TOKEN_URL: 'HTTP://id.example/token' },
    /^OAUTH_TOKEN_URL must start with https:\/\//,
  ],
  [
    'a public address without TLS',
    { ...OAUTH, PUBLIC_URL: 'http://bots.example' },
    /^PUBLIC_URL must be an https/,
  ],
  ['every interface and no public address', { ...OAUTH, HOST: '0.0.0.0' }, /^PUBLIC_URL must be an https/],
  ['an endpoint that is no URL', { ...OAUTH, ...OWN, OAUTH_USER_URL: 'me' }, /^OAUTH_USER_URL must be a URL/],
])('a provider with %s is refused, with a sentence that does not repeat the secret', (_, env, problem) => {
  const problems = problemsOf(env);
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect(problems.join()).not.toMatch(/hunter/);
});

test.each([
  ['all', 1],
  ['worker', 1],
  ['web', 0],
] as const)('a database server without an address of Temporal is warned of in the role %s', (role, count) => {
  const warnings = (env: Record<string, string>) => warningsOf(env, readConfig(env), role);
  expect(warnings(SERVER)).toHaveLength(count);
  for (const warning of warnings(SERVER)) expect(warning).toContain('TEMPORAL_ADDRESS');
  expect(warnings({ ...SERVER, TEMPORAL_ADDRESS: 't:7233' })).toEqual([]);
  expect(warnings({})).toEqual([]);
});

const BAD = { PORT: 'x', GRAPHIQL: 'maybe', LOG_LEVEL: 'loud', REDIS_URL: 'r', WEBHOOK_PROXY: 'p' };

test('any number of problems are named at once, one a line, a lacking encryption key among them', () => {
  fc.assert(
    fc.property(fc.subarray(Object.entries(BAD)), (bad) => {
      const problems = problemsOf({ ...Object.fromEntries(bad), DATABASE_URL: SERVER.DATABASE_URL });
      const named = problems.map((problem) => problem.split(' ')[0]).sort();
      expect(named).toEqual([...bad.map(([name]) => name), 'ENCRYPTION_KEY'].sort());
      expect(new ConfigError(problems).message.split('\n')).toHaveLength(problems.length + 1);
    }),
  );
});

test('a problem with a secret does not repeat it', () => {
  const problems = problemsOf({ ENCRYPTION_KEY: 'hunter2', DATABASE_URL: 'mysql://u:hunter3@db/bots' });
  expect(problems).toHaveLength(2);
  expect(problems.join()).not.toMatch(/hunter/);
});

test('the environment of the process is not read, only the one that is passed', () => {
  vi.stubEnv('PORT', '1');
  vi.stubEnv('DATABASE_URL', 'postgres://elsewhere/bots');
  vi.stubEnv('TEMPORAL_NAMESPACE', 'elsewhere');
  vi.stubEnv('XDG_CACHE_HOME', '/elsewhere');
  expect(readConfig({})).toEqual(DEFAULTS);
  expect(JSON.stringify(readConfig({ ...EMBEDDED, TEMPORAL_ADDRESS: 't:7233' }))).not.toContain('elsewhere');
});

test('only the two programs touch the environment of the process', () => {
  const source = join(PROJECT, 'src');
  const touching = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => {
      const lines = readFileSync(join(source, file), 'utf8').split('\n');
      return lines.some((line) => line.includes('process.env') && !/^\s*(\*|\/[/*])/.test(line));
    });
  expect(touching.sort()).toEqual([join('seed', 'main.ts'), 'serve.ts']);
});
