import { defineConfig } from 'vitest/config';

/** The suite of the packages for bot developers, as they are installed. It needs npm's and Python's registry. */
export default defineConfig({
  test: {
    include: ['test/packages/**/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    reporters: process.env.RESULTS ? ['default', ['json', { outputFile: process.env.RESULTS }]] : ['default'],
    pool: 'forks',
    experimental: { viteModuleRunner: false },
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
