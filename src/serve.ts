import { setTimeout as delay } from 'node:timers/promises';
import { type Role, startApp } from './app.ts';
import { type Config, ConfigError, readConfig, warningsOf } from './config/config.ts';
import { createLog } from './log.ts';
import { isEmpty, seed } from './seed/seed.ts';
import { describeStart } from './seed/welcome.ts';

/** How long the first output may wait for the address of the Temporal UI. */
const BANNER_WAIT_MS = 6000;

/** Runs the service until a signal ends it. Ends the process with a sentence when it cannot start. */
export async function serve(role: Role): Promise<void> {
  try {
    await run(readConfig(process.env), role);
  } catch (error) {
    const sentence =
      error instanceof ConfigError ? error.message : `The service cannot start: ${String(error)}`;
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}

async function run(config: Config, role: Role): Promise<void> {
  const log = createLog(config.logLevel);
  if (role !== 'web') (await import('./workflows/temporal/runtime.ts')).installTemporalRuntime(log);
  for (const warning of warningsOf(process.env, config, role)) log.warn(warning);
  const app = await startApp(config, role, log);
  let closing = false;
  const close = async (signal: string) => {
    // A second signal ends the process at once.
    if (closing) process.exit(1);
    closing = true;
    log.info({ signal }, 'Closing: requests and deliveries in progress are finished.');
    await app.close();
    process.exit(0);
  };
  process.on('SIGINT', close).on('SIGTERM', close);
  if (app.port === undefined) return;
  const isFirstStart = config.database.kind === 'embedded' && (await isEmpty(app.services));
  const samples = isFirstStart ? await seed(app.services, { bots: 5, users: 20, votes: 40 }) : undefined;
  await Promise.race([app.deliveriesReady, delay(BANNER_WAIT_MS)]);
  const site = config.http.port === app.port ? config.publicUrl : `http://${config.http.host}:${app.port}`;
  const known = app.temporalUi();
  const signIn = config.oauth ? 'provider' : config.developmentSignIn ? 'development' : undefined;
  process.stdout.write(describeStart({ site, temporalUi: known, signIn }, samples));
  if (known !== undefined) return;
  await app.deliveriesReady;
  process.stdout.write(`  Temporal UI   ${app.temporalUi() ?? 'unknown: set TEMPORAL_UI_URL'}\n`);
}
