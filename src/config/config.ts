import { readData } from './data.ts';
import { hasSeveralHosts } from './database-url.ts';
import { readHttp } from './http.ts';
import { readImages } from './images.ts';
import { readInterfaces } from './interfaces.ts';
import { readLoad } from './load.ts';
import { readPlatform } from './platform.ts';
import type { Environment, Reading } from './reading.ts';
import { readRetention } from './retention.ts';
import { readSettings, type SETTINGS } from './settings.ts';
import { readSignIn } from './sign-in.ts';
import { readSite } from './site.ts';
import { findMisspellings } from './spelling.ts';
import { readTemporal } from './temporal.ts';
import { readTraces } from './traces.ts';
import { readVisitorLimits } from './visitor-limits.ts';
import { readWebhooks } from './webhooks.ts';

/** Everything that operators can set. Each part is a file of this folder and a section of `docs/configuration.md`. */
export type Config = Readonly<ReturnType<typeof readParts>>;

/** The environment cannot be used. The message names every problem, one a line. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Turns an environment into the service's configuration. It reads nothing but its argument, and the profile file that
 * the Temporal variables may name.
 *
 * @param env variables by name, as in `process.env`
 * @throws {ConfigError} naming every problem
 */
export function readConfig(env: Environment): Config {
  const { values, problems } = readSettings(env);
  const config = readParts({ env, values, problems, isSet: (name) => Boolean(env[name]) });
  const misspellings = findMisspellings(env).filter(({ isGrave }) => isGrave);
  problems.push(...misspellings.map(({ sentence }) => sentence));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

/**
 * Finds what may be a mistake but does not prevent the start.
 *
 * @param env the environment that the configuration was read from
 * @returns a sentence for each
 */
export function warningsOf(
  env: Environment,
  { database, temporal, holdsDeliveries }: Pick<Config, 'database' | 'temporal' | 'holdsDeliveries'>,
  role: 'all' | 'web' | 'worker',
): string[] {
  const warnings = findMisspellings(env).map(({ sentence }) => sentence);
  if (role !== 'web' && !holdsDeliveries && database.kind === 'server' && temporal.kind === 'embedded') {
    warnings.push(
      'DATABASE_URL is set and TEMPORAL_ADDRESS is not: this worker runs a Temporal dev server, ' +
        'and one on another machine would run another.',
    );
  }
  if (
    database.kind === 'server' &&
    hasSeveralHosts(database.url) &&
    !/[?&]target_session_attrs=/.test(database.url)
  ) {
    warnings.push(
      'DATABASE_URL names several hosts without target_session_attrs=primary: ' +
        'the first one that responds is used, also when it is a standby, which stores nothing.',
    );
  }
  if (holdsDeliveries) {
    warnings.push(
      'Deliveries are held (HOLD_DELIVERIES=true): votes are recorded, and nothing is sent. Without the setting, ' +
        'all that waits is sent; "npm run admin -- deliveries cancel --all" cancels it.',
    );
  }
  return warnings;
}

function readParts(settings: Reading<typeof SETTINGS>) {
  const http = readHttp(settings);
  const signIn = readSignIn(settings, http);
  return {
    ...http,
    ...readData(settings),
    ...readTemporal(settings),
    ...readWebhooks(settings),
    ...signIn,
    ...readPlatform(settings),
    ...readImages(settings),
    ...readVisitorLimits(settings, signIn.developmentSignIn),
    ...readRetention(settings),
    ...readLoad(settings),
    ...readInterfaces(settings),
    ...readSite(settings),
    ...readTraces(settings),
  };
}
