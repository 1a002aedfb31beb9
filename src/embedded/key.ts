import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../lib/make-folder.ts';

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
