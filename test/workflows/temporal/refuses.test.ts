import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Registry } from 'prom-client';
import { afterEach, expect } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { cacheFolder } from '../../../src/lib/cache-folder.ts';
import { createDeliveryMetrics } from '../../../src/telemetry/delivery-metrics.ts';
import { ATTEMPTS } from '../../../src/terms/schedule.ts';
import { retryNow, status } from '../../../src/workflows/deliver-vote.ts';
import { runDeliveries } from '../../../src/workflows/worker/worker.ts';
import { startDevServer } from '../../kit/dev-server.ts';
import { given } from '../../kit/given.ts';
import { PERMISSION_DENIED, startGrpcProxy, UNAUTHENTICATED } from '../../kit/grpc-proxy.ts';
import { newUserId } from '../../kit/ids.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { onTemporal } from '../../kit/on-temporal.ts';
import { first } from '../../kit/present.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { attemptsOf } from '../../kit/stored.ts';
import { untilSo } from '../../kit/time.ts';

const WAIT = ' Until that changes, deliveries wait in the database.';

const { test, cli, server, proxy, client, service } = await onTemporal(async (cli, parts) => {
  const server = await startDevServer(cli, parts);
  const proxy = await forFile(startGrpcProxy(server.address));
  const service = await forFile(startOwnService());
  return { cli, server, proxy, client: await server.client(), service };
}, keepLog().log);
/** Of one test. */
let own = new AsyncDisposableStack();
afterEach(async () => {
  await own.disposeAsync();
  own = new AsyncDisposableStack();
});

/** Begins to deliver, through the proxy. */
function start(namespace = 'default') {
  const { log, lines } = keepLog('warn');
  const deliveries = runDeliveries({
    locate: async () => ({ connection: { address: proxy.address }, namespace }),
    taskQueue: randomUUID(),
    cacheDir: cacheFolder(process.env),
    services: service.services,
    retention: readConfig({}),
    metrics: createDeliveryMetrics(new Registry()),
    log,
  });
  own.defer(() => deliveries.close());
  return { deliveries, lines };
}

test('a namespace that Temporal lacks is named, with the way to make it; once it is made, deliveries run', async () => {
  proxy.refuse = () => undefined;
  const { deliveries, lines } = start('nowhere');
  await untilSo(() => lines.length > 0);
  expect(lines.map(({ msg }) => msg)).toEqual([
    'Temporal has no namespace "nowhere": make it (temporal operator namespace create --namespace nowhere), ' +
      `or name another in TEMPORAL_NAMESPACE.${WAIT}`,
  ]);
  const create = ['operator', 'namespace', 'create', '--namespace', 'nowhere', '--address', server.address];
  await promisify(execFile)(cli, create);
  await deliveries.ready;
}, 60_000);

test.each([
  [
    'that denies it everything',
    PERMISSION_DENIED,
    /^Temporal does not permit .* "default": .*TEMPORAL_API_KEY/,
  ],
  ['that does not accept its credentials', UNAUTHENTICATED, /^Temporal does not accept the credentials/],
])('of a Temporal %s the service says so, and never that it does not answer', async (_, status, sentence) => {
  for (const isConnected of [false, true]) {
    // Some refuse the connection's first call, others only what names the namespace.
    proxy.refuse = (path) => (isConnected && path.endsWith('/GetSystemInfo') ? undefined : status);
    const { lines } = start();
    await untilSo(() => lines.length > 0);
    expect(first(lines).msg).toMatch(sentence);
  }
});

test('where search attributes may not be listed or added, votes and retries go out without, and one line says so', async () => {
  proxy.refuse = (path) => (path.startsWith('/temporal.api.operatorservice') ? PERMISSION_DENIED : undefined);
  const { deliveries, lines } = start();
  await deliveries.ready;
  const receiver = await startReceiver();
  own.defer(() => receiver.close());
  const { id: botId } = await given(service.services).listing().withWebhook(receiver.url).approved();
  receiver.answer = () => (receiver.received.length === 1 ? 500 : 200);
  await castVote(service.services, botId, newUserId());
  await receiver.until(1);
  const deliveryId = String(first(receiver.received).headers['x-webhook-delivery']);
  const handle = client.workflow.getHandle(deliveryId);
  await untilSo(async () => (await handle.query(status)).startsWith(`attempt 1 of ${ATTEMPTS} failed`));
  await handle.signal(retryNow);
  await receiver.until(2);
  expect(await handle.result()).toEqual({ state: 'delivered', attempts: 2 });
  expect(await attemptsOf(service.services, deliveryId)).toHaveLength(2);

  await castVote(service.services, botId, newUserId());
  await receiver.until(3);
  expect(lines).toEqual([
    expect.objectContaining({
      fault: 'ServiceError 7',
      msg: expect.stringMatching(/^Temporal does not know the search attributes .*BotId \(Keyword\)/),
    }),
  ]);
}, 60_000);

test('a Temporal that answers after two seconds, as on a busy machine, is no outage', async () => {
  proxy.refuse = () => undefined;
  const { deliveries, lines } = start();
  await deliveries.ready;
  let pings = 0;
  proxy.refuse = (path) => {
    if (!path.endsWith('/GetSystemInfo')) return undefined;
    pings += 1;
    return delay(2000, undefined);
  };
  await untilSo(() => pings > 0);
  await delay(4000);
  expect(lines).toEqual([]);
});
