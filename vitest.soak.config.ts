import { defineConfig } from 'vitest/config';

/** The suite of load that lasts, on parts of its own. */
export default defineConfig({
  test: {
    include: ['test/soak/**/*.test.ts'],
    reporters: process.env.RESULTS ? ['default', ['json', { outputFile: process.env.RESULTS }]] : ['default'],
    pool: 'forks',
    experimental: { viteModuleRunner: false },
    fileParallelism: false,
    testTimeout: 4_000_000,
    hookTimeout: 600_000,
  },
});
