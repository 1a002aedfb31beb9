import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { ProjectConfig } from 'vitest/node';
import { keepCompiledModules } from './src/lib/compile-cache.ts';

// The processes of the tests, and those that they start, keep compiled modules.
keepCompiledModules(process.env);

type Suite = ProjectConfig & { include: string[] };

// One seed for all files, so a run can be repeated. CI always uses the same seed, so only a code change can break it.
const FUZZ_SEED = process.env.FUZZ_SEED ?? (process.env.CI ? '1' : String(randomInt(2 ** 31)));
const FUZZ_SECONDS = process.env.FUZZ_SECONDS ?? (process.env.CI ? '5' : '10');
const FUZZ: ProjectConfig = {
  env: { FUZZ_SEED, FUZZ_SECONDS },
  // Something else may hold up the machine for a second. Harm that an attack does comes again. The seed stays the same.
  retry: 1,
  testTimeout: 120_000 + 20_000 * Number(FUZZ_SECONDS),
  hookTimeout: 300_000,
};

/** More than there are cores, because a test often waits for a server or a schedule. */
const MANY = availableParallelism() + 2;

/** The longer suites, which run one after the other. Every other file of `test/` belongs to the main suite. */
const LONGER: Record<string, Suite> = {
  // What starts programs and waits for them.
  processes: {
    include: [
      'test/clock-jump.test.ts',
      'test/docs/receivers.test.ts',
      'test/embedded/**/*.test.ts',
      'test/seed/cli.test.ts',
      'test/start.test.ts',
      'test/telemetry/{trace-export,traces}.test.ts',
      'test/workflows/{dispatcher,temporal,worker}/**/*.test.ts',
      'test/workflows/{retry-and-cancel,silent-database,traces}.test.ts',
      'test/wrong-key.test.ts',
    ],
    maxWorkers: MANY,
  },
  admin: { include: ['test/admin/**/*.test.ts'], maxWorkers: 3, testTimeout: 60_000 },
  browser: { include: ['test/browser/**/*.test.ts'], maxWorkers: 3, testTimeout: 180_000 },
  cluster: {
    include: ['test/cluster/**/*.test.ts'],
    exclude: ['test/cluster/**/*.short.test.ts'],
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
  // What CI runs of it: one event for each engine that people run beside the service. They mostly wait for elections.
  'cluster-short': {
    include: ['test/cluster/**/*.short.test.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 200_000,
  },
  // Each file runs a whole site. A third one beside them made two cores so slow that requests of the others failed.
  faults: {
    include: ['test/faults/**/*.test.ts'],
    // A vote that is lost only sometimes is lost.
    retry: 0,
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
  fuzz: { ...FUZZ, include: ['test/fuzz/**/*.test.ts'], exclude: ['test/fuzz/attacks/**'], maxWorkers: 2 },
  // What attacks do to others is measured, so nothing runs beside them.
  attacks: { ...FUZZ, include: ['test/fuzz/attacks/**/*.test.ts'], maxWorkers: 1 },
  // It needs npm's and Python's registry.
  packages: {
    include: ['test/packages/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
  soak: {
    include: ['test/soak/**/*.test.ts'],
    retry: 0,
    maxWorkers: 1,
    testTimeout: 4_000_000,
    hookTimeout: 600_000,
  },
};

/** Files of the main suite that end processes, or need one of their own: each installs Temporal's runtime once. */
const OF_THEIR_OWN = [
  'test/workflows/**/*.test.ts',
  'test/client/deliveries.test.ts',
  'test/net/hostile.test.ts',
  'test/schema/subscription.test.ts',
];
const OF_LONGER_SUITES = Object.values(LONGER).flatMap(({ include }) => include);

function project(name: string, groupOrder: number, suite: Suite): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      sequence: { groupOrder },
      // Temporal's worker is native code, which worker threads do not go well with.
      pool: 'forks',
      // Modules are loaded by Node as in production: nothing is mocked, and only JSX is transformed.
      experimental: { viteModuleRunner: false },
      setupFiles: ['test/kit/load-tsx.ts', 'test/kit/fail-on-leaks.ts'],
      // A busy machine is slow. A test that waits for something fails when it does not come, not when it comes late.
      expect: { poll: { timeout: 15_000, interval: 50 } },
      testTimeout: 60_000,
      hookTimeout: 120_000,
      // CI names the tests that passed only at the second try: a busy machine holds up no change, and no doubt is hidden.
      retry: process.env.CI ? 1 : 0,
      ...suite,
    },
  };
}

export default defineConfig({
  test: {
    // Once for all projects: they share the database.
    globalSetup: ['test/kit/global-setup.ts'],
    // What people read, and a file for CI if `RESULTS` names one.
    reporters: process.env.RESULTS ? ['default', ['json', { outputFile: process.env.RESULTS }]] : ['default'],
    projects: [
      project('main', 1, {
        include: ['test/**/*.test.ts'],
        exclude: [...OF_THEIR_OWN, ...OF_LONGER_SUITES],
        // The modules are loaded once for all of these files.
        isolate: false,
        maxWorkers: MANY,
      }),
      project('alone', 1, {
        include: OF_THEIR_OWN,
        exclude: OF_LONGER_SUITES,
        maxWorkers: MANY,
      }),
      ...Object.entries(LONGER).map(([name, suite], index) => project(name, index + 2, suite)),
    ],
  },
});
