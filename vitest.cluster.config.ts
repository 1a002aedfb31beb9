import { defineConfig } from 'vitest/config';

/** The long suite on two web processes and two workers with all their servers. */
export default defineConfig({
  test: {
    include: ['test/cluster/**/*.test.ts'],
    reporters: process.env.RESULTS ? ['default', ['json', { outputFile: process.env.RESULTS }]] : ['default'],
    pool: 'forks',
    experimental: { viteModuleRunner: false },
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
});
