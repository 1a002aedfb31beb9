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
async function start(environment: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(process.execPath, ['src/main.ts', ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  opened.defer(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await closed;
  return { code: code as number | null, stdout, stderr };
}

test('a data folder where the system makes none ends the start with one line', async () => {
  const { code, stderr } = await start({ DATA_DIR: '/proc/bot-listing' });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^The service cannot start: The data folder \/proc\/bot-listing \(DATA_DIR\) cannot be written: E\w+\.\n$/,
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
  // Programs read what a service with a database server prints, so it is one line of JSON.
  expect(JSON.parse(stderr)).toMatchObject({
    level: 60,
    msg: expect.stringMatching(/^The service cannot start: .*127\.0\.0\.1:1$/),
  });
});

test.each([
  ['PORT', {}],
  ['METRICS_PORT', { PORT: '0' }],
])('a %s that is taken ends the start with one line, before a database is made', async (name, others) => {
  const { origin, close } = await listenOnLoopback(createServer());
  opened.defer(close);
  const { hostname, port } = new URL(origin);
  const dataDir = join(await makeFolder('start', opened), 'data');
  const { code, stderr } = await start({ DATA_DIR: dataDir, ...others, [name]: port });
  expect(code).toBe(1);
  const problem = `Port ${port} on ${hostname} is in use by another program. Choose another with ${name}.`;
  expect(stderr).toBe(`The service cannot start: ${problem}\n`);
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  ['HOST', 'PORT', {}],
  ['METRICS_HOST', 'METRICS_PORT', { METRICS_PORT: '0' }],
])('a %s that is not an address of this machine ends the start with one line', async (host, port, others) => {
  const { code, stderr } = await start({ ...others, [host]: '192.0.2.1' });
  expect(code).toBe(1);
  expect(stderr).toBe(
    `The service cannot start: Port 0 (${port}) cannot be opened on the address 192.0.2.1 (${host}): EADDRNOTAVAIL.\n`,
  );
});

test.each([[['bogus']], [['web', 'worker']], [['--bogus']], [['--web']]])(
  'the arguments %j are wrong usage: code 2, and one line that shows the right ones',
  async (args) => {
    const { code, stderr } = await start({}, args);
    expect(code).toBe(2);
    expect(stderr).toBe('Usage: npm start [-- web|worker|migrate]\n');
  },
);

test('--help prints how to start, and starts nothing', async () => {
  const { code, stdout } = await start({}, ['--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage: npm start \[-- web\|worker\|migrate\]\n/);
});
