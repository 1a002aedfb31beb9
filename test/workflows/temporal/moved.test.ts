import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { findOwner } from '../../../src/embedded/owner.ts';
import { onTemporal, startDelivering } from '../../kit/on-temporal.ts';
import { first, present } from '../../kit/present.ts';

const { test, parts, service, receiver } = await onTemporal(startDelivering);

const devServer = () => present(findOwner(service.environment.DATA_DIR ?? '')?.temporal);

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

test('a Temporal server whose port was taken while it was down is found at its new one', async () => {
  const { bots, users } = await service.seed({ users: 3, webhookUrl: receiver.url });
  const botId = first(bots).id;
  await castVote(service.services, botId, first(users).id);
  await receiver.until(1);

  const before = devServer();
  const taken = take(before.ports.grpc);
  process.kill(before.server?.pid ?? Number.NaN, 'SIGKILL');
  await taken;
  await castVote(service.services, botId, first(users.slice(1)).id);
  await receiver.until(2);
  expect(devServer().ports.grpc).not.toBe(before.ports.grpc);
  while ((await service.services.partStatus()).temporal !== 'ok') await delay(50);
  expect(service.temporalUi()).toBe(`http://127.0.0.1:${devServer().ports.ui}`);

  await castVote(service.services, botId, first(users.slice(2)).id);
  await receiver.until(3);
  const voters = receiver.received.map(({ body }) => body.user_id);
  expect(voters.toSorted()).toEqual(users.map(({ id }) => id).toSorted());
}, 120_000);
