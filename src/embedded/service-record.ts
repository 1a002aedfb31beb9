import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

/** The content of `<dataDir>/service.json`, by which programs that share the data find the service. */
interface ServiceRecord {
  url: string;
  process: ProcessIdentity;
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
  // In one step, so that no process reads half of it.
  const next = `${file(dataDir)}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(record, undefined, 2)}\n`);
  renameSync(next, file(dataDir));
  return () => {
    const present = read(dataDir);
    if (present?.process.pid === self.pid && present.url === url) rmSync(file(dataDir), { force: true });
  };
}

/** @returns the address of the running service; undefined when none runs, also when it was killed */
export function findService(dataDir: string): string | undefined {
  const record = read(dataDir);
  return record && isRunning(record.process) ? record.url : undefined;
}

/** @returns undefined when there is no record, or when it cannot be read */
function read(dataDir: string): ServiceRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(file(dataDir), 'utf8')) as ServiceRecord;
    return URL.canParse(record.url) && Number.isInteger(record.process.pid) ? record : undefined;
  } catch {
    return undefined;
  }
}

function file(dataDir: string): string {
  return join(dataDir, 'service.json');
}
