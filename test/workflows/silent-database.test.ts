import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { VoteWindowActiveError } from '../../src/domain/kernel/errors.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { onTemporal } from '../kit/on-temporal.ts';
import { first } from '../kit/present.ts';
import { startReceiver } from '../kit/receiver.ts';
import { forFile, startOwnService } from '../kit/service.ts';
import { startSilentDatabase } from '../kit/silent-database.ts';

const { test, proxy, service, receiver } = await onTemporal(async (_, parts) => {
  const receiver = await forFile(startReceiver());
  const { proxy, url } = await startSilentDatabase(parts);
  const service = await forFile(startOwnService({ DATABASE_URL: url, HOST: '127.0.0.1' }, 'all'));
  await service.deliveriesReady;
  return { proxy, service, receiver };
});

/** Votes until it is taken, as a patient user does. */
async function vote(botId: string, userId: string): Promise<void> {
  for (;;) {
    try {
      await castVote(service.services, botId, userId);
      return;
    } catch (error) {
      // The answer to a vote that was taken can be lost, too.
      if (error instanceof VoteWindowActiveError) return;
      await delay(200);
    }
  }
}

test('when every connection to the database falls silent, votes are soon taken and delivered again, each once', async () => {
  const { bots, users } = await service.seed({ users: 22, webhookUrl: receiver.url });
  const botId = first(bots).id;
  await vote(botId, first(users).id);
  await receiver.until(1);

  // In the middle of an attempt: its request is made, and cannot be recorded.
  receiver.answer = () => {
    receiver.answer = () => 200;
    proxy.fallSilent();
    return 200;
  };
  await vote(botId, first(users.slice(1)).id);
  await receiver.until(2);
  await Promise.all(users.slice(2).map(({ id }) => vote(botId, id)));

  const { sql } = service.services.db;
  let states: { state: string; attempts: number }[] = [];
  while (states.length < users.length || states.some(({ state }) => state !== 'delivered')) {
    await delay(50);
    states = await sql`
      select state, (select count(*)::int from delivery_attempts where delivery_id = deliveries.id) as attempts
      from deliveries where bot_id = ${botId}`;
  }
  expect(states.every(({ attempts }) => attempts === 1)).toBe(true);
  const voters = receiver.received.map(({ body }) => body.user_id);
  expect(voters.toSorted()).toEqual(users.map(({ id }) => id).toSorted());
}, 90_000);
