import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { EMBEDDED, problemsOf, SERVER } from './support.ts';

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
