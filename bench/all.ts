/**
 * Runs every measurement, one after another: the scripts `bench:…` of package.json. One that misses its target does not
 * keep the others from running. Ends with status 1 when any of them ended so.
 */
import { spawnSync } from 'node:child_process';
import project from '../package.json' with { type: 'json' };
import { print } from './support.ts';

const missed = Object.keys(project.scripts)
  .filter((name) => name.startsWith('bench:'))
  .filter((name) => spawnSync('npm', ['run', name], { stdio: 'inherit' }).status !== 0);
if (missed.length > 0) {
  print(`ended with an error, or missed a target: ${missed.join(', ')}`);
  process.exitCode = 1;
}
