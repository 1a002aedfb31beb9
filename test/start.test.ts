import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './kit/folder.ts';
import { listenOnLoopback } from './kit/loopback.ts';

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

/** Starts the service as its users do, and waits for its end. */
async function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  opened.defer(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  const stderr = await text(child.stderr);
  const [code] = await closed;
  return { code: code as number | null, stderr };
}

test('a data folder where the system makes none ends the start with one line', async () => {
  const { code, stderr } = await start({ DATA_DIR: '/proc/bot-listing' });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^The service cannot start: Error: The data folder \/proc\/bot-listing \(DATA_DIR\) cannot be written: E\w+\.\n$/,
  );
});

test('a cache folder where the system makes none costs only its use', async () => {
  const { code, stderr } = await start({
    CACHE_DIR: '/proc/bot-listing',
    DATA_DIR: await makeFolder('start', opened),
    DATABASE_URL: 'postgres://127.0.0.1:1/bots',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The service cannot start: .*127\.0\.0\.1:1\n$/);
});

test.each([
  ['PORT', {}],
  ['METRICS_PORT', { PORT: '0' }],
])('a %s that is taken ends the start with one line, before a database is made', async (name, others) => {
  const { origin, close } = await listenOnLoopback(createServer());
  opened.defer(close);
  const { host, port } = new URL(origin);
  const dataDir = join(await makeFolder('start', opened), 'data');
  const { code, stderr } = await start({ DATA_DIR: dataDir, ...others, [name]: port });
  expect(code).toBe(1);
  expect(stderr).toBe(`The service cannot start: Error: listen EADDRINUSE: address already in use ${host}\n`);
  expect(existsSync(dataDir)).toBe(false);
});
