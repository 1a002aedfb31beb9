import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { LONGER, type Longer, refusalOf, type Suite } from './suites.ts';

/** What all tests share, in whichever suite they run. */
export const common = {
  // Temporal's worker is native code, which worker threads do not go well with.
  pool: 'forks',
  // Modules are loaded by Node as in production: nothing is mocked, and only JSX is transformed.
  experimental: { viteModuleRunner: false },
  setupFiles: ['test/kit/load-tsx.ts'],
  // A busy machine is slow. A test that waits for something fails when it does not come, not when it comes late.
  expect: { poll: { timeout: 15_000, interval: 50 } },
  testTimeout: 30_000,
  hookTimeout: 120_000,
} satisfies InlineConfig;

/** What people read, and a file for CI if `RESULTS` names one. */
export const reporters: NonNullable<InlineConfig['reporters']> = process.env.RESULTS
  ? ['default', ['json', { outputFile: process.env.RESULTS }]]
  : ['default'];

/** What suites share that run several files at a time. */
export const parallel = {
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

/** Ends the run with one sentence if its arguments name a test file that only another suite runs. */
export function refuseOtherSuites(suite: Suite): void {
  const refusal = refusalOf(suite, process.argv.slice(2));
  if (refusal === null) return;
  process.stderr.write(`${refusal}\n`);
  process.exit(1);
}

/**
 * A long suite: one file at a time, unless the options say otherwise.
 *
 * @param suite whose files it runs
 */
export function longSuite(suite: Longer, options: InlineConfig): ViteUserConfig {
  refuseOtherSuites(suite);
  const include = [...LONGER[suite]];
  return defineConfig({ test: { ...common, reporters, fileParallelism: false, include, ...options } });
}
