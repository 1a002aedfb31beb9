import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { EMBEDDED, problemsOf, SERVER } from './support.ts';

test.each([
  [{ PORT: '8080' }, 'http://127.0.0.1:8080'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
  [{ HOST: '::' }, 'http://localhost:3000'],
  [{ PUBLIC_URL: 'https://list.example/' }, 'https://list.example'],
  [{ PUBLIC_URL: 'https://list.example/bots//' }, 'https://list.example/bots'],
])('with %j the public address is %s', (env, publicUrl) => {
  expect(readConfig(env).publicUrl).toBe(publicUrl);
});

test('several web processes need the servers that they share', () => {
  expect(problemsOf({ ...SERVER, WEB_PROCESSES: '2' })).toEqual([
    'REDIS_URL is required with several WEB_PROCESSES: without Redis each would count rate limits of its own',
  ]);
  expect(problemsOf({ ...EMBEDDED, REDIS_URL: 'redis://r', WEB_PROCESSES: '2' })).toEqual([
    'DATABASE_URL is required with several WEB_PROCESSES: the embedded database is for one',
  ]);
  expect(readConfig({ ...SERVER, REDIS_URL: 'redis://r', WEB_PROCESSES: '2' }).webProcesses).toBe(2);
  expect(readConfig({ ...SERVER, WEB_PROCESSES: '1' }).webProcesses).toBe(1);
});
