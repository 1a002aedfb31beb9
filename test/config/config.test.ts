import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { DEFAULTS, EMBEDDED, KEY, PROJECT, problemsOf, SERVER } from './support.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

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
    host: '0.0.0.0',
    publicUrl: 'http://localhost:3000',
    databaseUrl: SERVER.DATABASE_URL,
    encryptionKey: KEY,
    developmentSignIn: false,
  });
});

test.each([
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ REQUEST_TIMEOUT_SECONDS: '5' }, { requestTimeoutSeconds: 5 }],
  [{ KEEP_ALIVE_SECONDS: '5' }, { keepAliveSeconds: 5 }],
  [{ DRAIN_SECONDS: '5' }, { drainSeconds: 5 }],
  [
    {
      SECURITY_CONTACT: 'mailto:a@b.example, tel:+1-201-555-0123',
      SECURITY_POLICY_URL: 'https://b.example/p',
    },
    {
      securityContact: ['mailto:a@b.example', 'tel:+1-201-555-0123'],
      securityPolicyUrl: 'https://b.example/p',
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
      concurrentBotRequests: 1,
      concurrentVotes: 64,
      concurrentMemberRequests: 64,
      concurrentStrangerRequests: 2,
      maxWaitMs: 0,
    },
  ],
  [{ TEMPORAL_CLI_PATH: '/bin/t' }, { temporalServer: undefined, temporalCliPath: '/bin/t' }],
  [{ TEMPORAL_TASK_QUEUE: 'q' }, { temporalTaskQueue: 'q' }],
  [{ ...EMBEDDED, REDIS_URL: 'redis://r:6379' }, { redisUrl: 'redis://r:6379' }],
  [{ ...EMBEDDED, REDIS_URL: 'rediss://r' }, { redisUrl: 'rediss://r' }],
  [{ ...EMBEDDED, REDIS_URL: 'unix:///run/redis' }, { redisUrl: 'unix:///run/redis' }],
  [{ ENCRYPTION_KEY: SERVER.ENCRYPTION_KEY }, { encryptionKey: KEY }],
  [
    { WEBHOOK_TRUSTED_NETWORKS: '10.0.0.0/8, fd00::/8' },
    { webhookTrustedNetworks: ['10.0.0.0/8', 'fd00::/8'] },
  ],
  [{ WEBHOOK_PROXY: 'http://proxy:3128' }, { webhookProxy: 'http://proxy:3128' }],
  [{ ...EMBEDDED, TRUSTED_PROXIES: '10.0.0.0/8,::1/128' }, { trustedProxies: ['10.0.0.0/8', '::1/128'] }],
  [{ VOTE_MIN_ACCOUNT_AGE_DAYS: '7' }, { voteMinAccountAgeDays: 7 }],
  [{ INTROSPECTION: 'false' }, { introspection: false }],
  [
    { APPLICATION_LOOKUP_URL: 'https://p/{id}', APPLICATION_ICON_URL: 'https://p/{id}/{icon}' },
    { applicationLookupUrl: 'https://p/{id}', applicationIconUrl: 'https://p/{id}/{icon}' },
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
  expect(readConfig({ APPLICATION_LOOKUP_URL: 'off' }).applicationLookupUrl).toBeUndefined();
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

test('only the programs touch the environment of the process', () => {
  const source = join(PROJECT, 'src');
  const touching = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => {
      const lines = readFileSync(join(source, file), 'utf8').split('\n');
      return lines.some((line) => line.includes('process.env') && !/^\s*(\*|\/[/*])/.test(line));
    });
  expect(touching.sort()).toEqual([join('admin', 'main.ts'), 'main.ts', join('seed', 'main.ts'), 'serve.ts']);
});

test('images of listings are shown unless LISTING_IMAGES says otherwise, in a word that it knows', () => {
  expect(readConfig({}).listingImages).toBe(true);
  expect(readConfig({ LISTING_IMAGES: 'false' }).listingImages).toBe(false);
  expect(problemsOf({ LISTING_IMAGES: 'off' })).toEqual(['LISTING_IMAGES must be one of 0, 1, true, false']);
});
