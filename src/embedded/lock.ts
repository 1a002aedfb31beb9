import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pause } from '../pause.ts';

/** A held lock. */
export interface Lock {
  /** Gives the lock up. Doing so twice is harmless. */
  release(): void;
}

const SQLITE_BUSY = 5;
const DEFAULT_POLL_MS = 100;

/**
 * Takes the lock on a file unless somebody, in this process or another, holds it.
 *
 * SQLite's exclusive lock is used because it is a lock of the operating system: it goes away with its holder, kill -9
 * included, so there is no pid file to misjudge. Nothing else may open the file: on POSIX systems closing any other
 * descriptor of it would drop the lock.
 *
 * @param file The lock file; it and its folder are created when missing, and it stays after release.
 * @returns The lock, or undefined when it is held.
 * @throws When the file cannot be created or opened.
 */
export function tryLock(file: string): Lock | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return {
    release() {
      if (database.isOpen) database.close();
    },
  };
}

/**
 * Waits until the lock on a file can be taken, and takes it.
 *
 * @param file As for {@link tryLock}.
 * @param options `pollMs`: milliseconds between tries (100); `signal`: gives up waiting.
 * @returns The lock.
 * @throws The signal's reason once it is aborted, or what {@link tryLock} throws.
 */
export async function lock(
  file: string,
  options: { pollMs?: number; signal?: AbortSignal } = {},
): Promise<Lock> {
  const { pollMs = DEFAULT_POLL_MS, signal } = options;
  for (;;) {
    signal?.throwIfAborted();
    const held = tryLock(file);
    if (held) return held;
    await pause(pollMs, { signal });
  }
}
