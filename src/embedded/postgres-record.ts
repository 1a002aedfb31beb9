import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

/** The content of `<dataDir>/postgres.json`, by which the next guard finds a server that outlived its guard. */
interface ServerRecord {
  /** The real path of the data folder. Records of older versions have none. */
  readonly dataDir?: string;
  readonly cluster: string;
  readonly server: ProcessIdentity;
}

/** Records the server of a cluster. */
export function recordServer(dataDir: string, cluster: string, pid: number | undefined): void {
  const server = pid === undefined ? undefined : identify(pid);
  if (!server) return;
  // In one step, so that no guard reads half of it.
  const next = `${fileOf(dataDir)}.new`;
  writeFileSync(
    next,
    JSON.stringify({ dataDir: realpathSync(dataDir), cluster, server } satisfies ServerRecord),
  );
  renameSync(next, fileOf(dataDir));
}

/**
 * Finds the server that outlived its guard. PostgreSQL leaves its pid file when it is killed, and does not start when
 * another program has that number by now. So the file is removed if the recorded server wrote it and has ended. Only
 * the holder of the lock may call this.
 *
 * @returns undefined when none runs
 */
export function findOrphan(dataDir: string, cluster: string): ProcessIdentity | undefined {
  const record = read(dataDir);
  // A copied or moved folder has the record of another one. The cluster alone does not tell: a data folder of root may
  // hold a link to it, which a copy of the folder has, too.
  if (record?.cluster !== cluster || (record.dataDir ?? realpathSync(dataDir)) !== realpathSync(dataDir))
    return undefined;
  if (isRunning(record.server)) return record.server;
  const file = join(cluster, 'postmaster.pid');
  if (existsSync(file) && Number.parseInt(readFileSync(file, 'utf8'), 10) === record.server.pid) rmSync(file);
  return undefined;
}

function read(dataDir: string): ServerRecord | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as ServerRecord;
  } catch {
    return undefined;
  }
}

const fileOf = (dataDir: string) => join(dataDir, 'postgres.json');
