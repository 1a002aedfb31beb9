import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../lib/make-folder.ts';
import { pause } from '../lib/pause.ts';

/** A held lock. */
export interface Lock {
  /** Releases the lock. A second call has no effect. */
  release(): void;
}

const SQLITE_BUSY = 5;
/** Referenced here, because a collected database is closed, and its lock would be released. */
const held = new Set<DatabaseSync>();
const POLL_MS = 100;

/**
 * Takes the lock on a file unless this process or another one holds it.
 *
 * It uses SQLite's exclusive lock, which is a lock of the operating system: it ends with its holder, even by kill -9. A
 * pid file would be less reliable. Nothing else may open the file: on POSIX systems, closing another descriptor of it
 * would release the lock.
 *
 * @param file the lock file; it and its folder are created when missing, and the file stays after the release
 * @returns the lock, or undefined when it is held
 * @throws when the file cannot be created or opened
 */
export function tryLock(file: string): Lock | undefined {
  makeFolder(dirname(file));
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  held.add(database);
  return {
    release() {
      if (held.delete(database)) database.close();
    },
  };
}

/**
 * Waits until the lock on a file can be taken, and takes it.
 *
 * @param file as for {@link tryLock}
 * @param signal ends the wait
 * @throws the signal's reason when it is aborted, or the error of {@link tryLock}
 */
export async function lock(file: string, signal?: AbortSignal): Promise<Lock> {
  for (;;) {
    signal?.throwIfAborted();
    const taken = tryLock(file);
    if (taken) return taken;
    await pause(POLL_MS, { signal });
  }
}
