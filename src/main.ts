import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { type Role, startApp } from './app.ts';
import { type Config, ConfigError, readConfig, warningsOf } from './config.ts';
import { createLog } from './log.ts';
import { isEmpty, seed } from './seed/seed.ts';
import { describeStart } from './seed/welcome.ts';

const ROLES: readonly string[] = ['all', 'web', 'worker'] satisfies Role[];
/** How long the addresses may be held back so that Temporal's is among them. */
const BANNER_WAIT_MS = 6000;
const USAGE = 'usage: node src/main.ts [all|web|worker]';

async function main(config: Config, role: Role): Promise<void> {
  const log = createLog(config.logLevel);
  // V8 lets garbage grow to several times of what lives, on a machine with much memory: 380 MB instead of 200 after half a minute of load.
  if (role === 'web') setFlagsFromString('--optimize-for-size');
  else (await import('./workflows/runtime.ts')).installTemporalRuntime(log);
  for (const warning of warningsOf(process.env, config, role)) log.warn(warning);
  const app = await startApp(config, role, log);
  let closing = false;
  const close = async (signal: string) => {
    // A second signal does not wait.
    if (closing) process.exit(1);
    closing = true;
    log.info({ signal }, 'Closing: what is under way is finished.');
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
  process.stdout.write(`  Temporal UI   ${app.temporalUi() ?? 'not known: name it in TEMPORAL_UI_URL'}\n`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (import.meta.main) {
  const [role = 'all', ...others] = parseArgs({ allowPositionals: true }).positionals;
  if (!ROLES.includes(role) || others.length > 0) fail(USAGE);
  try {
    await main(readConfig(process.env), role as Role);
  } catch (error) {
    fail(error instanceof ConfigError ? error.message : `The service cannot start: ${String(error)}`);
  }
}
