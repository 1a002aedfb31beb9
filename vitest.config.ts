import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { keepCompiledModules } from './src/compile-cache.ts';
import { common, reporters } from './test/kit/suite.ts';

// The processes of the tests, and those that they start, keep compiled modules.
keepCompiledModules(process.env);

/** Files of the suite `test:processes`: each test starts programs, and waits for them. */
export const OF_PROCESSES = [
  'test/clock-jump.test.ts',
  'test/docs/receivers.test.ts',
  'test/embedded/**/*.test.ts',
  'test/seed/cli.test.ts',
  'test/start.test.ts',
  'test/telemetry/{trace-export,traces}.test.ts',
  'test/workflows/{dispatcher,temporal,worker}/**/*.test.ts',
  'test/workflows/{refresh-listings,silent-database,traces}.test.ts',
  'test/wrong-key.test.ts',
];
/** Files that end processes, or need a process of their own: Temporal's runtime is installed once in each. */
const OF_THEIR_OWN = [
  'test/workflows/**/*.test.ts',
  'test/seed/**/*.test.ts',
  'test/client/deliveries.test.ts',
  'test/net/hostile.test.ts',
  'test/schema/subscription.test.ts',
];
const OF_OTHER_SUITES = [
  ...OF_PROCESSES,
  'test/admin/**',
  'test/browser/**',
  'test/cluster/**',
  'test/faults/**',
  'test/fuzz/**',
  'test/packages/**',
  'test/soak/**',
];

/** What the projects of a run share. */
export const shared = {
  // Once for all projects: they share the database.
  globalSetup: ['test/kit/global-setup.ts'],
  reporters,
  // More than there are cores, because a test often waits for a server or a schedule.
  maxWorkers: availableParallelism() + 2,
} satisfies InlineConfig;

/** A project whose files run in processes of their own. */
export const ownProcesses = (include: string[], exclude: string[]) => ({
  test: { ...common, name: 'own processes', include, exclude },
});

export default defineConfig({
  test: {
    ...shared,
    projects: [
      ownProcesses(OF_THEIR_OWN, OF_OTHER_SUITES),
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
