import { defineConfig } from 'vitest/config';
import { keepCompiledModules } from './src/lib/compile-cache.ts';
import { common, ownProcesses, parallel, refuseOtherSuites } from './test/kit/suite.ts';
import { LONGER } from './test/kit/suites.ts';

refuseOtherSuites('main');
// The processes of the tests, and those that they start, keep compiled modules.
keepCompiledModules(process.env);

/** Files that end processes, or need a process of their own: Temporal's runtime is installed once in each. */
const OF_THEIR_OWN = [
  'test/workflows/**/*.test.ts',
  'test/seed/**/*.test.ts',
  'test/client/deliveries.test.ts',
  'test/net/hostile.test.ts',
  'test/schema/subscription.test.ts',
];
const OF_OTHER_SUITES = Object.values(LONGER).flat();

export default defineConfig({
  test: {
    ...parallel,
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
