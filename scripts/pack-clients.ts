/*
 * Packs the clients for bots into `packages/released/`, from where the service serves them. A version that was released
 * never changes: raise the versions first. It needs Python with pip.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../packages');
const RELEASED = join(PACKAGES, 'released');

const run = (program: string, args: readonly string[]) =>
  // The time in the files of a wheel, so that the same sources make the same bytes. npm has one of its own.
  execFileSync(program, args, { stdio: 'inherit', env: { ...process.env, SOURCE_DATE_EPOCH: '1577836800' } });

run('npm', ['pack', join(PACKAGES, 'client'), '--pack-destination', RELEASED]);
run('python3', ['-m', 'pip', 'wheel', '--no-deps', '--wheel-dir', RELEASED, join(PACKAGES, 'client-python')]);
