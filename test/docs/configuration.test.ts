import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { ACCENTS } from '../../src/config/site.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

interface Setting {
  readonly name: string;
  /** Undefined where there is none. */
  readonly fallback: string | undefined;
  readonly bounds: string;
}

/** A row is: name, default, bounds, meaning. */
const SETTINGS: readonly Setting[] = [
  ...read('docs/configuration.md').matchAll(/^\| `(\w+)` \| (?:`([^`]+)`|–) \| (.+?) \| .+ \|$/gm),
].map(([, name = '', fallback, bounds = '']) => ({ name, fallback, bounds }));
const NAMES = SETTINGS.map(({ name }) => name);
const DEFAULTS = SETTINGS.flatMap(({ name, fallback }): [string, string][] =>
  fallback === undefined ? [] : [[name, fallback]],
);

/** Everything that has a default is in use: each default can be seen. */
const ALL_IN_USE = {
  DATABASE_URL: 'postgres://db.example/bots',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://bots.example',
  TEMPORAL_ADDRESS: 'temporal.example:7233',
  OAUTH_CLIENT_ID: 'id',
  OAUTH_CLIENT_SECRET: 'secret',
  CAPTCHA_SITE_KEY: 'site',
  CAPTCHA_SECRET: 'secret',
  METRICS_PORT: '9464',
  REDIS_URL: 'redis://redis.example',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
};

/** Names of the variables that are read. Those of the operating system are no settings. */
function namesRead(use: (env: Record<string, string>) => unknown): string[] {
  const names = new Set<string>();
  const get = (_: object, name: string | symbol) => {
    if (typeof name === 'string') names.add(name);
    return undefined;
  };
  use(new Proxy({}, { get }));
  return [...names].filter((name) => !['PATH', 'XDG_CACHE_HOME'].includes(name));
}

function problemOf(name: string, value: string): string {
  try {
    readConfig({ [name]: value });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.find((problem) => problem.startsWith(name)) ?? '';
    throw error;
  }
  return '';
}

test('every setting that the configuration reads is described, once, and in the example', () => {
  const settings = namesRead(readConfig).sort();
  expect(settings.length).toBeGreaterThan(50);
  expect(settings.filter((name) => !NAMES.includes(name))).toEqual([]);
  expect(NAMES.filter((name, index) => NAMES.indexOf(name) !== index)).toEqual([]);
  const example = read('.env.example');
  const isExample = (name: string) => new RegExp(`^#${name}=`, 'm').test(example);
  const ofTemporalAlone = ['TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'];
  expect(settings.filter((name) => !isExample(name) && !ofTemporalAlone.includes(name))).toEqual([]);
});

test('what is described and in the example is a setting of the service or of the SDK of Temporal', () => {
  const known = [...namesRead(readConfig), ...namesOfTemporal()];
  const examples = [...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name = '']) => name);
  expect([...NAMES, ...examples].filter((name) => !known.includes(name))).toEqual([]);
});

test('settings of the SDK that the check of spelling knows are described', () => {
  const known = [...read('src/config/spelling.ts').matchAll(/'(TEMPORAL_\w+)'/g)].map(
    ([, name = '']) => name,
  );
  expect(known.length).toBeGreaterThan(10);
  expect(known.filter((name) => !NAMES.includes(name))).toEqual([]);
});

test('a default that is written down changes nothing when it is set', () => {
  expect(DEFAULTS.length).toBeGreaterThan(20);
  expect(readConfig({ ...ALL_IN_USE, ...Object.fromEntries(DEFAULTS) })).toEqual(readConfig(ALL_IN_USE));
});

test('another value than the default changes the configuration', () => {
  const withoutEffect = DEFAULTS.filter(([name, fallback]) => {
    const others = [
      ...[`${fallback}x`, '7', 'false', 'debug', 'jade', 'https://other.example/{id}/{icon}'],
      ...['http/json', 'always_off', '0.5'],
    ];
    const other = others.find((value) => value !== fallback && problemOf(name, value) === '');
    const set = { ...ALL_IN_USE, ...Object.fromEntries(DEFAULTS), [name]: other };
    return isDeepStrictEqual(readConfig(set), readConfig(ALL_IN_USE));
  });
  expect(withoutEffect).toEqual([]);
});

test('the bounds that are written down are those that are checked', () => {
  const sorted = (choices: string) => choices.split(', ').sort().join(', ');
  const checked = SETTINGS.flatMap(({ name }) => {
    const [, range, choices] = /whole number from (.+)$|one of (.+)$/.exec(problemOf(name, '-x')) ?? [];
    // The list of colours is too long for a table.
    const bounds =
      name === 'SITE_ACCENT' ? 'a scale of Radix Colors' : (range ?? (choices && sorted(choices)));
    return bounds === undefined ? [] : [[name, bounds]];
  });
  expect(checked.length).toBeGreaterThan(15);
  for (const accent of ACCENTS) expect(read('docs/configuration.md')).toMatch(new RegExp(`\\b${accent}\\b`));
  const written = SETTINGS.map(({ name, bounds }) => [name, sorted(bounds)]);
  expect(written).toEqual(expect.arrayContaining(checked));
});

function namesOfTemporal(): string[] {
  return namesRead((env) => loadClientConnectConfig({ overrideEnvVars: env }));
}
