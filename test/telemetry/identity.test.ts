import { expect, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { readBuild } from '../../src/lib/build.ts';
import { adminOf } from '../kit/admin.ts';
import { startCollector } from '../kit/collector.ts';
import { keepLog } from '../kit/kept-log.ts';
import { startService } from '../kit/service.ts';

const COMMIT = '08957f41c5b2d0e1f2a3b4c5d6e7f8091a2b3c4d';
const { version } = readBuild(COMMIT);

test('metrics, probes, log and traces of a process agree on version, commit and instance, which only operators see', async () => {
  const collector = await startCollector();
  const { log, lines } = keepLog('info');
  const port = await freePort(0);
  const environment = {
    BUILD_REVISION: COMMIT,
    METRICS_PORT: `${port}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER_ARG: '1',
  };
  const service = await startService(environment, 'web', log);
  const textOf = async (url: string) => (await fetch(url)).text();

  const { instance, ...probe } = JSON.parse(await textOf(`http://127.0.0.1:${port}/readyz`));
  expect(instance).toMatch(/^[\da-f-]{36}$/);
  expect(probe).toEqual({
    ...{ ready: true, draining: false, database: 'ok' },
    ...{ version, revision: COMMIT, role: 'web' },
  });
  const metrics = await textOf(`http://127.0.0.1:${port}/metrics`);
  expect(metrics).toContain(`build_info{version="${version}",revision="${COMMIT}",role="web"} 1\n`);
  expect(metrics).toContain(
    `target_info{service_name="bot-listing",service_version="${version}",service_instance_id="${instance}"} 1\n`,
  );
  const [first] = lines;
  expect(first).toMatchObject({
    ...{ msg: 'The service starts.', version, revision: COMMIT, role: 'web', instance },
  });
  for (const line of lines) expect(line).toMatchObject({ instance });

  for (const path of ['/readyz', '/api/health', '/']) {
    const text = await textOf(service.url + path);
    for (const secret of [version, COMMIT, instance]) expect(text).not.toContain(secret);
  }
  await service.close();
  const [request] = collector.requests;
  const { resource } = JSON.parse(String(request?.body)).resourceSpans[0];
  expect(resource.attributes).toEqual(
    expect.arrayContaining([
      { key: 'service.version', value: { stringValue: version } },
      { key: 'service.instance.id', value: { stringValue: instance } },
    ]),
  );
  await collector.close();
});

test('--version of the admin command prints version and commit, and needs no settings', async () => {
  const admin = adminOf({ BUILD_REVISION: COMMIT, PORT: 'x' });
  expect(await admin('--version')).toEqual({
    code: 0,
    stdout: `bot-listing ${version}, commit ${COMMIT}\n`,
    stderr: '',
  });
});
