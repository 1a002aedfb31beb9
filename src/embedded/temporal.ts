import type { Connection } from '@temporalio/client';
import type { Logger } from 'pino';
import { grpcDeadline } from '../lib/grpc-deadline.ts';
import { pause } from '../lib/pause.ts';
import { openDataFolder } from './data-folder.ts';
import { isRunning } from './processes.ts';
import { readTemporal, type TemporalRecord } from './records.ts';
import { superviseServer } from './supervisor.ts';
import type { TemporalChildOptions } from './temporal-child.ts';

const MOVED_POLL_MS = 1_000;
const CONNECT_MS = 3_000;
const DEFAULT_PORTS = { grpc: 7233, ui: 8233 };
const NAMESPACE = 'default';

/** An embedded Temporal server that responds. */
export interface EmbeddedTemporal {
  /** The current `host:port` of its gRPC frontend: see {@link EmbeddedTemporal.moved}. */
  readonly address: string;
  /** The current address of its Web UI. */
  readonly uiUrl: string;
  /** This process's child, which runs the server or waits to do so; undefined while it is restarted. */
  readonly guardPid: number | undefined;
  /**
   * Resolves when the server has another address, because another program took its port while it was down, or when the
   * signal is aborted.
   */
  moved(from: string, signal: AbortSignal): Promise<void>;
  /** Ends this process's guard, and the server if this guard runs it. Another guard then starts the server again. */
  stop(): Promise<void>;
}

/**
 * Makes the Temporal dev server of a data folder available to this process: see {@link superviseServer}.
 *
 * When the server dies, it is restarted on its old ports, or on others if these are taken. If kill -9 ends all
 * processes but the server, the server continues. The next guard then ends it, by process number and start time, before
 * it starts its own.
 *
 * @param init.dataDir created with mode 0700 when it is missing; it holds `temporal.db`, `temporal.json` and the lock
 * @param init.cli path of the Temporal CLI
 * @param init.ports preferred ports, default 7233 and 8233, unless an earlier server of this folder used others
 * @param init.searchAttributes names and types to register, such as `{ BotId: 'Keyword' }`
 * @param init.signal stops the wait and the guard
 * @returns when the server's "default" namespace was read through gRPC
 * @throws when that takes more than 60 seconds, with the server's last log line in the message
 */
export async function startEmbeddedTemporal(init: {
  dataDir: string;
  cli: string;
  log: Logger;
  ports?: { grpc: number; ui: number };
  searchAttributes?: Record<string, string>;
  signal?: AbortSignal;
}): Promise<EmbeddedTemporal> {
  const dataDir = openDataFolder(init.dataDir);
  const server = await superviseServer({
    name: 'temporal',
    title: 'the embedded Temporal server',
    guard: new URL('./temporal-child.ts', import.meta.url),
    options: {
      dataDir,
      cli: init.cli,
      ports: init.ports ?? DEFAULT_PORTS,
      searchAttributes: init.searchAttributes ?? {},
    } satisfies TemporalChildOptions,
    find: () => findServer(dataDir),
    log: init.log,
    signal: init.signal,
  });
  const current = () => readTemporal(dataDir) ?? server.found;
  return {
    get address() {
      return current().address;
    },
    get uiUrl() {
      return current().uiUrl;
    },
    async moved(from, signal) {
      while (!signal.aborted && current().address === from) {
        await pause(MOVED_POLL_MS, { signal, ref: false });
      }
    },
    get guardPid() {
      return server.pid;
    },
    stop: server.stop,
  };
}

async function findServer(dataDir: string): Promise<TemporalRecord> {
  const record = readTemporal(dataDir);
  // Another program may listen on the port of a dead server.
  if (record?.server && isRunning(record.server) && (await isServing(record.address))) return record;
  throw new Error('it does not answer');
}

async function isServing(address: string): Promise<boolean> {
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
