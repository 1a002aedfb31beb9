import { describe, expect, test } from 'vitest';
import { appealBlock, listBlocks, restoreBlocks } from '../../../src/domain/identity/blocks.ts';
import { grantRole } from '../../../src/domain/identity/grant-role.ts';
import { findSession, startSession } from '../../../src/domain/identity/sessions.ts';
import {
  BlockedError,
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../../src/domain/kernel/errors.ts';
import { submitListing } from '../../../src/domain/listing/submit.ts';
import {
  blockUser,
  countAppeals,
  listAppeals,
  type NewBlock,
  reviewBlock,
} from '../../../src/domain/moderation/block-user.ts';
import { resubmitListing } from '../../../src/domain/moderation/decide.ts';
import { reportListing } from '../../../src/domain/moderation/reports.ts';
import { findUserRecord, listReportsOf, readVotesOf } from '../../../src/domain/moderation/user-record.ts';
import { eraseUser } from '../../../src/domain/privacy/erase-user.ts';
import { exportUser } from '../../../src/domain/privacy/export-user.ts';
import { runRetention } from '../../../src/domain/retention/run-retention.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { given } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { FIELDS } from '../../kit/listing-input.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { isStoredAnywhere } from '../../kit/stored.ts';
import { after, at, DAY_MS, HOUR_MS, NOON } from '../../kit/time.ts';

// Its own, since it counts the appeals of all users.
const { services } = await forFile(startOwnService());

const REASON = 'Your votes are not your own.';
const POLICY = {
  retentionDeliveriesDays: 0,
  retentionAttemptBodiesDays: 0,
  retentionReportsDays: 0,
  retentionDailyCountsDays: 0,
};
const APPEAL = 'I have never voted for anybody but myself.';
const noon = at(services, NOON);
const later = (ms: number) => at(services, after(NOON, ms));
const person = () => given(noon).user();
const block = async (userId: string, kind: NewBlock['kind'], endsAt: Date | null = null) =>
  blockUser(noon, await given(noon).moderator(), userId, { kind, reason: REASON, endsAt });
const votesOf = async (userId: string) =>
  (await services.db.sql`select from votes where user_id = ${userId}`).count;
const noticesOf = (userId: string) =>
  services.db.sql<{ kind: string; data: unknown }[]>`
    select kind, data from notices where user_id = ${userId} order by id`;

describe('Who is blocked from something is refused it with reason and end, and nothing else', () => {
  const acts: Record<Exclude<NewBlock['kind'], 'sign_in'>, (userId: string) => Promise<unknown>> = {
    vote: async (userId) => castVote(noon, (await given(noon).listing().approved()).id, userId),
    submit: (userId) => submitListing(noon, { botId: newBotId(), userId, fields: FIELDS }),
    report: async (userId) =>
      reportListing(noon, userId, (await given(noon).listing().approved()).id, {
        category: 'spam',
        text: 'It sends advertisements.',
      }),
  };
  const kinds = Object.keys(acts) as (keyof typeof acts)[];

  test.each(kinds)('%s', async (kind) => {
    const userId = await person();
    const until = after(NOON, DAY_MS);
    await block(userId, kind, until);
    await expect(acts[kind](userId)).rejects.toMatchObject({
      constructor: BlockedError,
      code: 'BLOCKED',
      block: kind,
      why: REASON,
      until,
      reason: 'block.until',
      parameters: { block: kind, why: REASON, until: until.toISOString() },
    });
    for (const other of kinds) if (other !== kind) await acts[other](userId);
    await startSession(noon, { id: userId, name: 'Ada' });
  });

  test('a rejected listing is not submitted again either', async () => {
    const { id, ownerId } = await given(noon).listing().in('rejected');
    await services.db.sql`update bots set prefix = '?' where id = ${id}`;
    const { id: blockId } = await block(ownerId, 'submit');
    await expect(resubmitListing(noon, id, ownerId)).rejects.toThrow(BlockedError);
    await reviewBlock(noon, newUserId(), blockId, { lifts: true });
    await resubmitListing(noon, id, ownerId);
  });
});

test('a refused vote leaves no vote, no window and no count, and others of the same moment count', async () => {
  const { id } = await given(noon).listing().approved();
  const [blocked, free] = [await person(), await person()];
  await block(blocked, 'vote');
  const results = await Promise.allSettled([castVote(noon, id, blocked), castVote(noon, id, free)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect([await votesOf(blocked), await votesOf(free)]).toEqual([0, 1]);
  const windows = await services.db.sql`select user_id from vote_windows where bot_id = ${id}`;
  expect(windows).toEqual([{ user_id: free }]);
});

test('a vote in the moment of the block is counted or refused, and none is counted after it', async () => {
  const { id } = await given(noon).listing().approved();
  const userIds = await Promise.all(Array.from({ length: 6 }, person));
  const moderatorId = await given(noon).moderator();
  await Promise.all(
    userIds.map(async (userId) => {
      const [vote] = await Promise.allSettled([
        castVote(noon, id, userId),
        blockUser(noon, moderatorId, userId, { kind: 'vote', reason: REASON, endsAt: null }),
      ]);
      expect(await votesOf(userId)).toBe(vote.status === 'fulfilled' ? 1 : 0);
      if (vote.status === 'rejected') expect(vote.reason).toBeInstanceOf(BlockedError);
    }),
  );
  for (const userId of userIds) {
    await expect(castVote(later(DAY_MS), id, userId)).rejects.toThrow(BlockedError);
  }
});

test('a block ends by itself, to the millisecond, and another one can follow', async () => {
  const { id } = await given(noon).listing().approved();
  const userId = await person();
  await block(userId, 'vote', after(NOON, HOUR_MS));
  await expect(castVote(later(HOUR_MS - 1), id, userId)).rejects.toThrow(BlockedError);
  await castVote(later(HOUR_MS), id, userId);
  await blockUser(later(HOUR_MS), newUserId(), userId, { kind: 'vote', reason: REASON, endsAt: null });
});

test('a user has one block of a kind in force, however many moderators block at once', async () => {
  const userId = await person();
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => block(userId, 'vote')));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'block.already' });
  }
  await block(userId, 'report');
});

