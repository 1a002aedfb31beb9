import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessIdentity } from './process-identity.ts';

/** What `<dataDir>/temporal.json` says, so that other processes and the next guard find the server. */
export interface TemporalRecord {
  /** Kept when the server has ended: the next one gets the same ports where they are free, so that clients need not look for it. */
  ports: { grpc: number; ui: number };
  address: string;
  uiUrl: string;
  /** Absent when no server was left running. */
  server?: ProcessIdentity;
}

/** Reads the record; undefined when there is none that can be understood. */
export function readRecord(dataDir: string): TemporalRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(file(dataDir), 'utf8')) as TemporalRecord;
    return Number.isInteger(record.ports.grpc) && Number.isInteger(record.ports.ui) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the record, in one step, so that no reader sees half of it. */
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
