import type { Connection } from '@temporalio/client';
import type { Logger } from 'pino';
import { pause } from '../pause.ts';
import { isRunning } from './process-identity.ts';
import { openDataFolder, superviseServer } from './supervisor.ts';
import type { TemporalChildOptions } from './temporal-child.ts';
import { readRecord, type TemporalRecord } from './temporal-record.ts';

const POLL_MS = 100;
const MOVED_POLL_MS = 1_000;
const CONNECT_MS = 3_000;
const DEFAULT_PORTS = { grpc: 7233, ui: 8233 };
const NAMESPACE = 'default';

/** An embedded Temporal server that answers. */
export interface EmbeddedTemporal {
  /** `host:port` of its gRPC frontend, as it is now: see {@link EmbeddedTemporal.moved}. */
  readonly address: string;
  /** Where its Web UI is now. */
  readonly uiUrl: string;
  /** The guard, this process's child that runs the server or waits to; undefined while it is restarted. */
  readonly guardPid: number | undefined;
  /**
   * Settled when the server is no longer at this address, since somebody took its port while it was down, or when the signal
   * is aborted.
   */
  moved(from: string, signal: AbortSignal): Promise<void>;
  /** Ends this process's guard, and the server when it runs it. Another process's guard then starts the server again. */
  stop(): Promise<void>;
}

/**
 * Makes the Temporal dev server of a data folder available to this process: see {@link superviseServer}.
 *
 * The server is restarted, on its old ports when they are free and else on others, whenever it dies. When the whole family
 * is killed with kill -9 at once, the server goes on; the next guard ends it, by process number and start time, before it
 * starts its own.
 *
 * @param init `dataDir`: created when missing, mode 0700; holds `temporal.db`, `temporal.json` and the lock;
 *   `cli`: path of the Temporal CLI; `ports`: taken when free (7233 and 8233), else free ones; what an earlier server
 *   of this folder used goes first; `searchAttributes`: names and types to register, such as `{ BotId: 'Keyword' }`;
 *   `signal`: gives up waiting; the guard is stopped.
 * @returns Once the server's "default" namespace was seen through gRPC.
 * @throws When that takes more than 60 seconds, with the server's last words in the message.
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
    pollMs: POLL_MS,
    log: init.log,
    signal: init.signal,
  });
  const current = () => readRecord(dataDir) ?? server.found;
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
  const record = readRecord(dataDir);
  // Whatever else listens on a port that a dead server had is not ours.
  if (record?.server && isRunning(record.server) && (await isServing(record.address))) return record;
  throw new Error('it does not answer');
}

async function isServing(address: string): Promise<boolean> {
  let connection: Connection | undefined;
  try {
    // Loaded here, since processes without deliveries never get to it.
    const { Connection } = await import('@temporalio/client');
    connection = await Connection.connect({ address, connectTimeout: CONNECT_MS });
    const { workflowService } = connection;
    await connection.withDeadline(Date.now() + CONNECT_MS, () =>
      workflowService.describeNamespace({ namespace: NAMESPACE }),
    );
    return true;
  } catch {
    return false;
  } finally {
    await connection?.close();
  }
}
