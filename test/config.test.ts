import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfigError, readConfig } from '../src/config.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const KEY = randomBytes(32);
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
  http: { host: '127.0.0.1', port: 3000 },
  publicUrl: 'http://127.0.0.1:3000',
  dataDir: join(PROJECT, '.data'),
  cacheDir: join(homedir(), '.cache', 'bot-listing'),
  database: { kind: 'embedded' },
  databasePoolSize: 10,
  temporal: { kind: 'embedded' },
  taskQueue: 'vote-deliveries',
  webhooks: { trustedNetworks: [] },
  applications: {
    lookUpUrl: 'https://discord.com/api/v10/applications/{id}/rpc',
    iconUrl: 'https://cdn.discordapp.com/app-icons/{id}/{icon}.png?size=128',
  },
  developmentSignIn: true,
  adminUserIds: [],
  graphiql: true,
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
  ];
  const applications = ['APPLICATION_LOOKUP_URL', 'APPLICATION_ICON_URL'];
  const rest = [
    ...applications,
    'ENCRYPTION_KEY',
    'WEBHOOK_TRUSTED_NETWORKS',
    'WEBHOOK_PROXY',
    'GRAPHIQL',
    'LOG_LEVEL',
  ];
  const env = Object.fromEntries([...names, ...more, ...rest].map((name) => [name, '']));
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
  [{ DATA_DIR: 'here' }, { dataDir: join(PROJECT, 'here') }],
  [{ DATA_DIR: '/there' }, { dataDir: '/there' }],
  [{ CACHE_DIR: '/cache' }, { cacheDir: '/cache' }],
  [{ XDG_CACHE_HOME: '/xdg' }, { cacheDir: '/xdg/bot-listing' }],
  [{ DATABASE_POOL_SIZE: '500' }, { databasePoolSize: 500 }],
  [{ TEMPORAL_CLI_PATH: '/bin/t' }, { temporal: { kind: 'embedded', cliPath: '/bin/t' } }],
  [{ TEMPORAL_TASK_QUEUE: 'q' }, { taskQueue: 'q' }],
  [{ REDIS_URL: 'redis://r:6379' }, { redisUrl: 'redis://r:6379' }],
  [{ REDIS_URL: 'rediss://r' }, { redisUrl: 'rediss://r' }],
  [{ REDIS_URL: 'unix:///run/redis' }, { redisUrl: 'unix:///run/redis' }],
  [{ ENCRYPTION_KEY: SERVER.ENCRYPTION_KEY }, { encryptionKey: KEY, database: { kind: 'embedded' } }],
  [
    { WEBHOOK_TRUSTED_NETWORKS: '10.0.0.0/8, fd00::/8' },
    { webhooks: { trustedNetworks: ['10.0.0.0/8', 'fd00::/8'] } },
  ],
  [{ WEBHOOK_PROXY: 'http://proxy:3128' }, { webhooks: { proxy: 'http://proxy:3128' } }],
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
  const env = { TEMPORAL_ADDRESS: 't:7233', TEMPORAL_NAMESPACE: 'bots', TEMPORAL_UI_URL: 'http://ui:8080' };
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
  ['DATABASE_POOL_SIZE', '0'],
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
  ['APPLICATION_LOOKUP_URL', 'https://platform.example/'],
  ['APPLICATION_LOOKUP_URL', 'ftp://platform.example/{id}'],
  ['APPLICATION_ICON_URL', 'https://platform.example/{id}'],
  ['APPLICATION_ICON_URL', 'off'],
  ['GRAPHIQL', 'yes'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused, by its name', (name, value) => {
  const problems = problemsOf({ ENCRYPTION_KEY: SERVER.ENCRYPTION_KEY, [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]?.startsWith(`${name} `)).toBe(true);
});

test('a database server without an encryption key is refused, with the way to make one', () => {
  expect(problemsOf({ DATABASE_URL: SERVER.DATABASE_URL })).toEqual([
    expect.stringMatching(/^ENCRYPTION_KEY is required .*openssl rand -base64 32/),
  ]);
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
  expect(JSON.stringify(readConfig({ TEMPORAL_ADDRESS: 't:7233' }))).not.toContain('elsewhere');
});

test('only the two programs touch the environment of the process', () => {
  const source = join(PROJECT, 'src');
  const touching = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => {
      const lines = readFileSync(join(source, file), 'utf8').split('\n');
      return lines.some((line) => line.includes('process.env') && !/^\s*(\*|\/[/*])/.test(line));
    });
  expect(touching.sort()).toEqual(['main.ts', join('seed', 'main.ts')]);
});
