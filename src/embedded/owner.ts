import { readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pause } from '../lib/pause.ts';
import { openDataFolder } from './data-folder.ts';
import { tryLock } from './lock.ts';
import { identify, isRunning, type ProcessIdentity } from './processes.ts';

/** A service runs until it is stopped, and shares its servers with commands. A command ends soon, and shares nothing. */
type OwnerKind = 'service' | 'command';

/** What other processes and the next owner have to know about the servers of a data folder. */
interface Servers {
  /** The address that people and bots use. */
  readonly site?: string | undefined;
  readonly postgres?: { readonly cluster: string; readonly server: ProcessIdentity } | undefined;
  /** The ports are kept for the next start, so that clients need not search. */
  readonly temporal?:
    | {
        readonly ports: { readonly grpc: number; readonly ui: number };
        readonly server?: ProcessIdentity | undefined;
      }
    | undefined;
}

interface Owner {
  readonly process: ProcessIdentity;
  readonly command: string;
  readonly kind: OwnerKind;
}

/** The content of `owner.json` in a data folder. Without a process, the folder was given back. */
interface FolderRecord extends Servers, Partial<Owner> {
  /** The real path of the data folder. In a copy of the folder, it names the original. */
  readonly dataDir: string;
}

/** This process owns a data folder: no other one runs servers in it. */
export interface FolderOwner {
  /** The real, absolute path. */
  readonly dataDir: string;
  /** What this owner has noted, and the owner before. The servers of that one may still run, if it was killed. */
  readonly noted: Servers;
  /** Notes something about the servers, for other processes and the next owner. */
  note(change: Servers): void;
  /** Gives the folder back. The servers must have ended. */
  release(): void;
}

/** The owner is known a moment after it has the lock. */
const NOTED_WITHIN_MS = 1_000;
/** How long others wait for a command to end. */
export const COMMAND_MS = 60_000;

/**
 * Takes a data folder for this process unless another one owns it. The operating system holds the lock and releases it
 * when this process ends, also by kill -9. So neither a stale file nor a reused process number can block a start.
 *
 * @returns undefined when the folder has an owner
 * @throws when the folder cannot be written
 */
export function tryOwnFolder(dataFolder: string, kind: OwnerKind): FolderOwner | undefined {
  const dataDir = openDataFolder(dataFolder);
  const held = tryLock(join(dataDir, 'owner.lock'));
  if (!held) return undefined;
  const { postgres, temporal }: Servers = readRecord(dataDir) ?? {};
  const self = identify(process.pid) ?? { pid: process.pid, started: '' };
  let noted: Servers = { postgres, temporal };
  let isReleased = false;
  const write = () => writeRecord({ dataDir, process: self, command: thisCommand(), kind, ...noted });
  try {
    write();
  } catch (error) {
    held.release();
    throw error;
  }
  return {
    dataDir,
    get noted() {
      return noted;
    },
    note(change) {
      noted = { ...noted, ...change };
      write();
    },
    release() {
      if (isReleased) return;
      isReleased = true;
      const { postgres, temporal } = noted;
      try {
        writeRecord({ dataDir, postgres, temporal });
      } catch {
        // As on a full disk. The record of a process that has ended is not believed.
      }
      held.release();
    },
  };
}

/**
 * Takes a data folder for a service. It waits up to 60 seconds for a command that owns the folder.
 *
 * @throws a sentence with the process that owns the folder
 */
export async function ownFolder(dataDir: string): Promise<FolderOwner> {
  const start = performance.now();
  for (;;) {
    const owner = tryOwnFolder(dataDir, 'service');
    if (owner) return owner;
    const other = findOwner(dataDir)?.kind;
    const patienceMs = other === 'command' ? COMMAND_MS : NOTED_WITHIN_MS;
    if (other === 'service' || performance.now() - start > patienceMs) throw folderInUse(dataDir);
    await pause(25);
  }
}

/** @returns what the running owner of a data folder has noted; undefined when none runs, also when it was killed */
export function findOwner(dataDir: string): (Owner & Servers) | undefined {
  const record = readRecord(dataDir);
  return record?.process && isRunning(record.process) ? (record as Owner & Servers) : undefined;
}

/** A data folder has another owner. The message says which process that is, and what to do. */
export function folderInUse(dataDir: string): Error {
  const owner = findOwner(dataDir);
  const who = owner ? `the process ${owner.process.pid} (${owner.command})` : 'another process';
  return new Error(
    `The data folder ${dataDir} (DATA_DIR) is in use by ${who}. Stop it, or choose another folder. ` +
      'Processes share servers, not a folder: set DATABASE_URL, and TEMPORAL_ADDRESS for workers.',
  );
}

/** How a person started this process. Options are left out, since their values may be private. */
function thisCommand(): string {
  const [, script = '', ...args] = process.argv;
  const firstOption = args.findIndex((word) => word.startsWith('-'));
  const words = firstOption < 0 ? args : args.slice(0, firstOption);
  return ['node', relative(process.cwd(), script), ...words].join(' ');
}

/** @returns undefined when there is no record of this folder, or when it cannot be read */
function readRecord(dataDir: string): FolderRecord | undefined {
  try {
    const record: FolderRecord | null = JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8'));
    return record?.dataDir === realpathSync(dataDir) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the record in one step, so that no process reads half of it. */
function writeRecord(record: FolderRecord): void {
  const file = join(record.dataDir, 'owner.json');
  writeFileSync(`${file}.next`, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.next`, file);
}
