import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pino from 'pino';
import { startEmbeddedDatabase } from '../../src/embedded/database.ts';
import { tryLock } from '../../src/embedded/lock.ts';
import { ownFolder } from '../../src/embedded/owner.ts';
import { startEmbeddedTemporal } from '../../src/embedded/temporal.ts';

/** What a test's other process uses. */
export type Subject =
  | { use: 'lock'; file: string; collects?: boolean }
  | { use: 'database'; dataDir: string }
  | { use: 'temporal'; dataDir: string; cli: string; ports: { grpc: number; ui: number } };

/** What it tells the test once it has it. */
export interface SubjectReport {
  held?: boolean;
  serverPid?: number | undefined;
  address?: string;
}

async function run(subject: Subject): Promise<SubjectReport> {
  const log = pino({ level: 'silent' });
  if (subject.use === 'lock') {
    const isHeld = tryLock(subject.file) !== undefined;
    if (subject.collects) await collectGarbage();
    return { held: isHeld };
  }
  const owner = await ownFolder(subject.dataDir);
  if (subject.use === 'database') {
    const { options } = await startEmbeddedDatabase({ owner, searchPath: '', log });
    return { serverPid: owner.noted.postgres?.server.pid, address: options.host };
  }
  const { cli, ports } = subject;
  const { address } = await startEmbeddedTemporal({ owner, cli, ports, log });
  return { serverPid: owner.noted.temporal?.server?.pid, address };
}

/** Closes what nothing refers to, as a long life would. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    await delay(10);
  }
}

if (import.meta.main) {
  // Keeps this process until the test kills it, or has ended.
  process.on('disconnect', () => process.exit());
  process.send?.(await run(JSON.parse(process.argv[2] ?? '{}') as Subject));
}
