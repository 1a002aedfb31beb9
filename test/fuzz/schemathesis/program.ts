import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram, isProgram } from '../../../src/embedded/programs.ts';

const VERSION = '4.32.5';
const run = promisify(execFile);

/**
 * Schemathesis in a Python environment of its own, installed once into the folder for programs that are got once.
 *
 * @returns its path; undefined, said in one line, where this machine cannot have it
 * @throws in continuous integration, where nothing may be lacking
 */
export async function getSchemathesis(): Promise<string | undefined> {
  const cacheDir =
    process.env.CACHE_DIR ?? join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bot-listing');
  const folder = join(cacheDir, `schemathesis-${VERSION}`);
  const program = join(folder, 'bin', 'schemathesis');
  try {
    // What was installed half does not run, and is installed again.
    if (isProgram(program) && (await works(program).catch(() => undefined))) return program;
    const python = findProgram('python3', process.env.PATH ?? '');
    if (python === undefined) throw new Error('python3 is not on PATH');
    await run(python, ['-m', 'venv', '--clear', folder]);
    await run(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`]);
    return await works(program);
  } catch (error) {
    const sentence = `This machine lacks Schemathesis ${VERSION} (install python3 and python3-venv): the tests of the served description were skipped.`;
    if (process.env.CI) throw new Error(sentence, { cause: error });
    process.stderr.write(`\n${sentence}\n`);
    return undefined;
  }
}

async function works(program: string): Promise<string> {
  await run(program, ['--version']);
  return program;
}
