import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, test as always, beforeAll, expect, inject } from 'vitest';
import { pauseWebhook, resumeWebhook } from '../../../src/domain/delivery/hold.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { createLog } from '../../../src/lib/log.ts';
import { installTemporalRuntime } from '../../../src/workflows/temporal/runtime.ts';
import { startDevServer } from '../../kit/dev-server.ts';
import { newUserId } from '../../kit/ids.ts';
import { type OwnService, startOwnService } from '../../kit/own-service.ts';
import { first, present } from '../../kit/present.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { startService, type TestService } from '../../kit/service.ts';

const test = always.skipIf(!inject('parts').temporal);
const HELD = 300;

const parts = new AsyncDisposableStack();
let service: OwnService;
let other: TestService;
let receiver: Receiver;
beforeAll(async () => {
  if (!inject('parts').temporal) return;
  installTemporalRuntime(createLog('warn'));
  receiver = await startReceiver();
  const server = await startDevServer(present(inject('parts').temporal), parts);
  service = await startOwnService({ TEMPORAL_ADDRESS: server.address }, 'all');
  // Two workers: each makes some of the attempts and looks for the next one.
  other = await startService(service.environment, 'worker');
  await Promise.all([service.deliveriesReady, other.deliveriesReady]);
});
afterAll(async () => {
  await other?.close();
  await service?.close();
  await receiver?.close();
  await parts.disposeAsync();
});

test('after a resume, hundreds of held votes arrive in their order, one at a time, and those cast meanwhile follow', async () => {
  const { services } = service;
  const { bots, ownerId } = await service.seed({ bots: 1, users: 0, webhookUrl: receiver.url });
  const bot = first(bots);
  await pauseWebhook(services, bot.id, ownerId);
  const voters: string[] = [];
  const cast = async () => {
    const userId = newUserId();
    voters.push(userId);
    await castVote(services, bot.id, userId);
  };
  while (voters.length < HELD) await cast();
  let underWay = 0;
  let most = 0;
  receiver.answer = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    // Others would overtake a slow one.
    await delay(receiver.received.length % 10 === 0 ? 60 : 5);
    underWay -= 1;
    // A retry comes later, and holds up nothing.
    return receiver.received.length === 7 ? 500 : 200;
  };
  await resumeWebhook(services, bot.id, ownerId);
  await receiver.until(10);
  for (let meanwhile = 0; meanwhile < 10; meanwhile += 1) await cast();
  await receiver.until(HELD + 10);
  expect(receiver.received.map(({ body }) => body.user_id)).toEqual(voters);
  expect(most).toBe(1);
});
