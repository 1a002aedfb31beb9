import { expect, test } from 'vitest';
import { VoteWindowActiveError } from '../../../src/domain/kernel/errors.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { given } from '../../kit/given.ts';
import { RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { forFile, startService, type TestService } from '../../kit/service.ts';
import { votesOf } from '../../kit/stored.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

const VOTES = 200;

const services = [await forFile(startService()), await forFile(startService())];

async function castAtOnce(casters: readonly TestService[]) {
  const service = first(casters);
  const { id: botId } = await given(service.services).listing().withWebhook(RECEIVER).approved();
  const userId = newUserId();
  const results = await Promise.allSettled(
    Array.from({ length: VOTES }, (_, index) => {
      const caster = casters[index % casters.length] ?? service;
      return castVote(at(caster.services, NOON), botId, userId);
    }),
  );
  const recorded = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
  return { recorded, refused, userId, stored: await votesOf(service.services, botId) };
}

function expectOne({ recorded, refused, userId, stored }: Awaited<ReturnType<typeof castAtOnce>>): void {
  const opens = after(NOON, 12 * HOUR_MS);
  expect(recorded).toEqual([{ votedAt: NOON, nextVoteAt: opens }]);
  expect(refused).toHaveLength(VOTES - 1);
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(VoteWindowActiveError);
    expect(reason).toMatchObject({ nextVoteAt: opens });
  }
  const vote = `${userId} ${NOON.toISOString()}`;
  expect(stored).toEqual({ log: [vote], windows: [vote], deliveries: [vote], count: 1 });
}

test('of 200 votes of one user for one bot at once one is recorded, and the others are told when to come back', async () => {
  expectOne(await castAtOnce(services.slice(0, 1)));
});

test('two services with a pool each record one vote of a user between them', async () => {
  expectOne(await castAtOnce(services));
});

test('votes of different users at once are all recorded and all counted', async () => {
  const service = first(services);
  const { id: botId } = await given(service.services).listing().withWebhook(RECEIVER).approved();
  const users = Array.from({ length: 100 }, newUserId);
  const expected = await Promise.all(
    users.map(async (userId, index) => {
      const { votedAt } = await castVote(at((services[index % 2] ?? service).services, NOON), botId, userId);
      return `${userId} ${votedAt.toISOString()}`;
    }),
  );
  expected.sort();
  expect(await votesOf(service.services, botId)).toEqual({
    log: expected,
    windows: expected,
    deliveries: expected,
    count: users.length,
  });
});
