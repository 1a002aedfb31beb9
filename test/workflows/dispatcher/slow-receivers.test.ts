import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { onTemporal, startDelivering } from '../../kit/on-temporal.ts';
import { first } from '../../kit/present.ts';

const VOTES = 40;
/** As the dispatcher has them: one before the receiver was known to be slow, and its places from then on. */
const MOST_AT_ONCE = 1 + 8;

const { test, service, receiver } = await onTemporal(startDelivering);

test('a receiver that does not answer has a few places, others pass it by, and nothing of it is lost', async () => {
  const { bots, users } = await service.seed({ bots: 2, users: VOTES + 2, webhookUrl: receiver.url });
  const [slow, quick] = [first(bots), first(bots.slice(1))];
  const released = Promise.withResolvers<number>();
  let underWay = 0;
  let most = 0;
  receiver.answer = async ({ body }) => {
    if (body.bot_id !== slow.id) return 200;
    underWay += 1;
    most = Math.max(most, underWay);
    const status = await released.promise;
    underWay -= 1;
    return status;
  };

  await castVote(service.services, slow.id, first(users).id);
  // Long enough without an answer to be taken for slow.
  await receiver.until(1);
  await delay(1500);
  for (const { id } of users.slice(1, VOTES)) await castVote(service.services, slow.id, id);
  const voter = first(users.slice(VOTES));
  await castVote(service.services, quick.id, voter.id);
  while (!receiver.received.some(({ body }) => body.bot_id === quick.id)) await delay(20);
  expect(underWay).toBeGreaterThan(0);

  await delay(1500);
  expect(most).toBeLessThanOrEqual(MOST_AT_ONCE);
  expect(receiver.received.length).toBeLessThan(VOTES);
  released.resolve(200);
  await receiver.until(VOTES + 1);
  const voters = receiver.received
    .filter(({ body }) => body.bot_id === slow.id)
    .map(({ body }) => body.user_id);
  expect(new Set(voters)).toEqual(new Set(users.slice(0, VOTES).map(({ id }) => id)));
});

test('a slow receiver gets its turn while many deliveries wait for quick ones', async () => {
  const { bots, users } = await service.seed({ bots: 9, users: 40, webhookUrl: receiver.url });
  const [slow, ...quick] = bots;
  if (!slow) throw new Error('No bot was seeded.');
  const voters = users.slice(1);
  const isSlow = ({ body }: (typeof receiver.received)[number]) => body.bot_id === slow.id;
  receiver.answer = async (received) => {
    if (isSlow(received)) await delay(400);
    return 200;
  };
  const before = receiver.received.length;
  await castVote(service.services, slow.id, first(users).id);
  await receiver.until(before + 1);
  await delay(600);

  const start = receiver.received.length;
  const cast = quick.flatMap(({ id }) => voters.map((user) => castVote(service.services, id, user.id)));
  await Promise.all(cast);
  await castVote(service.services, slow.id, first(voters).id);
  await receiver.until(start + cast.length + 1);
  const place = receiver.received.slice(start).findIndex(isSlow);
  expect(place).toBeLessThan(cast.length / 2);
}, 60_000);