test('nobody with a role is blocked, so no moderator blocks another one or themselves', async () => {
  const moderatorId = await given(noon).moderator();
  const make = (userId: string) =>
    blockUser({ ...noon, admins: new Set([moderatorId]) }, moderatorId, userId, {
      kind: 'vote',
      reason: REASON,
      endsAt: null,
    });
  for (const userId of [moderatorId, await given(noon).moderator(), await given(noon).admin()]) {
    await expect(make(userId)).rejects.toThrow(ForbiddenError);
  }
  await expect(make(newUserId())).rejects.toThrow(NotFoundError);
  await make(await person());
});

test.each([
  ['a short reason', { reason: 'Too short' }],
  ['a long reason', { reason: 'x'.repeat(501) }],
  ['an end that is over', { endsAt: NOON }],
  ['an end in more than ten years', { endsAt: after(NOON, 3651 * DAY_MS) }],
])('a block with %s is refused', async (_, part) => {
  const userId = await person();
  const wanted = { kind: 'vote', reason: REASON, endsAt: null, ...part } as const;
  await expect(blockUser(noon, newUserId(), userId, wanted)).rejects.toThrow(InvalidInputError);
  expect(await noticesOf(userId)).toEqual([]);
});

describe('A block from signing in', () => {
  test('ends all sessions at once, and starts none until it is lifted', async () => {
    const userId = await person();
    const session = await startSession(noon, { id: userId, name: 'Ada' });
    const { id } = await block(userId, 'sign_in');
    expect(await findSession(noon, session)).toBeUndefined();
    await expect(startSession(noon, { id: userId, name: 'Ada' })).rejects.toThrow(BlockedError);
    await reviewBlock(noon, newUserId(), id, { lifts: true });
    await startSession(noon, { id: userId, name: 'Ada' });
  });

  test('leaves no session to somebody who signs in at the same moment', async () => {
    const userId = await person();
    await Promise.allSettled([
      ...Array.from({ length: 4 }, () => startSession(noon, { id: userId, name: 'Ada' })),
      block(userId, 'sign_in'),
      ...Array.from({ length: 4 }, () => startSession(noon, { id: userId, name: 'Ada' })),
    ]);
    expect((await services.db.sql`select from sessions where user_id = ${userId}`).count).toBe(0);
  });
});

