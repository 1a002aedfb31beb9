import leven, { closestMatch } from 'leven';
import { z } from 'zod';
import { cacheFolder } from '../lib/cache-folder.ts';
import { readPostgresUrl } from '../lib/postgres-url.ts';
import { checkData, data, retention } from './data.ts';
import { completeHttp, http } from './http.ts';
import { checkCaptcha, load, visitorLimits, withoutLimits } from './limits.ts';
import { checkMail, mail } from './mail.ts';
import { images, platform, webhooks } from './outbound.ts';
import { completeSignIn, signIn } from './sign-in.ts';
import { brand } from './site.ts';
import { checkPorts, interfaces, traces } from './telemetry.ts';
import { readTemporal, temporal } from './temporal.ts';
import { type Checks, type Environment, variableOf } from './values.ts';

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

type Of<Section> = Section extends z.ZodObject ? (section: z.output<Section>) => void : never;
/** All sections together. */
type Settings = Of<(typeof SECTIONS)[number]> extends (all: infer All) => void ? All : never;

const ALL = z.object(Object.assign({}, ...SECTIONS.map(({ shape }) => shape)) as z.ZodRawShape);

/** Every setting by its variable: its form, its default, and in its `meta` what the documents say about it. */
export const SETTINGS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(ALL.shape).map(([name, setting]) => [variableOf(name), setting as z.ZodType]),
);

/** Short names, such as PORT and HOST, resemble too many others. */
const SHORTEST = 8;
/** One typing error per five letters, at most three: TRUSTED_PROXY differs from TRUSTED_PROXIES by three. */
const allowed = (name: string) => (name.length < SHORTEST ? 0 : Math.min(3, Math.round(name.length / 5)));

/** Every setting under its name, and a few things beside them. */
export type Config = Readonly<ReturnType<typeof readAll>>;

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
  const config = readAll({ env, problems, isSet: (variable) => Boolean(env[variable]) });
  const misspellings = findMisspellings(env).filter(({ isGrave }) => isGrave);
  problems.push(...misspellings.map(({ sentence }) => sentence));
  // Without this sentence, a copy that is started as an earlier version wanted it would send all that waits.
  if (env.HOLD_DELIVERIES && env.HOLD_DELIVERIES !== 'false')
    problems.push(
      'HOLD_DELIVERIES is no setting any more: remove it. Should nothing be sent, run ' +
        '"npm run admin -- deliveries hold" before you start the service.',
    );
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
  { databaseUrl, temporalServer }: Pick<Config, 'databaseUrl' | 'temporalServer'>,
  role: 'all' | 'web' | 'worker',
): string[] {
  const warnings = findMisspellings(env).map(({ sentence }) => sentence);
  if (role !== 'web' && databaseUrl !== undefined && !temporalServer) {
    warnings.push(
      'DATABASE_URL is set and TEMPORAL_ADDRESS is not: this worker runs a Temporal dev server, ' +
        'and one on another machine would run another.',
    );
  }
  const servers = databaseUrl === undefined ? undefined : readPostgresUrl(databaseUrl);
  if (servers && servers.host.length > 1 && servers.target_session_attrs === undefined) {
    warnings.push(
      'DATABASE_URL names several hosts without target_session_attrs=primary: ' +
        'the first one that responds is used, also when it is a standby, which stores nothing.',
    );
  }
  return warnings;
}

function readAll(checks: Checks) {
  const read = readSettings(checks);
  const site = completeHttp(read, checks);
  const people = completeSignIn(read, site, checks);
  checkData(read, checks);
  checkCaptcha(read, checks);
  checkMail(read, checks);
  checkPorts(read, checks);
  return {
    ...read,
    ...site,
    ...people,
    ...(people.developmentSignIn && withoutLimits(checks)),
    /** Folder for the Temporal CLI, once it is downloaded or built, and for compiled modules. */
    cacheDir: cacheFolder(checks.env),
    /** PATH, in which the Temporal CLI is looked for. */
    searchPath: checks.env.PATH ?? '',
    temporalServer: readTemporal(checks),
  };
}

/**
 * Reads the settings. One that cannot be used has its default, so that all problems are found at once: each gets a
 * sentence, which begins with the variable and repeats no secret. An empty variable counts as absent.
 */
function readSettings({ env, problems }: Checks): Settings {
  const given = Object.fromEntries(
    Object.keys(ALL.shape).flatMap((name) => (env[variableOf(name)] ? [[name, env[variableOf(name)]]] : [])),
  );
  const { error } = ALL.safeParse(given);
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0]);
    problems.push(`${variableOf(name)} ${message}`);
    delete given[name];
  }
  return ALL.parse(given) as Settings;
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
