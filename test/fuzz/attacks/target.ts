import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../../src/db/client.ts';
import { migrateDatabase } from '../../../src/db/migrate.ts';
import { startSession } from '../../../src/domain/identity/sessions.ts';
import { freePort } from '../../../src/embedded/ports.ts';
import { type Seeded, seed } from '../../../src/seed/seed.ts';
import { startPostgres } from '../../kit/postgres.ts';
import { startProcess } from '../../kit/process.ts';
import { found, servicesOn, until } from '../../kit/service-parts.ts';
import { startSiteProxy } from '../../kit/site-proxy.ts';
import { startControl } from './control.ts';

const BOTS = 30;
const VOTERS = 100;

/** A web process with data, on which attacks are tried. Its memory and its event loop are its own. */
export interface Target {
  /** Of the web process itself. */
  readonly url: string;
  readonly bots: Seeded['bots'];
  /** Signed-in users, none of whom has voted. */
  readonly voters: readonly { readonly id: string; readonly cookie: string }[];
  /** A server that nobody attacks; see `startControl`. */
  readonly controlUrl: string;
  /** The resident memory of the process, in MiB. */
  memoryMiB(): number;
  /**
   * Lets it collect all its garbage. An idle process may keep for minutes what nothing holds any more: only what is left
   * after this is kept.
   */
  collectGarbage(): Promise<void>;
  /** How long its main thread has been ready to run while other programs held the CPU, in milliseconds. */
  stolenMs(): number;
  /** The place of the next vote in the order of all pairs of a voter and a bot. */
  nextVote(): number;
  /** What it has logged. */
  output(): string;
  /** Starts nginx with `deploy/nginx.conf` in front of it. @returns the URL */
  startProxy(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts it on a PostgreSQL server of its own.
 *
 * @param environment variables over those that it needs
 * @param prepare adds to the data
 */
export async function startTarget(
  environment: Record<string, string> = {},
  prepare?: (db: Database) => Promise<unknown>,
): Promise<Target> {
  const parts = new AsyncDisposableStack();
  try {
    return await start(parts, environment, prepare);
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}

async function start(
  parts: AsyncDisposableStack,
  environment: Record<string, string>,
  prepare: ((db: Database) => Promise<unknown>) | undefined,
): Promise<Target> {
  const program = found(inject('parts').postgres, 'PostgreSQL (install its server)');
  const postgres = await startPostgres(program, parts);
  const key = randomBytes(32);
  const db = openDatabase({ url: postgres.url }, 4);
  parts.defer(() => db.close());
  await until('PostgreSQL', () => migrateDatabase(db));
  const services = servicesOn(db, key);
  const { bots, users } = await seed(services, { bots: BOTS, users: VOTERS, votes: 0 });
  const voters = await Promise.all(
    users.map(async (user) => ({ id: user.id, cookie: `session=${await startSession(services, user)}` })),
  );
  await prepare?.(db);
  const inspectorPort = await freePort(0);
  const service = await startProcess(
    {
      DATABASE_URL: postgres.url,
      PORT: String(await freePort(0)),
      HOST: '127.0.0.1',
      ENCRYPTION_KEY: key.toString('base64'),
      APPLICATION_LOOKUP_URL: 'off',
      LOG_LEVEL: 'warn',
      // All neighbours have the same address.
      VOTES_PER_ADDRESS_PER_DAY: '0',
      TRUSTED_PROXIES: '127.0.0.0/8',
      ...environment,
      NODE_OPTIONS: `${environment.NODE_OPTIONS ?? ''} --inspect=127.0.0.1:${inspectorPort}`,
    },
    ['web'],
  );
  parts.defer(async () => void (await service.stop()));
  let votes = 0;
  return {
    url: service.url,
    controlUrl: await startControl(parts),
    bots,
    voters,
    nextVote: () => votes++,
    memoryMiB: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024,
    collectGarbage: () => collectGarbage(inspectorPort),
    // The second figure is in nanoseconds.
    stolenMs: () => Number(readFileSync(`/proc/${service.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6,
    output: service.output,
    async startProxy() {
      const proxy = await startSiteProxy([service.url]);
      parts.defer(() => proxy.close());
      return proxy.url;
    },
    close: () => parts.disposeAsync(),
  };
}

/** Asks the inspector of a process for it (https://chromedevtools.github.io/devtools-protocol/v8/HeapProfiler/). */
async function collectGarbage(inspectorPort: number): Promise<void> {
  const [inspected] = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const socket = new WebSocket(inspected.webSocketDebuggerUrl);
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  await once(socket, 'message');
  socket.close();
}
