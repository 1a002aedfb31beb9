import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';

// One seed for all files, so a run can be repeated. CI always uses the same seed, so only a code change can break it.
const FUZZ_SEED = process.env.FUZZ_SEED ?? (process.env.CI ? '1' : String(randomInt(2 ** 31)));
const FUZZ_SECONDS = process.env.FUZZ_SECONDS ?? (process.env.CI ? '5' : '10');

/** The suite of generated input: one file at a time, each part for FUZZ_SECONDS. */
export default defineConfig({
  test: {
    include: ['test/fuzz/**/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    env: { FUZZ_SEED, FUZZ_SECONDS },
    reporters: process.env.RESULTS ? ['default', ['json', { outputFile: process.env.RESULTS }]] : ['default'],
    pool: 'forks',
    experimental: { viteModuleRunner: false },
    fileParallelism: false,
    testTimeout: 120_000 + 20_000 * Number(FUZZ_SECONDS),
    hookTimeout: 300_000,
  },
});
