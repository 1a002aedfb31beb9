import { describe, expect, test } from 'vitest';
import type { ListingState } from '../../../src/db/tables.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../../src/domain/kernel/errors.ts';
import { type Decision, type Judgement, moderateListing } from '../../../src/domain/moderation/decide.ts';
import { reportListing } from '../../../src/domain/moderation/reports.ts';
import { given, REASON } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { listingOf, reportsOf } from '../../kit/stored.ts';

const STATES = ['pending', 'approved', 'rejected', 'suspended', 'removed'] satisfies ListingState[];
const MOVES: Record<Decision, { from: ListingState; to: ListingState }> = {
  approve: { from: 'pending', to: 'approved' },
  reject: { from: 'pending', to: 'rejected' },
  suspend: { from: 'approved', to: 'suspended' },
  restore: { from: 'suspended', to: 'approved' },
};
const DECISIONS = Object.keys(MOVES) as Decision[];

const { services } = await forFile(startOwnService());

/** A listing in a state, before the moderators of the test decide. */
async function listed(state: ListingState) {
  const { id, ownerId } = await given(services).listing().in(state);
  const { revision, moves } = await listingOf(services, id);
  return { id, ownerId, state, revision, movesBefore: moves.length };
}

/** What the moderators of the test made of a listing. */
async function decided({ id, movesBefore }: Awaited<ReturnType<typeof listed>>) {
  const { moves, ...listing } = await listingOf(services, id);
  return { ...listing, moves: moves.slice(movesBefore) };
}

const judge = (
  moderatorId: string,
  { id, revision }: { id: string; revision: number },
  of: Partial<Judgement>,
) =>
  moderateListing(services, moderatorId, id, {
    decision: 'approve',
    revision,
    reason: REASON,
    closesReports: false,
    ...of,
  });
const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => undefined,
    (error: unknown) => error,
  );

const cases = DECISIONS.flatMap((decision) =>
  STATES.map((state) => ({
    decision,
    state,
    to: MOVES[decision].from === state ? MOVES[decision].to : 'refused',
  })),
);

test.each(cases.filter(({ to }) => to !== 'refused'))(
  'to $decision a listing that is $state makes it $to, and writes down who, and why',
  async ({ decision, state, to }) => {
    const listing = await listed(state);
    const moderatorId = newUserId();
    await judge(moderatorId, listing, { decision });
    expect(await decided(listing)).toEqual({
      state: to,
      revision: listing.revision + 1,
      moves: [{ to, userId: moderatorId, reason: REASON }],
    });
  },
);

test.each(cases.filter(({ to }) => to === 'refused'))(
  'to $decision a listing that is $state is refused in a sentence that says so, and changes nothing',
  async ({ decision, state }) => {
    const listing = await listed(state);
    const refusal = await refusalOf(judge(newUserId(), listing, { decision }));
    expect(refusal).toBeInstanceOf(ConflictError);
    expect(refusal).toMatchObject({ message: expect.stringContaining(`The listing is ${state} now`) });
    expect(await decided(listing)).toEqual({
      state,
      revision: listing.revision,
      moves: [],
    });
  },
);

describe('A reason', () => {
  test.each(['reject', 'suspend'] as const)('is needed to %s', async (decision) => {
    const listing = await listed(MOVES[decision].from);
    for (const reason of [undefined, null, '', '         \n\t      ']) {
      const refusal = await refusalOf(judge(newUserId(), listing, { decision, reason }));
      expect(refusal).toBeInstanceOf(InvalidInputError);
      expect(refusal).toMatchObject({ message: 'The reason must be 10 to 500 characters long.' });
    }
    expect(await decided(listing)).toMatchObject({ state: listing.state, moves: [] });
  });

  test.each(['approve', 'restore'] as const)('is not needed to %s', async (decision) => {
    const listing = await listed(MOVES[decision].from);
    await judge(newUserId(), listing, { decision, reason: ' ' });
    expect(await decided(listing)).toMatchObject({ moves: [{ reason: null }] });
  });

  test.each([
    [9, InvalidInputError],
    [10, undefined],
    [500, undefined],
    [501, InvalidInputError],
  ])(
    'of %i characters, which are code points without the white space around them',
    async (length, refused) => {
      const listing = await listed('pending');
      const reason = `  ${'🙂'.repeat(length)}\n`;
      const refusal = await refusalOf(judge(newUserId(), listing, { decision: 'reject', reason }));
      expect(refusal?.constructor).toBe(refused);
      const { moves } = await decided(listing);
      expect(moves.map((move) => move.reason)).toEqual(refused ? [] : [reason.trim()]);
    },
  );

  test.each(['a reason with \0 in it', 'a reason with \ud800 in it'])(
    'that cannot be stored is refused: %j',
    async (reason) => {
      const listing = await listed('pending');
      await expect(judge(newUserId(), listing, { decision: 'reject', reason })).rejects.toThrow(
        InvalidInputError,
      );
    },
  );
});

