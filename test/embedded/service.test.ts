import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { makeFolder } from '../kit/folder.ts';
import { startProcess } from '../kit/process.ts';
import { exists, postgresPid } from './processes.ts';

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

/** Starts a web process that keeps its data in a folder, with no setting of a server. */
async function start(dataDir: string, settings: Record<string, string> = {}) {
  const port = String(await freePort(0));
  return startProcess({ DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'warn', ...settings }, ['web']);
}

const botsOf = async (url: string) =>
  (await (await fetch(`${url}/bots`)).text()).match(/href="\/bot\/\d+"/g)?.length;

test('a service that was killed with kill -9 goes on with its data, and a signal ends it and its database', async () => {
  const dataDir = await makeFolder('killed', opened);
  const killed = await start(dataDir);
  // The samples of the first start.
  await expect.poll(() => botsOf(killed.url)).toBeGreaterThan(5);
  const bots = await botsOf(killed.url);
  await killed.killTree();
  const next = await start(dataDir);
  expect(await botsOf(next.url)).toBe(bots);
  const postgres = postgresPid(dataDir);
  expect(exists(postgres)).toBe(true);
  next.signal('SIGTERM');
  expect(await next.ended).toBe(0);
  expect(exists(postgres)).toBe(false);
}, 120_000);

/** An end in order takes longer. */
const DRAINING = { DRAIN_SECONDS: '600' };

test('under npm, two signals of one Ctrl-C let the service end in order, and the next Ctrl-C ends it at once', async () => {
  const dataDir = await makeFolder('pressed', opened);
  const service = await start(dataDir, { ...DRAINING, npm_lifecycle_event: 'start' });
  const postgres = postgresPid(dataDir);
  // The terminal sends Ctrl-C to npm and to the service, and npm passes it on.
  service.signal('SIGINT');
  await delay(20);
  service.signal('SIGINT');
  // Longer than one press of a key.
  expect(await Promise.race([service.ended, delay(1000, 'it ends in order')])).toBe('it ends in order');
  service.signal('SIGINT');
  expect(await service.ended).toBe(1);
  await expect.poll(() => exists(postgres)).toBe(false);
}, 120_000);
