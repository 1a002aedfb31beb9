import { defineConfig } from 'vitest/config';

// As for the main suite.
process.env.TEST_DATABASE ??= 'server';

/** The suite of the admin command, which starts a process for each command. */
export default defineConfig({
  test: {
    include: ['test/admin/**/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    reporters: process.env.RESULTS ? ['default', ['json', { outputFile: process.env.RESULTS }]] : ['default'],
    pool: 'forks',
    experimental: { viteModuleRunner: false },
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
