import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, test as always, beforeAll, expect, inject } from 'vitest';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { readTemporal, type TemporalRecord } from '../../../src/embedded/records.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import { installTemporalRuntime } from '../../../src/workflows/temporal/runtime.ts';
import { type OwnService, startOwnService } from '../../kit/own-service.ts';
import { first } from '../../kit/present.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { startService, type TestService } from '../../kit/service.ts';

const test = always.skipIf(!inject('parts').temporal);

const parts = new AsyncDisposableStack();
let receiver: Receiver;
let service: OwnService;
let worker: TestService;
beforeAll(async () => {
  if (!inject('parts').temporal) return;
  installTemporalRuntime(createLog('error'));
  receiver = await startReceiver();
  parts.defer(() => receiver.close());
  service = await startOwnService({}, 'all');
  parts.defer(() => service.close());
  await service.deliveriesReady;
  // Its guard waits, and finds the server that the other one runs.
  worker = await startService(service.environment, 'worker');
  parts.defer(() => worker.close());
  await worker.deliveriesReady;
});
afterAll(() => parts.disposeAsync());

const record = (): TemporalRecord => {
  const found = readTemporal(service.environment.DATA_DIR ?? '');
  if (!found) throw new Error('There is no record.');
  return found;
};

/** Listens on a port as soon as it is free, and answers nothing: what is asked there ends after half a minute. */
async function take(port: number): Promise<void> {
  const sockets = new Set<Socket>();
  for (;;) {
    const server = createServer((socket) => void sockets.add(socket.on('error', () => {})));
    try {
      server.listen({ host: '127.0.0.1', port, exclusive: true });
      await once(server, 'listening');
    } catch {
      await delay(1);
      continue;
    }
    parts.defer(async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return;
  }
}

test('a Temporal server whose port was taken while it was down is found at its new one, by every process', async () => {
  const { bots, users } = await service.seed({ users: 3, webhookUrl: receiver.url });
  const botId = first(bots).id;
  await castVote(service.services, botId, first(users).id);
  await receiver.until(1);

  const before = record();
  const taken = take(before.ports.grpc);
  process.kill(before.server?.pid ?? Number.NaN, 'SIGKILL');
  await taken;
  await castVote(service.services, botId, first(users.slice(1)).id);
  await receiver.until(2);
  expect(record().address).not.toBe(before.address);
  for (const each of [service, worker]) {
    while ((await each.services.partStatus()).temporal !== 'ok') await delay(50);
  }
  expect(service.temporalUi()).toBe(record().uiUrl);

  await castVote(service.services, botId, first(users.slice(2)).id);
  await receiver.until(3);
  const voters = receiver.received.map(({ body }) => body.user_id);
  expect(voters.toSorted()).toEqual(users.map(({ id }) => id).toSorted());
}, 120_000);
