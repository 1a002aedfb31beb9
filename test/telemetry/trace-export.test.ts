import { createServer } from 'node:http';
import { expect, inject, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { startCollector } from '../kit/collector.ts';
import { keepLog } from '../kit/kept-log.ts';
import { listenOnLoopback } from '../kit/loopback.ts';
import { startProcess } from '../kit/process.ts';
import { forFile, startService } from '../kit/service.ts';

const collector = await forFile(startCollector());

const SAMPLED = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };

test('spans go to the collector as protobuf, with the headers that are set, at the latest when the process ends', async () => {
  const service = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/prefix`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=one%20two,authorization=Bearer abc=',
    OTEL_TRACES_SAMPLER_ARG: '1',
  });
  await fetch(`${service.url}/api/health`);
  await service.close();
  const [request] = collector.requests;
  expect(request).toMatchObject({
    path: '/prefix/v1/traces',
    headers: {
      'content-type': 'application/x-protobuf',
      'x-tenant': 'one two',
      authorization: 'Bearer abc=',
    },
  });
  expect(request?.body.toString('latin1')).toContain('GET /api/health');
});

test('unless set otherwise, few requests are recorded, and each one whose sender records its trace', async () => {
  const own = await startCollector();
  const service = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: own.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  });
  const ask = (headers = {}) => fetch(`${service.url}/api/health`, { headers });
  for (let asked = 0; asked < 300; asked += 1) await ask();
  await ask(SAMPLED);
  await service.close();
  const requests = own.spans().filter(({ name }) => name === 'GET /api/health');
  await own.close();
  expect(requests.some(({ traceId }) => SAMPLED.traceparent.includes(traceId))).toBe(true);
  // 3 of 300 are expected. More than 30 has a probability below 10^-18.
  expect(requests.length).toBeLessThan(30);
});

test('a sampler with a ratio of 0 exports nothing, also when the sender records the trace', async () => {
  const before = collector.requests.length;
  const service = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  await fetch(`${service.url}/api/health`, { headers: SAMPLED });
  await service.close();
  expect(collector.requests.length).toBe(before);
});

test.each([
  [
    'refuses connections',
    async () => ({ url: `http://127.0.0.1:${await freePort(0)}`, close: async () => {} }),
  ],
  [
    'never responds',
    async () => {
      const { origin, close } = await listenOnLoopback(createServer(() => {}));
      return { url: origin, close };
    },
  ],
])('a collector that %s costs one line of the log, and no request', async (_, open) => {
  const silent = await open();
  const { log, lines } = keepLog('warn');
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: silent.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    OTEL_TRACES_SAMPLER_ARG: '1',
  };
  const service = await startService(environment, 'web', log);
  const told = () => lines.filter(({ msg }) => msg.includes('Traces cannot be exported'));
  const ask = async () => {
    const since = performance.now();
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
    expect(performance.now() - since).toBeLessThan(2000);
  };
  await ask();
  await expect.poll(told, { timeout: 15_000 }).toHaveLength(1);
  expect(told()[0]).not.toHaveProperty('requestId');
  await ask();
  const since = performance.now();
  await service.close();
  expect(performance.now() - since).toBeLessThan(5000);
  expect(told()).toHaveLength(1);
  await silent.close();
});

/**
 * Makes a process print the modules of traces that it has loaded, when it ends. prom-client loads the API of
 * OpenTelemetry in any case.
 */
const PRINT_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
  const isOfTraces = (url) => /opentelemetry|telemetry.traces/.test(url) && !url.includes('opentelemetry/api/');
  process.on('exit', () => console.log('loaded', JSON.stringify({
    modules: loaded.length,
    ofTraces: loaded.filter(isOfTraces).map((url) => url.split('/').slice(-5).join('/')),
  })));
`)}`;

async function modulesOf(environment: Record<string, string>) {
  const given = inject('environment');
  const started = await startProcess({
    ...given,
    PORT: String(await freePort(0)),
    // Nothing listens there: the worker waits, with all its modules loaded.
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    NODE_OPTIONS: `--import ${PRINT_MODULES}`,
    LOG_LEVEL: 'info',
    ...environment,
  });
  // A signal before this ends the process without its last words.
  await expect.poll(started.output, { timeout: 30_000 }).toContain('The service is ready.');
  await started.stop();
  await expect.poll(started.output).toMatch(/loaded .+\n/);
  const [, printed = ''] = /loaded (.+)/.exec(started.output()) ?? [];
  return JSON.parse(printed) as { modules: number; ofTraces: string[] };
}

test('without a collector, no process loads the SDK of traces', async () => {
  const on = await modulesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect(on.ofTraces.join()).toContain('@opentelemetry/sdk-trace');
  expect(on.ofTraces.join()).toContain('telemetry/traces/workflow-spans.ts');
  const off = await modulesOf({});
  expect(off.modules).toBeGreaterThan(500);
  expect(off.ofTraces).toEqual([]);
}, 120_000);
