import { randomBytes } from 'node:crypto';
import { accessSync, constants, linkSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../lib/make-folder.ts';

/**
 * Creates a data folder for this user alone, if it is missing.
 *
 * @returns its real, absolute path
 * @throws with the name of the folder when it cannot be written: otherwise a server would be started in it again and
 *   again
 */
export function openDataFolder(dataDir: string): string {
  try {
    makeFolder(dataDir, 0o700);
    // The dot refuses a file that has this name.
    accessSync(`${dataDir}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The data folder ${dataDir} (DATA_DIR) cannot be written: ${code}.`);
  }
}

/** The file of the key that encrypts secrets on embedded defaults. */
export function keyFile(dataDir: string): string {
  return join(dataDir, 'encryption.key');
}

/**
 * Reads the key that encrypts webhook secrets on embedded defaults. If the file is missing, it creates one beside the
 * embedded database, which only its owner can read. Processes that start at the same time get the same key.
 *
 * @returns 32 bytes
 */
export function readOrMakeKey(dataDir: string): Uint8Array {
  const file = keyFile(dataDir);
  const known = read(file);
  if (known) return known;
  makeFolder(dataDir);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (Reflect.get(error as object, 'code') !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file);
}

function read(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (Reflect.get(error as object, 'code') === 'ENOENT') return undefined;
    throw error;
  }
}
