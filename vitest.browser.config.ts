import { defineConfig } from 'vitest/config';

/** The suite in a real browser: one file at a time, on the real service. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    reporters: process.env.RESULTS ? ['default', ['json', { outputFile: process.env.RESULTS }]] : ['default'],
    pool: 'forks',
    experimental: { viteModuleRunner: false },
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
