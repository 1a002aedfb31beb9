import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import type { Role } from './app.ts';
import { type Config, ConfigError, readConfig, warningsOf } from './config/config.ts';
import { createLog } from './log.ts';

/** Runs the service until a signal ends it. Ends the process with a sentence when it cannot start. */
export async function serve(role: Role): Promise<void> {
  await orEnd(async () => {
    const config = readConfig(process.env);
    if (config.webProcesses === 1 || role === 'worker') return runService(config, role);
    if (role === 'all') {
      throw new ConfigError([
        'Several WEB_PROCESSES need the role "web": start "npm start -- web" and "npm start -- worker" instead',
      ]);
    }
    return cluster.isPrimary ? supervise(config) : runOneOfSeveral(config);
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

async function runService(config: Config, role: Role): Promise<void> {
  const log = createLog(config.logLevel);
  warn(config, role, log);
  const { run } = await import('./run.ts');
  // Now, since a process that is killed later writes nothing.
  flushCompileCache();
  await run(config, role, log);
}

async function supervise(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  warn(config, 'web', log);
  // It does not load the service, which would take 100 MB.
  const { superviseWebProcesses } = await import('./web-processes/supervisor.ts');
  flushCompileCache();
  process.exit(await superviseWebProcesses(config, log));
}

async function runOneOfSeveral(config: Config): Promise<void> {
  const { answerQuestions } = await import('./web-processes/questions.ts');
  const { run } = await import('./run.ts');
  flushCompileCache();
  const log = createLog(config.logLevel).child({ pid: process.pid });
  await run(config, 'web', log, (answers) => answerQuestions(process, answers));
}

function warn(config: Config, role: Role, log: Logger): void {
  for (const warning of warningsOf(process.env, config, role)) log.warn(warning);
}
