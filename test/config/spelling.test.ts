import { expect, test } from 'vitest';
import { readConfig, warningsOf } from '../../src/config/config.ts';
import { problemsOf } from './support.ts';

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
  expect(problem).toMatch(new RegExp(`^${name} is not a setting. Did you mean ${meant}\\? .*${meant}`));
  expect(problem).not.toContain('hunter5');
  // It may be another program's: whoever names the setting, if only to leave it empty, has seen to it.
  expect(problemsOf({ ...env, [meant]: '' })).toEqual([]);
  const beside = { ...env, [meant]: '' };
  expect(warningsOf(beside, readConfig(beside), 'all')).toEqual([
    `${name} is not a setting. Did you mean ${meant}?`,
  ]);
});

test.each([
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['METRICS_POTR', 'METRICS_PORT'],
  ['WEBHOOK_TRUSTED_NETWORK', 'WEBHOOK_TRUSTED_NETWORKS'],
])('%s, a misspelling of %s that does no harm, is warned of', (name, meant) => {
  const env = { [name]: '1' };
  expect(warningsOf(env, readConfig(env), 'web')).toEqual([
    `${name} is not a setting. Did you mean ${meant}?`,
  ]);
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

test('a setting of before that held deliveries prevents the start, and says what to do', () => {
  expect(problemsOf({ HOLD_DELIVERIES: 'true' })).toEqual([
    expect.stringMatching(/^HOLD_DELIVERIES .* deliveries hold"/),
  ]);
  expect(problemsOf({ HOLD_DELIVERIES: 'false' })).toEqual([]);
});
