import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessIdentity } from './process-identity.ts';

/** The content of `<dataDir>/temporal.json`, by which other processes and the next guard find the server. */
export interface TemporalRecord {
  /**
   * Kept when the server has ended. The next one uses the same ports if they are free, so that clients need not search.
   */
  ports: { grpc: number; ui: number };
  address: string;
  uiUrl: string;
  /** Absent when no server was left running. */
  server?: ProcessIdentity;
}

/** Reads the record; undefined when there is none, or when it cannot be read. */
export function readRecord(dataDir: string): TemporalRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(file(dataDir), 'utf8')) as TemporalRecord;
    return Number.isInteger(record.ports.grpc) && Number.isInteger(record.ports.ui) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the record in one step, so that no process reads half of it. */
export function writeRecord(
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
  const next = `${file(dataDir)}.new`;
  writeFileSync(next, `${JSON.stringify(record, undefined, 2)}\n`);
  renameSync(next, file(dataDir));
}

function file(dataDir: string): string {
  return join(dataDir, 'temporal.json');
}
