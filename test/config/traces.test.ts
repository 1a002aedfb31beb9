import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { isTraced } from '../../src/config/telemetry.ts';
import { EMBEDDED, problemsOf, TRACES } from './support.ts';

const COLLECTOR = { ...EMBEDDED, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

test('without a collector nothing is traced, whatever else is set', () => {
  const others = { OTEL_SERVICE_NAME: 'bots', OTEL_TRACES_SAMPLER: 'always_on' };
  expect(isTraced(readConfig({ ...EMBEDDED, ...others }))).toBe(false);
  expect(isTraced(readConfig({ ...COLLECTOR, OTEL_SDK_DISABLED: 'true' }))).toBe(false);
  expect(isTraced(readConfig(COLLECTOR))).toBe(true);
});

test('a collector is enough: one trace in a hundred is recorded, and the rest is as the specification says', () => {
  expect(readConfig(COLLECTOR)).toMatchObject({
    otelExporterOtlpEndpoint: 'http://collector:4318/',
    ...TRACES,
  });
});

test('headers and attributes are lists of pairs with percent-encoded values', () => {
  const env = {
    ...COLLECTOR,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc==, x-tenant=7',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=a%2Cb',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
  };
  expect(readConfig(env)).toMatchObject({
    otelExporterOtlpHeaders: { authorization: 'Bearer abc==', 'x-tenant': '7' },
    otelResourceAttributes: { 'deployment.environment.name': 'a,b' },
    otelTracesSampler: 'parentbased_traceidratio',
    otelTracesSamplerArg: 0.01,
  });
});

const PAIRS = 'must be a list such as name=value,other=value';
test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be a URL that starts with http:// or https://'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be one of http/protobuf, http/json'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a secret', PAIRS],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%E0%A4%A', PAIRS],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b%0D%0Ac: d', PAIRS],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=c', PAIRS],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s', 'must be a whole number from 1 to 60000'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'must be a sampler, such as parentbased_traceidratio'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be a number from 0 to 1'],
  ['OTEL_TRACES_SAMPLER_ARG', '1%', 'must be a number from 0 to 1'],
  ['OTEL_SDK_DISABLED', 'yes', 'must be one of 0, 1, true, false'],
])('%s=%s is a problem', (name, value, sentence) => {
  expect(problemsOf({ ...COLLECTOR, [name]: value })).toEqual([`${name} ${sentence}`]);
});
