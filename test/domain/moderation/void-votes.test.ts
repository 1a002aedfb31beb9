import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listDeliveries } from '../../../src/domain/delivery/read.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  VoteWindowActiveError,
} from '../../../src/domain/kernel/errors.ts';
import { submitListing } from '../../../src/domain/listing/submit.ts';
import { moderateListing } from '../../../src/domain/moderation/decide.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { listVoidings, restoreVotes, voidVotes } from '../../../src/domain/moderation/void-votes.ts';
import { eraseUser } from '../../../src/domain/privacy/erase-user.ts';
import { exportUser } from '../../../src/domain/privacy/export-user.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { findVoteByToken } from '../../../src/domain/vote/check.ts';
import { listVotes } from '../../../src/domain/vote/log.ts';
import { given } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { FIELDS } from '../../kit/listing-input.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, DAY_MS, HOUR_MS, NOON } from '../../kit/time.ts';

const { services } = await forFile(startOwnService());

const { sql } = services.db;
const MODERATOR = newUserId();
const REASON = 'These votes were cast by one person.';
const time = (ms: number) => after(NOON, ms);
const later = (ms: number) => at(services, time(ms));
const noon = later(0);
const approved = (votes = 0) => given(noon).listing().votes(votes).approved();
/** All votes of these users around noon. */
const voiding = (userIds: readonly string[], days = 1) => ({
  userIds,
  from: time(-days * DAY_MS),
  until: time(days * DAY_MS),
  reason: REASON,
});
const voided = async (botId: string, userIds: readonly string[], now = noon) => {
  await voidVotes(now, MODERATOR, botId, voiding(userIds));
  return first(await listVoidings(services, botId)).id;
};

/** The count of a bot, its daily counts together, and its votes in the log that count: always the same number. */
async function counts(botId: string): Promise<number> {
  const [row] = await sql<{ total: number; daily: number; log: number }[]>`
    select vote_count::int as total,
      (select coalesce(sum(votes), 0) from daily_votes where bot_id = ${botId})::int as daily,
      (select count(*) from votes where bot_id = ${botId} and voiding_id is null
        and voted_at >= (select owned_since from bots where id = ${botId}))::int as log
    from bot_stats where bot_id = ${botId}`;
  expect(row?.daily).toBe(row?.total);
  expect(row?.log).toBe(row?.total);
  return row?.total ?? -1;
}

test('voided votes stop counting and stay in the log, and restored ones count exactly as before', async () => {
  const { id, voterIds } = await approved(5);
  const before = await sql`select * from vote_windows where bot_id = ${id} order by user_id`;
  const voidingId = await voided(id, voterIds.slice(0, 2));
  expect(await counts(id)).toBe(3);
  const page = await listVotes(noon, id, 100, undefined);
  expect(page.votes).toHaveLength(5);
  expect(page.voided.map(({ userId }) => userId).toSorted()).toEqual(voterIds.slice(0, 2).toSorted());
  await restoreVotes(noon, MODERATOR, id, voidingId);
  expect(await counts(id)).toBe(5);
  expect(await sql`select * from vote_windows where bot_id = ${id} order by user_id`).toEqual(before);
  expect((await listVotes(noon, id, 100, undefined)).voided).toEqual([]);
});

test('only the chosen users within the chosen time lose their votes, and none loses one twice', async () => {
  const { id } = await approved();
  const userIds = [newUserId(), newUserId()];
  for (const hours of [0, 12, 24])
    for (const userId of userIds) await castVote(later(hours * HOUR_MS), id, userId);
  const range = { from: time(12 * HOUR_MS), until: time(24 * HOUR_MS) };
  const chosen = { ...voiding(userIds.slice(0, 1)), ...range };
  await voidVotes(later(DAY_MS), MODERATOR, id, chosen);
  expect(await counts(id)).toBe(5);
  await expect(voidVotes(later(DAY_MS), MODERATOR, id, chosen)).rejects.toThrow(ConflictError);
  expect((await listVotes(later(DAY_MS), id, 100, undefined)).voided).toEqual([
    expect.objectContaining({ userId: userIds[0], votedAt: time(12 * HOUR_MS) }),
  ]);
});

test('a user of a voided vote waits for the rest of the twelve hours, and the next vote counts', async () => {
  const { id, token, voterIds } = await given(noon).listing().withToken().votes(1).approved();
  const userId = first(voterIds);
  const tokenKey = hash('sha256', token);
  const votedAt = async () => (await findVoteByToken(services, tokenKey, userId)).votedAt;
  const voidingId = await voided(id, [userId]);
  expect(await votedAt()).toBeNull();
  await expect(castVote(later(12 * HOUR_MS - 1), id, userId)).rejects.toThrow(VoteWindowActiveError);
  await castVote(later(12 * HOUR_MS), id, userId);
  expect(await votedAt()).toEqual(time(12 * HOUR_MS));
  expect(await counts(id)).toBe(1);
  await restoreVotes(later(13 * HOUR_MS), MODERATOR, id, voidingId);
  expect(await votedAt()).toEqual(time(12 * HOUR_MS));
  expect(await counts(id)).toBe(2);
});

