import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pauseWebhook, resumeWebhook } from '../../src/domain/delivery/hold.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { newUserId } from '../kit/ids.ts';
import { first } from '../kit/present.ts';
import { servicesOn } from '../kit/service-parts.ts';
import { useStack } from '../kit/use-stack.ts';

const HELD = 300;
const LATER = 30;
/** After how many requests the worker is killed. */
const KILLS = [5, 60, 150];
/** Requests to one receiver at a time. Those under way in a kill are repeated. */
const AT_ONCE = 8;

const running = useStack();

test('kill -9 of the worker while held deliveries are released loses none and records each once', async () => {
  const { stack, receiver } = running;
  const sample = await stack.seed({ bots: 1, users: 0, votes: 0, webhookUrl: receiver.url });
  const botId = first(sample.bots).id;
  const onFault = (fault: unknown) => {
    throw fault;
  };
  const services = { ...servicesOn(stack.db), wakeDispatcher() {}, onFault };
  const { sql } = stack.db;
  const cast = async (count: number) => {
    for (let vote = 0; vote < count; vote += 1) await castVote(services, botId, newUserId());
  };
  receiver.answer = async () => {
    await delay(50);
    return 200;
  };

  await pauseWebhook(services, botId, sample.ownerId);
  await cast(HELD);
  // Longer than a dispatcher needs for what is in the outbox.
  await delay(3000);
  expect(receiver.received).toEqual([]);

  await resumeWebhook(services, botId, sample.ownerId);
  for (const count of KILLS) {
    await receiver.until(count);
    stack.parts.worker.kill();
    await cast(LATER / KILLS.length);
  }
  const left = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from deliveries where bot_id = ${botId} and state <> 'delivered'`;
    return row?.count;
  };
  await expect.poll(left, { timeout: 240_000, interval: 500 }).toBe(0);
  await expect
    .poll(async () => (await sql`select hold from webhooks where bot_id = ${botId}`)[0]?.hold, {
      timeout: 60_000,
    })
    .toBeNull();

  const recorded = await sql<{ id: string; attempts: number }[]>`
    select id, (select count(*)::int from delivery_attempts where delivery_id = deliveries.id) as attempts
    from deliveries where bot_id = ${botId}`;
  expect(recorded).toHaveLength(HELD + LATER);
  expect(recorded.filter(({ attempts }) => attempts !== 1)).toEqual([]);
  const arrived = receiver.received.map(({ headers }) => headers['x-webhook-delivery']);
  expect(new Set(arrived)).toEqual(new Set(recorded.map(({ id }) => id)));
  expect(arrived.length - recorded.length).toBeLessThanOrEqual(KILLS.length * AT_ONCE);
});
