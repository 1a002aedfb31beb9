import leven, { closestMatch } from 'leven';
import type { z } from 'zod';
import { data, hasSeveralHosts, readData, readRetention, retention } from './data.ts';
import { http, readHttp } from './http.ts';
import { load, readLoad, readVisitorLimits, visitorLimits } from './limits.ts';
import { mail, readMail } from './mail.ts';
import { images, platform, readImages, readPlatform, readWebhooks, webhooks } from './outbound.ts';
import { readSignIn, signIn } from './sign-in.ts';
import { brand, readSite } from './site.ts';
import { interfaces, readInterfaces, readTraces, traces } from './telemetry.ts';
import { readTemporal, temporal } from './temporal.ts';
import type { Environment, Reading } from './values.ts';

/** The sections in the order of `docs/configuration.md`. */
export const SECTIONS = [
  http,
  brand,
  data,
  temporal,
  webhooks,
  mail,
  signIn,
  platform,
  images,
  visitorLimits,
  retention,
  load,
  interfaces,
  traces,
] as const;

/** Every setting by its name: its form, its default, and in its `meta` what the documents say about it. */
export const SETTINGS: Readonly<Record<string, z.ZodType>> = Object.assign(
  {},
  ...SECTIONS.map(({ shape }) => shape),
);

/** Short names, such as PORT and HOST, resemble too many others. */
const SHORTEST = 8;
/** One typing error per five letters, at most three: TRUSTED_PROXY differs from TRUSTED_PROXIES by three. */
const allowed = (name: string) => (name.length < SHORTEST ? 0 : Math.min(3, Math.round(name.length / 5)));

/** Everything that operators can set. */
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
  const problems: string[] = [];
  const config = readParts(env, problems);
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

function readParts(env: Environment, problems: string[]) {
  const isSet = (name: string) => Boolean(env[name]);
  const reading = <Section extends z.ZodObject>(section: Section): Reading<Section> => {
    return { env, problems, isSet, values: readSection(section, env, problems) };
  };
  const site = readHttp(reading(http));
  const people = readSignIn(reading(signIn), site);
  return {
    ...site,
    ...readData(reading(data)),
    ...readTemporal(reading(temporal)),
    ...readWebhooks(reading(webhooks)),
    ...readMail(reading(mail)),
    ...people,
    ...readPlatform(reading(platform)),
    ...readImages(reading(images)),
    ...readVisitorLimits(reading(visitorLimits), people.developmentSignIn),
    ...readRetention(reading(retention)),
    ...readLoad(reading(load), people.developmentSignIn),
    ...readInterfaces(reading(interfaces), site),
    ...readSite(reading(brand)),
    ...readTraces(reading(traces)),
  };
}

/**
 * Reads the settings of a section. One that cannot be used has its default, so that all problems are found at once.
 *
 * @param env an empty variable counts as absent
 * @param problems gets a sentence for each problem, which begins with the name and repeats no secret
 */
function readSection<Section extends z.ZodObject>(
  section: Section,
  env: Environment,
  problems: string[],
): z.output<Section> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const parsed = section.safeParse(given);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    problems.push(`${String(path[0])} ${message}`);
    delete given[String(path[0])];
  }
  return section.parse(given);
}

/** A variable that is not a setting but resembles one. */
interface Misspelling {
  readonly sentence: string;
  /** The similar setting is absent, and the service must not start without it. */
  readonly isGrave: boolean;
}

/**
 * Finds variables that are probably misspelt settings. The variable may belong to another program, so it is not grave
 * when the similar setting is defined, even if empty.
 *
 * @param env variables by name
 */
function findMisspellings(env: Environment): Misspelling[] {
  const known = Object.keys(SETTINGS);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || !env[name]) return [];
    const spelling = name.toUpperCase();
    const meant = closestMatch(spelling, known, { maxDistance: 3 });
    if (meant === undefined || leven(spelling, meant) > allowed(meant)) return [];
    const isGrave = SETTINGS[meant]?.meta()?.isGrave === true && env[meant] === undefined;
    const wayOut = isGrave
      ? ` If ${name} belongs to another program, define ${meant} too; it may be empty.`
      : '';
    return [{ sentence: `${name} is not a setting. Did you mean ${meant}?${wayOut}`, isGrave }];
  });
}
