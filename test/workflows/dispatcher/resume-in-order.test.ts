import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { pauseWebhook, resumeWebhook } from '../../../src/domain/delivery/hold.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { startDevServer } from '../../kit/dev-server.ts';
import { newUserId } from '../../kit/ids.ts';
import { onTemporal } from '../../kit/on-temporal.ts';
import { first } from '../../kit/present.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { forFile, startOwnService, startService } from '../../kit/service.ts';

const HELD = 300;

const { test, service, receiver } = await onTemporal(async (cli, parts) => {
  const receiver = await forFile(startReceiver());
  const server = await startDevServer(cli, parts);
  const service = await forFile(startOwnService({ TEMPORAL_ADDRESS: server.address }, 'all'));
  // Two workers: each makes some of the attempts and looks for the next one.
  const other = await forFile(startService(service.environment, 'worker'));
  await Promise.all([service.deliveriesReady, other.deliveriesReady]);
  return { service, receiver };
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
