import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isRunning, type ProcessIdentity } from './processes.ts';

/** The content of `<dataDir>/postgres.json`, by which the next guard finds a server that outlived its guard. */
interface PostgresRecord {
  /** The real path of the data folder. Records of older versions have none. */
  readonly dataDir?: string;
  readonly cluster: string;
  readonly server: ProcessIdentity;
}

/** The content of `<dataDir>/temporal.json`, by which other processes and the next guard find the server. */
export interface TemporalRecord {
  /**
   * Kept when the server has ended. The next one uses the same ports if they are free, so that clients need not search.
   */
  readonly ports: { readonly grpc: number; readonly ui: number };
  readonly address: string;
  readonly uiUrl: string;
  /** Absent when no server was left running. */
  readonly server?: ProcessIdentity;
}

/** The content of `<dataDir>/service.json`, by which programs that share the data find the service. */
interface ServiceRecord {
  readonly url: string;
  readonly process: ProcessIdentity;
}

/** Records the PostgreSQL server of a cluster. */
export function recordPostgres(dataDir: string, cluster: string, pid: number | undefined): void {
  const server = pid === undefined ? undefined : identify(pid);
  if (!server) return;
  const record: PostgresRecord = { dataDir: realpathSync(dataDir), cluster, server };
  write(dataDir, 'postgres.json', record);
}

/**
 * Finds the server that outlived its guard. PostgreSQL leaves its pid file when it is killed, and does not start when
 * another program has that number by now. So the file is removed if the recorded server wrote it and has ended. Only
 * the holder of the lock may call this.
 *
 * @returns undefined when none runs
 */
export function findOrphan(dataDir: string, cluster: string): ProcessIdentity | undefined {
  const record = read<PostgresRecord>(dataDir, 'postgres.json');
  // A copied or moved folder has the record of another one. The cluster alone does not tell: a data folder of root may
  // hold a link to it, which a copy of the folder has, too.
  if (record?.cluster !== cluster || (record.dataDir ?? realpathSync(dataDir)) !== realpathSync(dataDir))
    return undefined;
  if (isRunning(record.server)) return record.server;
  const file = join(cluster, 'postmaster.pid');
  if (existsSync(file) && Number.parseInt(readFileSync(file, 'utf8'), 10) === record.server.pid) rmSync(file);
  return undefined;
}

/** Records where Temporal's dev server is. Without a process, none was left running. */
export function recordTemporal(
  dataDir: string,
  ports: TemporalRecord['ports'],
  server?: ProcessIdentity | undefined,
): void {
  const record: TemporalRecord = {
    ports,
    address: `127.0.0.1:${ports.grpc}`,
    uiUrl: `http://127.0.0.1:${ports.ui}`,
    ...(server && { server }),
  };
  write(dataDir, 'temporal.json', record);
}

export function readTemporal(dataDir: string): TemporalRecord | undefined {
  const record = read<TemporalRecord>(dataDir, 'temporal.json');
  const { grpc, ui } = record?.ports ?? {};
  return Number.isInteger(grpc) && Number.isInteger(ui) ? record : undefined;
}

/**
 * Records that this process serves the data in a folder. Of several processes, the last one to start is found.
 *
 * @param url the address that people and bots use
 * @returns removes the record, unless it is another process's by now
 */
export function recordService(dataDir: string, url: string): () => void {
  const self = identify(process.pid);
  if (!self) return () => {};
  const record: ServiceRecord = { url, process: self };
  write(dataDir, 'service.json', record);
  return () => {
    const present = readService(dataDir);
    if (present?.process.pid === self.pid && present.url === url)
      rmSync(join(dataDir, 'service.json'), { force: true });
  };
}

/** @returns the address of the running service; undefined when none runs, also when it was killed */
export function findService(dataDir: string): string | undefined {
  const record = readService(dataDir);
  return record && isRunning(record.process) ? record.url : undefined;
}

function readService(dataDir: string): ServiceRecord | undefined {
  const record = read<ServiceRecord>(dataDir, 'service.json');
  return record && URL.canParse(record.url) && Number.isInteger(record.process?.pid) ? record : undefined;
}

/** @returns undefined when there is no record, or when it cannot be read */
function read<Content>(dataDir: string, name: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, name), 'utf8')) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Replaces a record in one step, so that no process reads half of it. */
function write(dataDir: string, name: string, record: object): void {
  const file = join(dataDir, name);
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(record, undefined, 2)}\n`);
  renameSync(next, file);
}
