import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where that key is kept. */
export function keyFile(dataDir: string): string {
  return join(dataDir, 'encryption.key');
}

/**
 * The key that encrypts webhook secrets on embedded defaults: made once and kept beside the embedded
 * database, readable by its owner alone. Several processes that start at once get the same one.
 *
 * @returns 32 bytes
 */
export function readOrMakeKey(dataDir: string): Uint8Array {
  const file = keyFile(dataDir);
  const known = read(file);
  if (known) return known;
  mkdirSync(dataDir, { recursive: true });
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