test('of two moderators who decide at once, one does, and the other is told what became of it', async () => {
  for (let round = 0; round < 10; round++) {
    const listing = await listed('pending');
    const [approver, rejecter] = [newUserId(), newUserId()];
    const results = await Promise.allSettled([
      judge(approver, listing, { decision: 'approve' }),
      judge(rejecter, listing, { decision: 'reject' }),
    ]);
    const { state, moves } = await decided(listing);
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect([state, moves]).toEqual(
      winner === 0
        ? ['approved', [{ to: 'approved', userId: approver, reason: REASON }]]
        : ['rejected', [{ to: 'rejected', userId: rejecter, reason: REASON }]],
    );
    expect(results[1 - winner]).toMatchObject({
      status: 'rejected',
      reason: { code: 'CONFLICT', message: expect.stringContaining(`The listing is ${state} now`) },
    });
  }
});

const edited = async (state: ListingState) => {
  const listing = await listed(state);
  await services.db.sql`update bots set name = 'Another', revision = revision + 1 where id = ${listing.id}`;
  return listing;
};

test.each(['approve', 'restore'] as const)(
  'to %s what has been edited since it was read is refused',
  async (decision) => {
    const { from, to } = MOVES[decision];
    const listing = await edited(from);
    const refusal = await refusalOf(judge(newUserId(), listing, { decision }));
    expect(refusal).toBeInstanceOf(ConflictError);
    expect(refusal).toMatchObject({ message: expect.stringContaining('changed since you read it') });
    const read = await decided(listing);
    expect(read).toMatchObject({ state: from, moves: [] });
    await judge(newUserId(), { id: listing.id, revision: read.revision }, { decision });
    expect(await decided(listing)).toMatchObject({ state: to });
  },
);

test.each(['reject', 'suspend'] as const)(
  'to %s works whatever the owner edits meanwhile',
  async (decision) => {
    const { from, to } = MOVES[decision];
    const listing = await edited(from);
    await judge(newUserId(), listing, { decision });
    expect(await decided(listing)).toMatchObject({ state: to });
  },
);

test('nobody decides on a listing that they own or co-own', async () => {
  const listing = await listed('pending');
  const coOwnerId = await given(services).coOwnerOf(listing.id);
  for (const userId of [listing.ownerId, coOwnerId]) {
    await expect(judge(userId, listing, { decision: 'approve' })).rejects.toThrow(ForbiddenError);
  }
  expect(await decided(listing)).toMatchObject({ state: 'pending', moves: [] });
});

test.each(['', 'no id', '\0', '111111111111111111'])('there is no listing %j to decide on', async (id) => {
  await expect(judge(newUserId(), { id, revision: 1 }, {})).rejects.toThrow(NotFoundError);
});

describe('A suspension', () => {
  const reported = async () => {
    const listing = await listed('approved');
    for (let count = 0; count < 2; count++) {
      await reportListing(services, newUserId(), listing.id, {
        category: 'spam',
        text: 'It sends advertisements.',
      });
    }
    return listing;
  };

  test('closes the open reports of the listing as acted upon where that is asked', async () => {
    const [listing, other] = [await reported(), await reported()];
    const moderatorId = newUserId();
    await judge(moderatorId, listing, { decision: 'suspend', closesReports: true });
    for (const report of await reportsOf(services, listing.id)) {
      expect(report).toMatchObject({ closedBy: moderatorId, outcome: 'acted' });
    }
    for (const report of await reportsOf(services, other.id)) expect(report).toMatchObject({ outcome: null });
  });

  test('leaves them open otherwise, and when it is refused', async () => {
    const listing = await reported();
    await expect(
      judge(listing.ownerId, listing, { decision: 'suspend', closesReports: true }),
    ).rejects.toThrow(ForbiddenError);
    await judge(newUserId(), listing, { decision: 'suspend' });
    for (const report of await reportsOf(services, listing.id))
      expect(report).toMatchObject({ outcome: null });
  });

  test('is the only decision that closes reports', async () => {
    const listing = await listed('pending');
    await expect(judge(newUserId(), listing, { decision: 'approve', closesReports: true })).rejects.toThrow(
      InvalidInputError,
    );
    expect(await decided(listing)).toMatchObject({ state: 'pending' });
  });
});
