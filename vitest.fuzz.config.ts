import { randomInt } from 'node:crypto';
import { longSuite } from './test/kit/suite.ts';

// One seed for all files, so a run can be repeated. CI always uses the same seed, so only a code change can break it.
const FUZZ_SEED = process.env.FUZZ_SEED ?? (process.env.CI ? '1' : String(randomInt(2 ** 31)));
const FUZZ_SECONDS = process.env.FUZZ_SECONDS ?? (process.env.CI ? '5' : '10');

/** The suite of generated input: each part for FUZZ_SECONDS. */
export default longSuite('fuzz', {
  globalSetup: ['test/kit/global-setup.ts'],
  env: { FUZZ_SEED, FUZZ_SECONDS },
  // Something else may hold up the machine for a second. Harm that an attack does comes again. The seed stays the same.
  retry: 1,
  testTimeout: 120_000 + 20_000 * Number(FUZZ_SECONDS),
  hookTimeout: 300_000,
});
