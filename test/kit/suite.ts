import { defineConfig, type ViteUserConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';

/** What all tests share, in whichever suite they run. */
export const common = {
  // Temporal's worker is native code, which worker threads do not go well with.
  pool: 'forks',
  // Modules are loaded by Node as in production: nothing is mocked or transformed.
  experimental: { viteModuleRunner: false },
  // A busy machine is slow. A test that waits for something fails when it does not come, not when it comes late.
  expect: { poll: { timeout: 15_000, interval: 50 } },
  testTimeout: 30_000,
  hookTimeout: 120_000,
} satisfies InlineConfig;

/** What people read, and a file for CI if `RESULTS` names one. */
export const reporters: NonNullable<InlineConfig['reporters']> = process.env.RESULTS
  ? ['default', ['json', { outputFile: process.env.RESULTS }]]
  : ['default'];

/**
 * A long suite: one file at a time, unless the options say otherwise.
 *
 * @param options at least the files, `include`
 */
export const longSuite = (options: InlineConfig & { include: string[] }): ViteUserConfig =>
  defineConfig({ test: { ...common, reporters, fileParallelism: false, ...options } });
