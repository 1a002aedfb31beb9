import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { keepCompiledModules } from './src/compile-cache.ts';

// A PostgreSQL server is quicker than the embedded database, which TEST_DATABASE=embedded chooses.
process.env.TEST_DATABASE ??= 'server';
// The processes of the tests, and those that they start, keep compiled modules.
keepCompiledModules(process.env);

/** Files that end processes, or need a process of their own: Temporal's runtime is installed once in each. */
const OF_THEIR_OWN = [
  'test/workflows/**/*.test.ts',
  'test/embedded/**/*.test.ts',
  'test/seed/**/*.test.ts',
  'test/net/hostile.test.ts',
  'test/schema/subscription.test.ts',
  'test/wrong-key.test.ts',
];
/** Files that kill the embedded servers again and again. They run with `TEST_DATABASE=embedded`, as CI does. */
const OF_EMBEDDED_SERVERS = [
  'test/embedded/{database,supervisor,temporal}.test.ts',
  'test/workflows/temporal/moved.test.ts',
];
const OF_OTHER_SUITES = ['test/browser/**', 'test/faults/**', 'test/fuzz/**', 'test/soak/**'];
const LEFT_OUT = process.env.TEST_DATABASE === 'embedded' ? [] : OF_EMBEDDED_SERVERS;

const common = {
  // Temporal's worker is native code, which worker threads do not go well with.
  pool: 'forks',
  // Modules are loaded by Node as in production: nothing is mocked or transformed.
  experimental: { viteModuleRunner: false },
  testTimeout: 30_000,
  hookTimeout: 120_000,
} satisfies InlineConfig;

export default defineConfig({
  test: {
    // Once for both projects: they share the database.
    globalSetup: ['test/kit/global-setup.ts'],
    reporters: process.env.RESULTS ? ['default', ['json', { outputFile: process.env.RESULTS }]] : ['default'],
    // More than there are cores, because a test often waits for a server or a schedule.
    maxWorkers: availableParallelism() + 2,
    projects: [
      { test: { ...common, name: 'own processes', include: OF_THEIR_OWN, exclude: LEFT_OUT } },
      {
        test: {
          ...common,
          name: 'shared processes',
          include: ['test/**/*.test.ts'],
          exclude: [...OF_THEIR_OWN, ...OF_OTHER_SUITES],
          // The modules are loaded once for all of these files.
          isolate: false,
        },
      },
    ],
  },
});
