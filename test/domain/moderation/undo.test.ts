import { afterAll, expect, test } from 'vitest';
import { ConflictError, ForbiddenError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { listMoves } from '../../../src/domain/listing/moves.ts';
import { findListing } from '../../../src/domain/listing/read.ts';
import {
  moderateListing,
  removeListing,
  resubmitListing,
  undoDecision,
} from '../../../src/domain/moderation/decide.ts';
import { listQueue } from '../../../src/domain/moderation/queue.ts';
import { reportListing } from '../../../src/domain/moderation/reports.ts';
import { given } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { startOwnService } from '../../kit/own-service.ts';
import { reportsOf } from '../../kit/stored.ts';
import { after, at, HOUR_MS, NOON } from '../../kit/time.ts';

const REASON = 'It is not what it says.';
const REPORT = { category: 'spam', text: 'It only sends advertisements.' } as const;

const service = await startOwnService();
afterAll(() => service.close());

const now = (time = NOON) => at(service.services, time);
const later = (ms: number) => now(after(NOON, HOUR_MS + ms));
const decide = (
  moderatorId: string,
  id: string,
  decision: 'approve' | 'reject' | 'suspend' | 'restore',
  ms = 0,
) =>
  findListing(service.services, id).then((listing) =>
    moderateListing(later(ms), moderatorId, id, {
      decision,
      revision: listing?.revision ?? 0,
      reason: REASON,
      closesReports: decision === 'suspend',
    }),
  );
const stateOf = async (id: string) => (await findListing(service.services, id))?.state;

test.each([
  ['approve', 'pending'],
  ['reject', 'pending'],
  ['suspend', 'approved'],
  ['restore', 'suspended'],
] as const)('to %s can be undone: the listing is %s again, with a new revision', async (decision, before) => {
  const { id } = await given(now()).owner().listing().in(before);
  const moderatorId = newUserId();
  const { revision = 0 } = (await findListing(service.services, id)) ?? {};
  await decide(moderatorId, id, decision);
  await undoDecision(later(9_999), moderatorId, id);
  expect(await findListing(service.services, id)).toMatchObject({ state: before, revision: revision + 2 });
});

test('the listing has its old place in the queue, and waits since its submission', async () => {
  const [first, second] = [
    await given(now()).owner().listing().submitted(),
    await given(now(after(NOON, 1000)))
      .owner()
      .listing()
      .submitted(),
  ];
  const queue = () => listQueue(service.services, { limit: 100, inverted: false });
  const mine = async () =>
    (await queue())
      .filter(({ listing }) => [first.id, second.id].includes(listing.id))
      .map(({ since }) => since);
  const before = await mine();
  const moderatorId = newUserId();
  await decide(moderatorId, first.id, 'reject');
  await undoDecision(later(1000), moderatorId, first.id);
  expect(await mine()).toEqual(before);
});

test('owners do not see it in the history, and moderators see that it was undone', async () => {
  const { id } = await given(now()).owner().listing().submitted();
  const moderatorId = newUserId();
  await decide(moderatorId, id, 'reject');
  await undoDecision(later(0), moderatorId, id);
  const short = (moves: Awaited<ReturnType<typeof listMoves>>) =>
    moves.map(({ toState, isUndone }) => [toState, isUndone]);
  expect(short(await listMoves(service.services, id))).toEqual([['pending', false]]);
  expect(short(await listMoves(service.services, id, true))).toEqual([
    ['pending', false],
    ['rejected', true],
  ]);
});

test('the reports that a suspension closed are open again, and others stay closed', async () => {
  const { id } = await given(now()).owner().listing().approved();
  const [moderatorId, earlier] = [newUserId(), newUserId()];
  await reportListing(now(), newUserId(), id, REPORT);
  const { sql } = service.services.db;
  await sql`update reports set closed_at = ${NOON}, closed_by = ${earlier}, outcome = 'dismissed' where bot_id = ${id}`;
  await reportListing(now(after(NOON, 1)), newUserId(), id, REPORT);
  await decide(moderatorId, id, 'suspend');
  expect((await reportsOf(service.services, id)).map(({ outcome }) => outcome)).toEqual([
    'dismissed',
    'acted',
  ]);
  await undoDecision(later(0), moderatorId, id);
  expect((await reportsOf(service.services, id)).map(({ outcome }) => outcome)).toEqual(['dismissed', null]);
});

test('after its time, by another moderator, or twice, it is refused and changes nothing', async () => {
  const { id } = await given(now()).owner().listing().submitted();
  const moderatorId = newUserId();
  await decide(moderatorId, id, 'approve');
  await expect(undoDecision(later(15_001), moderatorId, id)).rejects.toThrow(ConflictError);
  await expect(undoDecision(later(0), newUserId(), id)).rejects.toThrow(ConflictError);
  expect(await stateOf(id)).toBe('approved');
  await undoDecision(later(15_000), moderatorId, id);
  await expect(undoDecision(later(15_000), moderatorId, id)).rejects.toThrow(ConflictError);
  expect(await stateOf(id)).toBe('pending');
});

test('what somebody has moved since stays as it is', async () => {
  const { id, ownerId } = await given(now()).owner().listing().submitted();
  const moderatorId = newUserId();
  await decide(moderatorId, id, 'reject');
  await resubmitListing(later(1), id, ownerId);
  await expect(undoDecision(later(2), moderatorId, id)).rejects.toThrow(ConflictError);
  await decide(moderatorId, id, 'approve', 3);
  await removeListing(later(4), id, ownerId);
  await expect(undoDecision(later(5), moderatorId, id)).rejects.toThrow(ConflictError);
});

test('of two clicks at once, one undoes', async () => {
  const { id } = await given(now()).owner().listing().submitted();
  const moderatorId = newUserId();
  await decide(moderatorId, id, 'approve');
  const results = await Promise.allSettled([0, 1].map(() => undoDecision(later(1), moderatorId, id)));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('an owner undoes nothing, and there is nothing to undo for an unknown id', async () => {
  const { id, ownerId } = await given(now()).owner().listing().submitted();
  await decide(newUserId(), id, 'approve');
  await expect(undoDecision(later(0), ownerId, id)).rejects.toThrow(ForbiddenError);
  for (const unknown of [newBotId(), 'no id'])
    await expect(undoDecision(later(0), newUserId(), unknown)).rejects.toThrow(NotFoundError);
});
