import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { freePort } from '../../src/embedded/ports.ts';

/** A Temporal server that operators run: the service finds it by its address, and it can be away. */
export interface DevServer {
  readonly address: string;
  /** On the same port. @returns once the default namespace is there */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** While it is stopped. */
  loseStorage(): Promise<void>;
}

/** @param cli the path of the Temporal CLI */
export async function startDevServer(cli: string, parts: AsyncDisposableStack): Promise<DevServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bot-listing-temporal-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort(0);
  const address = `127.0.0.1:${port}`;
  let stopServer = async () => {};
  const server: DevServer = {
    address,
    async start() {
      const child = spawn(
        cli,
        [
          ...['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', `${port}`],
          ...['--db-filename', join(folder, 'temporal.db'), '--log-level', 'error'],
          ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
        ],
        { stdio: 'ignore' },
      );
      const ended = once(child, 'exit');
      stopServer = async () => {
        child.kill('SIGKILL');
        await ended;
        stopServer = async () => {};
      };
      await untilServing(address);
    },
    stop: () => stopServer(),
    loseStorage: async () => {
      for (const ending of ['', '-shm', '-wal'])
        await rm(join(folder, `temporal.db${ending}`), { force: true });
    },
  };
  parts.defer(() => server.stop());
  await server.start();
  return server;
}

async function untilServing(address: string): Promise<void> {
  for (;;) {
    try {
      await using connection = await connect(address);
      await connection.workflowService.describeNamespace({ namespace: 'default' });
      return;
    } catch {
      await delay(100);
    }
  }
}

async function connect(address: string) {
  const connection = await Connection.connect({ address, connectTimeout: 1000 });
  return Object.assign(connection, { [Symbol.asyncDispose]: () => connection.close() });
}
