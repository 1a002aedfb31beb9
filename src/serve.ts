import { flushCompileCache } from 'node:module';
import type { Role } from './app.ts';
import { ConfigError, readConfig, warningsOf } from './config/config.ts';
import { createLog } from './lib/log.ts';

/** Runs the service until a signal ends it. Ends the process with a sentence when it cannot start. */
export async function serve(role: Role): Promise<void> {
  await orEnd(async () => {
    const config = readConfig(process.env);
    const log = createLog(config.logLevel);
    for (const warning of warningsOf(process.env, config, role)) log.warn(warning);
    const { run } = await import('./run.ts');
    // Now, since a process that is killed later writes nothing.
    flushCompileCache();
    await run(config, role, log, process.env.npm_lifecycle_event !== undefined);
  });
}

/** Migrates the database and ends, for operators who do that before they start new processes. */
export async function migrate(): Promise<void> {
  await orEnd(async () => {
    const { startMigratedDatabase } = await import('./parts/database.ts');
    flushCompileCache();
    const config = readConfig(process.env);
    const log = createLog(config.logLevel);
    const parts = new AsyncDisposableStack();
    try {
      await startMigratedDatabase(config, log, parts);
    } finally {
      await parts.disposeAsync();
    }
    log.info('The tables of the database are up to date.');
  });
}

async function orEnd(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const sentence =
      error instanceof ConfigError ? error.message : `The service cannot start: ${explain(error)}`;
    // Programs read the log of a service with a database server, and people that of a developer's machine.
    if (process.env.DATABASE_URL) createLog('fatal', 2).fatal(sentence);
    else process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}

/** The name of a class is of use where it says more than "Error". */
function explain(error: unknown): string {
  return error instanceof Error && error.name === 'Error' ? error.message : String(error);
}
