import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether the file exists and this user may run it. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Finds a program, as a shell does.
 *
 * @param name the program's file name
 * @param path the value of PATH
 * @param more folders to search after those of PATH
 * @returns the program's file, or undefined
 */
export function findProgram(name: string, path: string, more: string[] = []): string | undefined {
  return [...path.split(delimiter), ...more]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram);
}