test('deliveries that wait are cancelled and sent after a restoration; delivered ones stay as they are', async () => {
  const bot = given(noon).listing().withWebhook('https://bot.example/votes').votes(3);
  const { id, voterIds } = await bot.approved();
  const [delivered = '', other = ''] = voterIds;
  await sql`update deliveries set state = 'delivered', finished_at = ${NOON} where bot_id = ${id} and user_id = ${delivered}`;
  const stateOf = async (userId: string) => first(await listDeliveries(services, id, 1, { userId }));
  const voidingId = await voided(id, [delivered, other]);
  expect(await stateOf(delivered)).toMatchObject({ state: 'delivered', voidingId: null });
  expect(await stateOf(other)).toMatchObject({ state: 'cancelled', voidingId, finishedAt: NOON });
  expect(await stateOf(voterIds[2] ?? '')).toMatchObject({ state: 'pending', round: 1 });
  await restoreVotes(noon, MODERATOR, id, voidingId);
  expect(await stateOf(delivered)).toMatchObject({ state: 'delivered', round: 1 });
  expect(await stateOf(other)).toMatchObject({
    state: 'pending',
    round: 2,
    finishedAt: null,
    voidingId: null,
  });
});

test('the managers are told of both, with number and reason, and the list keeps who did it', async () => {
  const { id, ownerId, voterIds } = await approved(2);
  const [maker, restorer] = [await given(noon).moderator('Mo'), await given(noon).moderator('Reza')];
  await voidVotes(noon, maker, id, voiding(voterIds));
  const { id: voidingId } = first(await listVoidings(services, id));
  await restoreVotes(later(1), restorer, id, voidingId);
  expect(await listVoidings(services, id)).toMatchObject([
    { votes: 2, reason: REASON, userName: 'Mo', restoredAt: time(1), restoredByName: 'Reza' },
  ]);
  const notices =
    await sql`select kind, data from notices where user_id = ${ownerId} and kind = 'votes_voided' order by id`;
  expect(notices).toEqual([
    { kind: 'votes_voided', data: { isRestored: false, reason: REASON, count: 2 } },
    { kind: 'votes_voided', data: { isRestored: true, reason: REASON, count: 2 } },
  ]);
});

test('a voiding waits for nobody who erases a voter, and meanwhile votes for other bots go on', async () => {
  const [{ id, voterIds }, other] = [await approved(3), await approved()];
  const [erased = '', ...others] = voterIds;
  let release = () => {};
  const isHeld = new Promise<void>((held) => {
    void sql.begin(async (transaction) => {
      await transaction`select from votes where bot_id = ${id} and user_id = ${erased} for update`;
      held();
      await new Promise<void>((done) => {
        release = done;
      });
    });
  });
  await isHeld;
  const hot = castVote(later(1), id, newUserId());
  await voidVotes(noon, MODERATOR, id, voiding(voterIds));
  await castVote(later(1), other.id, newUserId());
  await hot;
  release();
  expect(await counts(id)).toBe(2);
  const voidedUsers =
    await sql`select user_id as id from votes where bot_id = ${id} and voiding_id is not null`;
  expect(voidedUsers.map((row) => row.id).toSorted()).toEqual(others.toSorted());
});

test('a voiding and the erasure of an owner who voted for the own bot both end well', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, ownerId, voterIds } = await approved(3);
    await castVote(later(1), id, ownerId);
    const all = [...voterIds, ownerId];
    await Promise.all([
      voidVotes(noon, MODERATOR, id, voiding(all)),
      eraseUser(noon, ownerId, { removesListings: true }),
    ]);
    expect(await sql`select from votes where bot_id = ${id} and user_id = ${ownerId}`).toHaveLength(0);
  }
});