test('a moderator decides about no block of their own, from before they got their role', async () => {
  const userId = await person();
  const { id } = await block(userId, 'vote');
  await appealBlock(noon, userId, id, APPEAL);
  await grantRole(services, newUserId(), userId, 'moderator');
  for (const lifts of [true, false]) {
    const review = { lifts, answer: 'It was you indeed.' };
    await expect(reviewBlock(noon, userId, id, review)).rejects.toMatchObject({ reason: 'block.own' });
  }
  await reviewBlock(noon, await given(noon).moderator(), id, { lifts: true });
});

test('a block that ended by itself is over, not lifted, also when another one followed', async () => {
  const userId = await person();
  const { id } = await block(userId, 'vote', after(NOON, HOUR_MS));
  const wanted = { kind: 'vote', reason: REASON, endsAt: null } as const;
  const { id: next } = await blockUser(later(HOUR_MS), newUserId(), userId, wanted);
  await reviewBlock(later(HOUR_MS), newUserId(), next, { lifts: true });
  expect(await listBlocks(services, userId)).toMatchObject([
    { id: next, liftedAt: after(NOON, HOUR_MS) },
    { id, liftedAt: null },
  ]);
});

describe('An appeal', () => {
  test('waits for the moderators, oldest first, until one of them accepts it, which lifts the block', async () => {
    const { id: botId } = await given(noon).listing().approved();
    const [one, other] = [await person(), await person()];
    const [first, second] = [await block(one, 'vote'), await block(other, 'vote')];
    await appealBlock(later(2), other, second.id, APPEAL);
    await appealBlock(later(1), one, first.id, ` ${APPEAL} `);
    expect(await listAppeals(noon)).toMatchObject([
      { id: first.id, appeal: APPEAL },
      { id: second.id, userName: 'Ada' },
    ]);
    expect(await countAppeals(noon)).toBe(2);
    await reviewBlock(later(3), newUserId(), first.id, { lifts: true, answer: 'You are right, sorry.' });
    await reviewBlock(later(3), newUserId(), second.id, { lifts: false, answer: 'It was not you alone.' });
    expect(await countAppeals(noon)).toBe(0);
    await castVote(later(3), botId, one);
    await expect(castVote(later(3), botId, other)).rejects.toThrow(BlockedError);
  });

  test('is made once, also after it was declined', async () => {
    const userId = await person();
    const { id } = await block(userId, 'vote');
    const results = await Promise.allSettled(
      Array.from({ length: 3 }, () => appealBlock(noon, userId, id, APPEAL)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await reviewBlock(noon, newUserId(), id, { lifts: false, answer: 'It was you indeed.' });
    await expect(appealBlock(noon, userId, id, APPEAL)).rejects.toMatchObject({ reason: 'appeal.already' });
  });

  test('is refused about the block of somebody else, about one that is over, and when it says too little', async () => {
    const userId = await person();
    const { id } = await block(userId, 'vote', after(NOON, HOUR_MS));
    await expect(appealBlock(noon, newUserId(), id, APPEAL)).rejects.toThrow(NotFoundError);
    await expect(appealBlock(noon, userId, 'no id', APPEAL)).rejects.toThrow(NotFoundError);
    await expect(appealBlock(noon, userId, id, 'x'.repeat(19))).rejects.toThrow(InvalidInputError);
    await expect(appealBlock(noon, userId, id, 'x'.repeat(1001))).rejects.toThrow(InvalidInputError);
    await expect(appealBlock(later(HOUR_MS), userId, id, APPEAL)).rejects.toMatchObject({
      reason: 'block.over',
    });
    await appealBlock(noon, userId, id, 'x'.repeat(20));
  });

  test('is declined with an answer only, and once', async () => {
    const userId = await person();
    const { id } = await block(userId, 'vote');
    const decline = (answer?: string) => reviewBlock(noon, newUserId(), id, { lifts: false, answer });
    await expect(decline('Nobody has asked for it.')).rejects.toMatchObject({ reason: 'appeal.none' });
    await appealBlock(noon, userId, id, APPEAL);
    await expect(decline()).rejects.toThrow(InvalidInputError);
    await decline('It was you indeed.');
    await expect(decline('It was you indeed.')).rejects.toMatchObject({ reason: 'appeal.answered' });
    await reviewBlock(noon, newUserId(), id, { lifts: true });
    await expect(reviewBlock(noon, newUserId(), id, { lifts: true })).rejects.toThrow(ConflictError);
  });
});

test('the user is told of a block, of a declined appeal and of its end, each with its words', async () => {
  const userId = await person();
  const { id } = await block(userId, 'vote', after(NOON, DAY_MS));
  await appealBlock(noon, userId, id, APPEAL);
  await reviewBlock(noon, newUserId(), id, { lifts: false, answer: 'It was you indeed.' });
  await reviewBlock(noon, newUserId(), id, { lifts: true });
  expect(await noticesOf(userId)).toEqual([
    {
      kind: 'user_blocked',
      data: { block: 'vote', reason: REASON, until: after(NOON, DAY_MS).toISOString() },
    },
    { kind: 'block_reviewed', data: { block: 'vote', isLifted: false, reason: 'It was you indeed.' } },
    { kind: 'block_reviewed', data: { block: 'vote', isLifted: true } },
  ]);
});

const rows = () => services.db.sql<Record<string, unknown>[]>`select * from user_blocks order by id desc`;

test('who deletes the account leaves a block that holds under a hash, without words, and has it again with a new account', async () => {
  const { id: botId } = await given(noon).listing().approved();
  const userId = await person();
  const { id } = await block(userId, 'vote', after(NOON, DAY_MS));
  await block(userId, 'report', after(NOON, HOUR_MS));
  await appealBlock(noon, userId, id, APPEAL);
  expect((await exportUser(noon, userId)).blocks).toContainEqual(
    expect.objectContaining({ kind: 'vote', reason: REASON, appeal: APPEAL }),
  );
  await eraseUser(later(2 * HOUR_MS), userId, { removesListings: false });
  const kept = first((await rows()).filter((row) => row.id === id));
  expect(kept).toMatchObject({ id, kind: 'vote', ends_at: after(NOON, DAY_MS), appeal: null });
  expect(JSON.stringify(await rows())).not.toContain(userId);
  expect(JSON.stringify(kept)).not.toContain(REASON);

  await startSession(later(3 * HOUR_MS), { id: newUserId(), name: 'Ada' });
  await startSession(later(3 * HOUR_MS), { id: userId, name: 'Ada' });
  await expect(castVote(later(3 * HOUR_MS), botId, userId)).rejects.toMatchObject({
    why: '',
    reason: 'block.noReason',
    parameters: { block: 'vote' },
  });
});

test('who signs in while the account is deleted keeps the block, and can delete the account again', async () => {
  const { id: botId } = await given(noon).listing().approved();
  const userId = await person();
  await block(userId, 'vote');
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([
      eraseUser(noon, userId, { removesListings: false }),
      ...Array.from({ length: 4 }, () => startSession(noon, { id: userId, name: 'Ada' })),
    ]);
    await startSession(noon, { id: userId, name: 'Ada' });
    await expect(castVote(noon, botId, userId)).rejects.toThrow(BlockedError);
  }
  expect((await rows()).filter((row) => row.user_id === userId)).toHaveLength(1);
});

test('a block that is made while the account is deleted also goes under the hash', async () => {
  const { sql } = services.db;
  const { id: botId } = await given(noon).listing().approved();
  const userId = await person();
  await castVote(noon, botId, userId);
  let erasure: Promise<unknown> | undefined;
  // The deletion waits for this row when it has replaced the id elsewhere.
  await sql.begin(async (held) => {
    await held`select from vote_windows where user_id = ${userId} for update`;
    erasure = eraseUser(later(DAY_MS), userId, { removesListings: false });
    await expect
      .poll(
        () =>
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    await block(userId, 'vote');
  });
  await erasure;
  expect(JSON.stringify(await rows())).not.toContain(userId);
});

test('a deleted account that does not come back is forgotten when the block is over', async () => {
  const userId = await person();
  const { id } = await block(userId, 'vote', after(NOON, DAY_MS));
  await eraseUser(noon, userId, { removesListings: false });
  const isKept = async () => (await rows()).some((row) => row.id === id);
  await runRetention(later(DAY_MS - 1), POLICY);
  expect(await isKept()).toBe(true);
  await runRetention(later(DAY_MS), POLICY);
  expect(await isKept()).toBe(false);
});

test('a deleted account that was refused at the sign-in is also forgotten when the block is over', async () => {
  const userId = await person();
  await block(userId, 'sign_in', after(NOON, DAY_MS));
  await eraseUser(noon, userId, { removesListings: false });
  await expect(startSession(noon, { id: userId, name: 'Ada' })).rejects.toThrow(BlockedError);
  await restoreBlocks({ sql: services.db.sql, secrets: services.secrets }, userId);
  expect(await isStoredAnywhere(services, userId)).toBe(true);
  await runRetention(later(DAY_MS), POLICY);
  expect(await isStoredAnywhere(services, userId)).toBe(false);
});

test('the record of a user has their role, their reports with outcomes, and their votes by day and bot', async () => {
  const userId = await person();
  const [one, other] = [
    await given(noon).listing({ name: 'Melody' }).approved(),
    await given(noon).listing({ name: 'Tides' }).approved(),
  ];
  for (const ms of [0, 13 * HOUR_MS, 26 * HOUR_MS]) await castVote(later(ms), one.id, userId);
  await castVote(noon, other.id, userId);
  await reportListing(noon, userId, one.id, { category: 'spam', text: 'It sends advertisements.' });
  expect(await findUserRecord(services, userId)).toMatchObject({ name: 'Ada', createdAt: NOON, role: null });
  expect(await findUserRecord(services, newUserId())).toBeUndefined();
  expect(await listReportsOf(services, newUserId(), userId)).toMatchObject({
    open: 1,
    acted: 0,
    newest: [{ botName: 'Melody', outcome: null }],
  });
  const { days, bots } = await readVotesOf(later(2 * DAY_MS), userId);
  expect(days).toHaveLength(30);
  expect(days.slice(-4).map(({ votes }) => votes)).toEqual([0, 2, 2, 0]);
  expect(bots).toEqual([
    { botId: one.id, name: 'Melody', votes: 3 },
    { botId: other.id, name: 'Tides', votes: 1 },
  ]);
});

test('no moderator learns from the record of a user who reported a listing whose team they are on', async () => {
  const userId = await person();
  const { id, ownerId } = await given(noon).listing().approved();
  await reportListing(noon, userId, id, { category: 'spam', text: 'It sends advertisements.' });
  const seen = async (moderatorId: string) => {
    const { open, newest } = await listReportsOf(services, moderatorId, userId);
    return [open, newest.length];
  };
  for (const own of [ownerId, await given(noon).coOwnerOf(id), await given(noon).readerOf(id)]) {
    expect(await seen(own)).toEqual([0, 0]);
  }
  expect(await seen(await given(noon).moderator())).toEqual([1, 1]);
});
