import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pino from 'pino';
import { startEmbeddedDatabase } from '../../src/embedded/database.ts';
import { tryLock } from '../../src/embedded/lock.ts';
import { startEmbeddedTemporal } from '../../src/embedded/temporal.ts';

/** What a test's other process uses. */
export type Subject =
  | { use: 'lock'; file: string; collects?: boolean }
  | { use: 'database'; dataDir: string }
  | { use: 'temporal'; dataDir: string; cli: string; ports: { grpc: number; ui: number } };

/** What it tells the test once it has it. */
export interface SubjectReport {
  held?: boolean;
  childPid?: number | undefined;
  address?: string;
}

async function run(subject: Subject): Promise<SubjectReport> {
  const log = pino({ level: 'silent' });
  switch (subject.use) {
    case 'lock': {
      const isHeld = tryLock(subject.file) !== undefined;
      if (subject.collects) await collectGarbage();
      return { held: isHeld };
    }
    case 'database': {
      const database = await startEmbeddedDatabase({ dataDir: subject.dataDir, searchPath: '', log });
      return { childPid: database.pid, address: database.options.host };
    }
    case 'temporal': {
      const temporal = await startEmbeddedTemporal({ ...subject, log });
      return { childPid: temporal.guardPid, address: temporal.address };
    }
  }
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
