import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a file is there that this user may run. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Finds a program the way a shell does.
 *
 * @param name The program's file name.
 * @param path The text of PATH.
 * @param more Folders to look into after those of PATH.
 * @returns The program's file, or undefined.
 */
export function findProgram(name: string, path: string, more: string[] = []): string | undefined {
  return [...path.split(delimiter), ...more]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram);
}
