import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';

test.each([
  [{ PORT: '8080' }, 'http://127.0.0.1:8080'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
  [{ HOST: '::' }, 'http://localhost:3000'],
  [{ PUBLIC_URL: 'https://list.example/' }, 'https://list.example'],
  [{ PUBLIC_URL: 'HTTPS://List.Example:443' }, 'https://list.example'],
])('with %j the public address is %s', (env, publicUrl) => {
  expect(readConfig(env).publicUrl).toBe(publicUrl);
});
