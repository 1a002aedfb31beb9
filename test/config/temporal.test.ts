import { expect, test } from 'vitest';
import { readConfig, warningsOf } from '../../src/config/config.ts';
import { EMBEDDED, SERVER } from './support.ts';

test('an address of Temporal means a cluster, with its namespace and its page for operators', () => {
  const env = {
    ...EMBEDDED,
    TEMPORAL_ADDRESS: 't:7233',
    TEMPORAL_NAMESPACE: 'bots',
    TEMPORAL_UI_URL: 'http://ui:8080',
  };
  expect(readConfig(env)).toMatchObject({
    temporalServer: { namespace: 'bots', connectionOptions: { address: 't:7233' } },
    temporalUiUrl: 'http://ui:8080',
  });
});

test.each([
  [{ TEMPORAL_TLS: 'true' }, {}],
  [{ TEMPORAL_TLS: '1' }, {}],
  [{ TEMPORAL_TLS: 'false' }, false],
  [{ TEMPORAL_TLS: '0', TEMPORAL_API_KEY: 'key' }, false],
  [{ TEMPORAL_TLS: '', TEMPORAL_API_KEY: 'key' }, true],
  [{ TEMPORAL_TLS: '', TEMPORAL_NAMESPACE: '' }, undefined],
])('%j sets TLS to %j; an empty variable counts as absent', (env, tls) => {
  const { temporalServer } = readConfig({ ...EMBEDDED, TEMPORAL_ADDRESS: 't:7233', ...env });
  expect(temporalServer?.connectionOptions.tls).toEqual(tls);
  expect(temporalServer?.namespace).toBeUndefined();
});

test.each([
  ['all', 1],
  ['worker', 1],
  ['web', 0],
] as const)('a database server without an address of Temporal is warned of in the role %s', (role, count) => {
  const warnings = (env: Record<string, string>) => warningsOf(env, readConfig(env), role);
  expect(warnings(SERVER)).toHaveLength(count);
  for (const warning of warnings(SERVER)) expect(warning).toContain('TEMPORAL_ADDRESS');
  expect(warnings({ ...SERVER, TEMPORAL_ADDRESS: 't:7233' })).toEqual([]);
  expect(warnings({})).toEqual([]);
});
