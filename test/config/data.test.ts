import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { EMBEDDED, problemsOf, SERVER } from './support.ts';

test('a database server without an encryption key is refused, with the way to make one', () => {
  expect(problemsOf({ DATABASE_URL: SERVER.DATABASE_URL })).toEqual([
    expect.stringMatching(/^ENCRYPTION_KEY is required .*openssl rand -base64 32/),
  ]);
});

test.each([
  ['DATABASE_REPLICA_URL', 'postgres://r/b'],
  ['TEMPORAL_ADDRESS', 't:7233'],
  ['REDIS_URL', 'redis://r'],
  ['TRUSTED_PROXIES', '10.0.0.0/8'],
])('%s without a database server is refused, unless the embedded database is asked for', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([
    `DATABASE_URL is required with ${name}; set EMBEDDED_DATABASE=true to use the embedded database`,
  ]);
  expect(problemsOf({ ...SERVER, [name]: value })).toEqual([]);
  expect(readConfig({ ...EMBEDDED, [name]: value }).databaseUrl).toBeUndefined();
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

test('replicas are separated by spaces, and a comma, which separates hosts of one URL, is refused', () => {
  const urls = ['postgres://one:5432/bots', 'postgres://two/bots?sslmode=require'];
  const read = (value: string) => readConfig({ ...SERVER, DATABASE_REPLICA_URL: value }).databaseReplicaUrl;
  expect(read(` ${urls.join('  ')}\n`)).toEqual(urls);
  expect(read('postgres://one/bots')).toEqual(['postgres://one/bots']);
  const problem = 'DATABASE_REPLICA_URL has a comma: write one URL for each server, separated by spaces';
  for (const wrong of [urls.join(), 'postgres://one:1,two:2/bots?target_session_attrs=primary']) {
    expect(problemsOf({ ...SERVER, DATABASE_REPLICA_URL: wrong })).toEqual([problem]);
  }
  expect(problemsOf({ ...SERVER, DATABASE_REPLICA_URL: 'postgres://one/bots mysql://two' })).toHaveLength(1);
});