describe('Refused, and nothing changes', () => {
  const cases: Readonly<Record<string, [Partial<Parameters<typeof voidVotes>[3]>, object]>> = {
    'no user': [{ userIds: [] }, InvalidInputError],
    'more than a thousand users': [{ userIds: Array.from({ length: 1001 }, newUserId) }, InvalidInputError],
    'what is no id': [{ userIds: ['somebody'] }, InvalidInputError],
    'an empty time': [{ until: time(-DAY_MS) }, InvalidInputError],
    'more than 31 days': [{ until: time(30 * DAY_MS + 1) }, InvalidInputError],
    'a reason that says nothing': [{ reason: 'fake' }, InvalidInputError],
    'users without a vote': [{ userIds: [newUserId()] }, ConflictError],
    'a time without a vote': [{ from: time(HOUR_MS) }, ConflictError],
  };
  test.each(Object.entries(cases))('%s', async (_, [change, refusal]) => {
    const { id, voterIds } = await approved(2);
    const act = voidVotes(noon, MODERATOR, id, { ...voiding(voterIds), ...change });
    await expect(act).rejects.toMatchObject({ constructor: refusal });
    expect(await counts(id)).toBe(2);
    expect(await listVoidings(services, id)).toEqual([]);
  });

  test('votes for a listing of the moderator, and an unknown listing', async () => {
    const { id, ownerId, voterIds } = await approved(1);
    await expect(voidVotes(noon, ownerId, id, voiding(voterIds))).rejects.toThrow(ForbiddenError);
    await expect(voidVotes(noon, MODERATOR, newBotId(), voiding(voterIds))).rejects.toThrow(NotFoundError);
    const voidingId = await voided(id, voterIds);
    await expect(restoreVotes(noon, ownerId, id, voidingId)).rejects.toThrow(ForbiddenError);
    const other = await approved();
    await expect(restoreVotes(noon, MODERATOR, other.id, voidingId)).rejects.toThrow(NotFoundError);
    await expect(restoreVotes(noon, MODERATOR, id, 'none')).rejects.toThrow(NotFoundError);
    expect(await counts(id)).toBe(0);
  });

  test('more than a thousand votes at once', async () => {
    const { id } = await approved();
    await sql`
      insert into votes (bot_id, user_id, voted_at)
      select ${id}, '20000000000000001', ${NOON}::timestamptz + n * interval '1 s' from generate_series(1, 1001) n`;
    await sql`update bots set owned_since = ${time(-DAY_MS)} where id = ${id}`;
    await expect(voidVotes(noon, MODERATOR, id, voiding(['20000000000000001']))).rejects.toThrow(
      ConflictError,
    );
  });

  test('a second restoration', async () => {
    const { id, voterIds } = await approved(2);
    const voidingId = await voided(id, voterIds);
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => restoreVotes(noon, MODERATOR, id, voidingId)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await counts(id)).toBe(2);
  });
});

test('after a take-over, restored votes of before stay uncounted and are not shown to the new owner', async () => {
  const { id, ownerId, voterIds } = await approved(2);
  const voidingId = await voided(id, voterIds);
  await removeListing(later(1), id, ownerId);
  await submitListing(later(2), { botId: id, userId: await given(noon).user(), fields: FIELDS });
  const revision = Number((await sql`select revision from bots where id = ${id}`)[0]?.revision);
  await moderateListing(later(3), MODERATOR, id, { decision: 'approve', revision, closesReports: false });
  await castVote(later(HOUR_MS), id, newUserId());
  await expect(voidVotes(later(HOUR_MS), MODERATOR, id, voiding(voterIds))).rejects.toThrow(ConflictError);
  await restoreVotes(later(HOUR_MS), MODERATOR, id, voidingId);
  expect(await counts(id)).toBe(1);
  expect(await listVoidings(services, id)).toEqual([]);
});

test('an export tells users which votes were voided; an erasure keeps counts and restoration right', async () => {
  const { id, voterIds } = await approved(2);
  const userId = first(voterIds);
  const voidingId = await voided(id, voterIds);
  expect((await exportUser(services, userId)).votes).toMatchObject([{ botId: id, isVoided: true }]);
  await eraseUser(later(1), userId, { removesListings: false });
  expect(await counts(id)).toBe(0);
  await restoreVotes(later(2), MODERATOR, id, voidingId);
  expect(await counts(id)).toBe(2);
});

test('whatever is cast, voided and restored at once, the counts are those of the votes that count', async () => {
  const { id } = await approved();
  const userIds = Array.from({ length: 12 }, newUserId);
  // A fixed sequence that looks random: a failure repeats.
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 16807) % 2147483647;
    return seed % below;
  };
  const some = () => userIds.filter(() => next(3) === 0);
  for (let round = 0; round < 8; round += 1) {
    const now = later(round * 12 * HOUR_MS);
    const open = (await listVoidings(services, id)).filter(({ restoredAt }) => restoredAt === null);
    const acts = [
      ...userIds.map((userId) => castVote(now, id, userId)),
      ...[some(), some()].map((chosen) => voidVotes(now, MODERATOR, id, voiding(chosen, 15))),
      ...open.filter(() => next(2) === 0).map((one) => restoreVotes(now, MODERATOR, id, one.id)),
    ];
    for (const result of await Promise.allSettled(acts)) {
      if (result.status === 'rejected')
        expect([ConflictError, InvalidInputError]).toContain(result.reason.constructor);
    }
    await counts(id);
  }
  for (const { id: voidingId, restoredAt } of await listVoidings(services, id))
    if (restoredAt === null) await restoreVotes(later(0), MODERATOR, id, voidingId);
  expect(await counts(id)).toBe(8 * userIds.length);
});
