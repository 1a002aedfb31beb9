import { expect, test } from 'vitest';
import type { ListingState } from '../../../src/db/tables.ts';
import { ConflictError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { moveListing } from '../../../src/domain/listing/moves.ts';
import { given, putInState } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { forFile, startService } from '../../kit/service.ts';
import { at, NOON } from '../../kit/time.ts';

const service = await forFile(startService());

const newBot = async () => (await given(service.services).listing().approved()).id;

/** The state of a listing that was approved, and its moves since then. */
async function stored(botId: string) {
  const { sql } = service.services.db;
  const bots = await sql<{ state: string; revision: number; stateChangedAt: Date }[]>`
    select state, revision, state_changed_at as "stateChangedAt" from bots where id = ${botId}`;
  const moves = await sql<{ from: string; to: string; userId: string; reason: string | null; at: Date }[]>`
    select from_state as "from", to_state as "to", user_id as "userId", reason, moved_at as at
    from listing_moves where bot_id = ${botId} order by id offset 2`;
  return { ...first(bots), moves: [...moves] };
}

test('a move changes the state, tells since when, counts as a revision and is written down', async () => {
  const botId = await newBot();
  const { revision } = await stored(botId);
  const [one, two] = [newUserId(), newUserId()];
  const services = at(service.services, NOON);
  await moveListing(services, { botId, from: ['approved'], to: 'suspended', userId: one, reason: 'Spam.' });
  await moveListing(services, { botId, from: ['rejected', 'suspended'], to: 'approved', userId: two });
  expect(await stored(botId)).toEqual({
    state: 'approved',
    revision: revision + 2,
    stateChangedAt: NOON,
    moves: [
      { from: 'approved', to: 'suspended', userId: one, reason: 'Spam.', at: NOON },
      { from: 'suspended', to: 'approved', userId: two, reason: null, at: NOON },
    ],
  });
});

test.each(['pending', 'rejected', 'suspended', 'removed'] satisfies ListingState[])(
  'a listing that is %s is not moved from approved, and the refusal tells where it is',
  async (state) => {
    const botId = await newBot();
    await putInState(service.services, botId, state);
    const before = await stored(botId);
    const move = { botId, from: ['approved'], to: 'pending', userId: newUserId() } as const;
    const refusal = await moveListing(service.services, move).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConflictError);
    expect(refusal).toMatchObject({ message: expect.stringContaining(`The listing is ${state} now`) });
    expect(await stored(botId)).toEqual(before);
  },
);

test.each(['', 'no id', '\0', '111111111111111111'])('there is no listing %j to move', async (botId) => {
  const move = { botId, from: ['approved'], to: 'pending', userId: newUserId() } as const;
  await expect(moveListing(service.services, move)).rejects.toThrow(NotFoundError);
});

test('of many who move a listing from one state at once, one does', async () => {
  const botId = await newBot();
  const moves = Array.from({ length: 12 }, (_, index) =>
    moveListing(service.services, {
      botId,
      from: ['approved'],
      to: index % 2 === 0 ? 'suspended' : 'removed',
      userId: newUserId(),
    }),
  );
  const results = await Promise.allSettled(moves);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ConflictError);
  }
  const { state, moves: written } = await stored(botId);
  expect(written).toMatchObject([{ from: 'approved', to: state }]);
});
