import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**', 'test/faults/**', 'test/fuzz/**', 'test/soak/**'],
    globalSetup: ['test/support/global-setup.ts'],
    // Temporal's worker is native code, which worker threads do not go well with.
    reporters: process.env.RESULTS ? ['default', ['json', { outputFile: process.env.RESULTS }]] : ['default'],
    pool: 'forks',
    // Modules are loaded by Node as in production: nothing is mocked or transformed.
    experimental: { viteModuleRunner: false },
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
