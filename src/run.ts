import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type App, type Outside, type Role, startApp } from './app.ts';
import type { Config } from './config/config.ts';
import { hasProvider } from './config/sign-in.ts';
import { freePort } from './embedded/ports.ts';
import { faultOf } from './lib/log.ts';
import { isEmpty, type Seeded, seed } from './seed/seed.ts';
import { describeStart } from './seed/welcome.ts';

/** How long the first output may wait for the address of the Temporal UI. */
const BANNER_WAIT_MS = 6000;
/**
 * Under npm, one press of Ctrl-C is two signals: the terminal sends it to npm and to this process, and npm passes it on.
 * Elsewhere each signal is one.
 */
const ONE_KEYPRESS_MS = 500;

/**
 * Runs the service until a signal ends it.
 *
 * @param isUnderNpm whether npm, or a program like it, has started this process
 */
export async function run(config: Config, role: Role, log: Logger, isUnderNpm: boolean): Promise<void> {
  let closingSince: number | undefined;
  const close = async (signal: string) => {
    if (closingSince !== undefined) {
      // A second signal ends the process at once.
      const isSameKeypress =
        isUnderNpm && signal === 'SIGINT' && performance.now() - closingSince < ONE_KEYPRESS_MS;
      if (!isSameKeypress) process.exit(1);
      return;
    }
    closingSince = performance.now();
    log.info({ signal }, 'Closing: requests and deliveries in progress are finished.');
    // A start that fails ends the process itself.
    const started = await starting.catch(() => undefined);
    if (!started) return;
    await started.close();
    process.exit(0);
  };
  const runtime = role === 'web' ? {} : await installRuntime(log, config.metricsPort !== undefined);
  // Before it serves anybody, a signal ends the process at once.
  const beforeServing = () => void process.on('SIGINT', close).on('SIGTERM', close);
  const starting = startApp(config, role, log, { ...runtime, beforeServing });
  const app = await starting;
  const { site } = app;
  if (site === undefined) return;
  try {
    await welcome(app, site, config, log);
  } catch (error) {
    // A signal has closed the database that it still used.
    if (closingSince === undefined) throw error;
    log.debug({ fault: faultOf(error) }, 'The start ended early, because the service closes.');
  }
}

/** Adds samples at the first start of all, and prints where the service is. */
async function welcome(app: App, site: string, config: Config, log: Logger): Promise<void> {
  const isFirstStart = config.databaseUrl === undefined && (await isEmpty(app.services));
  const samples = isFirstStart ? await addFirstSamples(app.services) : undefined;
  await Promise.race([app.deliveriesReady, delay(BANNER_WAIT_MS)]);
  const known = app.temporalUi();
  if (config.databaseUrl !== undefined) {
    log.info({ site, temporalUi: known }, 'The service is ready.');
    return;
  }
  const signIn = hasProvider(config) ? 'provider' : config.developmentSignIn ? 'development' : undefined;
  const temporalUi = known ?? (app.services.isHeld() ? 'not used: deliveries are held' : undefined);
  process.stdout.write(describeStart({ site, temporalUi, signIn }, samples));
  if (temporalUi !== undefined) return;
  await app.deliveriesReady;
  process.stdout.write(`  Temporal UI   ${app.temporalUi() ?? 'unknown: set TEMPORAL_UI_URL'}\n`);
}

/** Adds so many samples that the site looks like one in use. */
async function addFirstSamples(services: App['services']): Promise<Seeded> {
  // Only the first start reads the texts of the samples.
  const { handMadeBots } = await import('./seed/samples.ts');
  const bots = handMadeBots();
  return seed(services, { bots: bots.length, users: 300, votes: 4000 }, bots);
}

/** Only processes that run deliveries load Temporal's SDK. */
async function installRuntime(log: Logger, isMeasured: boolean): Promise<Outside> {
  const { installTemporalRuntime, readSdkMetrics } = await import('./workflows/temporal/runtime.ts');
  const port = isMeasured ? await freePort(0) : undefined;
  installTemporalRuntime(log, port);
  return port === undefined ? {} : { sdkMetrics: () => readSdkMetrics(port) };
}
