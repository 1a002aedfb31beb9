import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { expect, test } from 'vitest';
import { configurationFiles } from '../../scripts/print-configuration.ts';
import { ConfigError, readConfig, SETTINGS } from '../../src/config/config.ts';
import { ACCENTS } from '../../src/config/site.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const CONFIGURATION = readFileSync(join(PROJECT, 'docs/configuration.md'), 'utf8');
const NAMES = Object.keys(SETTINGS);

/** A row is: name, default, bounds, meaning. Only rows with a default. */
const DEFAULTS: readonly [string, string][] = [
  ...CONFIGURATION.matchAll(/^\| `(\w+)` \| `([^`]+)` \| .+ \|$/gm),
].map(([, name = '', fallback = '']) => [name, fallback]);

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

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test.each([...configurationFiles()])('%s is what `npm run docs:configuration` prints', (path, content) => {
  expect(readFileSync(join(PROJECT, path), 'utf8')).toBe(content);
});

test('every setting has a description, and the accents are all named', () => {
  const rows = [...CONFIGURATION.matchAll(/^\| `(\w+)` \| .+ \| .+ \| (?!undefined).+ \|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(NAMES);
  for (const accent of ACCENTS) expect(CONFIGURATION).toMatch(new RegExp(`\\b${accent}\\b`));
});

test("the variables that Temporal's SDK reads are settings", () => {
  const read = new Set<string>();
  const get = (_: object, name: string | symbol) => {
    if (typeof name === 'string') read.add(name);
    return undefined;
  };
  loadClientConnectConfig({ overrideEnvVars: new Proxy({}, { get }) });
  // Its commands use these.
  const unused = ['TEMPORAL_CODEC_ENDPOINT', 'TEMPORAL_CODEC_AUTH'];
  const unknown = [...read].filter((name) => name.startsWith('TEMPORAL_') && !NAMES.includes(name));
  expect(read.size).toBeGreaterThan(10);
  expect(unknown).toEqual(unused);
});

test('a default that is written down changes nothing when it is set', () => {
  expect(DEFAULTS.length).toBeGreaterThan(20);
  expect(readConfig({ ...ALL_IN_USE, ...Object.fromEntries(DEFAULTS) })).toEqual(readConfig(ALL_IN_USE));
});

test('another value than the default changes the configuration', () => {
  const withoutEffect = DEFAULTS.filter(([name, fallback]) => {
    const others = [
      ...[`${fallback}x`, '7', 'false', 'true', 'debug', 'jade', 'https://other.example/{id}/{icon}'],
      ...['http/json', 'always_off', '0.5'],
    ];
    const other = others.find(
      (value) =>
        value !== fallback && !problemsOf({ [name]: value }).some((problem) => problem.startsWith(name)),
    );
    const set = { ...ALL_IN_USE, ...Object.fromEntries(DEFAULTS), [name]: other };
    return isDeepStrictEqual(readConfig(set), readConfig(ALL_IN_USE));
  });
  expect(withoutEffect).toEqual([]);
});

test('a problem with a secret does not repeat its value', () => {
  const secrets = Object.entries(SETTINGS).filter(([, setting]) => setting.meta()?.isSecret);
  expect(secrets.length).toBeGreaterThan(8);
  for (const [name] of secrets) expect(problemsOf({ [name]: 'hunter2' }).join()).not.toContain('hunter2');
});
