import type { TestProject } from 'vitest/node';
import { findProgram } from '../../src/embedded/programs.ts';
import { findTemporalCli } from '../../src/embedded/temporal-cli.ts';
import { cacheFolder } from '../../src/lib/cache-folder.ts';
import { createLog } from '../../src/lib/log.ts';
import { findPostgres } from './postgres.ts';
import { createTimeSkipping, isTimeSkippingKept } from './time-skipping.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What this machine has; tests that need a part it lacks are skipped, and named at the end. */
    parts: Parts;
  }
}

interface Found {
  /** The path of PostgreSQL's server. */
  readonly postgres: string | null;
  /** Prints what was lacking, to be called when all tests are done. */
  nameLacking(): void;
}

interface Parts {
  readonly redis: boolean;
  /** The path of the Temporal CLI. */
  readonly temporal: string | null;
  /** The path of PostgreSQL's server. */
  readonly postgres: string | null;
  readonly timeSkipping: boolean;
  readonly curl: boolean;
  readonly python: boolean;
  readonly go: boolean;
  readonly nginx: boolean;
  readonly pgbouncer: boolean;
}

const LACKING: Record<keyof Parts, string> = {
  redis: 'redis-server (install Redis): the tests of shared limits were skipped.',
  temporal: 'the Temporal CLI (put it on PATH, or install Go): the tests of deliveries were skipped.',
  postgres:
    'PostgreSQL (`npm ci` brings none for this platform: install its server): the tests of lost connections were skipped.',
  timeSkipping:
    'the time-skipping Temporal server (install a JDK and Maven): the tests of the schedule were skipped.',
  curl: 'curl: the tests of the examples that use it were skipped.',
  python: 'python3: the tests of the examples in Python were skipped.',
  go: 'go: the tests of the examples in Go were skipped.',
  nginx: 'nginx: the tests of what a proxy forwards were skipped.',
  pgbouncer: 'pgbouncer: the tests of a pooler before PostgreSQL were skipped.',
};

/**
 * Looks for the parts that tests need, fetching or building those it can.
 *
 * @throws in continuous integration, where nothing may be lacking
 */
export async function findParts(project: TestProject): Promise<Found> {
  const path = process.env.PATH ?? '';
  const parts: Parts = {
    redis: findProgram('redis-server', path) !== undefined,
    temporal: await temporalCli(path),
    postgres: (await findPostgres(path)) ?? null,
    timeSkipping: isTimeSkippingKept() || (await startsTimeSkipping()),
    curl: findProgram('curl', path) !== undefined,
    python: findProgram('python3', path) !== undefined,
    go: findProgram('go', path) !== undefined,
    nginx: findProgram('nginx', path) !== undefined,
    pgbouncer: findProgram('pgbouncer', path, ['/usr/sbin']) !== undefined,
  };
  project.provide('parts', parts);
  const lacking = (Object.keys(LACKING) as (keyof Parts)[])
    .filter((part) => !parts[part])
    .map((part) => LACKING[part]);
  if (process.env.CI && lacking.length > 0) throw new Error(`This machine lacks ${lacking.join('\nand ')}`);
  return {
    postgres: parts.postgres,
    nameLacking() {
      for (const sentence of lacking) process.stderr.write(`\nThis machine lacks ${sentence}\n`);
    },
  };
}

/** @returns the path of the Temporal CLI, found or got; null where there is none */
export async function temporalCli(path: string): Promise<string | null> {
  const cacheDir = cacheFolder(process.env);
  return (await findTemporalCli({ path, cacheDir, log: createLog('info', 2) })) ?? null;
}

/** Gets the server, too, where it is not kept yet. */
async function startsTimeSkipping(): Promise<boolean> {
  try {
    await (await createTimeSkipping()).teardown();
    return true;
  } catch {
    return false;
  }
}
