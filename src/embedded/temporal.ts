import { join } from 'node:path';
import type { Connection } from '@temporalio/client';
import type { Logger } from 'pino';
import { grpcDeadline } from '../lib/grpc-deadline.ts';
import { pause } from '../lib/pause.ts';
import type { FolderOwner } from './owner.ts';
import { freePort } from './ports.ts';
import { endProcess, identify, spawnWatched } from './processes.ts';
import { GRACE_MS, keepServer } from './server.ts';

const MOVED_POLL_MS = 1_000;
const CONNECT_MS = 3_000;
const DEFAULT_PORTS = { grpc: 7233, ui: 8233 };
const NAMESPACE = 'default';
const END_SIGNAL = 'SIGTERM';

type Ports = typeof DEFAULT_PORTS;

/** An embedded Temporal server that responds. */
export interface EmbeddedTemporal {
  /** The current `host:port` of its gRPC frontend: see {@link EmbeddedTemporal.moved}. */
  readonly address: string;
  /** The current address of its Web UI. */
  readonly uiUrl: string;
  /**
   * Resolves when the server has another address, because another program took its port while it was down, or when the
   * signal is aborted.
   */
  moved(from: string, signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

export const addressOf = ({ grpc }: Ports) => `127.0.0.1:${grpc}`;

/**
 * Runs the Temporal dev server of a data folder, and starts it again whenever it ends: on its old ports, or on others if
 * these are taken. A server that a killed owner left is ended first.
 *
 * @param init.cli path of the Temporal CLI
 * @param init.ports preferred ports, default 7233 and 8233, unless an earlier server of this folder used others
 * @param init.searchAttributes names and types to register, such as `{ BotId: 'Keyword' }`
 * @param init.signal ends the server, and the wait for it
 * @returns when the server's "default" namespace was read through gRPC
 * @throws when that takes more than 60 seconds, with the server's last log line in the message
 */
export async function startEmbeddedTemporal(init: {
  owner: FolderOwner;
  cli: string;
  log: Logger;
  ports?: Ports;
  searchAttributes?: Record<string, string>;
  signal?: AbortSignal;
}): Promise<EmbeddedTemporal> {
  const { owner, cli, log, signal, searchAttributes = {} } = init;
  const left = owner.noted.temporal;
  if (left?.server) await endProcess(left.server, { signal: END_SIGNAL, graceMs: GRACE_MS });
  const wanted = left?.ports ?? init.ports ?? DEFAULT_PORTS;
  let ports = wanted;
  const server = await keepServer({
    name: 'temporal',
    title: 'the embedded Temporal server',
    endSignal: END_SIGNAL,
    async launch() {
      ports = await choosePorts(ports, log);
      return spawnWatched(END_SIGNAL, cli, serverArguments(owner.dataDir, ports, searchAttributes));
    },
    note: (pid) => owner.note({ temporal: { ports, server: pid === undefined ? undefined : identify(pid) } }),
    responds: () => responds(addressOf(ports)),
    reasonIn: (lines) => `the Temporal server ended: ${lines.findLast(Boolean) ?? 'it gave no reason'}`,
    isFinal: () => false,
    log,
    signal,
  });
  return {
    get address() {
      return addressOf(ports);
    },
    get uiUrl() {
      return `http://127.0.0.1:${ports.ui}`;
    },
    async moved(from, until) {
      while (!until.aborted && addressOf(ports) === from) {
        await pause(MOVED_POLL_MS, { signal: until, ref: false });
      }
    },
    stop: server.stop,
  };
}

/** Prefers the ports of the previous server, so that clients need not search. */
async function choosePorts(wanted: Ports, log: Logger): Promise<Ports> {
  const grpc = await freePort(wanted.grpc);
  const ports = { grpc, ui: await freePort(wanted.ui, grpc) };
  if (grpc !== wanted.grpc) log.warn(ports, 'The Temporal port is taken; the server moves to another one.');
  return ports;
}

function serverArguments(dataDir: string, ports: Ports, searchAttributes: Record<string, string>): string[] {
  const attributes = Object.entries(searchAttributes);
  return [
    'server',
    'start-dev',
    ...['--db-filename', join(dataDir, 'temporal.db')],
    ...['--ip', '127.0.0.1', '--port', String(ports.grpc), '--ui-port', String(ports.ui)],
    ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
    ...['--log-level', 'error'],
    ...attributes.flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]),
  ];
}

async function responds(address: string): Promise<boolean> {
  let connection: Connection | undefined;
  try {
    // Loaded here, because processes without deliveries do not need it.
    const { Connection } = await import('@temporalio/client');
    connection = await Connection.connect({ address, connectTimeout: CONNECT_MS });
    const { workflowService } = connection;
    await connection.withDeadline(grpcDeadline(CONNECT_MS), () =>
      workflowService.describeNamespace({ namespace: NAMESPACE }),
    );
    return true;
  } catch {
    return false;
  } finally {
    await connection?.close();
  }
}
