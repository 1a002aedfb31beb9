import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { startEmbeddedDatabase } from '../../src/embedded/database.ts';
import { lock } from '../../src/embedded/lock.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { readTemporal } from '../../src/embedded/records.ts';
import { startEmbeddedTemporal } from '../../src/embedded/temporal.ts';
import { keepLog } from '../kit/kept-log.ts';
import { present } from '../kit/present.ts';
import { cleanUp, exists, killNow, newFolder, postgresPid, startSubject, until } from './processes.ts';
import type { Subject } from './subject.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

interface Server {
  readonly address: () => string;
  readonly guardPid: () => number | undefined;
  /** Rejects while nobody answers. */
  ask(): Promise<void>;
  stop(): Promise<void>;
}

interface Kind {
  readonly name: string;
  readonly lockName: string;
  readonly isMissing: boolean;
  serverPid(dataDir: string): number | undefined;
  start(dataDir: string, signal?: AbortSignal): Promise<Server>;
  subject(dataDir: string): Promise<Subject>;
}

const { log, lines } = keepLog();
const cli = inject('parts').temporal ?? '';

async function ports(): Promise<{ grpc: number; ui: number }> {
  const grpc = await freePort(0);
  return { grpc, ui: await freePort(0, grpc) };
}

const database: Kind = {
  name: 'database',
  lockName: 'postgres.lock',
  isMissing: false,
  serverPid: postgresPid,
  async start(dataDir, signal) {
    const server = await startEmbeddedDatabase({ dataDir, searchPath: '', log, ...(signal && { signal }) });
    return {
      address: () => server.options.host,
      guardPid: () => server.pid,
      async ask() {
        const sql = postgres({ ...server.options, max: 1 });
        await sql`select 1`.finally(() => sql.end({ timeout: 1 }));
      },
      stop: server.stop,
    };
  },
  subject: async (dataDir) => ({ use: 'database', dataDir }),
};

const temporal: Kind = {
  name: 'temporal',
  lockName: 'temporal.lock',
  isMissing: cli === '',
  serverPid: (dataDir) => readTemporal(dataDir)?.server?.pid,
  async start(dataDir, signal) {
    const init = { dataDir, cli, log, ports: await ports() };
    const server = await startEmbeddedTemporal({ ...init, ...(signal && { signal }) });
    return {
      address: () => server.address,
      guardPid: () => server.guardPid,
      async ask() {
        const connection = await Connection.connect({ address: server.address, connectTimeout: 1_000 });
        await connection.close();
      },
      stop: server.stop,
    };
  },
  subject: async (dataDir) => ({ use: 'temporal', dataDir, cli, ports: await ports() }),
};

for (const kind of [database, temporal]) {
  describe.skipIf(kind.isMissing)(`the supervisor of the embedded ${kind.name}`, () => {
    const running: Server[] = [];
    let dataDir: string;

    beforeAll(() => {
      dataDir = newFolder();
    });
    afterEach(async () => {
      for (const server of running.splice(0)) await server.stop();
    });
    afterAll(cleanUp);

    async function start(): Promise<Server> {
      const server = await kind.start(dataDir);
      running.push(server);
      return server;
    }

    const untilItAnswers = (server: Server) =>
      until('it answers', () =>
        server.ask().then(
          () => true,
          () => false,
        ),
      );

    test('starts a guard that died again, and says so', async () => {
      const server = await start();
      const before = server.guardPid() as number;
      lines.splice(0);
      process.kill(before, 'SIGKILL');
      await until('another guard', () => ![undefined, before].includes(server.guardPid()));
      await untilItAnswers(server);
      expect(lines).toContainEqual(
        expect.objectContaining({
          child: kind.name,
          msg: `${kind.name} ended; restarting it`,
          code: null,
          signal: 'SIGKILL',
          restartInMs: 100,
        }),
      );
    });

    test('lets a second process find the server, and go on at the same address when the first is killed', async () => {
      const first = await startSubject(await kind.subject(dataDir));
      const second = await start();
      const address = second.address();
      expect(address).toBe(first.report.address);
      const before = present(kind.serverPid(dataDir));
      await killNow(first.process);
      await until('the first server is gone', () => !exists(before));
      await untilItAnswers(second);
      expect(second.address()).toBe(address);
      expect(kind.serverPid(dataDir)).not.toBe(before);
    });

    test('hands the server over when the process that runs it stops', async () => {
      const first = await start();
      const second = await start();
      const address = first.address();
      const guard = first.guardPid() as number;
      await first.stop();
      expect(exists(guard)).toBe(false);
      await untilItAnswers(second);
      expect(second.address()).toBe(address);
    });

    test('ends with its process, even by kill -9, and a later one starts the server again', async () => {
      const { process: parent, report } = await startSubject(await kind.subject(dataDir));
      const pids = [present(report.childPid), present(kind.serverPid(dataDir))];
      await killNow(parent);
      await until('all are gone', () => !pids.some(exists), 6_000);
      await (await start()).ask();
    });

    test('need not be waited for longer than wanted, and leaves no guard then', async () => {
      const file = join(dataDir, kind.lockName);
      const held = await lock(file);
      const enough = new AbortController();
      const starting = kind.start(dataDir, enough.signal);
      enough.abort(new Error('enough'));
      await expect(starting).rejects.toThrow('enough');
      held.release();
      // A guard that was left would take the lock.
      await new Promise((resolve) => setTimeout(resolve, 300));
      (await lock(file, AbortSignal.timeout(10))).release();
    });
  });
}
