import { defineConfig } from 'vitest/config';

/** The long suite that kills processes: one file at a time, on parts of its own. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    reporters: process.env.RESULTS ? ['default', ['json', { outputFile: process.env.RESULTS }]] : ['default'],
    pool: 'forks',
    experimental: { viteModuleRunner: false },
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
