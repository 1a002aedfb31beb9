import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { freePort } from '../../src/embedded/ports.ts';
import { makeFolder } from './folder.ts';

/** A Temporal server as operators run one: the service has its address, and it can be away. */
export interface DevServer {
  readonly address: string;
  /** On the same port, after `stop`. @returns once the default namespace is there */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** While it is stopped. */
  loseStorage(): Promise<void>;
  /** @returns a client of it, until `parts` are disposed of */
  client(): Promise<Client>;
}

/**
 * The arguments of the Temporal CLI for a server on loopback.
 *
 * @param folder keeps its database
 */
export function temporalServerArgs(port: number, folder: string): string[] {
  return [
    ...['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', `${port}`],
    ...['--db-filename', join(folder, 'temporal.db'), '--log-level', 'error'],
    ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
  ];
}

/**
 * @param cli the path of the Temporal CLI
 * @param parts stops the server when it is disposed of
 */
export async function startDevServer(cli: string, parts: AsyncDisposableStack): Promise<DevServer> {
  const folder = await makeFolder('temporal', parts);
  const port = await freePort(0);
  const address = `127.0.0.1:${port}`;
  const stopped = async () => {};
  let stopServer = stopped;
  const server: DevServer = {
    address,
    async start() {
      if (stopServer !== stopped) throw new Error('This server runs already.');
      const child = spawn(cli, temporalServerArgs(port, folder), { stdio: 'ignore' });
      const ended = once(child, 'exit');
      stopServer = async () => {
        child.kill('SIGKILL');
        await ended;
        stopServer = stopped;
      };
      await untilServing(address);
    },
    stop: () => stopServer(),
    loseStorage: async () => {
      for (const ending of ['', '-shm', '-wal'])
        await rm(join(folder, `temporal.db${ending}`), { force: true });
    },
    client: async () => {
      const connection = await Connection.connect({ address });
      parts.defer(() => connection.close());
      return new Client({ connection });
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
