import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { makeFolder } from '../kit/folder.ts';
import { startProcess } from '../kit/process.ts';
import { exists, postgresPid } from './processes.ts';

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

/** Starts a web process that keeps its data in a folder, with no setting of a server. */
async function start(dataDir: string) {
  const port = String(await freePort(0));
  return startProcess({ DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'warn' }, ['web']);
}

const botsOf = async (url: string) =>
  (await (await fetch(`${url}/bots`)).text()).match(/href="\/bot\/\d+"/g)?.length;

test('a service that was killed with kill -9 goes on with its data, and a Ctrl-C ends it and its database', async () => {
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
  // The terminal sends Ctrl-C to npm and to the service, and npm passes it on.
  next.signal('SIGINT');
  await delay(20);
  next.signal('SIGINT');
  expect(await next.ended).toBe(0);
  expect(exists(postgres)).toBe(false);
}, 120_000);
